package batch

import (
	"math/bits"
	"slices"
)

// A Closure is the set of the paths that the findings of a file depend on: its own, and all that
// imports lead to in what it sees, whether or not there are such files. It is either a sorted
// list of numbers or one bit for each number, whichever takes less memory.
type Closure struct {
	numbers map[string]int32 // of paths, shared by the closures of one scan
	list    []int32
	bits    []uint64
}

// Has reports whether a path is in the set.
func (c *Closure) Has(path string) bool {
	i, ok := c.numbers[path]
	if !ok {
		return false
	}
	if c.bits != nil {
		return int(i/64) < len(c.bits) && c.bits[i/64]>>(i%64)&1 == 1
	}
	_, found := slices.BinarySearch(c.list, i)
	return found
}

// addTo adds the numbers of a set to a set of bits.
func (c *Closure) addTo(set []uint64) {
	for i, word := range c.bits {
		set[i] |= word
	}
	for _, i := range c.list {
		set[i/64] |= 1 << (i % 64)
	}
}

// closures are the sets of the components of a scan, as many as were asked for and those in front
// of them.
type closures struct {
	numbers map[string]int32
	made    []*Closure
	scratch []uint64
}

// closureOf is the set of a component: the paths of its files and of what these import, and the
// sets of the components that are imported, which are before it. Each set is made once, so
// that all take O(imports · paths / 64) steps.
func (a *Single) closureOf(component int) *Closure {
	if a.closures.numbers == nil {
		a.closures.numbers = a.pathNumbers()
		a.closures.scratch = make([]uint64, (len(a.closures.numbers)+63)/64)
	}
	for len(a.closures.made) <= component {
		a.closures.made = append(a.closures.made, a.nextClosure())
	}
	return a.closures.made[component]
}

func (a *Single) nextClosure() *Closure {
	c, component := &a.closures, len(a.closures.made)
	clear(c.scratch)
	add := func(path string) {
		i := c.numbers[path]
		c.scratch[i/64] |= 1 << (i % 64)
	}
	for _, i := range a.components[component] {
		f := a.files[i]
		add(f.Path)
		add(f.Asked)
		for _, at := range f.Imports {
			add(at.Real)
			if to, ok := a.number[at.Real]; ok && at.Fault == "" && a.files[to].component != component {
				c.made[a.files[to].component].addTo(c.scratch)
			}
		}
	}
	made := &Closure{numbers: c.numbers}
	count := 0
	for _, word := range c.scratch {
		count += bits.OnesCount64(word)
	}
	if count*4 >= len(c.scratch)*8 {
		made.bits = slices.Clone(c.scratch)
	} else {
		made.list = make([]int32, 0, count)
		for i, word := range c.scratch {
			for ; word != 0; word &= word - 1 {
				made.list = append(made.list, int32(i*64+bits.TrailingZeros64(word)))
			}
		}
	}
	return made
}

// pathNumbers numbers the paths of all files, those that they are asked for by, and those that
// imports lead to.
func (a *Single) pathNumbers() map[string]int32 {
	numbers := make(map[string]int32, len(a.files))
	add := func(path string) {
		if _, ok := numbers[path]; !ok {
			numbers[path] = int32(len(numbers))
		}
	}
	for _, f := range a.files {
		add(f.Path)
		add(f.Asked)
		for _, at := range f.Imports {
			add(at.Real)
		}
	}
	return numbers
}
