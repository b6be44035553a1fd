// Package typecheck resolves names and infers types.
//
// A Module is made of one parsed file, the modules that it imports, the
// prelude and the operator table; it knows what each name stands for and the
// signature of every definition. Module.Check then checks one item and gives
// its typed tree (Info) and what is wrong with it.
//
// Inference is Hindley and Milner's with levels (Rémy), by expected types where
// they are known, so that lambdas are checked after the arguments that tell
// their parameters. Operators on types that are not known yet become
// constraints that wait for a variable and are asked again when it is bound;
// those that are left when a definition is generalized become part of its type
// (`where add(a, b) = c`). An expression in error has the type Bad, which
// agrees with everything: one mistake is one error.
//
// Read api.go first, then module.go (names and signatures), checker.go (one
// check), expr.go, unify.go and constrain.go; revise.go tells what an edit of a
// file leaves as it was.
package typecheck
