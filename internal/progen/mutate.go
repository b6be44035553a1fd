package progen

import (
	"math/rand/v2"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Mutator changes a text at a random place, as its author may in the course of
// writing. What comes out need not be a program.
type Mutator struct{ Rand *rand.Rand }

// NewMutator makes the changes of a seed.
func NewMutator(seed uint64) Mutator { return Mutator{rand.New(rand.NewPCG(seed, 4))} }

func (m Mutator) pick(texts []string) string { return texts[m.Rand.IntN(len(texts))] }

// Token deletes, repeats, exchanges, replaces or misspells a token.
func (m Mutator) Token(text string) string {
	tokens := syntax.Lex(text)
	if len(tokens) < 4 {
		return text
	}
	i := m.Rand.IntN(len(tokens) - 3)
	at, next := tokens[i], tokens[i+1]
	one, two := text[at.Start:at.End], text[next.Start:next.End]
	instead := ""
	switch m.Rand.IntN(6) {
	case 1:
		instead = one + " " + one
	case 2:
		return text[:at.Start] + two + text[at.End:next.Start] + one + text[next.End:]
	case 3, 4:
		instead = m.sameKind(text, tokens, at)
	case 5:
		instead = m.misspelt(one)
	}
	return text[:at.Start] + instead + text[at.End:]
}

// sameKind is another token of a token's kind.
func (m Mutator) sameKind(text string, tokens []syntax.Token, at syntax.Token) string {
	var found []string
	for _, other := range tokens {
		if other.Kind == at.Kind {
			found = append(found, text[other.Start:other.End])
		}
	}
	return m.pick(found)
}

func (m Mutator) misspelt(word string) string {
	at := m.Rand.IntN(len(word) + 1)
	return word[:at] + m.pick([]string{"a", "x", "1"}) + word[min(at+m.Rand.IntN(2), len(word)):]
}

// Clause puts a clause of a match in once more after the others, or one that takes all
// that is left in their midst.
func (m Mutator) Clause(text string) string {
	found := nodesOf(text, syntax.Match)
	if len(found) == 0 {
		return text
	}
	at := found[m.Rand.IntN(len(found))]
	clauses := at.item.Match(at.node).Clauses
	if len(clauses) == 0 {
		return text
	}
	from, behind := clauses[m.Rand.IntN(len(clauses))], clauses[m.Rand.IntN(len(clauses))]
	added := at.item.SourceText(from)
	if m.Rand.IntN(2) == 0 {
		pattern := at.item.Span(at.item.Pattern(from))
		added = "_" + added[pattern.End-at.item.Span(from).Start:]
	}
	return at.insert(text, behind, ", "+added)
}

// Pattern makes a pattern of a match more general or more special.
func (m Mutator) Pattern(text string) string {
	found := nodesOf(text, []syntax.Kind{syntax.PatWild, syntax.PatVar, syntax.PatCons, syntax.PatName}[m.Rand.IntN(4)])
	if len(found) == 0 {
		return text
	}
	at := found[m.Rand.IntN(len(found))]
	other := m.pick([]string{"_", "%new", found[m.Rand.IntN(len(found))].text(), "True", "0", "(_, _)"})
	span := at.span()
	return text[:span.Start] + other + text[span.End:]
}

// TypeComment claims a type of an expression, at most times a wrong one.
func (m Mutator) TypeComment(text string) string {
	found := nodesOf(text, []syntax.Kind{syntax.Local, syntax.Call, syntax.Int, syntax.Float, syntax.Tuple, syntax.Paren, syntax.Name}[m.Rand.IntN(7)])
	if len(found) == 0 {
		return text
	}
	at := found[m.Rand.IntN(len(found))]
	claimed := []string{"int32", "float32", "bool", "_", "()", "(int32,)", "Tensor[(?, 3), float32]", "int64", "List[int32]", "fn(int32) -> int32", "a"}
	for _, t := range append(nodesOf(text, syntax.TypeName), append(nodesOf(text, syntax.TypeCall), nodesOf(text, syntax.TypeFn)...)...) {
		claimed = append(claimed, t.text())
	}
	return at.insert(text, at.node, " /* ty="+m.pick(claimed)+" */")
}

// Suppression silences a code, on a line or in an item.
func (m Mutator) Suppression(text string) string {
	codes := m.pick([]string{"unused-binding", "type-mismatch", "redundant-match", "unreachable-case", "unused-bindin", "all", "unused-binding, stale-type-comment"})
	lines := strings.SplitAfter(text, "\n")
	i := m.Rand.IntN(len(lines))
	if m.Rand.IntN(2) == 0 {
		lines[i] = strings.TrimSuffix(lines[i], "\n") + m.pick([]string{"  # ", " // "}) + "fraccheck:ignore " + codes + m.pick([]string{"", ": why"}) + "\n"
	} else {
		lines[i] = m.pick([]string{"#[allow(" + codes + ")]\n", "# fraccheck:ignore " + codes + "\n"}) + lines[i]
	}
	return strings.Join(lines, "")
}

// Annotation changes what a program says of types: it drops an annotation, a requirement
// or type parameters, or writes another type or size.
func (m Mutator) Annotation(text string) string {
	kind := []syntax.Kind{syntax.Param, syntax.Let, syntax.Fn, syntax.ItemDef, syntax.Where, syntax.TypeParams, syntax.TypeName, syntax.TypeName, syntax.TypeCall, syntax.TypeTuple, syntax.TypeFn}[m.Rand.IntN(11)]
	found := nodesOf(text, kind)
	if len(found) == 0 {
		return text
	}
	at := found[m.Rand.IntN(len(found))]
	var from, to syntax.NodeID
	switch item := at.item; kind {
	case syntax.Param:
		from, to = item.Param(at.node).Pattern, item.Param(at.node).Type
	case syntax.Let:
		from, to = item.Let(at.node).Pattern, item.Let(at.node).Type
	case syntax.Fn:
		from, to = item.Fn(at.node).Params, item.Fn(at.node).Result
	case syntax.ItemDef:
		from, to = item.Def(at.node).Params, item.Def(at.node).Result
	case syntax.Where, syntax.TypeParams:
		span := at.span()
		return text[:span.Start] + text[span.End:]
	default:
		span := at.span()
		return text[:span.Start] + m.otherType(text) + text[span.End:]
	}
	if to == syntax.NoNode {
		return text
	}
	start, end := at.item.Span(from).End+at.start, at.item.Span(to).End+at.start
	return text[:start] + text[end:]
}

// otherType is a type of a program, or one that fits in many places.
func (m Mutator) otherType(text string) string {
	texts := []string{"_", "a", "b", "n", "?", "int32", "float32", "Tensor[(?), float32]", "List[int32]"}
	for _, kind := range []syntax.Kind{syntax.TypeName, syntax.TypeCall, syntax.TypeFn, syntax.TypeTuple} {
		for _, p := range nodesOf(text, kind) {
			texts = append(texts, p.text())
		}
	}
	return m.pick(texts)
}

// expressions are the kinds that may stand wherever an expression may.
var expressions = []syntax.Kind{syntax.Local, syntax.Int, syntax.Call, syntax.Tuple, syntax.Fn, syntax.Paren, syntax.Name, syntax.Project, syntax.Index, syntax.If, syntax.Match, syntax.Local, syntax.Call}

// Expression writes one expression in the place of another, or binds it, passes it on,
// stores it and reads it, which leaves its value as it is.
func (m Mutator) Expression(text string) string {
	found := nodesOf(text, expressions[m.Rand.IntN(len(expressions))])
	others := nodesOf(text, expressions[m.Rand.IntN(len(expressions))])
	if len(found) == 0 || len(others) == 0 {
		return text
	}
	at := found[m.Rand.IntN(len(found))]
	instead := others[m.Rand.IntN(len(others))].text()
	if m.Rand.IntN(3) == 0 {
		instead = strings.ReplaceAll(m.pick([]string{
			"ref_read(ref($))", "($, 1).0", "{ let %w = $; %w }", "{ let %w = fn(%k) { %k }; %w($) }", "@id($)", "{ %7 = $; %7 }",
			"(fn(%k) { %k })($)", "if (True) { $ } else { $ }", "match (Some($)) { Some(%k) => %k, None => $ }", "first([$])",
			"{ let %r = ref($); ref_write(%r, ref_read(%r)); ref_read(%r) }", "map(fn(%k) { $ }, [1, 2])", "[$, $]", "foldl(fn(%s, %k) { %s }, [1, 2], $)",
		}), "$", at.text())
	}
	span := at.span()
	return text[:span.Start] + instead + text[span.End:]
}

// Types makes some changes that the checker of types is there for.
func (m Mutator) Types(text string) string {
	for range m.Rand.IntN(4) {
		if m.Rand.IntN(2) == 0 {
			text = m.Annotation(text)
		} else {
			text = m.Expression(text)
		}
	}
	return text
}

// Many makes some changes of all kinds.
func (m Mutator) Many(text string) string {
	changes := []func(string) string{m.Token, m.Clause, m.Clause, m.Pattern, m.TypeComment, m.TypeComment, m.Suppression}
	for range 1 + m.Rand.IntN(4) {
		text = changes[m.Rand.IntN(len(changes))](text)
	}
	return text
}

// A place is a node of a text.
type place struct {
	item  *syntax.Item
	start int32 // of the item
	node  syntax.NodeID
}

func nodesOf(text string, kind syntax.Kind) (found []place) {
	file := syntax.ParseFile("text.frac", text)
	for i, item := range file.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) == kind {
				found = append(found, place{item, file.Start(i), n})
			}
		}
	}
	return found
}

func (p place) span() syntax.Span { return p.item.Span(p.node).Shift(p.start) }

func (p place) text() string { return p.item.SourceText(p.node) }

// insert puts text after a node of the place's item.
func (p place) insert(text string, behind syntax.NodeID, added string) string {
	at := p.item.Span(behind).End + p.start
	return text[:at] + added + text[at:]
}
