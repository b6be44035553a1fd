package amortize

import (
	"encoding/binary"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Key is the same for systems that are equal, and for no others: most definitions of
// a program ask for what another one has asked for.
func (s *System) Key() string {
	k := key(make([]byte, 0, 256))
	k.number(int64(len(s.Arity)))
	for _, n := range s.Arity {
		k.number(int64(n))
	}
	k.number(int64(len(s.Preferred)))
	for _, n := range s.Preferred {
		k.number(int64(n))
	}
	for i := range s.Inequalities {
		q := &s.Inequalities[i]
		k.number(int64(q.Variables))
		k.number(int64(q.Unknown))
		k.affines(q.Args)
		k.number(int64(len(q.Costs)))
		for _, c := range q.Costs {
			k.polynomial(c.Polynomial)
			k.affines(c.Args)
		}
		k.number(int64(len(q.Calls)))
		for _, c := range q.Calls {
			k.number(c.Times)
			k.number(int64(c.Unknown))
			k.affines(c.Args)
		}
		k.affines(q.Known)
	}
	return string(k)
}

// A key is written in numbers of variable length, each list after how many there are.
type key []byte

func (k *key) number(n int64) { *k = binary.AppendVarint(*k, n) }

func (k *key) text(s string) {
	k.number(int64(len(s)))
	*k = append(*k, s...)
}

func (k *key) affines(all []linear.Form) {
	k.number(int64(len(all)))
	for _, a := range all {
		k.number(a.Const)
		k.number(int64(len(a.Terms)))
		for i, c := range a.All() {
			k.number(int64(i))
			k.number(c)
		}
	}
}

func (k *key) polynomial(p Polynomial) {
	k.number(int64(len(p.Terms)))
	for _, t := range p.Terms {
		if t.Coef.IsInt() && t.Coef.Num().IsInt64() {
			k.number(0)
			k.number(t.Coef.Num().Int64())
		} else {
			k.text(t.Coef.RatString())
		}
		k.text(string(t.Powers))
	}
}
