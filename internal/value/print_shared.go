package value

import (
	"fmt"
	"math"
)

// mostNamed is the bound from which on a Style names shared parts: a value of which less is
// shown is easier to read without.
const mostNamed = mostPlain

// mostWeight is what a tensor counts for, at most, where it is decided whether parts are
// named: counting must not take as long as printing the tensor would.
const mostWeight = 1 << 10

// shared are the parts that are given names, each after those that it holds: those that
// are met more than once in a value whose text would be much longer than the value is.
// nil where it would not. elems are the elements of FractalTensors among which the parts are.
func (s Style) shared(v Value) (parts []Value, elems map[*Fractal][]Value) {
	if s.Most > 0 && s.Most < mostNamed {
		return nil, nil
	}
	if t := (traversal{left: mostPlain, weigh: mostWeight}); t.tree(v) {
		return nil, nil
	}
	held := traversal{left: math.MaxInt, seen: map[Value]int{}, weigh: mostWeight, elems: map[*Fractal][]Value{}}
	held.tree(v)
	size := math.MaxInt - held.left
	if t := (traversal{left: saturatingProduct(2, size) + mostPlain, weigh: mostWeight}); t.tree(v) {
		return nil, nil
	}
	for _, part := range held.order {
		if held.seen[part] > 1 {
			parts = append(parts, part)
		}
	}
	return parts, held.elems
}

// block prints a value after the definitions of its shared parts.
func (p *printer) block(v Value, parts []Value) {
	p.names = make(map[Value]string, len(parts))
	for _, part := range parts {
		p.names[part] = unnamed(part) // a cycle: what holds a part cannot be named in it
	}
	p.text("{ ")
	for i, part := range parts {
		if p.style.Most > 0 && p.printed > p.style.Most {
			p.text("… }")
			return
		}
		name := fmt.Sprintf("%%s%d", i+1)
		p.text("let " + name + " = ")
		p.definition(part)
		p.text("; ")
		p.names[part] = name
	}
	p.push(v)
	p.run()
	p.text(" }")
}

// unnamed represents a part within itself.
func unnamed(part Value) string {
	if _, ok := part.(*Cell); ok {
		return "ref(…)"
	}
	return "…"
}

// definition prints a part in full.
func (p *printer) definition(part Value) {
	p.printed++
	p.whole(part)
	p.run()
}
