package rewriting

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A template is what a rule puts in the place of what it matches: text with holes.
type template struct {
	rule     *pattern.Rule
	pieces   []piece
	strength int
	bare     string // the name that is all of it; "" of others
	uses     map[string]*holeUse
	order    []string // the names that represent expressions, by their first holes
	margin   string   // the blanks before all its lines but the first
	binders  []string // the variables that it binds, with their sigils
}

// A holeUse is how the holes of a name are evaluated.
type holeUse struct {
	count    int
	repeated bool // some are in a function
	certain  bool // the first one is evaluated for sure, in the order of the text
}

// A piece is a stretch of a template.
type piece struct {
	kind          pieceKind
	text          string          // of text; the name of a binder; an attribute's name
	name          string          // what it is about
	need          int             // the strength that a hole asks for
	content       bool            // the hole is all that is between braces
	index         int             // of shapes
	before, after string          // attributes: what is written around them, if there are any
	to            syntax.CallNode // attributes: the call that they are passed on to
}

// A pieceKind says what a piece is.
type pieceKind uint8

const (
	textPiece pieceKind = iota
	holePiece
	binderPiece     // a variable of the template's own, where it is bound and where it is named
	valuePiece      // `value(c)`
	attributePiece  // `attr(c, "axis")`, `attr(c, "axis")[0]`
	attributesPiece // `attrs(c)`
	shapePiece      // `shape(x)[1]`, index -1 for `shape(x)`
	dtypePiece      // `dtype(x)`
	rankPiece       // `rank(x)`
	sizePiece       // `size(x)`
)

// A compiler cuts a template into pieces.
type compiler struct {
	*template
	tree
	parents []syntax.NodeID
	names   map[string]bool
	bound   map[string]bool
	at      int32
}

func compile(rule *pattern.Rule) *template {
	item, root := rule.With.Item, rule.With.Node
	c := &compiler{template: &template{rule: rule, uses: map[string]*holeUse{}}, names: map[string]bool{}, bound: map[string]bool{}}
	c.parents = make([]syntax.NodeID, item.Len())
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		for _, kid := range item.Kids(n) {
			c.parents[kid] = n
		}
	}
	c.tree = tree{item: item, parent: func(n syntax.NodeID) syntax.NodeID { return c.parents[n] }}
	for _, name := range rule.Names() {
		c.names[name] = true
	}
	c.findBinders(root)
	span := item.Span(root)
	c.at = span.Start
	c.node(root, root)
	c.write(span.End)
	c.template.strength = c.tree.strength(root)
	c.brace(root)
	c.margin = marginOf(item.Text[span.Start:span.End])
	if inner := item.Unparen(root); c.isHole(inner) {
		c.bare = item.SourceText(inner)
		c.pieces = []piece{{kind: holePiece, name: c.bare}}
	}
	return c.template
}

// marginOf are the blanks that all lines of a text but the first begin with.
func marginOf(text string) string {
	_, rest, more := strings.Cut(text, "\n")
	if !more {
		return ""
	}
	var margin *string
	for line := range strings.SplitSeq(rest, "\n") {
		inner := strings.TrimLeft(line, " \t")
		blanks := line[:len(line)-len(inner)]
		switch {
		case strings.TrimSpace(inner) == "":
		case margin == nil:
			margin = &blanks
		default:
			for !strings.HasPrefix(blanks, *margin) {
				*margin = (*margin)[:len(*margin)-1]
			}
		}
	}
	if margin == nil {
		return ""
	}
	return *margin
}

// brace puts statements without braces around them in some.
func (c *compiler) brace(root syntax.NodeID) {
	if c.item.Kind(root) == syntax.Block && !strings.HasPrefix(c.item.SourceText(root), "{") {
		c.pieces = append([]piece{{kind: textPiece, text: "{ "}}, append(c.pieces, piece{kind: textPiece, text: " }"})...)
	}
}

// isHole reports whether n is a name that represents what it matched.
func (c *compiler) isHole(n syntax.NodeID) bool {
	return c.item.Kind(n) == syntax.Name && c.names[c.item.SourceText(n)]
}

// findBinders finds the variables that the template binds.
func (c *compiler) findBinders(root syntax.NodeID) {
	c.item.Walk(root, func(n syntax.NodeID) bool {
		binds := c.item.Kind(n) == syntax.PatVar
		if c.item.Kind(n) == syntax.Graph {
			n, binds = c.item.Graph(n).Name, true
		}
		if name := c.item.SourceText(n); binds && !c.bound[name] {
			c.bound[name] = true
			c.binders = append(c.binders, name)
		}
		return true
	})
}

// write adds the text up to an offset.
func (c *compiler) write(to int32) {
	if c.at < to {
		c.pieces = append(c.pieces, piece{kind: textPiece, text: c.item.Text[c.at:to]})
	}
	c.at = max(c.at, to)
}

// special adds a piece in the place of a span.
func (c *compiler) special(at syntax.Span, p piece) {
	c.write(at.Start)
	c.pieces = append(c.pieces, p)
	c.at = at.End
}

