// Package rewrite reports whether edits of a program's text keep what the program
// means. Whoever changes programs (refactorings, quick fixes, normal forms,
// rewrite rules) makes edits in its own way and has them examined here.
//
// A typecheck.Module and edits of its items go in. Out comes a Revision: the
// module that the text after the edits makes, and the items before and after.
// It is asked, from the weakest promise to the strongest:
//
//   - NewErrors and FewerErrors: which errors come with the edits, and whether
//     there are fewer than before;
//   - SameTypes: the edited items show others the types that they had;
//   - SameTypesInside: so have all their nodes, those of annotations left out;
//   - ReadsAs: the text after the edits is parsed as the tree that was meant. An
//     Outline writes a tree as text, with the changes that are meant applied;
//     two trees with one outline are one program.
//
// The first two indicate a mistake, the others of a change that was not meant: an
// operator that binds in another way, a line that becomes part of the one above.
//
// Moving an expression also needs to know what is evaluated between its old and
// its new place: Tree.Path (path.go) lists it. What those nodes may do is not
// known here; whoever moves has to ask for it.
//
// InPlace costs what the item costs, Whole what the edits reach in the file.
// Nothing here changes a module, reads a file or remembers anything.
//
// Read revision.go first, then outline.go.
package rewrite
