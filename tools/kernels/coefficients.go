package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"math"
	"strconv"
	"strings"
)

// A polynomial is what an elementary function evaluates, with the greatest error of its fit.
type polynomial struct {
	name         string
	comment      string
	coefficients []float64
	worst        float64
	single       bool
}

func one(float64) float64 { return 1 }

// The exponential is 2^n · e^r with |r| ≤ ln2/2, and e^r = 1 + r + r²·q(r). The error of q
// counts r² of the result, which is at least √½.
func expPolynomial() polynomial {
	p := fit{
		f: func(r float64) float64 {
			if math.Abs(r) < 1e-2 { // the difference would cancel
				return 1.0/2 + r*(1.0/6+r*(1.0/24+r*(1.0/120+r*(1.0/720+r/5040))))
			}
			return (math.Expm1(r) - r) / (r * r)
		},
		weight: func(r float64) float64 { return r*r + 1e-4 },
		powers: []int{0, 1, 2, 3, 4}, low: -math.Ln2 / 2 * 1.001, high: math.Ln2 / 2 * 1.001, single: true,
	}
	c, worst := p.coefficients()
	return polynomial{"exp", "q of e^r = 1 + r + r²·q(r) for |r| ≤ ln2/2", c, worst, true}
}

// The exponential of float64 that sigmoid uses has one polynomial for e^r.
func exp64Polynomial() polynomial {
	p := fit{
		f: math.Exp, weight: func(r float64) float64 { return math.Exp(-r) },
		powers: []int{0, 1, 2, 3, 4, 5, 6, 7}, low: -math.Ln2 / 2 * 1.001, high: math.Ln2 / 2 * 1.001,
	}
	c, worst := p.coefficients()
	return polynomial{"exp64", "e^r for |r| ≤ ln2/2", c, worst, false}
}

// The logarithm is k·ln2 + log(1 + f) with √½ ≤ 1 + f < √2, and
// log(1 + f) = f + f²·(f·p(f) - ½).
func logPolynomial() polynomial {
	p := fit{
		f: func(f float64) float64 {
			if math.Abs(f) < 2e-2 {
				sum := 0.0
				for k := 12; k >= 0; k-- {
					sum = sum*-f + 1/float64(k+3)
				}
				return sum
			}
			return (math.Log1p(f) - f + f*f/2) / (f * f * f)
		},
		weight: func(f float64) float64 { return f*f + 1e-4 }, // beside the result, about f
		powers: []int{0, 1, 2, 3, 4, 5, 6, 7}, low: math.Sqrt2/2 - 1, high: math.Sqrt2 - 1, single: true,
	}
	c, worst := p.coefficients()
	return polynomial{"log", "p of log(1 + f) = f + f²·(f·p(f) - ½) for √½ ≤ 1 + f < √2", c, worst, true}
}

// A piecewise is an odd function that approaches 1, by intervals of |x|: entry 0 is for
// numbers below 2^-4·1.25, and each octave above 2^-4 has four entries. In an entry
//
//	f(x) ≈ c0 + d·(c1 + d·(c2 + d·(c3 + d·(c4 + d·(c5 + d·c6)))))   d = |x| - middle
//
// where the middle is a number near the middle of the interval whose value c0 float32 has
// nearly exactly, so that one rounding of a sum of c0 and something small remains. Entry 0
// has the middle 0 and c0 = 0; its first term is d·(slope + c1), where slope is float32's
// nearest to f'(0) and c1 what that leaves out.
type piecewise struct {
	name    string
	f       func(x float64) float64
	limit   float64 // |x| is cut off here, inside of the last interval: the function is 1 from there on
	entries int
	slope   float64
	middles []float64
	c       [7][]float64
	worst   float64
}

func newPiecewise(name string, f func(float64) float64, slope, limit float64) piecewise {
	p := piecewise{name: name, f: f, limit: limit, slope: float64(float32(slope))}
	for low := 0x1p-4; low < limit; {
		octave := math.Exp2(math.Floor(math.Log2(low)))
		high := low + octave/4
		p.entry(low, min(high, limit), len(p.middles) == 0, slope)
		low = high
	}
	p.entries = len(p.middles)
	return p
}

