// Package revisions reads what a git repository holds beside the files on the disk: the files of
// a revision, and what changed since one.
//
// Git is asked for objects, trees and its index, and for nothing that makes it run code of the
// repository (package git). The files of the working tree are read here for the same reason: git
// would run the filters, the file system monitor and the hooks that a configuration names.
//
// A Tree is the files of a revision as a workspace.Files, with its symbolic links and submodules:
// two versions of a program are checked by the same code, whether they are on the disk or not.
// What a clone lacks (a submodule, old contents, a shallow history) is not taken for something
// that is missing: a Tree names it, so that it can be left out of a comparison.
//
// Changes are over-approximated. A file is unchanged only where its content is that of the
// commit, by the name that git gives to contents: what git ignores, what lies in a submodule and
// what is reached through a link that git does not keep may have changed (ChangesSince).
//
// Read finder.go first, then tree.go for the first half and earlier.go for the second.
package revisions
