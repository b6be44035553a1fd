package main

import (
	"math"
)

// A fit is a polynomial Σ c_j·x^(powers_j) that approximates a function on an interval with
// the least greatest error, weighted.
type fit struct {
	f, weight func(x float64) float64
	powers    []int
	low, high float64
	single    bool // coefficients are float32
}

// coefficients finds them by Remez' second algorithm (E. Cheney, Introduction to Approximation
// Theory, 1966), and the greatest error. Where they are float32, each is rounded, lowest power
// first since it counts most, and those after it are fitted again to what the rounding left.
func (p fit) coefficients() (c []float64, worst float64) {
	fixed := 0.0
	rest := p
	for len(rest.powers) > 0 {
		next := rest.remez()
		if !p.single {
			c = append(c, next...)
			break
		}
		first, power, f := float64(float32(next[0])), rest.powers[0], rest.f
		c = append(c, first)
		rest.f = func(x float64) float64 { return f(x) - first*math.Pow(x, float64(power)) }
		rest.powers = rest.powers[1:]
	}
	for i := range 4001 {
		x := p.low + (p.high-p.low)*float64(i)/4000
		worst = max(worst, math.Abs(p.error(c, x)))
	}
	return c, worst + fixed
}

// error is the weighted error at a point.
func (p fit) error(c []float64, x float64) float64 {
	sum := 0.0
	for j, power := range p.powers {
		sum += c[j] * math.Pow(x, float64(power))
	}
	return (p.f(x) - sum) * p.weight(x)
}

// remez alternates between solving for an error of one size and alternating signs at n + 1
// points, and moving the points to where the error is greatest.
func (p fit) remez() []float64 {
	n := len(p.powers)
	points := make([]float64, n+1)
	for i := range points {
		points[i] = (p.low+p.high)/2 - (p.high-p.low)/2*math.Cos(math.Pi*(float64(i)+0.5)/float64(n+1))
	}
	var c []float64
	for range 30 {
		c = p.level(points)
		points = p.extrema(c, points)
	}
	return c
}

// level solves Σ c_j·x^j + (-1)^i·e/weight = f at the points.
func (p fit) level(points []float64) []float64 {
	n := len(points)
	m := make([][]float64, n)
	for i, x := range points {
		m[i] = make([]float64, n+1)
		for j, power := range p.powers {
			m[i][j] = math.Pow(x, float64(power))
		}
		m[i][n-1] = 1 / p.weight(x)
		if i%2 == 1 {
			m[i][n-1] = -m[i][n-1]
		}
		m[i][n] = p.f(x)
	}
	return solve(m)[:n-1]
}

// extrema are the points of greatest error between the zeros of the error.
func (p fit) extrema(c, old []float64) []float64 {
	const samples = 2000
	var found []float64
	best, at, sign := 0.0, 0.0, 0.0
	for i := range samples + 1 {
		x := p.low + (p.high-p.low)*float64(i)/samples
		e := p.error(c, x)
		if s := math.Copysign(1, e); s != sign && sign != 0 {
			found, best = append(found, at), 0
		}
		sign = math.Copysign(1, e)
		if math.Abs(e) >= best {
			best, at = math.Abs(e), x
		}
	}
	found = append(found, at)
	if len(found) < len(old) {
		return old // the error is rounding alone
	}
	for len(found) > len(old) { // the end with the smaller error goes
		if math.Abs(p.error(c, found[0])) < math.Abs(p.error(c, found[len(found)-1])) {
			found = found[1:]
		} else {
			found = found[:len(found)-1]
		}
	}
	return found
}

// solve is Gaussian elimination of n equations, whose right sides are in column n.
func solve(m [][]float64) []float64 {
	n := len(m)
	for i := range n {
		pivot := i
		for k := i; k < n; k++ {
			if math.Abs(m[k][i]) > math.Abs(m[pivot][i]) {
				pivot = k
			}
		}
		m[i], m[pivot] = m[pivot], m[i]
		for k := i + 1; k < n; k++ {
			factor := m[k][i] / m[i][i]
			for j := i; j <= n; j++ {
				m[k][j] -= factor * m[i][j]
			}
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = m[i][n]
		for j := i + 1; j < n; j++ {
			x[i] -= m[i][j] * x[j]
		}
		x[i] /= m[i][i]
	}
	return x
}
