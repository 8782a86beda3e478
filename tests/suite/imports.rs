//! The import graph of source files: which file uses a name of which other file, as the compiler
//! resolves it.
//!
//! A file's `use` lines and the paths in its code are followed through the re-exports of `mod.rs`
//! files to the file that defines the name. `mod x;` and `pub use` in a `mod.rs` do not count, and
//! tests are ignored.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::{Token, tokens, without_tests};

type Path = Vec<String>;

/// A name that a file imports.
#[derive(Debug)]
struct Import {
    path: Path,
    name: String,
    /// The module of the import: the file's own, or an inline one.
    base: Path,
    public: bool,
}

#[derive(Debug)]
struct File {
    name: String,
    module: Path,
    imports: Vec<Import>,
    /// Paths in the code, each with its module.
    paths: Vec<(Path, Path)>,
}

impl File {
    /// True for files that re-export what other files define.
    fn hands_on(&self) -> bool {
        ["mod.rs", "lib.rs", "main.rs"].iter().any(|end| self.name.ends_with(end))
    }

    fn read(name: &str, tokens: &[Token]) -> File {
        let module = module_of(name);
        let mut file = File { name: name.into(), module, imports: Vec::new(), paths: Vec::new() };
        // Inline modules of the file, with the depth of their braces.
        let mut inner: Vec<(String, usize)> = Vec::new();
        let (mut depth, mut i) = (0, 0);
        while i < tokens.len() {
            let inside = inner.iter().map(|(name, _)| name.clone());
            let base: Path = file.module.iter().cloned().chain(inside).collect();
            match &tokens[i..] {
                [Token::Sign('{'), ..] => depth += 1,
                [Token::Sign('}'), ..] => {
                    depth -= 1;
                    inner.retain(|(_, at)| *at <= depth);
                }
                [Token::Word(word), Token::Word(name), Token::Sign('{'), ..] if word == "mod" => {
                    depth += 1;
                    inner.push((name.clone(), depth));
                    i += 2;
                }
                [Token::Word(word), ..] if word == "use" => {
                    let before = i.checked_sub(1).map(|i| &tokens[i]);
                    let public = before == Some(&Token::Word("pub".into()))
                        || before == Some(&Token::Sign(')'));
                    i += 1;
                    let mut names = Vec::new();
                    tree(tokens, &mut i, &mut Vec::new(), &mut names);
                    let import = |(path, name)| Import { path, name, base: base.clone(), public };
                    file.imports.extend(names.into_iter().map(import));
                }
                [Token::Word(first), Token::Colons, ..] => {
                    let mut path = vec![first.clone()];
                    while let [Token::Colons, Token::Word(next), ..] = &tokens[i + 1..] {
                        path.push(next.clone());
                        i += 2;
                    }
                    file.paths.push((base, path));
                }
                _ => {}
            }
            i += 1;
        }
        file
    }
}

/// The module of a file.
fn module_of(name: &str) -> Path {
    let inside = name.trim_start_matches("src/").trim_end_matches(".rs");
    let parts = inside.split('/').filter(|part| !["mod", "lib", "main"].contains(part));
    parts.map(String::from).collect()
}

/// Reads a tree of imports after `use`, up to its end: each path and the name it binds.
fn tree(tokens: &[Token], i: &mut usize, path: &mut Path, names: &mut Vec<(Path, String)>) {
    let length = path.len();
    let mut renamed = None;
    loop {
        match tokens.get(*i) {
            Some(Token::Word(word)) if word == "as" => {
                *i += 1;
                if let Some(Token::Word(name)) = tokens.get(*i) {
                    renamed = Some(name.clone());
                }
            }
            Some(Token::Word(word)) if word == "self" && !path.is_empty() => {}
            Some(Token::Word(word)) => path.push(word.clone()),
            Some(Token::Colons) => {}
            Some(Token::Sign('{')) => {
                while !matches!(tokens.get(*i), None | Some(Token::Sign('}'))) {
                    *i += 1;
                    if !matches!(tokens.get(*i), Some(Token::Sign('}'))) {
                        tree(tokens, i, path, names);
                    }
                }
                *i += 1;
                path.truncate(length);
                return;
            }
            _ => break,
        }
        *i += 1;
    }
    if path.len() > length || renamed.is_some() || !path.is_empty() {
        let name = renamed.or_else(|| path.last().cloned()).unwrap_or_default();
        names.push((path.clone(), name));
    }
    path.truncate(length);
}

/// The target of a path.
#[derive(Debug)]
enum Target {
    File(usize),
    /// A module of re-exports.
    Folder,
}

/// All source files.
struct Tree {
    files: Vec<File>,
    modules: BTreeMap<Path, usize>,
}

impl Tree {
    fn new(sources: &[(String, String)]) -> Tree {
        let mut files = Vec::new();
        let mut tests = BTreeSet::new();
        for (name, text) in sources {
            let (tokens, test_files) = without_tests(&tokens(text));
            let file = File::read(name, &tokens);
            tests.extend(test_files.into_iter().map(|test| [&file.module[..], &[test]].concat()));
            files.push(file);
        }
        files.retain(|file| !tests.contains(&file.module));
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let mut modules = BTreeMap::new();
        for (i, file) in files.iter().enumerate() {
            // The program's root comes after the library's, which is the relevant one.
            modules.entry(file.module.clone()).or_insert(i);
        }
        Tree { files, modules }
    }

