package symbolic

import (
	"math/big"
	"slices"
)

// A factor is a prime power of a number; what trial division does not take apart
// counts as a prime.
type factor struct {
	prime *big.Int
	exp   int64
}

// maxTrial bounds the primes tried. Bases and numbers of subproblems in programs
// are small.
const maxTrial = 1 << 10

// Trial division up to maxTrial. What is left is 1, a prime, or a product of primes beyond
// that, which counts as one prime: identities that need its factors are not found then.

// factorize gives the factors of a positive integer in ascending order.
func factorize(n *big.Int) []factor {
	var out []factor
	rest, quotient, remainder := new(big.Int).Set(n), new(big.Int), new(big.Int)
	for p := int64(2); p < maxTrial && rest.Cmp(big.NewInt(p)) >= 0; p++ {
		prime, k := big.NewInt(p), int64(0)
		for {
			quotient.QuoRem(rest, prime, remainder)
			if remainder.Sign() != 0 {
				break
			}
			rest.Set(quotient)
			k++
		}
		if k > 0 {
			out = append(out, factor{prime, k})
		}
	}
	if rest.Cmp(big.NewInt(1)) > 0 {
		out = append(out, factor{rest, 1})
	}
	return out
}

// factors are those of a positive rational, the denominator's with negative
// exponents.
func (a rat) factors() []factor {
	r := a.big()
	out := factorize(r.Num())
	for _, f := range factorize(r.Denom()) {
		out = append(out, factor{f.prime, -f.exp})
	}
	slices.SortFunc(out, func(f, g factor) int { return f.prime.Cmp(g.prime) })
	return out
}

// primitive writes a positive rational as root^k with the greatest k.
func (a rat) primitive() (root rat, k int64) {
	if a.bits() > maxRootBits {
		return a, 1
	}
	for k := int64(min(a.bits(), maxRoot)); k > 1; k-- {
		if r, ok := a.root(k); ok {
			return r, k
		}
	}
	return a, 1
}

// maxRoot bounds the degrees of roots that are looked for.
const maxRoot = 64

// maxRootBits bounds the numbers that are written as powers. A longer one stays
// as it is, which makes less equal and nothing wrong.
const maxRootBits = 256

// root is the k-th root of a positive rational where that is rational.
func (a rat) root(k int64) (rat, bool) {
	r := a.big()
	num, ok := integerRoot(r.Num(), k)
	if !ok {
		return rat{}, false
	}
	den, ok := integerRoot(r.Denom(), k)
	return ratOf(new(big.Rat).SetFrac(num, den)), ok
}

// integerRoot is the k-th root of a positive integer if it is one, by Newton's
// method from above, which falls until it is the root rounded down.
func integerRoot(n *big.Int, k int64) (*big.Int, bool) {
	less, exp := big.NewInt(k-1), big.NewInt(k)
	root := new(big.Int).Lsh(big.NewInt(1), uint(n.BitLen())/uint(k)+1)
	for {
		next := new(big.Int).Exp(root, less, nil)
		next.Quo(n, next)
		next.Add(next, new(big.Int).Mul(less, root)).Quo(next, exp)
		if next.Cmp(root) >= 0 {
			return root, new(big.Int).Exp(root, exp, nil).Cmp(n) == 0
		}
		root = next
	}
}

// integerPower is a^k; not ok where the result would be too long. a is not zero
// where k is negative.
func (a rat) integerPower(k int64) (rat, bool) {
	if k < 0 {
		a, k = one.quo(a), -k
	}
	switch {
	case k == 0:
		return one, true
	case a.isOne() || a.isZero():
		return a, true
	}
	if k < 0 || k > maxBits || int64(a.bits())*k > maxBits {
		return rat{}, false
	}
	out, err := a.pow(uint32(k))
	return out, err == nil
}

// exponentIn is the whole k other than 0 with a^k = c; a is primitive and above 1.
func (a rat) exponentIn(c rat) (k int64, ok bool) {
	sign := int64(1)
	if c.cmp(one) < 0 {
		c, sign = one.quo(c), -1
	}
	root, k := c.primitive()
	return sign * k, root.equal(a)
}
