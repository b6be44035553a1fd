// Package fractaltensor reads FractalTensor's Python programs (the library `kaleido`) as programs
// in Frac: functions whose parameters have annotations such as `Tensor['1, 512', float, 'cpu']`
// and `FractalTensor[…]`, and whose bodies call `kaleido.operations`.
//
// In goes the text of one program, and an Opener for the modules that it imports. Out comes a
// model.Translation: the text of a program in Frac, a map from its ranges to those of the Python
// text, and the diagnostics of the Python text itself. Nothing of Python is run, and no file is read
// but by the Opener.
//
// # Steps
//
//	module.go      Python's tree; functions, classes, variables and imports of a module by name
//	reader.go      which functions are definitions; one definition for each list of argument types
//	types.go       annotations as types; what follows of them for the checks of this package
//	statement.go   bodies: assignments become `let`, an `if` with what follows it an `if` of Frac
//	expression.go  expressions; names; variables of modules
//	arithmetic.go  numbers, signs, comparisons, `and` and `or`
//	subscript.go   `x.name`, `x[i]`, `x[a:b]`, `*x`
//	call.go        calls of functions, classes, lambdas; functions as arguments of operations
//	operation.go   the table of `kaleido.operations`, and the arguments of a call of one
//	sequence.go    operations on FractalTensors
//	tensor.go      operations on tensors
//	relax.go       annotations without effect that contradict the program are dropped
//	code.go        pieces of text with places; the text and its map are written last
//
// # Representation
//
// An expression of Python becomes a val. It is one of
//
//	known     konst is its value: a number, a string, None, a type. No text is written for it
//	          until it is an operand of something that is computed.
//	written   items are the components of a tuple or list that the program writes out. It stays so
//	          over assignments, so that `*xs`, `xs[0]` and `len(xs)` need no type.
//	function  fn is a lambda, a function within a function or a bound operation. It is no value of
//	          Frac: a call of it is its body, written in the place of the call.
//	computed  c is the text of an expression of Frac, t its type as far as that is known.
//
// The first three are partial evaluation as in the literature (Jones, Gomard, Sestoft: Partial
// Evaluation and Automatic Program Generation, 1993): binding times are found on the way, and a
// function without annotations of its own is specialized to the numbers, names and types that it is
// called with (polyvariant specialization, memoized by reader.done).
//
// The translation is directed by types, because Python's are not written where they decide what
// is meant: `*x` spreads a tuple of as many components as its type says, and `x[0]` is a
// component of a tuple or an element of a FractalTensor. A type is known from annotations and
// follows through operations; where it is not known, it is nil, and the program is translated as
// far as its text alone says what is meant. Types are not checked here: the program is checked as any
// other, and its map leads each diagnostic to the Python line.
//
// # Invariants
//
//   - A type that is known is right: an operation of which the result is uncertain has the type nil,
//     or `?` in the place of an extent. A wrong type would choose a wrong translation, silently.
//   - Each binding of a definition has a name that no other binding of it has (scope.fresh), so that
//     a body that is written in the place of a call captures no variable of the caller. The names
//     that this package writes itself (`_i`, `_t`, …) are reserved first (reader.body).
//   - A text that is written several times is an atom: a variable, or a component of one. Whoever
//     needs a value twice calls scope.named, which binds it by a `let`.
//   - A `let` of an expression stands in the innermost block that evaluates the expression, so that
//     a branch that is not taken computes nothing. Branches, lambdas and the second operand of `and`
//     and `or` are scopes with lines of their own.
//   - What is not translated leaves a hole `?` and an error at its place (scope.fail). An extent that
//     is not known is a hole without an error, which the check remarks on where it is used.
//
// # What a result means
//
// A program without errors computes what the Python functions compute, in the element types of
// their annotations, but for the differences that docs/formats.md lists. No claim is made of
// functions that prepare data, and none of a program with errors.
//
// Kaleido reads the annotations of functions with the decorator `@kaleido.function` alone.
// Another function is translated for the types that it is called with; an annotation that says
// otherwise is a warning.
//
// # Budgets
//
// Short programs may describe large ones: a function that calls another twice, nested sixty deep, is
// 2^60 calls. Each measure that can double has a bound (the constants in reader.go): translated
// expressions, bytes of text, components of tuples and types, definitions, depths. A bound that is
// reached is an error at the expression that reached it. Time is proportional to the translated
// expressions, times the number of checks of relax.go.
//
// A new operation is one line of the table in operation.go and one function that reads its
// arguments; the test is a line in testdata/operations.txtar.
package fractaltensor
