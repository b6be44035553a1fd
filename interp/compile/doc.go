// Package compile turns typed trees (typecheck.Result) into code for the machine
// of interp: the entry that is asked for, and what it calls, when it is first asked
// for.
//
// A Compiler belongs to a module and fills a code.Program. A builder emits one
// function (builder.go): expr.go, block.go, call.go, match.go and their neighbours
// each know some kinds of nodes. Trees of elementwise operators become functions of
// their own, which the machine runs in one pass over the elements (fusion_tree.go
// finds them, fusion_defer.go reaches across bindings, fused.go emits them), and
// bindings that do not need each other become tasks (fork.go). Code of an item with
// a mistake is a fault with the mistake's message.
//
// A compiler for stepping (stepping.go) leaves all that out and marks the places at which
// a debugger may stop (place.go).
//
// Read compiler.go first, then builder.go and expr.go.
package compile
