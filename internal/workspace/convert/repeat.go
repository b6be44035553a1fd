package convert

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
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
// values is read behind it, by position.
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

// blocks gives the rows of equal blocks among so many, and the number of the parameters and results
// of the first one.
func (f *folder) blocks(start, period, count int) (found []fold, cost int) {
	var row *fold
	for k := range count {
		b, ok := f.block(start+k*period, period)
		if !ok {
			row = nil
			continue
		}
		if row != nil && row.blocks[0].form == b.form {
			row.blocks, row.count = append(row.blocks, b), row.count+1
			continue
		}
		found = append(found, fold{start: start + k*period, period: period, count: 1, blocks: []block{b}})
		row = &found[len(found)-1]
	}
	found = slices.DeleteFunc(found, func(c fold) bool { return c.count < 2 })
	if len(found) > 0 {
		cost = len(found[0].blocks[0].outer) + len(found[0].blocks[0].results)
	}
	return found, cost
}

// block describes the statements of a block. It is false where a value has no type that can be
// written.
func (f *folder) block(start, period int) (b block, ok bool) {
	var form strings.Builder
	numbers, bound := map[string]string{}, []string{}
	ok = true
	for i := start; i < start+period; i++ {
		s := &f.statements[i]
		for _, name := range s.binds {
			numbers[name] = "i" + strconv.Itoa(len(bound))
			bound = append(bound, name)
		}
		for k, t := range s.tokens {
			text := s.text[t.Start:t.End]
			switch {
			case t.Kind == syntax.TokTypeNote && k > 0 && s.tokens[k-1].Kind == syntax.TokMeta:
				continue // is part of the constant
			case t.Kind == syntax.TokLocal && numbers[text] != "":
				text = numbers[text]
			case t.Kind == syntax.TokLocal && f.types[text] != nil:
				ok = ok && b.read(text, f.types[text], numbers)
				text = numbers[text]
			case t.Kind == syntax.TokLocal:
				numbers[text] = "n" + strconv.Itoa(len(numbers))
				text = numbers[text]
			case t.Kind == syntax.TokMeta:
				text = constantText(s, k)
				if numbers[text] == "" {
					ok = ok && b.readConstant(text, numbers)
				}
				text = numbers[text]
			}
			form.WriteString(text + "\x00")
		}
	}
	b.bound = bound
	for i, name := range bound {
		if f.lastUse[name] >= start+period {
			b.results = append(b.results, i)
			ok = ok && f.types[name] != nil
		}
	}
	for _, o := range b.outer {
		form.WriteString(o.typ + "\x00")
	}
	b.form = form.String()
	return b, ok && f.closed(&b, start, period)
}

// read notes a value from elsewhere.
func (b *block) read(text string, t types.Type, numbers map[string]string) bool {
	typ := types.String(t)
	if !isWritten(t) || strings.Contains(typ, "?") {
		return false
	}
	numbers[text] = "e" + strconv.Itoa(len(b.outer))
	b.outer = append(b.outer, outer{text, typ, t})
	return true
}

// isWritten reports whether a type is one that models have: tensors, tuples and FractalTensors of
// them, without type variables.
func isWritten(t types.Type) bool {
	written := true
	types.Walk(t, func(t types.Type) bool {
		switch types.Head(t).(type) {
		case *types.Tensor, *types.Tuple, *types.Fractal:
		default:
			written = false
		}
		return written
	})
	return written
}

// readConstant notes a constant that stands where it is used, with its type.
func (b *block) readConstant(text string, numbers map[string]string) bool {
	_, typ, ok := strings.Cut(text, "/* ty=")
	numbers[text] = "e" + strconv.Itoa(len(b.outer))
	b.outer = append(b.outer, outer{text, strings.TrimSpace(strings.TrimSuffix(typ, "*/")), nil})
	return ok
}

// constantText is `meta[kind][i] /* ty=T */` at a token of a statement.
func constantText(s *letStatement, k int) string {
	end := s.tokens[k].End
	if k+1 < len(s.tokens) && s.tokens[k+1].Kind == syntax.TokTypeNote {
		end = s.tokens[k+1].End
	}
	return s.text[s.tokens[k].Start:end]
}

// closed finds the size variables that a block mentions. It reports whether the arguments of a call
// determine each.
func (f *folder) closed(b *block, start, period int) bool {
	var mentioned []string
	alone := map[string]bool{}
	for _, o := range b.outer {
		if o.t == nil {
			continue
		}
		types.Walk(o.t, func(t types.Type) bool {
			tensor, ok := t.(*types.Tensor)
			if !ok {
				return true
			}
			for _, d := range tensor.Shape {
				if e, ok := d.Symbolic(); ok {
					if s, single := e.Symbol(); single {
						alone[s.Name] = true
					}
					e.Symbols(func(s *symbolic.Symbol) { mentioned = append(mentioned, s.Name) })
				}
			}
			return true
		})
	}
	for i := start; i < start+period; i++ {
		s := &f.statements[i]
		for _, t := range s.tokens {
			if name := s.text[t.Start:t.End]; t.Kind == syntax.TokName && f.sizes[name] {
				mentioned = append(mentioned, name)
			}
		}
	}
	for _, name := range mentioned {
		if !alone[name] || !f.sizes[name] {
			return false
		}
		if !slices.Contains(b.sizes, name) {
			b.sizes = append(b.sizes, name)
		}
	}
	return true
}