// entry adds the interval from low to high. The polynomial interpolates at Chebyshev's nodes,
// whose greatest error is close to the least one.
func (p *piecewise) entry(low, high float64, first bool, slope float64) {
	middle, value := 0.0, 0.0
	f := func(d float64) float64 { // f(d)/d - slope
		if d < 1e-5 {
			return slope - p.slope
		}
		return p.f(d)/d - p.slope
	}
	if first {
		low = 0
	} else {
		middle = p.niceMiddle(low, high)
		value = float64(float32(p.f(middle)))
		f = func(d float64) float64 { return p.f(middle+d) - value }
	}
	var c []float64
	if first {
		c = append(c, 0)
	}
	c = append(c, interpolate(f, low-middle, high-middle, 7-len(c))...)
	c[0] = value // of an interpolation what is left there is below the error
	p.middles = append(p.middles, middle)
	for j := range p.c {
		p.c[j] = append(p.c[j], float64(float32(c[j])))
	}
	for i := range 1001 {
		d := low - middle + (high-low)*float64(i)/1000
		sum := 0.0
		for j := len(p.c) - 1; j >= 0; j-- {
			sum = sum*d + p.c[j][len(p.c[j])-1]
		}
		if first {
			sum += p.slope * d
		}
		if want := p.f(middle + d); want > 0 {
			p.worst = max(p.worst, math.Abs(sum-want)/want)
		}
	}
}

// interpolate gives the polynomial through n of Chebyshev's nodes of an interval, by powers.
func interpolate(f func(float64) float64, low, high float64, n int) []float64 {
	half, center := (high-low)/2, (high+low)/2
	m := make([][]float64, n)
	for i := range m {
		u := math.Cos(math.Pi * (float64(i) + 0.5) / float64(n))
		m[i] = make([]float64, n+1)
		for j := range n { // in d/half: powers of d alone would be too different
			m[i][j] = math.Pow(u+center/half, float64(j))
		}
		m[i][n] = f(center + half*u)
	}
	c := solve(m)
	for j := range c {
		c[j] /= math.Pow(half, float64(j))
	}
	return c
}

// niceMiddle is the float32 near the middle of an interval whose value is nearest to a float32.
func (p *piecewise) niceMiddle(low, high float64) float64 {
	center := float32((low + high) / 2)
	best, found := math.Inf(1), float64(center)
	for i := range uint32(4000) {
		x := float64(math.Float32frombits(math.Float32bits(center) + i - 2000))
		y := p.f(x)
		if d := math.Abs(y-float64(float32(y))) / y; d < best {
			best, found = d, x
		}
	}
	return found
}

func tanhPiecewise() piecewise { return newPiecewise("tanh", math.Tanh, 1, 9.5) }
func erfPiecewise() piecewise  { return newPiecewise("erf", math.Erf, 2/math.SqrtPi, 0x1.fep+1) }

// writeCoefficients writes what plain Go evaluates.
func writeCoefficients(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprint(&b, "// Code generated by tools/kernels. DO NOT EDIT.\n\npackage vector\n")
	for _, p := range []polynomial{expPolynomial(), logPolynomial(), exp64Polynomial()} {
		kind := "float64"
		if p.single {
			kind = "float32"
		}
		fmt.Fprintf(&b, "\n// %sCoefficients are %s, lowest power first; the fit's error is %.2g.\nvar %sCoefficients = [...]%s{%s}\n",
			p.name, p.comment, p.worst, p.name, kind, list(p.coefficients))
	}
	for _, p := range []piecewise{tanhPiecewise(), erfPiecewise()} {
		fmt.Fprintf(&b, "\n// %sPieces approximate %s; the fits' error is %.2g of the value.\nvar %sPieces = pieces{\n", p.name, p.name, p.worst, p.name)
		fmt.Fprintf(&b, "limit: %x, slope: %x, last: %d,\nmiddle: [32]float32{%s},\nc: [7][32]float32{\n", p.limit, p.slope, p.entries-1, list(p.middles))
		for _, c := range p.c {
			fmt.Fprintf(&b, "{%s},\n", list(c))
		}
		fmt.Fprint(&b, "},\n}\n")
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// list is numbers as Go has them between braces.
func list(c []float64) string {
	numbers := make([]string, len(c))
	for i, x := range c {
		numbers[i] = strconv.FormatFloat(x, 'x', -1, 64)
	}
	return strings.Join(numbers, ", ")
}
