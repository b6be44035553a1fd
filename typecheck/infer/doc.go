// Package infer is the inference of types: unification, constraints of operators,
// generalization and instantiation, for types that package types makes and without the syntax
// that asks for them.
//
// # The system
//
// Types are those of Hindley and Milner (Damas and Milner 1982) with qualified types (Jones
// 1992): a scheme is
//
//	∀ a… n… . P ⇒ t
//
// where the a are types, the n are extents (whole numbers of 0 or more) and P is a set of
// relations of operators, which `where` writes. An Engine checks one item, or the definitions
// of one strongly connected component of the call graph. The rules are the usual ones:
//
//	x : ∀a n. P ⇒ t in Γ                  instantiate: b, m fresh; each relation of P is asked,
//	────────────────────────                or waits as a constraint
//	Γ ⊢ x : t[b/a, m/n]
//
//	Γ ⊢ e : t   level(a), level(n) > level(Γ)
//	────────────────────────────────────────── generalize: P are the waiting constraints that
//	Γ ⊢ let x = e : ∀a n. P ⇒ t                 speak of a, or share a variable with those
//
// Levels (Rémy 1992) stand for the search through Γ: a variable belongs to the binding that
// made it, and moves out when one of an outer binding is linked to a type that has it (bind.go).
//
// # Unification
//
// Two types are unified as by Robinson (1965), with variables that link to types (unify.go).
// The extent `?` agrees with every extent and equals none (Siek and Taha 2006), so that
// unification returns a type, the join:
//
//	n ⊔ n = n      n ⊔ ? = ?      Tensor[(d…), p] ⊔ Tensor[(e…), p] = Tensor[(d ⊔ e …), p]
//
// Extents are polynomials over the whole numbers, with quotients and minima. Kennedy's units
// (1994) form a group, in which every equation has a most general solution; extents do not,
// and are undecidable in general (Matiyasevich 1970). An equation is therefore solved when it
// is linear in one unknown, waits while it has several, and is reported when it is still
// there at the end (extents.go). Nothing is guessed.
//
// # Invariants
//
//   - A rigid variable (a skolem, Odersky and Läufer 1996) is linked to nothing.
//   - No type has a variable of a deeper level than a variable that is linked to it.
//   - Each waiting constraint is in the list of exactly one variable (types.Var.Watch), that is
//     not linked, or its arguments have none.
//   - What a result has is never in a buffer: variables come from an Allocator, each once.
//   - Every walk through a type is counted (steps.Meter): types may be exponentially larger as
//     trees than as graphs, and a check that runs out of steps is refused.
//
// Reading order: unify.go, bind.go, extents.go and sizes.go; constraint.go; scheme.go and
// generalize.go; resolve.go; agree.go and match.go compare types without linking anything.
package infer