// definition writes the definition of a row of blocks, with the names of its first block as far as
// they are those of all.
func (f *folder) definition(c *fold, name string) string {
	first := &c.blocks[0]
	renamed, taken := map[string]string{}, map[string]bool{}
	rename := func(text, wanted string) {
		for base, n := wanted, 2; taken[wanted]; n++ {
			wanted = base + "_" + strconv.Itoa(n)
		}
		renamed[text], taken[wanted] = wanted, true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// Statements that %s repeats %d times.\ndef %s", f.item.SourceText(f.item.Declared()), c.count, name)
	if len(first.sizes) > 0 {
		b.WriteString("<" + strings.Join(first.sizes, ", ") + ">")
	}
	b.WriteByte('(')
	for i, o := range first.outer {
		rename(o.text, commonName(c, func(b *block) string { return b.outer[i].text }))
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(renamed[o.text] + ": " + o.typ)
	}
	for i, text := range first.bound {
		rename(text, commonName(c, func(b *block) string { return b.bound[i] }))
	}
	b.WriteByte(')')
	if t, ok := f.resultType(first); ok {
		b.WriteString(" -> " + t)
	}
	b.WriteString(" {\n")
	for i := c.start; i < c.start+c.period; i++ {
		b.WriteString("  " + f.statements[i].renamed(renamed, rename) + ";\n")
	}
	results := make([]string, len(first.results))
	for i, r := range first.results {
		results[i] = renamed[first.bound[r]]
	}
	b.WriteString("  " + tupled(results) + "\n}\n")
	return b.String()
}

// resultType is the type of what a block gives, if the size variables of its parameters are enough
// to write it.
func (f *folder) resultType(b *block) (string, bool) {
	parts := make([]types.Type, len(b.results))
	for i, r := range b.results {
		parts[i] = f.types[b.bound[r]]
	}
	t := parts[0]
	if len(parts) > 1 {
		t = &types.Tuple{Elems: parts}
	}
	closed := true
	types.Walk(t, func(t types.Type) bool {
		tensor, ok := t.(*types.Tensor)
		if !ok {
			return true
		}
		for _, d := range tensor.Shape {
			if e, ok := d.Symbolic(); ok {
				e.Symbols(func(s *symbolic.Symbol) { closed = closed && slices.Contains(b.sizes, s.Name) })
			}
		}
		return true
	})
	text := types.String(t)
	return text, closed && isWritten(t) && !strings.Contains(text, "?")
}

// union gives the first block the results of all: what one of them gives and nothing reads is `_`.
func (f *folder) union(c *fold) {
	all := map[int]bool{}
	for _, b := range c.blocks {
		for _, r := range b.results {
			all[r] = true
		}
	}
	c.blocks[0].results = slices.Sorted(maps.Keys(all))
}

// renamed is the text of a statement with other names. What it binds inside of itself keeps its
// name, unless another value has that.
func (s *letStatement) renamed(names map[string]string, rename func(text, wanted string)) string {
	var b strings.Builder
	at := int32(0)
	for k, t := range s.tokens {
		text := s.text[t.Start:t.End]
		switch t.Kind {
		case syntax.TokLocal:
			if names[text] == "" {
				rename(text, text)
			}
		case syntax.TokMeta:
			text = constantText(s, k)
		default:
			continue
		}
		b.WriteString(s.text[at:t.Start] + names[text])
		at = t.Start + int32(len(text))
	}
	return b.String() + s.text[at:]
}

// calls writes the calls that stand for a row of blocks.
func (f *folder) calls(c *fold, name string) string {
	var out strings.Builder
	for k := range c.blocks {
		b := &c.blocks[k]
		end := c.start + (k+1)*c.period
		results := make([]string, len(c.blocks[0].results))
		for i, r := range c.blocks[0].results {
			if results[i] = b.bound[r]; f.lastUse[b.bound[r]] < end {
				results[i] = "_"
			}
		}
		args := make([]string, len(b.outer))
		for i, o := range b.outer {
			args[i] = o.text
		}
		if k > 0 {
			out.WriteString("  ")
		}
		fmt.Fprintf(&out, "let %s = %s(%s);\n", tupled(results), name, strings.Join(args, ", "))
	}
	return out.String()
}

// tupled is one part, or the tuple of several.
func tupled(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// commonName is what the names of a value in all blocks have in common: the parts between
// underscores that are equal, and else those that are equal but for the digits at their end.
func commonName(c *fold, of func(*block) string) string {
	if !strings.HasPrefix(of(&c.blocks[0]), "%") {
		return "%constant"
	}
	name := commonParts(c, func(b *block) []string { return strings.Split(of(b)[1:], "_") })
	if name == "" {
		name = commonParts(c, func(b *block) []string {
			parts := strings.Split(of(b)[1:], "_")
			for i, part := range parts {
				parts[i] = strings.TrimRight(part, "0123456789")
			}
			return parts
		})
	}
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "v" + name
	}
	return "%" + name
}

// commonParts are the parts that the blocks have in common at the same place, if all have as many.
func commonParts(c *fold, of func(*block) []string) string {
	kept := of(&c.blocks[0])
	for k := range c.blocks {
		other := of(&c.blocks[k])
		if len(other) != len(kept) {
			return ""
		}
		for i := range kept {
			if kept[i] != other[i] {
				kept[i] = ""
			}
		}
	}
	return strings.Join(slices.DeleteFunc(kept, func(part string) bool { return part == "" }), "_")
}
