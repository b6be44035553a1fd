package treewalk

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
)

// A Program is the definitions and constructors of some files.
type Program struct {
	// Begin hears of each expression before it is evaluated; nil for nobody.
	Begin func(item *syntax.Item, n syntax.NodeID)
	// Watch hears the value of each expression; nil for nobody.
	Watch func(item *syntax.Item, n syntax.NodeID, v Value)

	defs         map[string]*syntax.Item
	constructors map[string]int // the number of fields
}

// New makes a program; names of earlier files come first.
func New(files ...*syntax.File) *Program {
	p := &Program{defs: map[string]*syntax.Item{}, constructors: map[string]int{}}
	for _, f := range files {
		for _, item := range f.Items {
			p.declare(item)
		}
	}
	return p
}

func (p *Program) declare(item *syntax.Item) {
	switch item.Kind(item.Root) {
	case syntax.ItemDef:
		name := item.SourceText(item.Declared())
		if p.defs[name] == nil {
			p.defs[name] = item
		}
	case syntax.ItemData:
		for _, k := range item.Data(item.Root).Constructors {
			c := item.Constructor(k)
			name := item.SourceText(c.Name)
			if _, known := p.constructors[name]; !known {
				p.constructors[name] = len(item.Kids(c.Fields))
			}
		}
	}
}

// A Fault is why a run came to no value, and the expression that it came to.
type Fault struct {
	Kind    string // as the interpreter calls it, or one of the two below
	Message string
	Item    *syntax.Item
	Span    syntax.Span
}

// The kinds of faults of the evaluator itself.
const (
	Unsupported = "unsupported" // it does not know what the program uses
	Limited     = "limited"     // it ran too long or too deep
)

// A Result is what a run came to.
type Result struct {
	Value Value
	Fault *Fault
}

// Run evaluates a definition without parameters in at most some steps.
func (p *Program) Run(name string, steps int) (result Result) {
	m := &machine{program: p, steps: steps}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Fault:
			result.Value, result.Fault = nil, r
		default:
			panic(r)
		}
	}()
	item := p.defs[name]
	m.item = item
	return Result{Value: m.activation(item.Def(item.Root).Body, nil)}
}

// A machine evaluates; it leaves evaluation by a panic with a *Fault.
type machine struct {
	program *Program
	item    *syntax.Item // whose tree is walked
	steps   int
	depth   int
}

const deepest = 3000

// fail ends the run at an expression.
func (m *machine) fail(n syntax.NodeID, kind, format string, args ...any) {
	panic(&Fault{kind, fmt.Sprintf(format, args...), m.item, m.item.Span(n)})
}

func (m *machine) unsupported(n syntax.NodeID) {
	m.fail(n, Unsupported, "%s", m.item.SourceText(n))
}

// A scope is the variables of an expression, the innermost first.
type scope struct {
	name  string
	value Value
	outer *scope
}

func (s *scope) find(name string) (Value, bool) {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.value, true
		}
	}
	return nil, false
}

// bare is a variable's name without its sign.
func bare(name string) string { return strings.TrimPrefix(name, "%") }
