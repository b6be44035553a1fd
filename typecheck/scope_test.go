package typecheck

import (
	"fmt"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestScope holds a scope against a stack that is searched one by one, with few names and
// with so many that they are indexed, to and fro.
func TestScope(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := scope{index: map[string]int32{}}
	var stack []*typed.Object
	var blocks []int
	for range 20_000 {
		switch k := r.IntN(10); {
		case k < 5:
			o := &typed.Object{Name: fmt.Sprint("%", r.IntN(15))}
			s.push(o.Name, o)
			stack = append(stack, o)
		case k < 7:
			s.open()
			blocks = append(blocks, len(stack))
		case len(blocks) > 0:
			s.shut()
			stack, blocks = stack[:blocks[len(blocks)-1]], blocks[:len(blocks)-1]
		case k == 9:
			s.empty()
			stack = nil
			if slices.ContainsFunc(s.entries[:cap(s.entries)], func(e scopeEntry) bool { return e != scopeEntry{} }) {
				t.Fatal("an empty scope holds on to what was in it")
			}
		}
		holdScope(t, &s, stack, blocks, fmt.Sprint("%", r.IntN(16)), r.IntN(len(stack)+1))
	}
}

func holdScope(t *testing.T, s *scope, stack []*typed.Object, blocks []int, name string, mark int) {
	t.Helper()
	last := func(from int) *typed.Object {
		for _, o := range slices.Backward(stack[from:]) {
			if o.Name == name {
				return o
			}
		}
		return nil
	}
	begin := 0
	if len(blocks) > 0 {
		begin = blocks[len(blocks)-1]
	}
	if s.find(name) != last(0) || s.findBare(name[1:]) != last(0) || s.since(int32(mark), name) != last(mark) || s.inBlock(name) != last(begin) {
		t.Fatalf("%s is not found among %d names", name, len(stack))
	}
	var names []string
	for _, o := range stack {
		names = append(names, o.Name)
	}
	slices.Sort(names)
	found := s.names()
	slices.Sort(found)
	if !slices.Equal(found, slices.Compact(names)) || !s.indexed && len(s.index) > 0 {
		t.Fatalf("the names are %q, not %q", found, names)
	}
}
