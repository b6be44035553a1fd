package convert

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Exporters unroll the layers of a network: its statements repeat, with other weights. foldRepeats
// writes a definition for such statements, of what they read from elsewhere, and calls it:
//
//	let %a1 = f(%x, %w1); let %b1 = g(%a1);        def @block(%a, %w) { let %a1 = f(%a, %w); g(%a1) }
//	let %a2 = f(%b1, %w2); let %b2 = g(%a2);  →    let %b1 = @block(%x, %w1);
//	                                               let %b2 = @block(%b1, %w2);
//
// Only neighbours are folded. A statement's form is its text with the names of values left out.
// Where the forms of a row of statements are those of the statements p further on, the row is a
// candidate with the period p. Two blocks of p statements are the same if their texts are, once
// names that the block binds are numbered in their order, and those from elsewhere are numbered by
// their first use and have equal types. The row is cut where a block has the fewest parameters and
// results.
//
// Statements keep their order and bind what they bound, and definitions are pure functions of their
// parameters, so that the values are the same. The caller checks the text nevertheless.

// A folder folds the statements of one definition.
type folder struct {
	item       *syntax.Item
	info       *typed.Info
	sizes      map[string]bool // type parameters of the definition
	statements []letStatement
	forms      []int
	types      map[string]types.Type // of names that the definition and its statements bind
	lastUse    map[string]int        // the last statement that has a name; len(statements) for the result
}

// A letStatement is a statement of the definition, without the sign that ends it.
type letStatement struct {
	text   string
	tokens []syntax.Token // of the text
	binds  []string
	weight bool // it binds a constant of the model
}

// Blocks of fewer statements stay as they are, and so do rows that get shorter by fewer.
const (
	leastBlock = 3
	leastSaved = 6
	mostPeriod = 512
)

// A fold is a row of equal blocks.
type fold struct {
	start, period, count int
	length               int     // of a row that is not cut yet, in statements
	blocks               []block // of the same form
}

// A block is one of the repeated parts: what it reads from elsewhere, by first use, and what of its
// values is read after it, by position.
type block struct {
	form    string
	outer   []outer
	results []int
	bound   []string // all values that the block binds
	sizes   []string // the size variables that it mentions, of which each is an extent of a parameter
}

// An outer value is what a block reads from elsewhere.
type outer struct {
	text string // a name, or a constant with its type
	typ  string
	t    types.Type // nil of a constant
}

// foldRepeats gives the text of a definition in which repeated statements are calls, and the
// definitions that it calls. name gives definitions their names. It is false where nothing repeats.
//
// The constants of the model are bound in front, so that no row has one in it.
func foldRepeats(item *syntax.Item, info *typed.Info, name func() string) (text, definitions string, ok bool) {
	f := &folder{item: item, info: info, sizes: map[string]bool{}, types: map[string]types.Type{}, lastUse: map[string]int{}}
	if !f.read() {
		return "", "", false
	}
	folds := f.folds()
	if len(folds) == 0 {
		return "", "", false
	}
	var out, defs strings.Builder
	b := item.Block(item.Body())
	out.WriteString(item.Text[:item.Span(b.Statements[0]).Start])
	for i := 0; i < len(f.statements); {
		if i > 0 {
			out.WriteString("  ")
		}
		if len(folds) > 0 && folds[0].start == i {
			at := name()
			defs.WriteString(f.definition(&folds[0], at) + "\n")
			out.WriteString(f.calls(&folds[0], at))
			i += folds[0].period * folds[0].count
			folds = folds[1:]
			continue
		}
		out.WriteString(f.statements[i].text + ";\n")
		i++
	}
	out.WriteString("  " + item.Text[item.Span(b.Result).Start:item.Span(item.Root).End])
	return out.String(), defs.String(), true
}

// read takes the definition apart. It is false of one that is no list of lets.
func (f *folder) read() bool {
	if f.item.Kind(f.item.Root) != syntax.ItemDef || f.item.Kind(f.item.Body()) != syntax.Block {
		return false
	}
	def := f.item.Def(f.item.Root)
	for _, p := range f.item.Kids(def.TypeParams) {
		f.sizes[f.item.SourceText(p)] = true
	}
	for _, p := range f.item.Kids(def.Params) {
		if f.item.Kind(p) != syntax.Param {
			return false
		}
		pattern := f.item.Param(p).Pattern
		f.types[f.item.SourceText(pattern)] = f.info.Type(pattern)
	}
	b := f.item.Block(f.item.Body())
	if b.Result == syntax.NoNode || len(b.Statements) < 2*leastBlock {
		return false
	}
	known := map[string]int{}
	for i, n := range b.Statements {
		if f.item.Kind(n) != syntax.Let {
			return false
		}
		end := f.item.Span(b.Result).Start
		if i+1 < len(b.Statements) {
			end = f.item.Span(b.Statements[i+1]).Start
		}
		s, ok := f.statement(n, end)
		if !ok {
			return false
		}
		form := f.form(&s)
		if known[form] == 0 {
			known[form] = len(known) + 1
		}
		f.statements, f.forms = append(f.statements, s), append(f.forms, known[form])
		for _, t := range s.tokens {
			if t.Kind == syntax.TokLocal {
				f.lastUse[s.text[t.Start:t.End]] = i
			}
		}
	}
	result := f.item.SourceText(b.Result)
	for _, t := range syntax.Lex(result) {
		if t.Kind == syntax.TokLocal {
			f.lastUse[result[t.Start:t.End]] = len(f.statements)
		}
	}
	return true
}

