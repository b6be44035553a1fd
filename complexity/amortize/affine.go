package amortize

// An Affine is an affine function of a path's variables with whole coefficients:
// Const plus the sum of Coef[i] times variable i. A short Coef goes on in zeros.
type Affine struct {
	Const int64
	Coef  []int64
}

// Number is a constant function.
func Number(c int64) Affine { return Affine{Const: c} }

// Variable is the function that gives variable i.
func Variable(i int) Affine {
	coef := make([]int64, i+1)
	coef[i] = 1
	return Affine{Coef: coef}
}

// At is the value at a point.
func (a Affine) At(point []int64) int64 {
	v := a.Const
	for i, c := range a.Coef {
		v += c * point[i]
	}
	return v
}

// Plus is a + k·b.
func (a Affine) Plus(k int64, b Affine) Affine {
	sum := Affine{a.Const + k*b.Const, make([]int64, max(len(a.Coef), len(b.Coef)))}
	copy(sum.Coef, a.Coef)
	for i, c := range b.Coef {
		sum.Coef[i] += k * c
	}
	return sum
}

// Of is the coefficient of variable i.
func (a Affine) Of(i int) int64 {
	if i < len(a.Coef) {
		return a.Coef[i]
	}
	return 0
}

// Replace puts b in the place of variable i.
func (a Affine) Replace(i int, b Affine) Affine {
	k := a.Of(i)
	if k == 0 {
		return a
	}
	rest := Affine{a.Const, append([]int64(nil), a.Coef...)}
	rest.Coef[i] = 0
	return rest.Plus(k, b)
}

// largest bounds the absolute value where the variables add up to at most degree.
func (a Affine) largest(degree int64) int64 {
	most := int64(0)
	for _, c := range a.Coef {
		most = max(most, c, -c)
	}
	return max(a.Const, -a.Const) + degree*most
}
