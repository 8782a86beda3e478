//! Modified journals with valid checksums: changes that a flipped bit cannot make, but a person or
//! a defect can. Also used by the fuzz target `resealed`.

use cavalcade::Count;
use cavalcade::count::Residues;
use cavalcade::journal::{Header, sealed_line};

/// Numbers at the limits of the program's integers.
const EDGES: [&str; 26] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "16",
    "255",
    "256",
    "1023",
    "65536",
    "1048575",
    "1048576",
    "1048577",
    "10000000",
    "1000000000",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999999",
    "-1",
    "",
];

/// Replacement words.
const WORDS: [&str; 14] = [
    "queens queen 6x6",
    "queens queen 8x8 k=1000000000",
    "queens queen 64x64",
    "tours open knight 3x4",
    "tours closed knight 1000000x1000000",
    "tours open graph:1048576",
    "walks any knight 3x3 length=1000000",
    "walks any knight 3x3 length=1000000000",
    "search",
    "search split=1000000000",
    "frontier",
    "transfer",
    "\u{1b}[2J",
    "-",
];

/// A modified journal, with a description of the change.
pub struct Mutated {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// True if counts may have changed although every sum is valid; such changes cannot be
    /// detected.
    pub forged: bool,
}

/// Modifies a journal and seals it again; `choose(n)` returns a number below n.
pub fn mutated(journal: &[u8], mut choose: impl FnMut(usize) -> usize) -> Mutated {
    let text = String::from_utf8_lossy(journal);
    let mut lines: Vec<Vec<String>> = text.lines().map(fields).collect();
    // With matching residues: nothing then contradicts.
    let forged = choose(3) == 0;
    for _ in 0..1 + choose(3) {
        let line = choose(lines.len().max(1));
        match choose(10) {
            0 if lines.len() > 2 => drop(lines.remove(line)),
            1 => lines.insert(line, lines.get(line).cloned().unwrap_or_default()),
            2 => {
                let other = choose(lines.len());
                lines.swap(line, other);
            }
            _ => {
                let Some(fields) = lines.get_mut(line).filter(|fields| !fields.is_empty()) else {
                    continue;
                };
                let field = choose(fields.len());
                fields[field] = changed(&fields[field], &mut choose);
            }
        }
    }
    if forged {
        lines.iter_mut().for_each(|fields| repair(fields));
    }
    Mutated { bytes: sealed(&lines), forged }
}

/// The fields of a line without its checksum.
pub fn fields(line: &str) -> Vec<String> {
    let mut fields: Vec<_> = line.split('\t').map(String::from).collect();
    fields.pop();
    fields
}

/// A changed field: a number, an entry of a list or the whole of it.
fn changed(field: &str, choose: &mut impl FnMut(usize) -> usize) -> String {
    let mut parts: Vec<_> = field.split(',').map(String::from).collect();
    let place = choose(parts.len());
    let edge = EDGES[choose(EDGES.len())];
    match choose(8) {
        0 => WORDS[choose(WORDS.len())].into(),
        1 => edge.into(),
        2 => {
            parts.push(format!("{edge}:{}", EDGES[choose(EDGES.len())]));
            parts.join(",")
        }
        3 => {
            parts.insert(place, parts[place].clone());
            parts.join(",")
        }
        4 => {
            parts.reverse();
            parts.join(",")
        }
        side => {
            parts[place] = match parts[place].split_once(':') {
                Some((_, right)) if side < 6 => format!("{edge}:{right}"),
                Some((left, _)) => format!("{left}:{edge}"),
                None => edge.into(),
            };
            parts.join(",")
        }
    }
}

/// Adjusts the residues to a unit's counts.
fn repair(fields: &mut [String]) {
    let [kind, _, _, found, _, first, second, ..] = fields else { return };
    if kind != "unit" {
        return;
    }
    let mut sum = Residues::default();
    for entry in found.split(',') {
        let Some((weight, count)) = entry.split_once(':') else { continue };
        let (Ok(weight), Ok(count)) = (weight.parse(), count.parse::<Count>()) else { continue };
        sum.add(count.residues().times(weight));
    }
    [*first, *second] = sum.0.map(|residue| residue.to_string());
}

/// The lines with valid checksums.
pub fn sealed(lines: &[Vec<String>]) -> Vec<u8> {
    let mut text = String::new();
    let mut seed = 0;
    for (place, fields) in lines.iter().enumerate() {
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        text += &sealed_line(if place == 0 { 0 } else { seed }, &fields);
        if place == 0 {
            seed = header(&fields).map_or(0, |header| header.seed());
        }
    }
    text.into_bytes()
}

/// The header with these fields, if they are valid.
fn header(fields: &[&str]) -> Option<Header> {
    let [_, "2", question, method, fingerprint, units, plan] = *fields else { return None };
    let empty = Header::of(question, method, fingerprint, &Default::default());
    let (units, plan) = (units.parse().ok()?, u32::from_str_radix(plan, 16).ok()?);
    Some(Header { units, plan, ..empty })
}
