package exhaustive_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

func TestBig(t *testing.T) {
	try := func(name, text string) {
		if w := os.Getenv("ONLY"); w != "" && w != name {
			return
		}
		if w := os.Getenv("ONLY"); w != "" && w != name {
			return
		}
		t0 := time.Now()
		p := check(text)
		t1 := time.Now()
		for i := range p.found {
			if i < 3 {
				m := p.found[i].Message
				fmt.Println("   ", p.found[i].Code, m[:min(len(m), 150)])
			}
		}
		fmt.Println(name, t1.Sub(t0), len(p.found), len(p.types))
		if len(p.types) > 0 {
			fmt.Println(p.types[0].Message)
		}
	}
	d := "type N { S(N), Z }\n"
	try("deep 9000", d+"def @f(%x : N) -> int32 { match (%x) { "+strings.Repeat("S(", 9000)+"Z"+strings.Repeat(")", 9000)+" => 1, Z => 2 } }")
	try("deep 9000x20", d+"def @f(%x : N) -> int32 { match (%x) { "+strings.Repeat(strings.Repeat("S(", 9000)+"Z"+strings.Repeat(")", 9000)+" => 1, ", 20)+" Z => 2 } }")
	try("wide 10000", d+"def @f(%x : ("+strings.Repeat("N, ", 10000)+"N)) -> int32 { match (%x) { ("+strings.Repeat("Z, ", 10000)+" Z) => 1 } }")
	var b strings.Builder
	b.WriteString(d + "def @f(%x : (int32, int32)) -> int32 { match (%x) { ")
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		fmt.Fprintf(&b, "(%d, %d) => 1, ", r.IntN(300), r.IntN(300))
	}
	try("int pairs 20000", b.String()+"_ => 2 } }")
	try("int pairs 20000 incomplete", b.String()+"} }")
	b.Reset()
	b.WriteString("type E { ")
	for i := range 1000 {
		fmt.Fprintf(&b, "E%d, ", i)
	}
	b.WriteString("}\ndef @f(%x : E) -> int32 { match (%x) { ")
	for i := range 1000 {
		fmt.Fprintf(&b, "E%d => %d, ", i, i)
	}
	try("flat 1000", b.String()+"} }")
	b.WriteString("}}\ndef @g(%x : (E, E)) -> int32 { match (%x) { ")
	for i := range 1000 {
		fmt.Fprintf(&b, "(E%d, E%d) => %d, ", i, i, i)
	}
	try("diag 1000", b.String()+"} }")
	b.Reset()
	b.WriteString("type E { ")
	for i := range 130 {
		fmt.Fprintf(&b, "E%d, ", i)
	}
	b.WriteString("}\ndef @f(%x : (E, E)) -> int32 { match (%x) { _ => 1 ")
	for i := range 130 {
		for j := range 130 {
			fmt.Fprintf(&b, "(E%d, E%d) => %d, ", i, j, i)
		}
	}
	try("all dead", b.String()+"} }")
	// poly recursion
	try("poly", "type P[a] { Q(P[(a, a)]), R(a) }\ntype V {}\ndef @f(%x : P[V]) -> int32 { match (%x) { Q(Q(Q(_))) => 1 } }")
	try("poly2", "type P[a] { Q(P[(a, a)], P[(int32, a)]), R(a, V) }\ntype V {}\ndef @f(%x : P[int32]) -> int32 { match (%x) { Q(Q(Q(_, _), _), _) => 1 } }")
	var many strings.Builder
	many.WriteString(d)
	for i := range 1500 {
		fmt.Fprintf(&many, "def @f%d(%%x : N) -> int32 { match (%%x) { S(S(n)) => 1, S(Z) => 2 } }\n", i)
	}
	try("many", many.String())
	many.Reset()
	many.WriteString(d + "def @f(%x : N) -> int32 { ")
	for i := range 3000 {
		fmt.Fprintf(&many, "let %%y%d = match (%%x) { S(S(n)) => 1, S(Z) => 2 };\n", i)
	}
	try("many in one", many.String()+" 1 }")
}
