package optimize

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
)

// einsumLaws turn products, transposes and sums into Einstein sums and back. Between them, all orders of
// contracting several operands are nodes, each part once.
var einsumLaws = []rule{
	{name: "einsum_of_parts", roots: []string{"einsum"}, apply: einsumOfParts},
	{name: "einsum_pair_by_pair", roots: []string{"einsum"}, apply: einsumByPairs},
	{name: "einsum_as_operator", roots: []string{"einsum"}, apply: einsumAsOperator},
	{name: "einsum_summed_first", roots: []string{"einsum"}, apply: einsumSummedFirst},
}

// A contraction is an Einstein sum: operands with a letter for each axis, and the letters of the result.
// out[k…] = Σ over all letters not in k of Π in_i[letters of i].
type contraction struct {
	in   []string
	kids []id
	out  string
}

// contractionOf reads an einsum with an explicit result and no ellipsis, whose operands are written out.
func (t *terms) contractionOf(e egraph.Entry) (c contraction, ok bool) {
	equation := strings.ReplaceAll(t.head(e.Node).attrs.Str("equation"), " ", "")
	left, right, arrow := strings.Cut(equation, "->")
	if !arrow || strings.Contains(equation, ".") || len(e.Kids) != 1 {
		return c, false
	}
	kids, ok := t.components(e.Kids[0])
	c = contraction{strings.Split(left, ","), kids, right}
	if !ok || len(c.in) != len(kids) {
		return c, false
	}
	for i, k := range kids {
		shape, ok := t.shape(k)
		if !ok || len(shape) != len(c.in[i]) {
			return c, false
		}
	}
	return c, true
}

// einsum adds a contraction.
func (t *terms) einsum(c contraction) (id, bool) {
	return t.apply("einsum", []id{t.tuple(c.kids)}, op.Named{Name: "equation", Value: op.Text(strings.Join(c.in, ",") + "->" + c.out)})
}

// fresh is a letter that the contraction does not have.
func (c contraction) fresh() (string, bool) {
	all := strings.Join(c.in, "") + c.out
	for _, r := range "abcdefghijklmnopqrstuvwxyz" {
		if !strings.ContainsRune(all, r) {
			return string(r), true
		}
	}
	return "", false
}

// mostContracted is how many operands an Einstein sum gets: the orders of n operands are some 3ⁿ nodes.
const mostContracted = 5

// einsumOfParts opens operands that are products, transposes or Einstein sums themselves:
//
//	einsum(x · y, …; ab…) → einsum(x, y, …; az,zb…), z a new letter
//	einsum(transpose(x, π), …; s…) → einsum(x, …; s∘π⁻¹…)
//	einsum(x * y, …; s…) → einsum(x, y, …; s,s…)
//	einsum(einsum(x, y; p,q->r), …; s…) → einsum(x, y, …; p[r:=s], q[r:=s]…)
func einsumOfParts(a *application, e egraph.Entry) {
	c, ok := a.contractionOf(e)
	if !ok || len(c.kids) >= mostContracted {
		return
	}
	// with replaces operand i by others.
	with := func(i int, in []string, kids []id) {
		a.equal(a.einsum(contraction{slices.Concat(c.in[:i], in, c.in[i+1:]), slices.Concat(c.kids[:i], kids, c.kids[i+1:]), c.out}))
	}
	for i, k := range c.kids {
		letters := c.in[i]
		for _, f := range a.operations(k, "matmul") {
			left, _ := a.shape(f.Kids[0])
			right, _ := a.shape(f.Kids[1])
			if z, ok := c.fresh(); ok && len(left) == 2 && len(right) == 2 {
				with(i, []string{letters[:1] + z, z + letters[1:]}, f.Kids)
			}
		}
		for _, f := range a.operations(k, "transpose") {
			axes, ok := permutation(a.head(f.Node), len(letters))
			if !ok {
				continue
			}
			own := make([]byte, len(letters))
			for j, x := range axes {
				own[x] = letters[j]
			}
			with(i, []string{string(own)}, f.Kids)
		}
		for _, f := range a.operations(k, op.Multiply) {
			if a.sameType(f.Kids[0], k) && a.sameType(f.Kids[1], k) {
				with(i, []string{letters, letters}, f.Kids)
			}
		}
		for _, f := range a.operations(k, "einsum") {
			inner, ok := a.contractionOf(f)
			if !ok || len(c.kids)+len(inner.kids) > mostContracted {
				continue
			}
			if in, ok := c.renamed(letters, inner); ok {
				with(i, in, inner.kids)
			}
		}
	}
}

// renamed are the letters of an inner sum where its result has some of the outer one. Letters that it
// sums get new ones.
func (c contraction) renamed(letters string, inner contraction) ([]string, bool) {
	to := map[rune]rune{}
	for i, r := range inner.out {
		if was, known := to[r]; known && was != rune(letters[i]) {
			return nil, false
		}
		to[r] = rune(letters[i])
	}
	used := strings.Join(c.in, "") + c.out
	var in []string
	for _, s := range inner.in {
		var b strings.Builder
		for _, r := range s {
			if _, known := to[r]; !known {
				for _, x := range "abcdefghijklmnopqrstuvwxyz" {
					if !strings.ContainsRune(used, x) {
						to[r] = x
						used += string(x)
						break
					}
				}
			}
			x, known := to[r]
			if !known {
				return nil, false
			}
			b.WriteRune(x)
		}
		in = append(in, b.String())
	}
	return in, true
}

