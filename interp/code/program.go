package code

import (
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Program is functions and constructors, named by their index. Both grow
// while entries are compiled and values come in from outside; a run reads the
// image that it began with.
type Program struct {
	mu           sync.Mutex
	functions    []*Function
	constructors []Constructor
	named        map[constructorName]int // constructors of values from outside
	effects      bool                    // some function has an effect
	spread       int                     // functions before it have the effects of those that they call
}

// A Constructor is what the machine knows of a constructor of data.
type Constructor struct {
	Name     string
	Tag      int
	Fields   int
	Word     uint64 // of its slots
	FirstTag bool   // the word holds the tag of the first field
}

type constructorName struct {
	name        string
	tag, fields int
}

// An Image is a program as it is at one time.
type Image struct {
	Functions    []*Function
	Constructors []Constructor
	Effects      bool // some function may read or write references
}

// Snapshot gives the program as it is now. Functions that were reserved, but are
// not compiled, are called by none that is.
func (p *Program) Snapshot() Image {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Image{slices.Clip(p.functions), slices.Clip(p.constructors), p.effects}
}

// Add reserves the index of a function.
func (p *Program) Add(f *Function) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	f.Index = len(p.functions)
	p.functions = append(p.functions, f) // running machines hold the slice that they began with
	return f.Index
}

// AddConstructor gives a constructor an index, which its word holds.
func (p *Program) AddConstructor(c Constructor) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.append(c)
}

func (p *Program) append(c Constructor) int {
	i := len(p.constructors)
	c.Word = DataWord(c.Tag, i, c.Fields)
	p.constructors = append(p.constructors, c)
	return i
}

// Constructor gives the constructor of an index.
func (p *Program) Constructor(i int) Constructor {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.constructors[i]
}

// ConstructorOf gives the index of the constructor of a value from outside.
func (p *Program) ConstructorOf(d *value.Data) int {
	key := constructorName{d.Name, d.Tag, len(d.Fields)}
	p.mu.Lock()
	defer p.mu.Unlock()
	i, ok := p.named[key]
	if !ok {
		i = p.append(Constructor{Name: d.Name, Tag: d.Tag, Fields: len(d.Fields)})
		if p.named == nil {
			p.named = map[constructorName]int{}
		}
		p.named[key] = i
	}
	return i
}

// SpreadEffects makes functions effectful that call one, however indirectly. It looks
// at the functions that were added since the last time: all that those of before call
// was there already. Callees come first; those that call each other share what they do.
func (p *Program) SpreadEffects() {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := p.spread
	search := digraph.NewSearch(
		func(f int32) []int32 { return p.calls(from, int(f)) },
		func(component []int32) { p.spreadTogether(from, component) },
	)
	for ; p.spread < len(p.functions); p.spread++ {
		search.From(int32(p.spread - from))
	}
}

// calls are the functions after from that one of them calls, all counted from there.
func (p *Program) calls(from, f int) []int32 {
	var callees []int32
	for _, g := range p.functions[from+f].Calls {
		if g >= from {
			callees = append(callees, int32(g-from))
		}
	}
	return callees
}

func (p *Program) spreadTogether(from int, component []int32) {
	var effect, unknown bool
	for _, i := range component {
		f := p.functions[from+int(i)]
		effect, unknown = effect || f.Effect, unknown || f.CallsUnknown
		for _, g := range f.Calls {
			effect, unknown = effect || p.functions[g].Effect, unknown || p.functions[g].CallsUnknown
		}
	}
	for _, i := range component {
		p.functions[from+int(i)].Effect, p.functions[from+int(i)].CallsUnknown = effect, unknown
	}
	p.effects = p.effects || effect
}
