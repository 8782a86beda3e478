//! Rust source as tokens, so that rules about the code ignore comments and strings.

/// A token; comments and character literals are skipped.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Word(String),
    Text(String),
    Colons,
    Sign(char),
}

/// The tokens of a source text.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        match chars[i] {
            '/' if at(i + 1) == '/' => i += chars[i..].iter().take_while(|c| **c != '\n').count(),
            '/' if at(i + 1) == '*' => {
                let end = (i + 2..chars.len()).find(|&j| chars[j - 1] == '*' && chars[j] == '/');
                i = end.map_or(chars.len(), |end| end + 1);
            }
            '"' => {
                let start = i + 1;
                i = start;
                while i < chars.len() && chars[i] != '"' {
                    i += if chars[i] == '\\' { 2 } else { 1 };
                }
                tokens.push(Token::Text(chars[start..i.min(chars.len())].iter().collect()));
                i += 1;
            }
            '\'' if at(i + 1) == '\\' => {
                i += 3;
                i += chars[i..].iter().take_while(|c| **c != '\'').count() + 1;
            }
            '\'' if at(i + 2) == '\'' => i += 3,
            'r' if at(i + 1) == '"' || at(i + 1) == '#' && matches!(at(i + 2), '"' | '#') => {
                let hashes = chars[i + 1..].iter().take_while(|c| **c == '#').count();
                let start = i + 2 + hashes;
                let closes =
                    |j: &usize| chars[*j] == '"' && (1..=hashes).all(|more| at(j + more) == '#');
                let end = (start..chars.len()).find(closes).unwrap_or(chars.len());
                tokens.push(Token::Text(chars[start..end].iter().collect()));
                i = end + 1 + hashes;
            }
            c if c.is_alphanumeric() || c == '_' => {
                let word = chars[i..].iter().take_while(|c| c.is_alphanumeric() || **c == '_');
                let word: String = word.collect();
                i += word.chars().count();
                tokens.push(Token::Word(word));
            }
            ':' if at(i + 1) == ':' => {
                tokens.push(Token::Colons);
                i += 2;
            }
            c => {
                if !c.is_whitespace() {
                    tokens.push(Token::Sign(c));
                }
                i += 1;
            }
        }
    }
    tokens
}

/// The tokens without items that are compiled for tests only, and the names of test modules in
/// files of their own.
pub fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let marker = self::tokens("#[cfg(test)]");
    let (mut kept, mut files) = (Vec::new(), Vec::new());
    let mut i = 0;
    while i < tokens.len() {
        if !tokens[i..].starts_with(&marker) {
            kept.push(tokens[i].clone());
            i += 1;
            continue;
        }
        i += marker.len();
        let mut depth = 0;
        loop {
            match tokens.get(i) {
                Some(Token::Sign('(' | '[' | '{')) => depth += 1,
                Some(Token::Sign(')' | ']' | '}')) => depth -= 1,
                _ => {}
            }
            i += 1;
            let is_end = match tokens.get(i - 1) {
                Some(Token::Sign(';')) => depth == 0,
                Some(Token::Sign('}')) => depth == 0,
                Some(_) => false,
                None => true,
            };
            if is_end {
                break;
            }
        }
        if let [Token::Word(module), Token::Word(name), Token::Sign(';')] =
            &tokens[i.saturating_sub(3)..i.min(tokens.len())]
            && module == "mod"
        {
            files.push(name.clone());
        }
    }
    (kept, files)
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens, without_tests};

    #[test]
    fn strings_and_comments_are_not_tokens() {
        let text = |text: &str| Token::Text(text.into());
        let found = tokens("f(\"a\\\"--b\", r##\"c\"#\"##, '\\'', 'x') // \"d\"");
        let texts: Vec<_> = found.into_iter().filter(|t| matches!(t, Token::Text(_))).collect();
        assert_eq!(texts, [text("a\\\"--b"), text("c\"#")]);
        let (kept, files) = without_tests(&tokens("a #[cfg(test)] mod t; b"));
        assert_eq!((kept, files), (tokens("a b"), vec!["t".to_string()]));
    }
}
