// Package exhaustive checks matches: which values no clause takes, which
// clauses never run, and which other order would let them run. It reads the
// typed tree of one item and reports diagnostics; Analyzer is its whole face.
//
// # The question
//
// Everything is one question, usefulness: given rows of patterns and a row q,
// is there a value that q matches and no row does? A clause that is not useful
// after the clauses before it is unreachable; a match after which `_` is
// useful is not exhaustive, and the value found is the witness. The question,
// its reduction to matrices of patterns, and the witness matrix are those of
//
//	Luc Maranget, Warnings for pattern matching, Journal of Functional
//	Programming 17(3), 2007: sections 3 (usefulness) and 5 (witnesses).
//
// Usefulness is NP-complete (Sekar, Ramesh, Ramakrishnan, Adaptive pattern
// matching, SIAM J. Comput. 24(6), 1995), and Maranget's recursion, which
// specializes the first column, meets its worst case on small programs. This
// package answers the same question by search with learning:
//
//   - A position is a place in a value (the scrutinee, the head of its tail…).
//     An atom says that a position holds a constructor or literal. A row is
//     the set of its atoms; a value escapes it by differing in one of them. So
//     rows are nogoods: sets of atoms that may not hold together.
//   - Positions at which every row has a wildcard are no part of the search
//     (relevancy): they have no atoms.
//   - Specializing by a constructor is assuming an atom. Two watched atoms a
//     row (Moskewicz et al., Chaff, DAC 2001) make that cost nothing for rows
//     that it does not complete; a row with one atom left forbids it.
//   - A failed specialization is memoized as a learned row: the consensus of
//     the rows that made it fail (Marques-Silva, Sakallah, GRASP, 1999), which
//     is a pattern that the clauses cover together. Learned rows hold for all
//     later questions about the match, since clauses are only added. The rows
//     that a refutation used are the clauses that cover an unreachable one.
//
// # Invariants
//
//   - An atom is true only while its position is active: the constructor
//     above it is true. A forbidden atom of an inactive position means "if
//     the position ever exists".
//   - Every nogood, given or learned, is a pattern that rows already added
//     match completely; the empty one means that they match everything.
//   - Atoms of one position exclude each other and, with `other` (all that no
//     row names), exhaust its inhabited constructors.
//   - Steps are counted. When they run out the answer is "unknown", reported
//     as match-too-complex; nothing is ever called exhaustive without a proof.
//
// # Reading order
//
// space.go (types as sets of values), pattern.go, matrix.go and flatten.go
// (positions, atoms, rows), solver.go, assignment.go, usefulness.go and conflict.go
// (the question), shortest.go, bound.go, consistency.go and missing.go
// (witnesses), verdict.go and advice.go (a match's answer), then fast_path.go (the
// matches that need none of this), analyzer.go, report.go, unreachable.go,
// catchall.go, redundant.go with same_body.go, declared.go and merge.go, and the
// fixes in notation.go, addclauses.go, moveclause.go and letmatch.go.
package exhaustive
