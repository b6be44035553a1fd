// Package git asks git about a repository, in such a way that the repository makes git run
// nothing. It is the only package that starts git.
//
// A repository may come from anyone. Its configuration can name programs (core.fsmonitor,
// filters, hooks, external diffs, pagers, helpers of transports), and a clone can carry a
// folder that git takes for a bare repository with a configuration of its own. Three things
// hold against that, each by itself:
//
//   - The repository is the one whose `.git` is found here or above (find.go), and git is
//     started in the directory that holds it. Folders that only look like a bare repository
//     are passed over, in versions of git that know no safe.bareRepository too. Git still
//     refuses repositories of other users (safe.directory).
//   - Only commands are started that read objects, references, the index and the configuration
//     (commands). None of them looks at the files of the working tree, so that no filter, no
//     file system monitor, no hook and no process in a submodule has a reason to run. Who
//     compares the working tree reads its files and sums them without git.
//   - Settings and variables on the command line win over the repository's (settings,
//     variables); they name nothing to run and allow no transport.
//
// Read run.go first.
package git
