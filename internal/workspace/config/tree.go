package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A Kind is what a value is.
type Kind uint8

const (
	Other   Kind = iota // a date or a float, which no key takes
	Text                // a string
	Integer             // of 64 bits
	Boolean
	List
	Table
)

// A Node is a value in the text of a fraccheck.toml, with its place.
type Node struct {
	Kind    Kind
	Span    syntax.Span // of a table with a header of its own the header, of one that a dotted key makes the key
	Text    string      // of a Text, without its quotes
	Number  int64       // of an Integer
	True    bool        // of a Boolean
	Items   []*Node     // of a List
	Entries []*Entry    // of a Table, in the order of the text

	byName map[string]*Entry // where there are more than few entries
	header bool              // a line `[name]` defined it
	inline bool              // it is written in braces
	faulty bool              // a part of it was left out
}

// An Entry is a key of a table with its value.
type Entry struct {
	Name  string
	Key   syntax.Span // with its quotes
	Value *Node
}

// Get returns the value of a key, and nil where the table has none.
func (n *Node) Get(name string) *Node {
	if e := n.entry(name); e != nil {
		return e.Value
	}
	return nil
}

// few entries are searched one by one: a text may be one key of very many parts, each a table.
const few = 8

func (n *Node) entry(name string) *Entry {
	if n.byName != nil {
		return n.byName[name]
	}
	if i := slices.IndexFunc(n.Entries, func(e *Entry) bool { return e.Name == name }); i >= 0 {
		return n.Entries[i]
	}
	return nil
}

func (n *Node) add(e *Entry) {
	if n.Entries = append(n.Entries, e); len(n.Entries) <= few {
		return
	}
	if n.byName == nil {
		n.byName = map[string]*Entry{}
		for _, earlier := range n.Entries {
			n.byName[earlier.Name] = earlier
		}
	}
	n.byName[e.Name] = e
}

// keep drops the entries that are not kept.
func (n *Node) keep(kept func(*Entry) bool) {
	n.Entries = slices.DeleteFunc(n.Entries, func(e *Entry) bool {
		if kept(e) {
			return false
		}
		delete(n.byName, e.Name)
		n.faulty = true
		return true
	})
}

// A treeParser builds the tree of a text, one line at a time where it can: after a mistake it
// goes on at the next line that begins a key or a header.
type treeParser struct {
	text   string
	bytes  []byte // of the text
	base   int    // where the text that the parser of expressions reads begins
	parser unstable.Parser
	root   *Node
	in     *Node // the table of the last header; nil after one that is wrong
	fault  report
}

// parseTree reads a text as TOML. What is wrong with it goes to fault, and the tree has the rest.
func parseTree(text string, fault report) *Node {
	root := &Node{Kind: Table, header: true}
	p := &treeParser{text: text, bytes: []byte(text), base: beginningOf(text), root: root, in: root, fault: fault}
	for p.base < len(text) {
		end := p.expressions()
		if end >= len(text) {
			break
		}
		p.mistake(end)
	}
	return root
}

// beginningOf is where a text begins, after the byte order mark that it may have.
func beginningOf(text string) int { return len(text) - len(strings.TrimPrefix(text, "\ufeff")) }

// expressions reads keys and headers up to the end of the text or to a mistake; it returns the end
// of the last one.
func (p *treeParser) expressions() (end int) {
	end = p.base
	p.parser.Reset(p.bytes[p.base:])
	for p.parser.NextExpression() {
		e := p.parser.Expression()
		key, last := p.key(e.Key())
		switch end = int(last.End); e.Kind {
		case unstable.KeyValue:
			value := p.value(e.Value())
			end = p.base + int(e.Raw.Offset+e.Raw.Length)
			if value.Span.End == 0 { // brackets
				value.Span = syntax.Span{Start: p.valueStart(last.End), End: int32(end)}
			}
			if p.in != nil {
				p.put(p.in, key, value)
			}
		case unstable.Table:
			p.in = p.open(key)
		case unstable.ArrayTable: // no key takes a list of tables
			p.in = nil
			p.put(p.root, key, &Node{Kind: Other, Span: last})
		}
	}
	if p.parser.Error() == nil {
		return len(p.text)
	}
	return end
}

// key are the parts of a key, and the place of the last one.
func (p *treeParser) key(parts unstable.Iterator) (key []*Entry, last syntax.Span) {
	for parts.Next() {
		n := parts.Node()
		last = p.span(n.Raw)
		key = append(key, &Entry{Name: string(n.Data), Key: last})
	}
	return key, last
}

func (p *treeParser) span(r unstable.Range) syntax.Span {
	start := int32(p.base) + int32(r.Offset)
	return syntax.Span{Start: start, End: start + int32(r.Length)}
}

// valueStart is the place after the equals sign that follows a key.
func (p *treeParser) valueStart(key int32) int32 {
	rest := p.text[key:]
	at := strings.IndexByte(rest, '=') + 1
	return key + int32(at+len(rest[at:])-len(strings.TrimLeft(rest[at:], " \t")))
}

// value is a value; one in brackets has no span but those of its parts.
func (p *treeParser) value(n *unstable.Node) *Node {
	v := &Node{Text: string(n.Data)}
	if n.Raw.Length > 0 {
		v.Span = p.span(n.Raw)
	}
	switch n.Kind {
	case unstable.String:
		v.Kind = Text
	case unstable.Bool:
		v.Kind, v.True = Boolean, v.Text == "true"
	case unstable.Integer:
		if i, err := strconv.ParseInt(strings.ReplaceAll(v.Text, "_", ""), 0, 64); err == nil {
			v.Kind, v.Number = Integer, i
		}
	case unstable.Array:
		v.Kind = List
		for c := n.Children(); c.Next(); {
			v.Items = append(v.Items, p.value(c.Node()))
		}
	case unstable.InlineTable:
		v.Kind, v.inline = Table, true
		for c := n.Children(); c.Next(); {
			key, last := p.key(c.Node().Key())
			value := p.value(c.Node().Value())
			if value.Span.End == 0 {
				value.Span = last
			}
			p.put(v, key, value)
		}
	}
	return v
}

// put gives a table an entry, in the tables that the key names on the way.
func (p *treeParser) put(in *Node, key []*Entry, value *Node) {
	last := key[len(key)-1]
	for _, part := range key[:len(key)-1] {
		if in = p.enter(in, part); in == nil {
			return
		}
	}
	if in.entry(last.Name) != nil {
		p.fault(last.Key, "`"+last.Name+"` has a value already; remove one of the two")
		return
	}
	last.Value = value
	in.add(last)
}

// enter is the table of a part of a key, which is made where there is none.
func (p *treeParser) enter(in *Node, part *Entry) *Node {
	known := in.entry(part.Name)
	if known == nil {
		part.Value = &Node{Kind: Table, Span: part.Key}
		in.add(part)
		return part.Value
	}
	if known.Value.Kind != Table || known.Value.inline {
		p.fault(part.Key, "`"+part.Name+"` has a value already, to which no key can be added")
		return nil
	}
	return known.Value
}

// open is the table of a header.
func (p *treeParser) open(key []*Entry) *Node {
	in := p.root
	for _, part := range key {
		if in = p.enter(in, part); in == nil {
			return nil
		}
	}
	last := key[len(key)-1]
	if in.header {
		p.fault(last.Key, "the table `"+last.Name+"` has a header already; put its keys below that one")
	} else {
		in.header, in.Span = true, last.Key
	}
	return in
}
