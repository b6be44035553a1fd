package egraph

import (
	"math/rand"
	"testing"
)

func plain() *Graph[int] { return New(func(*int, int) {}) }

// TestCongruence unites arguments, and expects the calls united.
func TestCongruence(t *testing.T) {
	g := plain()
	leaf := func(h int32) Class { c, _ := g.Add(Node{Head: h}, 0); return c }
	call := func(h int32, kids ...Class) Class { c, _ := g.Add(Node{h, kids}, 0); return c }
	a, b := leaf(1), leaf(2)
	fa, fb := call(3, a), call(3, b)
	ga, gb := call(4, fa, a), call(4, fb, b)
	if again := call(4, fa, a); again != ga {
		t.Fatalf("an equal node got the number %d, expected %d", again, ga)
	}
	if g.Find(ga) == g.Find(gb) {
		t.Fatal("equal without a reason")
	}
	g.Union(a, b, 7)
	g.Rebuild()
	if g.Find(ga) != g.Find(gb) || g.Find(fa) != g.Find(fb) {
		t.Fatal("calls with equal arguments are not equal after Rebuild")
	}
	if n := len(g.Entries(ga)); n != 1 {
		t.Fatalf("the class has %d nodes, expected 1", n)
	}
	steps := g.Explain(a, b)
	if len(steps) != 1 || steps[0].Why != 7 {
		t.Fatalf("explained by %v, expected reason 7", steps)
	}
}

// TestRebuildIsClosure compares with a closure that tries all pairs until nothing changes.
func TestRebuildIsClosure(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		g := plain()
		var nodes []Node
		for i := range 5 {
			g.Add(Node{Head: int32(i)}, 0)
			nodes = append(nodes, Node{Head: int32(i)})
		}
		for range 30 {
			n := Node{Head: int32(10 + r.Intn(3))}
			for range 1 + r.Intn(2) {
				n.Kids = append(n.Kids, Class(r.Intn(len(nodes))))
			}
			if c, added := g.Add(n, 0); added {
				nodes = append(nodes, n)
				if int(c) != len(nodes)-1 {
					t.Fatalf("seed %d: number %d, expected %d", seed, c, len(nodes)-1)
				}
			}
		}
		naive := make([]int, len(nodes))
		for i := range naive {
			naive[i] = i
		}
		join := func(a, b int) bool {
			from, to := naive[a], naive[b]
			if from == to {
				return false
			}
			for i := range naive {
				if naive[i] == from {
					naive[i] = to
				}
			}
			return true
		}
		for range 1 + r.Intn(4) {
			a, b := r.Intn(len(nodes)), r.Intn(len(nodes))
			g.Union(Class(a), Class(b), Reason(1))
			join(a, b)
			if r.Intn(2) == 0 {
				g.Rebuild()
			}
		}
		g.Rebuild()
		for changed := true; changed; {
			changed = false
			for i, n := range nodes {
				for j, m := range nodes[:i] {
					if n.Head != m.Head || len(n.Kids) != len(m.Kids) {
						continue
					}
					equal := true
					for k := range n.Kids {
						equal = equal && naive[n.Kids[k]] == naive[m.Kids[k]]
					}
					if equal && join(i, j) {
						changed = true
					}
				}
			}
		}
		for i := range nodes {
			for j := range nodes {
				if (naive[i] == naive[j]) != (g.Find(Class(i)) == g.Find(Class(j))) {
					t.Fatalf("seed %d: nodes %d and %d: equal is %v, expected %v", seed, i, j, g.Find(Class(i)) == g.Find(Class(j)), naive[i] == naive[j])
				}
				if naive[i] == naive[j] && i != j && len(g.Explain(Class(i), Class(j))) == 0 {
					t.Fatalf("seed %d: no explanation of %d = %d", seed, i, j)
				}
			}
		}
	}
}
