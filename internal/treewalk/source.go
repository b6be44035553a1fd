package treewalk

import "github.com/fraccheck/fraccheck/internal/syntax"

// A Source is a file with those whose names it sees where it declares none itself, in
// the order in which they are looked through.
type Source struct {
	File *syntax.File
	Sees []*Source

	defs         map[string]*syntax.Item
	constructors map[string]int // the number of fields
}

// Link makes a program of a file and all that it needs.
func Link(main *Source) *Program {
	p := &Program{main: main, homes: map[*syntax.Item]*Source{}, graphs: map[site][]syntax.NodeID{}, mentions: map[site][]mention{}}
	for queue := []*Source{main}; len(queue) > 0; queue = queue[1:] {
		if s := queue[0]; s.defs == nil {
			s.declare(p)
			queue = append(queue, s.Sees...)
		}
	}
	return p
}

func (s *Source) declare(p *Program) {
	s.defs, s.constructors = map[string]*syntax.Item{}, map[string]int{}
	for _, item := range s.File.All() {
		p.homes[item] = s
		switch item.Kind(item.Root) {
		case syntax.ItemDef:
			if name := item.SourceText(item.Declared()); s.defs[name] == nil {
				s.defs[name] = item
			}
		case syntax.ItemData:
			s.constructorsOf(item)
		}
	}
}

func (s *Source) constructorsOf(item *syntax.Item) {
	for _, k := range item.Data(item.Root).Constructors {
		c := item.Constructor(k)
		name := item.SourceText(c.Name)
		if _, known := s.constructors[name]; !known {
			s.constructors[name] = len(item.Kids(c.Fields))
		}
	}
}

// definition is what a name denotes in an item, nil where it is no definition.
func (p *Program) definition(in *syntax.Item, name string) *syntax.Item {
	home := p.homes[in]
	if item := home.defs[name]; item != nil {
		return item
	}
	for _, s := range home.Sees {
		if item := s.defs[name]; item != nil {
			return item
		}
	}
	return nil
}

// fields is the number of a constructor's fields; ok is false where a name in an item
// is none.
func (p *Program) fields(in *syntax.Item, name string) (n int, ok bool) {
	home := p.homes[in]
	if n, ok = home.constructors[name]; ok {
		return n, true
	}
	for _, s := range home.Sees {
		if n, ok = s.constructors[name]; ok {
			return n, true
		}
	}
	return 0, false
}

// Definition is what a name denotes in an item, nil where it is no definition.
func (p *Program) Definition(in *syntax.Item, name string) *syntax.Item {
	return p.definition(in, name)
}

// Constructor is the number of a constructor's fields; ok is false where a name in an item is
// none.
func (p *Program) Constructor(in *syntax.Item, name string) (fields int, ok bool) {
	return p.fields(in, name)
}

// Locals are the names that a local may have, from the longest on: tails of it that belong to no
// name are projections.
func Locals(item *syntax.Item, n syntax.NodeID) []string {
	return (&machine{item: item}).names(n)
}

// Integer reads the literal of an integer.
func Integer(text string) (n Num, ok bool) {
	n, ok = readNumber(text)
	return n, ok && !isFloat(n.Dtype)
}
