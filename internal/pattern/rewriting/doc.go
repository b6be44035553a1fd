// Package rewriting applies rewrite and partition rules to programs, as edits of their
// text.
//
// Rules go in (New), and then a module (Rewriter.File) or one match (Rewriter.Edits).
// Out come edits, which leave every byte outside of what they replace; what was
// rewritten; and findings on what was refused. Edits that are given out leave a text
// that was read, checked and compared with what was meant (verify.go).
//
// One round over an item goes in four steps:
//
//  1. choose.go takes matches from the results backwards, outermost first, so that
//     no two of them need the same expression.
//  2. plan.go says for each what its names denote in the new text: a variable that
//     is bound already, the text of an expression that moves there, or a variable
//     that is made (share.go) because the value is needed more than once. order.go
//     refuses what would copy, lose or move an effect; scope.go, what would leave the
//     scope of its variables.
//  3. emit.go writes the new text: templates (template.go) with the text of what their
//     names stand for, in which other matches may be replaced in turn, with
//     parentheses by precedence (strength.go).
//  4. drop.go takes bindings away that nothing needs any more.
//
// Rounds go on until nothing changes (rounds.go).
//
// A partition rule is applied in one round (partition.go): what it matches makes a group
// (group.go), the group a function (group_function.go), and the match is replaced by its
// call.
//
// Read rewriter.go first, then plan.go.
package rewriting
