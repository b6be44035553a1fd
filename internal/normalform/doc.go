// Package normalform converts programs between three forms of one program, and
// reports whether a program is in one of them.
//
//   - ANF, A-normal form: every value that is no atom is bound by `let`, in the
//     order of evaluation (C. Flanagan, A. Sabry, B. Duba, M. Felleisen, The
//     essence of compiling with continuations, 1993).
//   - GNF, graph normal form: values stand where they are used; what is used more
//     than once is bound to `%0`, `%1`, … in the innermost block around its uses.
//   - BBNF, basic block normal form: GNF within a block; what another block uses is
//     bound by `let` in the block that owns it.
//
// An item with its types and effects goes in (Convert); out comes the text of its
// body in the form, with what each piece of it was made from, or a Refusal that
// says why the definition has no such form. Check gives the first place that keeps
// an item from being in a form.
//
// Conversion goes in three steps:
//
//  1. lower.go follows evaluation and makes a program: operations in the order in
//     which they are evaluated, by frames (the bodies of functions, branches and
//     clauses). An operation is `ordered` if it may have an effect, fail or not
//     end; the others may be computed anywhere, any number of times.
//  2. home.go finds the frame that computes each operation; anf.go or nest.go
//     arranges each frame as lines: what is bound, in which order, and what stands
//     in the place of its use. Ordered operations are evaluated in the order of the
//     program, whatever the form.
//  3. emit.go writes the lines, emit_expression.go and emit_block.go what is in
//     them, with the text of the source wherever nothing changed; names.go chooses
//     names that nothing captures.
//
// Read program.go first, which defines operations and frames, then lower.go.
package normalform