    /// A path from the root of the crate; `None` if it leads outside.
    fn absolute(&self, file: &File, base: &[String], path: &[String], fuel: u32) -> Option<Path> {
        let (first, rest) = path.split_first()?;
        let join = |start: &[String], rest: &[String]| Some([start, rest].concat());
        match first.as_str() {
            "crate" | "cavalcade" => join(&[], rest),
            "self" => join(base, rest),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                join(base.get(..base.len().checked_sub(up)?)?, &path[up..])
            }
            _ if self.modules.contains_key(&[base, std::slice::from_ref(first)].concat()) => {
                join(base, path)
            }
            _ => {
                let import = file.imports.iter().find(|import| import.name == *first)?;
                let alone = import.path.len() == 1 && import.path[0] == *first;
                if alone || fuel == 0 {
                    return None;
                }
                join(&self.absolute(file, &import.base, &import.path, fuel - 1)?, rest)
            }
        }
    }

    /// The file that defines the item at a path from the root.
    fn target(&self, path: &[String], fuel: u32) -> Option<Target> {
        let mut at = Vec::new();
        for (i, part) in path.iter().enumerate() {
            at.push(part.clone());
            if self.modules.contains_key(&at) {
                continue;
            }
            at.pop();
            let holder = *self.modules.get(&at)?;
            let file = &self.files[holder];
            let import = file.imports.iter().find(|import| import.name == *part);
            return match import.filter(|_| file.hands_on() && fuel > 0) {
                None => Some(Target::File(holder)),
                Some(import) => {
                    let whole = self.absolute(file, &import.base, &import.path, fuel)?;
                    self.target(&[&whole[..], &path[i + 1..]].concat(), fuel - 1)
                }
            };
        }
        let file = *self.modules.get(&at)?;
        Some(if self.files[file].hands_on() { Target::Folder } else { Target::File(file) })
    }
}

/// For each file, the files whose items it uses.
pub type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The import graph of these files, each given by its path from `src/` on and its text.
pub fn arrows(sources: &[(String, String)]) -> Arrows {
    const FUEL: u32 = 16;
    let tree = Tree::new(sources);
    let mut arrows = Arrows::new();
    for file in &tree.files {
        let handed_on = |import: &&Import| !(file.hands_on() && import.public);
        let imported = file.imports.iter().filter(handed_on);
        let imported = imported.map(|import| (&import.base, &import.path));
        let named = file.paths.iter().map(|(base, path)| (base, path));
        let to = arrows.entry(file.name.clone()).or_default();
        for (base, path) in imported.chain(named) {
            let Some(path) = tree.absolute(file, base, path, FUEL) else { continue };
            if let Some(Target::File(other)) = tree.target(&path, FUEL) {
                to.insert(tree.files[other].name.clone());
            }
        }
        to.remove(&file.name);
    }
    arrows
}

/// The cycles: sets of two or more files that all reach each other.
pub fn circles(arrows: &Arrows) -> Vec<Vec<String>> {
    let reach = |from: &String| {
        let mut seen = BTreeSet::new();
        let mut open = vec![from];
        while let Some(file) = open.pop() {
            for next in arrows.get(file).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        arrows.keys().map(|file| (file, reach(file))).collect();
    let mut circles = BTreeSet::new();
    for (file, there) in &reached {
        let back = |other: &&String| reached.get(*other).is_some_and(|back| back.contains(*file));
        let circle: Vec<String> = there.iter().filter(back).cloned().collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{arrows, circles};

    fn sources(files: &[(&str, &str)]) -> Vec<(String, String)> {
        files.iter().map(|(name, text)| (format!("src/{name}"), text.to_string())).collect()
    }

    #[test]
    fn import_cycles_are_found_through_reexports() {
        // a imports from b through the room's re-export, b from c by a path in its code, c from a
        // by a module's name; d only imports.
        let files = sources(&[
            ("lib.rs", "pub mod room;\npub mod d;\npub use room::A;"),
            ("room/mod.rs", "mod a; mod b; mod inner; pub use a::{A, F as G}; pub use b::B;"),
            ("room/a.rs", "use crate::room::{B, self as other}; pub struct A; pub fn F() {}"),
            ("room/b.rs", "pub struct B; fn f() { let x = super::inner::c::<u8>(1); }"),
            ("room/inner/mod.rs", "mod c; pub(super) use c::c;"),
            ("room/inner/c.rs", "use super::super::a; fn c() { a::F() }"),
            ("d.rs", "use crate::A; use super::room; fn f() { room::G() }"),
        ]);
        let arrows = arrows(&files);
        assert_eq!(circles(&arrows), [["src/room/a.rs", "src/room/b.rs", "src/room/inner/c.rs"]]);
        assert_eq!(arrows["src/d.rs"].iter().collect::<Vec<_>>(), ["src/room/a.rs"]);
        assert!(arrows["src/room/mod.rs"].is_empty() && arrows["src/lib.rs"].is_empty());
    }

    #[test]
    fn comments_tests_and_other_crates_are_no_imports() {
        let files = sources(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B;\nuse std::fmt; pub struct A;"),
            (
                "b.rs",
                "// use crate::a::A;\n/* crate::a::A */ pub struct B; const T: &str = \"crate::a::A\";
                 const R: &str = r#\"crate::a::A\"#; const C: char = '\"'; fn f<'a>(x: &'a u8) {}
                 #[cfg(test)]\n#[expect(x)]\nmod tests { use crate::a::A; fn f() { {} } }
                 #[cfg(test)]\nmod long;",
            ),
            ("b/long.rs", "use crate::a::A;"),
            ("c.rs", "mod inner { use super::super::a::A; } use b::X; fn b() {}"),
        ]);
        let arrows = arrows(&files);
        assert!(circles(&arrows).is_empty(), "{arrows:?}");
        assert!(arrows["src/b.rs"].is_empty(), "{arrows:?}");
        assert!(!arrows.contains_key("src/b/long.rs"));
        assert_eq!(arrows["src/c.rs"].iter().collect::<Vec<_>>(), ["src/a.rs"]);
    }
}
