//! Questions about selected tours: parsing, journals, the command line.

use std::collections::BTreeSet;

use cavalcade::method::Means;
use cavalcade::question::Question;
use cavalcade::solve::{Journals, find_journals};

use crate::support::{cavalcade, folder};

fn question(text: &str) -> Question {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn questions_with_selections_parse_back() {
    for text in [
        "tours closed knight 6x6 through=a1-b3,c3-d5",
        "tours open knight 5x5 from=c3 through=b1-d2",
        "tours closed king 4x4 alternating=ferz",
        "tours open king 4x4 through=a1-b1 alternating=ferz",
        "tours open knight 5x5 at=1:a1 at=4,9:b3,c5",
        "tours open king 4x4 at=1:a1 magic",
        "tours open king 4x4 semi-magic",
        "tours closed knight 6x6 symmetric=quarter-turn",
        "tours closed knight 6x6 through=a1-b3 symmetric=half-turn",
    ] {
        let message = question(text).to_string();
        assert_eq!(question(&message), question(text), "{text}");
        assert_eq!(message.split(' ').count(), text.split(' ').count(), "{text}: {message}");
        assert_eq!(question(&message).to_string(), message);
    }
    for wrong in [
        "tours open knight 5x5 through=a1-b2",
        "tours open knight 5x5 through=a1",
        "tours open knight 5x5 at=1:a1,b2",
        "tours open knight 5x5 at=0:a1",
        "tours open knight 5x5 at=26:a1",
        "tours open knight 5x5 at=1,1:a1,b2",
        "tours open knight 5x5 symmetric=turn",
    ] {
        assert!(wrong.parse::<Question>().is_err(), "{wrong}");
    }
}

#[test]
fn selected_tours_have_journals_and_merge() {
    let place = tempfile::tempdir().unwrap();
    for (i, text) in [
        "tours closed wazir 4x5 through=a1-b1",
        "tours open knight 5x5 through=b1-d2",
        "tours closed king 4x6 alternating=ferz",
        "tours open knight 5x5 at=13:c3",
        "tours open queen 3x3 semi-magic",
        "tours open knight 5x5 symmetric=half-turn",
        "tours closed knight 6x6 symmetric=half-turn",
    ]
    .into_iter()
    .enumerate()
    {
        let (asked, path) = (question(text), place.path().join(i.to_string()));
        let whole = asked.solve().run().unwrap();
        let kept = asked.solve().journal(&path).run().unwrap();
        let again = asked.solve().journal(&path).run().unwrap();
        assert_eq!((again.run_nodes, &again.counts), (0, &kept.counts), "{text}");
        assert_eq!(whole.counts, kept.counts, "{text}");
        let journals = Journals::of(find_journals(&[path]).unwrap(), &Means::default()).unwrap();
        assert_eq!(journals.question(), &asked);
        let merged = journals.answer(&journals.merge(false).unwrap()).unwrap();
        assert_eq!(merged.counts, whole.counts, "{text}");
        assert!(journals.recheck(1.0, 1, None).unwrap().differing.is_empty(), "{text}");
    }
}

#[test]
fn the_example_boards_have_closed_tours() {
    let mut boards = 0;
    for entry in std::fs::read_dir(folder("examples/boards")).unwrap() {
        let path = entry.unwrap().path();
        let line = format!("tours @{} --closed --first 1 --format lines -q", path.display());
        assert!(run(&line).0.split_whitespace().count() > 30, "{line}");
        boards += 1;
    }
    assert_eq!(boards, 4);
}

/// Runs a command line and returns its stdout.
fn run(line: &str) -> (String, String) {
    let directory = tempfile::tempdir().unwrap();
    let output = cavalcade(&line.split(' ').collect::<Vec<_>>(), directory.path());
    let [out, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{line}: {error}");
    (out, error)
}

#[test]
fn closed_tours_are_read_from_any_square() {
    let (all, _) = run("tours 5x6 --closed --all --format lines -q");
    let (read, _) = run("tours 5x6 --closed --from c3 --all --format lines -q");
    assert_eq!((all.lines().count(), read.lines().count()), (8, 8));
    assert!(read.lines().all(|tour| tour.starts_with("c3 ")), "{read}");
    let edges = |tour: &str| -> BTreeSet<BTreeSet<String>> {
        let squares: Vec<String> = tour.split(' ').map(String::from).collect();
        let next = squares.iter().cycle().skip(1);
        squares.iter().zip(next).map(|(a, b)| BTreeSet::from([a.clone(), b.clone()])).collect()
    };
    let sets = |text: &str| text.lines().map(edges).collect::<BTreeSet<_>>();
    assert_eq!(sets(&all), sets(&read));
}

#[test]
fn a_random_tour_states_its_probability() {
    let (exact, said) = run("tours 6x6 --closed --random 7 --format lines");
    assert!(said.contains("drawn from 9,862 undirected tours, all equally likely"), "{said}");
    assert_eq!(run("tours 6x6 --closed --random 7 --format lines -q").0, exact);
    for line in [
        "tours 20x20 --closed --random 7 --format lines",
        "tours 20x21 --random 7 --format lines",
        "tours 8x8 --closed --random 7 --memory 14M --format lines",
    ] {
        let (tour, said) = run(line);
        assert!(said.contains("not all are equally likely"), "{line}: {said}");
        let squares: BTreeSet<&str> = tour.split_whitespace().collect();
        assert_eq!(squares.len(), tour.split_whitespace().count());
        let other = run(&line.replace("random 7", "random 8")).0;
        assert!(other != tour && run(line).0 == tour, "{line}");
    }
}

#[test]
fn figured_tours_by_names_of_number_sets() {
    let (tours, _) = run("tours 5x5 --at squares=a1,d3,e3,b5,e5 --all --format lines -q");
    let cells = ["a1", "d3", "e3", "b5", "e5"];
    for tour in tours.lines() {
        let squares: Vec<&str> = tour.split(' ').collect();
        assert!([1, 4, 9, 16, 25].iter().all(|n| cells.contains(&squares[n - 1])), "{tour}");
    }
    let (message, _) = run("tours 5x5 --at squares=a1,d3,e3,b5,e5 --format csv -q");
    let row = csv::Reader::from_reader(message.as_bytes()).records().next().unwrap().unwrap();
    let count: usize = row[5].parse().unwrap();
    assert!(count > 0 && count == tours.lines().count(), "{count}");
}