// node goes through a tree in the order of the text. The depth is bounded by the
// parser.
func (c *compiler) node(n, root syntax.NodeID) {
	switch kind := c.item.Kind(n); {
	case c.isHole(n):
		c.hole(n, root)
	case kind == syntax.PatVar || kind == syntax.Local && c.bound[c.ownName(n)]:
		span := c.item.Span(n)
		c.special(syntax.Span{Start: span.Start, End: span.Start + int32(len(c.ownName(n)))}, piece{kind: binderPiece, text: c.ownName(n)})
	case c.question(n):
	case kind == syntax.NamedArg:
		c.node(c.item.NamedArg(n).Value, root)
	default:
		for _, kid := range c.item.Kids(n) {
			if kid != syntax.NoNode {
				c.node(kid, root)
			}
		}
	}
}

// ownName is the name of a variable without the projections after it: a template
// has no names with dots.
func (c *compiler) ownName(n syntax.NodeID) string {
	name := c.item.SourceText(n)
	if i := strings.IndexAny(name, "./:"); i >= 0 {
		return name[:i]
	}
	return name
}

func (c *compiler) hole(n, root syntax.NodeID) {
	name := c.item.SourceText(n)
	parent := c.parents[n]
	c.special(c.item.Span(n), piece{
		kind: holePiece, name: name, need: c.needIn(n, root),
		content: n != root && c.item.Kind(parent) == syntax.Block && len(c.item.Kids(parent)) == 1,
	})
	use := c.uses[name]
	certain, repeated := c.evaluated(n, root)
	if use == nil {
		use = &holeUse{certain: certain}
		c.uses[name] = use
		c.order = append(c.order, name)
	}
	use.count++
	use.repeated = use.repeated || repeated
}

// needIn is need within the template, whose own place is not known here.
func (c *compiler) needIn(n, root syntax.NodeID) int {
	if n == root {
		return 0
	}
	return c.need(n)
}

// evaluated reports whether a hole is evaluated for sure, in the order of the text, and
// whether it is in a function.
func (c *compiler) evaluated(n, root syntax.NodeID) (certain, repeated bool) {
	certain = true
	for ; n != root; n = c.parents[n] {
		parent := c.parents[n]
		switch c.item.Kind(parent) {
		case syntax.Fn:
			certain, repeated = false, true
		case syntax.Graph, syntax.NamedArg:
			certain = false
		case syntax.If, syntax.Match:
			certain = certain && c.item.Kids(parent)[0] == n
		case syntax.Binary:
			operator, _ := c.item.Binary(parent).Link(0)
			kind := syntax.TokenKind(c.item.Node(operator).Data)
			certain = certain && (c.item.Binary(parent).First == n || kind != syntax.TokAnd && kind != syntax.TokOr)
		}
	}
	return certain, repeated
}

// questions are the functions of templates, by name.
var questions = map[string]pieceKind{
	"value": valuePiece, "attr": attributePiece, "attrs": attributesPiece, "shape": shapePiece, "dtype": dtypePiece, "rank": rankPiece, "size": sizePiece,
}

// question adds a piece for a call of such a function; false of other nodes.
func (c *compiler) question(n syntax.NodeID) bool {
	index, call := -1, n
	if c.item.Kind(n) == syntax.Index {
		x := c.item.Index(n)
		i, err := strconv.Atoi(c.item.SourceText(x.At))
		if err != nil || i < 0 {
			return false
		}
		index, call = i, x.Sequence
	}
	kind, name, text, ok := c.asked(call)
	if !ok || index >= 0 && kind != shapePiece && kind != attributePiece {
		return false
	}
	p := piece{kind: kind, name: name, text: text, index: index}
	span := c.item.Span(n)
	if kind == attributesPiece {
		span = c.adjacent(n, &p)
	}
	c.special(span, p)
	return true
}

// asked takes a call of a question apart.
func (c *compiler) asked(n syntax.NodeID) (kind pieceKind, name, text string, ok bool) {
	if c.item.Kind(n) != syntax.Call {
		return 0, "", "", false
	}
	call := c.item.Call(n)
	kind, ok = questions[c.item.SourceText(call.Callee)]
	if !ok || len(call.Args) == 0 || !c.isHole(call.Args[0]) {
		return 0, "", "", false
	}
	if kind == attributePiece && len(call.Args) == 2 {
		text = strings.Trim(c.item.SourceText(call.Args[1]), `"`)
	}
	return kind, c.item.SourceText(call.Args[0]), text, len(call.Args) == 1 || text != ""
}

// adjacent takes a comma in, which is not written where there are no attributes.
func (c *compiler) adjacent(n syntax.NodeID, p *piece) syntax.Span {
	span := c.item.Span(n)
	parent := c.parents[n]
	if c.item.Kind(parent) != syntax.Call {
		return span
	}
	p.to = c.item.Call(parent)
	args := p.to.Args
	switch i := slices.Index(args, n); {
	case i > 0:
		span.Start = c.at
		if end := c.item.Span(args[i-1]).End; span.Start < end {
			span.Start = end
		}
		p.before = ", "
	case i == 0 && len(args) > 1:
		span.End = c.item.Span(args[1]).Start
		p.after = ", "
	}
	return span
}
