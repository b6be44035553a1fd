package elementwise

import (
	"github.com/fraccheck/fraccheck/internal/op"
)

// What is known of the operators of two operands in broadcast.go. Integers wrap
// around, so that they are a ring whatever their width; floats round, but for
// the choice of the greater or smaller of two, which passes NaN on from either
// side.
var (
	sumTraits = op.Traits{
		Laws: op.Laws{
			Associative: op.Law{Exact: op.Whole, Rounded: op.Floats},
			Commutative: op.Exactly(op.AnyDtype),
			// -0 + 0 is 0, so that 0 is exact for all floats but -0.
			Identity: op.Neutral{Element: op.Zero, Side: op.BothSides, Law: op.Law{Exact: op.Whole, Rounded: op.Floats}},
		},
		Fails: op.OnExtent, Rounding: op.Linear, Aliasing: op.Fresh,
	}
	differenceTraits = op.Traits{
		Laws:  op.Laws{Identity: op.Neutral{Element: op.Zero, Side: op.OnRight, Law: op.Exactly(op.AnyDtype)}},
		Fails: op.OnExtent, Rounding: op.Cancels, Aliasing: op.Fresh,
	}
	productTraits = op.Traits{
		Laws: op.Laws{
			Associative: op.Law{Exact: op.Whole, Rounded: op.Floats},
			Commutative: op.Exactly(op.AnyDtype),
			Identity:    op.Neutral{Element: op.One, Side: op.BothSides, Law: op.Exactly(op.AnyDtype)},
			// Not of floats: 0 times infinity is NaN.
			Absorbing: op.Neutral{Element: op.Zero, Side: op.BothSides, Law: op.Exactly(op.Whole)},
		},
		Fails: op.OnExtent, Rounding: op.Multiplies, Aliasing: op.Fresh,
	}
	quotientTraits = op.Traits{
		Laws:  op.Laws{Identity: op.Neutral{Element: op.One, Side: op.OnRight, Law: op.Exactly(op.Integers | op.Floats)}},
		Fails: op.OnExtent | op.OnZero | op.OnDtype, Rounding: op.Smooth, Aliasing: op.Fresh,
	}
	remainderTraits = op.Traits{Fails: op.OnExtent | op.OnZero | op.OnDtype, Aliasing: op.Fresh, Numbers: op.Steps}
	shiftTraits     = op.Traits{
		Laws:  op.Laws{Identity: op.Neutral{Element: op.Zero, Side: op.OnRight, Law: op.Exactly(op.Integers)}},
		Fails: op.OnExtent | op.OnDtype, Aliasing: op.Fresh,
	}
	symmetric = op.Laws{Commutative: op.Exactly(op.AnyDtype)}
)

// extremeTraits are those of the greater or smaller of two.
func extremeTraits(identity, absorbing op.Element) op.Traits {
	return op.Traits{
		Laws: op.Laws{
			Associative: op.Exactly(op.AnyDtype), Commutative: op.Exactly(op.AnyDtype), Idempotent: op.Exactly(op.AnyDtype),
			Identity:  op.Neutral{Element: identity, Side: op.BothSides, Law: op.Exactly(op.AnyDtype)},
			Absorbing: op.Neutral{Element: absorbing, Side: op.BothSides, Law: op.Exactly(op.Whole)}, // NaN is stronger than infinity
		},
		Fails: op.OnExtent, Rounding: op.Linear, Aliasing: op.Fresh,
	}
}

func bitTraits(identity, absorbing op.Element) op.Traits {
	return op.Traits{
		Laws: op.Laws{
			Associative: op.Exactly(op.Whole), Commutative: op.Exactly(op.Whole), Idempotent: op.Exactly(op.Whole),
			Identity:  op.Neutral{Element: identity, Side: op.BothSides, Law: op.Exactly(op.Whole)},
			Absorbing: op.Neutral{Element: absorbing, Side: op.BothSides, Law: op.Exactly(op.Whole)},
		},
		Fails: op.OnExtent | op.OnDtype, Aliasing: op.Fresh,
	}
}

// truthTraits are those of connectives. Of numbers, which count as true where
// they are not 0, they give 0 or 1.
func truthTraits(identity, absorbing op.Element) op.Traits {
	return op.Traits{
		Laws: op.Laws{
			Associative: op.Exactly(op.AnyDtype), Commutative: op.Exactly(op.AnyDtype), Idempotent: op.Exactly(op.Bools),
			Identity:  op.Neutral{Element: identity, Side: op.BothSides, Law: op.Exactly(op.Bools)},
			Absorbing: op.Neutral{Element: absorbing, Side: op.BothSides, Law: op.Exactly(op.AnyDtype)},
		},
		Fails: op.OnExtent, Rounding: op.Linear, Aliasing: op.Fresh,
	}
}

// xorLaws are those of exclusive disjunction; the identity is one of the
// classes that the operator leaves as they are.
func xorLaws(identity op.Classes) op.Laws {
	return op.Laws{
		Associative: op.Exactly(identity | op.Bools | op.Integers), Commutative: op.Exactly(identity | op.Bools | op.Integers),
		Identity: op.Neutral{Element: op.Zero, Side: op.BothSides, Law: op.Exactly(identity)},
	}
}
