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
func (a Affine) Plus(k int64, b Affine) Affine { return a.replacing(-1, k, b) }

// replacing is a without variable i, plus k·b, with no longer a Coef than it takes:
// paths keep many.
func (a Affine) replacing(i int, k int64, b Affine) Affine {
	sum := Affine{Const: a.Const + k*b.Const}
	n := max(len(a.Coef), len(b.Coef))
	for n > 0 {
		c := k * b.Of(n-1)
		if n-1 != i {
			c += a.Of(n - 1)
		}
		if c != 0 {
			break
		}
		n--
	}
	if n == 0 {
		return sum
	}
	sum.Coef = make([]int64, n)
	copy(sum.Coef, a.Coef)
	if 0 <= i && i < n {
		sum.Coef[i] = 0
	}
	for j, c := range b.Coef[:min(n, len(b.Coef))] {
		sum.Coef[j] += k * c
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
	return a.replacing(i, k, b)
}

// largest bounds the absolute value where the variables add up to at most degree.
func (a Affine) largest(degree int64) int64 {
	most := int64(0)
	for _, c := range a.Coef {
		most = max(most, c, -c)
	}
	return max(a.Const, -a.Const) + degree*most
}
