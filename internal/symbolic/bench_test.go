package symbolic

import "testing"

func BenchmarkAdd(b *testing.B) {
	for _, c := range []struct {
		name string
		l, r *Expr
	}{
		{"constants", Int(224), Int(3)},
		{"symbol+constant", n, Int(1)},
		{"symbols", n, m},
		{"polynomials", plus(n.Mul(m).Add(times(2, n)), 1), plus(n.Mul(m).Sub(m), 3)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.l.Add(c.r)
			}
		})
	}
}

func BenchmarkEqual(b *testing.B) {
	for _, c := range []struct {
		name string
		l, r *Expr
	}{
		{"constants", Int(5000), Int(5000)},
		{"symbol", times(1, n), n},
		{"sum", plus(n, 1), plus(n, 1)},
		{"product", n.Mul(m), m.Mul(n)},
		{"floor", quo(plus(n, 1), Int(2)), quo(plus(n, 1), Int(2))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.l.Equal(c.r)
			}
		})
	}
}

func BenchmarkMul(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		n.Mul(m)
	}
}

func BenchmarkFloorDiv(b *testing.B) {
	p, q := plus(n, 2), Int(2)
	b.ReportAllocs()
	for b.Loop() {
		p.FloorDiv(q)
	}
}

func BenchmarkSubst(b *testing.B) {
	e, to := plus(n.Mul(m), 1), Int(3)
	f := func(s *Symbol) *Expr {
		if s == symN {
			return to
		}
		return nil
	}
	b.ReportAllocs()
	for b.Loop() {
		e.Subst(f)
	}
}
