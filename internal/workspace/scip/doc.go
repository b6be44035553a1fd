// Package scip writes an index of programs for code browsers, in the format SCIP: which names
// each file declares, with types and documentation, and what each name stands for. Sourcegraph
// and others read it.
//
// Symbols are names of the whole index: `@f` of models/a.frac is
//
//	fraccheck . PROJECT . models/`a.frac`/f().
//
// Types are `List#`, constructors `List#Cons.`, operators terms of the package `operators`,
// and what the prelude has terms of the package `prelude`. A variable is local to its file.
//
// Read index.go first, then symbol.go (names) and message.go (the format of the bytes).
package scip
