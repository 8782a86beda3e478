//! What the control groups of a process leave it to take.
//!
//! A process belongs to a group of each hierarchy: the one of version 2, and, of version 1, the
//! one that counts memory. A group's limit holds for all groups below it together, so every
//! group from the process's own up to the top that is mounted has a say. What a group's pages of
//! files hold that are no longer in use is given back when memory is asked for, and does not
//! count as taken. (Linux: `Documentation/admin-guide/cgroup-v2.rst`, `cgroup-v1/memory.rst`.)

use std::fs;
use std::path::{Path, PathBuf};

use procfs::ProcessCGroup;
use procfs::process::MountInfo;

/// A version's files in the folder of each group.
struct Files {
    /// Bytes that processes may take: where they are killed, and where they are slowed down.
    limits: &'static [&'static str],
    /// Bytes that they have taken.
    usage: &'static str,
    /// The line of `memory.stat` with the bytes of files that are not in use.
    idle: &'static str,
}

const FIRST: Files = Files {
    limits: &["memory.limit_in_bytes"],
    usage: "memory.usage_in_bytes",
    idle: "total_inactive_file",
};

const SECOND: Files = Files {
    limits: &["memory.max", "memory.high"],
    usage: "memory.current",
    idle: "inactive_file",
};

/// The bytes that a process of these groups may still take; `None` if none of them has a limit.
pub fn left(groups: &[ProcessCGroup], mounts: &[MountInfo]) -> Option<u64> {
    let first = |group: &ProcessCGroup| group.controllers.iter().any(|name| name == "memory");
    let least = |mount: &MountInfo| {
        let (files, group) = match mount.fs_type.as_str() {
            "cgroup" if mount.super_options.contains_key("memory") => {
                (FIRST, groups.iter().find(|group| first(group))?)
            }
            "cgroup2" => (SECOND, groups.iter().find(|group| group.hierarchy == 0)?),
            _ => return None,
        };
        let folder = folder(&group.pathname, &mount.root, &mount.mount_point);
        let above = folder.ancestors().take_while(|group| group.starts_with(&mount.mount_point));
        above.filter_map(|group| files.left(group)).min()
    };
    mounts.iter().filter_map(least).min()
}

/// Where a group is seen if `root` of its hierarchy is mounted at `at`: at the mount itself if
/// the group lies outside, as from within some containers.
fn folder(group: &str, root: &str, at: &Path) -> PathBuf {
    match Path::new(group).strip_prefix(root) {
        Ok(inside) if !inside.starts_with("..") => at.join(inside),
        _ => at.into(),
    }
}

impl Files {
    /// The bytes that one group leaves, if it has a limit.
    fn left(&self, group: &Path) -> Option<u64> {
        let number = |file: &&str| fs::read_to_string(group.join(file)).ok()?.trim().parse().ok();
        // Version 2 says "max" for none.
        let limit: u64 = self.limits.iter().filter_map(number).min()?;
        let usage: u64 = number(&self.usage).unwrap_or(0);
        let idle = self.idle(group).unwrap_or(0);
        Some(limit.saturating_sub(usage.saturating_sub(idle)))
    }

    fn idle(&self, group: &Path) -> Option<u64> {
        let stat = fs::read_to_string(group.join("memory.stat")).ok()?;
        let mut lines = stat.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(name, _)| *name == self.idle)?.1.trim().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use procfs::process::{MountInfo, MountInfos};
    use procfs::{FromBufRead, FromRead, ProcessCGroup, ProcessCGroups};

    use super::{folder, left};

    fn groups(text: &str) -> Vec<ProcessCGroup> {
        ProcessCGroups::from_buf_read(text.as_bytes()).unwrap().0
    }

    fn mount(root: &str, at: &Path, kind: &str, options: &str) -> MountInfo {
        let at = at.display();
        let line = format!("33 24 0:29 {root} {at} rw,nosuid shared:9 - {kind} none {options}\n");
        MountInfos::from_read(line.as_bytes()).unwrap().0.remove(0)
    }

    /// Plants files, one a line: its path, a blank, and what it holds (`|` ends a line).
    fn plant(folder: &Path, files: &str) {
        for (path, text) in files.lines().filter_map(|line| line.trim().split_once(' ')) {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.replace('|', "\n") + "\n").unwrap();
        }
    }

    #[test]
    fn every_group_above_has_a_say() {
        let top = tempfile::tempdir().unwrap();
        plant(
            top.path(),
            "job/memory.max 9000
             job/memory.current 5000
             job/memory.stat anon 100|inactive_file 1000|active_file 7
             job/step/memory.max max
             job/step/memory.current 4000
             other/memory.max 10",
        );
        let mounts = [mount("/", top.path(), "cgroup2", "rw,nsdelegate")];
        assert_eq!(left(&groups("0::/job/step\n"), &mounts), Some(5000));
        assert_eq!(left(&groups("0::/job/step/gone\n"), &mounts), Some(5000));
        assert_eq!(left(&groups("0::/\n"), &mounts), None);
        assert_eq!(left(&groups("4:memory:/job\n"), &mounts), None);
        plant(top.path(), "job/step/memory.high 4500");
        assert_eq!(left(&groups("0::/job/step\n"), &mounts), Some(500));
        plant(top.path(), "job/memory.current 99000");
        assert_eq!(left(&groups("0::/job/step\n"), &mounts), Some(0));
    }

    #[test]
    fn the_first_version_counts_memory_in_a_hierarchy_of_its_own() {
        let top = tempfile::tempdir().unwrap();
        plant(
            top.path(),
            "memory/memory.limit_in_bytes 9223372036854771712
             memory/job/memory.limit_in_bytes 7000
             memory/job/memory.usage_in_bytes 3000
             memory/job/memory.stat cache 9|total_inactive_file 500
             cpu/job/memory.limit_in_bytes 1
             unified/job/memory.max 6000",
        );
        let at = |name| top.path().join(name);
        let mounts = [
            mount("/", &at("cpu"), "cgroup", "rw,cpu,cpuacct"),
            mount("/", &at("memory"), "cgroup", "rw,memory"),
            mount("/", &at("unified"), "cgroup2", "rw"),
            mount("/", top.path(), "tmpfs", "rw"),
        ];
        let both = "5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n";
        assert_eq!(left(&groups(both), &mounts), Some(4500));
        assert_eq!(left(&groups("4:memory:/\n0::/job\n"), &mounts), Some(6000));
        // No limit is a number that no machine has.
        assert_eq!(left(&groups("4:memory:/\n"), &mounts), Some(9_223_372_036_854_771_712));
    }

    #[test]
    fn a_group_is_found_below_whatever_part_is_mounted() {
        let at = Path::new("/sys/fs/cgroup");
        assert_eq!(folder("/a/b", "/", at), at.join("a/b"));
        assert_eq!(folder("/a/b", "/a", at), at.join("b"));
        assert_eq!(folder("/", "/", at), at);
        for (group, root) in [("/a/b", "/c"), ("/../x", "/"), ("/", "/docker/7")] {
            assert_eq!(folder(group, root, at), at, "{group}");
        }
    }
}