// needed are the letters of some operands that others or the result have, in order: what a contraction of
// these alone must keep.
func (c contraction) needed(some []int) string {
	rest := c.out
	var own string
	for i, s := range c.in {
		if slices.Contains(some, i) {
			own += s
		} else {
			rest += s
		}
	}
	var b strings.Builder
	for _, r := range own {
		if strings.ContainsRune(rest, r) && !strings.ContainsRune(b.String(), r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// einsumByPairs contracts two of several operands first:
//
//	einsum(x, y, z; p,q,r->s) → einsum(einsum(x, y; p,q->t), z; t,r->s),  t = needed(p, q)
//
// All orders are tried one pair at a time, and each part is shared, which is the dynamic programming
// over sets of operands. Distributivity makes it right: letters that only p and q have are summed inside.
func einsumByPairs(a *application, e egraph.Entry) {
	c, ok := a.contractionOf(e)
	if !ok || len(c.kids) < 3 {
		return
	}
	for i := range c.kids {
		for j := range i {
			out := c.needed([]int{j, i})
			pair, ok := a.einsum(contraction{[]string{c.in[j], c.in[i]}, []id{c.kids[j], c.kids[i]}, out})
			if !ok {
				continue
			}
			rest := contraction{out: c.out, in: []string{out}, kids: []id{pair}}
			for k := range c.kids {
				if k != i && k != j {
					rest.in, rest.kids = append(rest.in, c.in[k]), append(rest.kids, c.kids[k])
				}
			}
			a.equal(a.einsum(rest))
		}
	}
}

// distinct reports whether no letter occurs twice.
func distinct(s string) bool {
	for i := range s {
		if strings.IndexByte(s, s[i]) != i {
			return false
		}
	}
	return true
}

// einsumSummedFirst: einsum(x, y; …) → einsum(Σ(x, letters that nothing else has), y; …).
func einsumSummedFirst(a *application, e egraph.Entry) {
	c, ok := a.contractionOf(e)
	if !ok {
		return
	}
	for i, letters := range c.in {
		if !distinct(letters) {
			continue
		}
		needed := c.needed([]int{i})
		if len(needed) == len(letters) || len(c.in) == 1 {
			continue
		}
		var axes []int64
		var kept string
		for k, r := range letters {
			if strings.ContainsRune(needed, r) {
				kept += string(r)
			} else {
				axes = append(axes, int64(k))
			}
		}
		if x, ok := a.reduced(a.ops["sum"], c.kids[i], axes, false); ok {
			own := contraction{slices.Clone(c.in), slices.Clone(c.kids), c.out}
			own.in[i], own.kids[i] = kept, x
			a.equal(a.einsum(own))
		}
	}
}

// letterOrder gives the axes by which letters become others; false where they are not the same letters.
func letterOrder(from, to string) (axes []int64, ok bool) {
	if len(from) != len(to) || !distinct(from) || !distinct(to) {
		return nil, false
	}
	for _, r := range to {
		i := strings.IndexRune(from, r)
		if i < 0 {
			return nil, false
		}
		axes = append(axes, int64(i))
	}
	return axes, true
}

// einsumAsOperator writes an Einstein sum as other operators, up to transposes:
//
//	einsum(x; ij->j) → Σ(x, axis=0)        einsum(x, y; ij,ji->k) → einsum(x * yᵀ; ij->k)
//	einsum(x, y; ij,jk->ik) → x · y
func einsumAsOperator(a *application, e egraph.Entry) {
	c, ok := a.contractionOf(e)
	if !ok || !distinct(c.out) {
		return
	}
	if len(c.kids) == 1 {
		letters := c.in[0]
		if !distinct(letters) {
			return
		}
		var axes []int64
		var kept string
		for i, r := range letters {
			if strings.ContainsRune(c.out, r) {
				kept += string(r)
			} else {
				axes = append(axes, int64(i))
			}
		}
		x, ok := a.reduced(a.ops["sum"], c.kids[0], axes, false)
		order, fits := letterOrder(kept, c.out)
		if ok && fits {
			a.equal(a.transposed(x, order))
		}
		return
	}
	if len(c.kids) != 2 || !distinct(c.in[0]) || !distinct(c.in[1]) {
		return
	}
	for _, flip := range []bool{false, true} {
		x, y := 0, 1
		if flip {
			x, y = 1, 0
		}
		p, q := c.in[x], c.in[y]
		// Elements of one shape are multiplied, and summed.
		if order, ok := letterOrder(q, p); ok {
			if r, ok := a.transposed(c.kids[y], order); ok {
				if m, ok := a.apply(op.Multiply, []id{c.kids[x], r}); ok {
					a.equal(a.einsum(contraction{[]string{p}, []id{m}, c.out}))
				}
			}
		}
		// ij,jk->ik and what differs from it by transposes.
		if len(p) == 2 && len(q) == 2 && len(c.out) == 2 {
			i, k := c.out[:1], c.out[1:]
			if !strings.Contains(p, i) || !strings.Contains(q, k) {
				continue
			}
			j := strings.Replace(p, i, "", 1)
			if strings.Replace(q, k, "", 1) != j || j == i || j == k {
				continue
			}
			left, ok := letterOrder(p, i+j)
			right, both := letterOrder(q, j+k)
			if !ok || !both {
				continue
			}
			if l, ok := a.transposed(c.kids[x], left); ok {
				if r, ok := a.transposed(c.kids[y], right); ok {
					a.equal(a.apply("matmul", []id{l, r}))
				}
			}
		}
	}
}
