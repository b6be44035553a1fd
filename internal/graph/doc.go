// Package graph is the dataflow graph of a definition or a top-level expression:
// which values it computes, from which others, in which block.
//
// A typed tree goes in (Of), and a Graph comes out, which is made when somebody
// asks for it, is kept with the tree, never changes and is safe for concurrent
// readers. Patterns, normal forms, drawing and cost read it. It says nothing of
// effects, failures or order beyond the text's; those are facts of package effect.
//
// What holds of every graph:
//
//   - A value is an expression that computes something, a parameter, a part that
//     a pattern takes out of another value, a variable that is free, or one
//     occurrence of a literal or of a global's, constructor's or operator's name.
//     Parentheses, braces, `let` and graph bindings are no values: a variable is
//     the value that it is bound to, so that what is bound once and named often is
//     one value with many uses.
//   - A function's own name inside of it (Self) and a variable that an operator
//     rebinds (Read) are exceptions: each use is a value of its own. So the only
//     cycles are those of graph bindings that need each other.
//   - A division in the tail of a variable (`%x/2`) is a value at its Segment, whose
//     operands are what it divides and the divisor, which has the same node. After
//     `*`, `/` and prefixes it divides last: in `%a * %x/2` the product is a value at
//     its Operator, with `%a` and `%x` as operands, and what the Segment divides; what
//     follows in the chain, and the chain, is the Segment's value.
//   - Values are numbered in the order of the text, what a value is computed from
//     before it, graph bindings that are used above their place excepted.
//   - Blocks are numbered such that the block around one has a smaller number;
//     block 0 is the whole. A value is in one block.
//   - Operands and uses are the same edges, seen from both ends. Every value leads
//     back to its node in the tree, every use to the node that names it there.
//   - The size is linear in the number of nodes, and so is the time, but for a
//     logarithm in owners and dominators, which are worked out when asked for.
//
// Read graph.go first, then build.go, which walks the tree, and owner.go.
package graph
