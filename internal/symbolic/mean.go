package symbolic

// A weighted geometric mean of growth terms lies between the least and the
// greatest of them: n*m is at most n^2 + m^2, and min(n, m)^2 at most n*m.

// For weights w₁ + … + w_k = 1, wᵢ ≥ 0, the inequality of the means is
//
//	min mᵢ ≤ Π mᵢ^wᵢ ≤ Σ wᵢ·mᵢ ≤ max mᵢ
//
// So f = O(Π gᵢ^wᵢ) implies f = O(Σ gᵢ), and Π gᵢ^wᵢ = O(f) implies min gᵢ = O(f). Which
// weights do is a linear program over the exponents; here they are tried for two terms, where
// one variable decides the weight, and equal ones for more.

// belowMean says that a mean of terms of g is proved to dominate m.
func belowMean(m *monomial, g []*monomial) bool {
	if len(g) > maxAveraged {
		return false
	}
	for i, a := range g {
		for _, b := range g[:i] {
			if meanCompares(a, b, m, func(mean *monomial) bool { return bounded(m, mean, false) }) {
				return true
			}
		}
	}
	mean := evenMean(g)
	return mean != nil && bounded(m, mean, false)
}

// meanBounded says that a mean of terms of g is proved to be O of m.
func meanBounded(g []*monomial, m *monomial) bool {
	if len(g) > maxAveraged {
		return false
	}
	for i, a := range g {
		for _, b := range g[:i] {
			if meanCompares(a, b, m, func(mean *monomial) bool { return bounded(mean, m, false) }) {
				return true
			}
		}
	}
	mean := evenMean(g)
	return mean != nil && bounded(mean, m, false)
}

// maxAveraged bounds the terms of which means are tried.
const maxAveraged = 32

// evenMean has equal weights; nil for fewer than three terms.
func evenMean(g []*monomial) *monomial {
	if len(g) < 3 {
		return nil
	}
	product, weight := small[1], constant(one.quo(rat{n: int64(len(g))}))
	for _, m := range g {
		product = product.Mul(single(one, m).Power(weight))
	}
	return product.growthTerm()
}

// growthTerm is the term that e is, nil if it is none or constant.
func (e *Expr) growthTerm() *monomial {
	if e == nil || len(e.terms) != 1 {
		return nil
	}
	return e.terms[0].mono
}

// meanCompares tries the weights that may do.
func meanCompares(a, b, m *monomial, is func(mean *monomial) bool) bool {
	for _, w := range weights(a, b, m) {
		left := single(one, a).Power(constant(w))
		right := single(one, b).Power(constant(one.add(w.neg())))
		if mean := left.Mul(right).growthTerm(); mean != nil && is(mean) {
			return true
		}
	}
	return false
}

// weights are the first of a with which a^w*b^(1-w) has each variable in the power
// that it has in m, as far as one variable says; nil where only irrational ones
// would do.
func weights(a, b, m *monomial) []rat {
	toA, ok := ratioOf(a, m)
	toB, known := ratioOf(b, m)
	if !ok || !known {
		return nil
	}
	out := []rat{one.quo(two)}
	for _, v := range variables([]*monomial{a, b, m}) {
		x, ok := toA.exponent(v)
		y, known := toB.exponent(v)
		if !ok || !known {
			return nil
		}
		// w*x + (1-w)*y is 0.
		if slope := x.add(y.neg()); !slope.isZero() {
			if w := y.neg().quo(slope); w.sign() > 0 && w.cmp(one) < 0 {
				out = append(out, w)
			}
		}
	}
	return out
}
