// Package typecheck resolves names and infers types.
//
// A Module is made of one parsed file, the modules that it imports, the
// prelude and the operator table; it knows what each name stands for and the
// signature of every definition. Module.Check then checks one item and gives
// its typed tree (Info) and what is wrong with it.
//
// # Inference
//
// Inference is Hindley and Milner's (Damas and Milner 1982) with levels (Rémy
// 1992), in both directions (Pierce and Turner 2000): where a type is expected it
// is passed down, so that function literals are checked after the arguments
// that tell their parameters. Operators on types that are not known yet become
// constraints that wait for a variable and are asked again when it is linked;
// those that are left when a definition is generalized become part of its type
// (`where add(a, b) = c`), as in Jones's qualified types (1992). An expression in
// error has the type Bad, which agrees with everything: one mistake is one error.
//
// # Reading order
//
// The packages below are read first, from the bottom: message (the words of diagnostics),
// literal (numbers), typed (what comes out), infer (unification, constraints, schemes) and
// typeexpr (types as they are written). Here are
//
//   - api.go, module.go and lookup.go (what a name stands for), declare.go, typedecl.go and
//     signature.go (what declarations say), infer_group.go (definitions whose types are not
//     written).
//   - checker.go, scratch.go and check.go (one check), expr.go and the files by what they
//     check: statement, call, operator, function, pattern, ident.
//   - the report files: messages, by what is wrong; suspect.go: errors that follow from
//     others, because they contradict one declaration.
//   - revise.go, reinfer.go, history.go: what an edit of a file leaves as it was.
package typecheck