// statement reads a let up to where the next one begins, with the type comment of its value, and
// notes the types of what it binds.
func (f *folder) statement(n syntax.NodeID, end int32) (letStatement, bool) {
	let := f.item.Let(n)
	text := strings.TrimRight(f.item.Text[f.item.Span(n).Start:end], "; \t\r\n")
	s := letStatement{text: text, tokens: syntax.Lex(text), weight: f.item.Kind(let.Value) == syntax.Meta}
	parts := []syntax.NodeID{let.Pattern}
	ts := []types.Type{f.info.Type(let.Value)}
	if f.item.Kind(let.Pattern) == syntax.PatTuple {
		tuple, ok := types.Head(ts[0]).(*types.Tuple)
		if parts = f.item.Kids(let.Pattern); !ok || len(tuple.Elems) != len(parts) {
			return s, false
		}
		ts = tuple.Elems
	}
	for i, p := range parts {
		name := f.item.SourceText(p)
		if f.item.Kind(p) == syntax.PatWild {
			continue
		}
		if !strings.HasPrefix(name, "%") || strings.ContainsAny(name, " .") {
			return s, false
		}
		s.binds = append(s.binds, name)
		f.types[name] = ts[i]
	}
	return s, true
}

// form is the text of a statement without names of values.
func (f *folder) form(s *letStatement) string {
	if s.weight {
		return s.text // no two are equal
	}
	var b strings.Builder
	for _, t := range s.tokens {
		switch t.Kind {
		case syntax.TokLocal:
			b.WriteByte('%')
		case syntax.TokMeta:
			b.WriteString("meta")
		default:
			b.WriteString(s.text[t.Start:t.End])
		}
		b.WriteByte(0)
	}
	return b.String()
}

// folds finds rows of blocks that do not overlap: those first that save most statements.
func (f *folder) folds() []fold {
	var found []fold
	taken := make([]bool, len(f.forms))
	candidates := f.rows()
	slices.SortStableFunc(candidates, func(a, b fold) int { return (b.count-1)*b.period - (a.count-1)*a.period })
	for _, row := range candidates {
		for _, c := range f.cut(&row) {
			overlaps := slices.Contains(taken[c.start:c.start+c.period*c.count], true)
			f.union(&c)
			if !overlaps && (c.count-1)*c.period >= leastSaved && len(c.blocks[0].results) > 0 {
				found = append(found, c)
				for i := range c.period * c.count {
					taken[c.start+i] = true
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b fold) int { return a.start - b.start })
	return found
}

// periods are distances at which groups of equal statements follow each other, the most frequent
// first.
func (f *folder) periods() []int {
	const group, most = leastBlock, 64
	last, count := map[string]int{}, map[int]int{}
	for i := 0; i+group <= len(f.forms); i++ {
		key := fmt.Sprint(f.forms[i : i+group])
		if before, ok := last[key]; ok && i-before >= leastBlock && i-before <= mostPeriod {
			count[i-before]++
		}
		last[key] = i
	}
	found := slices.SortedFunc(maps.Keys(count), func(a, b int) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return a - b
	})
	return found[:min(len(found), most)]
}

// rows are the longest rows of statements in which the forms repeat with a period.
func (f *folder) rows() []fold {
	var found []fold
	for _, p := range f.periods() {
		for i := 0; i+p < len(f.forms); {
			n := 0
			for i+p+n < len(f.forms) && f.forms[i+n] == f.forms[i+p+n] {
				n++
			}
			if n >= p {
				found = append(found, fold{start: i, period: p, count: n/p + 1, length: n + p})
			}
			i += n + 1
		}
	}
	return found
}

// cut divides a row into blocks where a block has the fewest parameters and results, and keeps
// those that are equal to their neighbour. Three blocks decide where: a row of n statements with
// the period p costs 3·p² + n.
func (f *folder) cut(row *fold) []fold {
	const sample = 3
	best, least := -1, 0
	for turn := 0; turn < row.period && turn+2*row.period <= row.length; turn++ {
		found, cost := f.blocks(row.start+turn, row.period, min(sample, (row.length-turn)/row.period))
		if len(found) > 0 && (best < 0 || cost < least) {
			best, least = turn, cost
		}
	}
	if best < 0 {
		return nil
	}
	found, _ := f.blocks(row.start+best, row.period, (row.length-best)/row.period)
	return found
}
