package matcher_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"context"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
)

// An oracle finds all ways in which a pattern matches, by the words of the
// documentation and by nothing else: it tries everything, and takes the first.
type oracle struct {
	program *randomProgram
	owner   map[string]*pattern.Pattern // of names: the recursive pattern, or the dominator whose path has it
	left    int
}

// A seen is an expression at a place: through which `let`, if any.
type seen struct {
	*expr
	ref string // the variable of the `let`
	// op is the operator that is applied, where that is what is matched.
	op string
	// virtual is a grouping of factors that the program does not have.
	virtual bool
}

// A way is what the names stand for.
type way struct {
	now map[string]seen
	log []logged
}

type logged struct {
	name string
	at   seen
}

func (w way) with(name string, at seen) way {
	now := map[string]seen{name: at}
	for k, v := range w.now {
		if k != name {
			now[k] = v
		}
	}
	return way{now, append(slices.Clone(w.log), logged{name, at})}
}

func (w way) without(names []string) way {
	now := map[string]seen{}
	for k, v := range w.now {
		if !slices.Contains(names, k) {
			now[k] = v
		}
	}
	return way{now, w.log}
}

// back gives names what they represented before.
func (w way) back(names []string, before way) way {
	w = w.without(names)
	for _, n := range names {
		if at, ok := before.now[n]; ok {
			w.now[n] = at
		}
	}
	return w
}

func see(e *expr) seen {
	s := seen{expr: e}
	if e.bound == byLet {
		s.ref = e.variable
	}
	return s
}

func (s seen) same(t seen) bool {
	if s.op != "" || t.op != "" {
		return s.op == t.op
	}
	return s.expr == t.expr || s.form == literalForm && t.form == literalForm && s.name == t.name
}

// ways are all ways in which a pattern matches, in their order.
func (o *oracle) ways(p *pattern.Pattern, at seen, w way) []way {
	if o.left--; o.left < 0 {
		return nil
	}
	if at.virtual && p.Kind != pattern.Call && p.Kind != pattern.Or && p.Kind != pattern.Recursive {
		return nil
	}
	is := func(yes bool) []way {
		if yes {
			return []way{w}
		}
		return nil
	}
	switch p.Kind {
	case pattern.Wildcard:
		return is(true)
	case pattern.Variable:
		return o.name(p.Name, at, w)
	case pattern.Capture:
		return o.then(o.name(p.Name, at, w), p.Parts[0], at)
	case pattern.Constant:
		return is(at.op == "" && at.form == literalForm && at.expr.name == fmt.Sprintf("%df", p.Value.Int))
	case pattern.AnyConstant:
		return is(at.op == "" && at.form == literalForm)
	case pattern.Local:
		name := at.ref
		if at.form == variableForm {
			name = at.expr.name
		}
		return is(at.op == "" && name != "" && (p.Name == "" || "%"+p.Name == name))
	case pattern.Operator:
		return is(at.op == p.Name)
	case pattern.OfKind:
		return is(at.op != "" && checktest.Ops()[at.op].Kind == p.Operation)
	case pattern.Or:
		return append(o.ways(p.Parts[0], at, w), o.ways(p.Parts[1], at, w)...)
	case pattern.And:
		return o.then(o.ways(p.Parts[0], at, w), p.Parts[1], at)
	case pattern.Tuple:
		if at.op != "" || at.form != tupleForm || !p.Open && len(p.Parts) != 2 {
			return nil
		}
		return o.all(p.Parts, at.args, []way{w})
	case pattern.Projection:
		if at.op != "" || at.form != projectForm || p.Index != pattern.AnyIndex && p.Index != at.index {
			return nil
		}
		return o.all(p.Parts, at.args, []way{w})
	case pattern.Call:
		return o.calls(p, at, w)
	case pattern.AnyDepth:
		found := o.ways(p.Parts[0], at, w)
		for _, inner := range contents(at) {
			found = append(found, o.ways(p, inner, w)...)
		}
		return found
	case pattern.Recursive:
		names := o.owned(p)
		var found []way
		for _, in := range o.ways(p.Parts[0], at, w.without(names)) {
			found = append(found, in.back(names, w))
		}
		return found
	case pattern.Dominates:
		return o.dominates(p, at, w)
	}
	panic(fmt.Sprint("the oracle knows nothing of ", p.Kind))
}

func (o *oracle) owned(p *pattern.Pattern) (names []string) {
	for name, owner := range o.owner {
		if owner == p {
			names = append(names, name)
		}
	}
	return names
}

func contents(at seen) (found []seen) {
	if at.op != "" {
		return nil
	}
	if at.form == applyForm {
		found = append(found, seen{expr: at.expr, op: at.expr.name})
	}
	for _, a := range at.args {
		found = append(found, see(a))
	}
	return found
}

func (o *oracle) name(name string, at seen, w way) []way {
	if old, ok := w.now[name]; ok {
		if old.same(at) {
			return []way{w}
		}
		return nil
	}
	return []way{w.with(name, at)}
}

// then goes on from each way with one more pattern.
func (o *oracle) then(from []way, p *pattern.Pattern, at seen) (found []way) {
	for _, w := range from {
		found = append(found, o.ways(p, at, w)...)
	}
	return found
}

func (o *oracle) all(ps []*pattern.Pattern, at []*expr, from []way) []way {
	for i, p := range ps {
		from = o.then(from, p, see(at[i]))
	}
	return from
}

func (o *oracle) calls(p *pattern.Pattern, at seen, w way) []way {
	if at.op != "" || at.form != applyForm {
		return nil
	}
	callee := seen{expr: at.expr, op: at.expr.name}
	if p.Open {
		if at.virtual {
			return nil
		}
		return o.ways(p.Parts[0], callee, w)
	}
	if len(p.Parts)-1 != len(at.args) {
		return nil
	}
	var found []way
	try := func(callee seen, args ...seen) {
		ws := o.ways(p.Parts[0], callee, w)
		for i, a := range args {
			ws = o.then(ws, p.Parts[i+1], a)
		}
		found = append(found, ws...)
	}
	if len(at.args) == 1 {
		try(callee, see(at.args[0]))
		return found
	}
	x, y := see(at.args[0]), see(at.args[1])
	try(callee, x, y)
	if commutative[at.expr.name] {
		try(callee, y, x)
	}
	if at.virtual {
		return found
	}
	group := func(name string, args ...*expr) seen {
		return seen{expr: &expr{form: applyForm, name: name, args: args}, virtual: true}
	}
	factors := func(e *expr, name string) bool { return e.form == applyForm && e.name == name }
	times, over := seen{expr: at.expr, op: op.Multiply}, seen{expr: at.expr, op: op.Divide}
	switch {
	case factors(at.expr, op.Divide) && factors(at.args[0], op.Multiply):
		a, b, c := at.args[0].args[0], at.args[0].args[1], at.args[1]
		try(times, see(a), group(op.Divide, b, c))
		try(times, group(op.Divide, b, c), see(a))
		try(times, see(b), group(op.Divide, a, c))
		try(times, group(op.Divide, a, c), see(b))
	case factors(at.expr, op.Multiply):
		if l := at.args[0]; factors(l, op.Divide) {
			try(over, group(op.Multiply, l.args[0], at.args[1]), see(l.args[1]))
		}
		if r := at.args[1]; factors(r, op.Divide) {
			try(over, group(op.Multiply, at.args[0], r.args[0]), see(r.args[1]))
		}
	}
	return found
}

// needed are the expressions that the result needs.
func (o *oracle) needed() map[*expr]bool {
	needed := map[*expr]bool{}
	var need func(e *expr)
	need = func(e *expr) {
		if !needed[e] {
			needed[e] = true
			for _, a := range e.args {
				need(a)
			}
		}
	}
	need(o.program.result)
	return needed
}

func isFree(e *expr) bool { return e.form == variableForm || e.form == literalForm }

// dominates tries every expression of the program as the parent, those before that
// lie nearer.
func (o *oracle) dominates(p *pattern.Pattern, at seen, w way) (found []way) {
	if at.op != "" {
		return nil
	}
	type candidate struct {
		parent  *expr
		between []*expr
	}
	var candidates []candidate
	for _, parent := range o.program.all {
		between := map[*expr]bool{}
		if parent == at.expr || !leads(at.expr, parent, between) || !between[parent] {
			continue
		}
		delete(between, parent)
		c := candidate{parent: parent}
		ok := true
		for _, e := range o.program.all {
			if between[e] {
				c.between = append(c.between, e)
			}
			for user := range e.users {
				dead := o.needed()[e] && !o.needed()[user]
				ok = ok && (!between[e] && e != parent || between[user] || user == at.expr || dead)
			}
			ok = ok && !((between[e] || e == parent) && e == o.program.result)
		}
		slices.SortFunc(c.between, func(a, b *expr) int { return a.order - b.order })
		if ok {
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return len(a.between) - len(b.between) })
	leaves := 0
	for _, c := range candidates {
		if isFree(c.parent) {
			leaves++
		}
	}
	if leaves > 1 {
		o.left = -1 // which one is first, nobody says
	}
	names := o.owned(p)
	for _, child := range o.ways(p.Parts[2], at, w) {
		for _, c := range candidates {
			parent := seen{expr: c.parent}
			ws := o.ways(p.Parts[0], parent, child)
			for _, e := range c.between {
				var next []way
				for _, in := range ws {
					for _, out := range o.ways(p.Parts[1], seen{expr: e}, in.without(names)) {
						next = append(next, out.back(names, in))
					}
				}
				ws = next
			}
			found = append(found, ws...)
		}
	}
	return found
}

// leads reports whether every way back from an expression ends at a parent, variables
// and constants beside left out, and gathers what lies on them.
func leads(e, parent *expr, met map[*expr]bool) bool {
	some := false
	for _, a := range e.args {
		if a == parent {
			met[a], some = true, true
			continue
		}
		if isFree(a) {
			continue
		}
		some, met[a] = true, true
		if !leads(a, parent, met) {
			return false
		}
	}
	return some
}

// A condition that the oracle knows: how often what a name denotes is used.
type usesIs struct {
	name string
	n    int
}

func (c usesIs) holds(w way) bool {
	some := false
	for _, l := range w.log {
		if l.name == c.name {
			if l.at.op != "" || l.at.form == literalForm || l.at.uses != c.n {
				return false
			}
			some = true
		}
	}
	return some
}

func (c usesIs) condition() *pattern.Condition {
	return &pattern.Condition{Kind: pattern.Compare, Name: "==", Operands: []*pattern.Condition{
		{Kind: pattern.Ask, Name: "uses", Operands: []*pattern.Condition{{Kind: pattern.Named, Name: c.name}}},
		{Kind: pattern.Given, Value: op.Int(int64(c.n))},
	}}
}

// oracleCases is how many cases the test tries.
func oracleCases() (n, first uint64) {
	n = 1000
	if testing.Short() {
		n = 300
	}
	if long, err := strconv.ParseUint(os.Getenv("MATCHER_CASES"), 10, 64); err == nil {
		n = long
	}
	if seed, err := strconv.ParseUint(os.Getenv("MATCHER_SEED"), 10, 64); err == nil {
		first = seed
	}
	return n, first
}

// TestOracle holds the matcher against the oracle on random patterns, most of which
// are cut out of the random program that they are tried on. MATCHER_CASES is how
// many, from the seed MATCHER_SEED on.
func TestOracle(t *testing.T) {
	n, first := oracleCases()
	matching, tried, wrong := 0, 0, 0
	for seed := first; seed < first+n && wrong < 3; seed++ {
		r := rand.New(rand.NewPCG(seed, 11))
		program := newProgram(r)
		for range 4 {
			c := newCutter(r, program)
			p := c.pattern()
			if consumesNothing(p) {
				continue // what is refused when it is read
			}
			rule := &pattern.Rule{Name: "p", Match: p}
			var where []usesIs
			if names := rule.Names(); len(names) > 0 && r.IntN(3) == 0 {
				where = append(where, usesIs{names[r.IntN(len(names))], r.IntN(3)})
				rule.Where = append(rule.Where, where[0].condition())
			}
			want, ok := oracleFound(program, rule, where)
			if !ok {
				continue
			}
			tried++
			got := matcherFound(program, rule)
			if want != "" {
				matching++
			}
			if got != want {
				wrong++
				t.Errorf("seed %d\n%s\npattern %s where %v\ngot\n%s\nwant\n%s", seed, program.text.String(), show(p, nil), where, got, want)
			}
		}
	}
	if tried > 100 && matching*3 < tried {
		t.Errorf("of %d patterns %d match: they say little", tried, matching)
	}
	t.Logf("%d patterns, of which %d match", tried, matching)
}

// oracleFound writes what the oracle finds; false where it has too many ways.
func oracleFound(program *randomProgram, rule *pattern.Rule, where []usesIs) (string, bool) {
	o := &oracle{program: program, owner: owners(rule.Match), left: 20_000}
	var out []string
	try := func(at seen, text string) {
		for _, w := range o.ways(rule.Match, at, way{now: map[string]seen{}}) {
			if slices.ContainsFunc(where, func(c usesIs) bool { return !c.holds(w) }) {
				continue
			}
			for _, name := range rule.Names() {
				for i, l := range w.log {
					again := slices.ContainsFunc(w.log[:i], func(m logged) bool {
						return m.name == name && m.at.expr == l.at.expr && m.at.op == l.at.op
					})
					if l.name == name && !again {
						text += "; " + name + " = " + l.at.text()
					}
				}
			}
			out = append(out, text)
			return
		}
	}
	for _, e := range program.all {
		if isFree(e) && e.form == variableForm || e.span[1] == 0 {
			continue
		}
		root := ""
		if e == program.result {
			root = " root"
		}
		try(seen{expr: e}, fmt.Sprint(e.span, root))
	}
	slices.Sort(out)
	return strings.Join(out, "\n"), o.left >= 0
}

// text is how a binding is compared: by where it stands, a variable by its name; a
// reference to a `let` is what it refers to.
func (s seen) text() string {
	switch {
	case s.op != "":
		return s.op
	case s.form == variableForm:
		return s.name
	}
	return fmt.Sprint(s.span)
}

// matcherFound writes what the matcher finds, but for operators and variables by
// themselves.
func matcherFound(program *randomProgram, rule *pattern.Rule) string {
	m := checktest.Module("test.frac", program.text.String())
	s := subjectsOf(m)[0]
	found := matcher.Compile([]*pattern.Rule{rule}).Find(context.Background(), s)
	var out []string
	for _, m := range found.Matches {
		text := textOf(m.At)
		if _, isOperator := checktest.Ops()[text]; isOperator || m.At.Value < 0 || strings.HasPrefix(text, "%") && isName(text) {
			continue
		}
		text = spanText(m.At)
		if m.Root {
			text += " root"
		}
		for _, b := range m.Bindings {
			for _, site := range b.Sites {
				text += "; " + b.Name + " = " + program.siteText(site)
			}
		}
		out = append(out, text)
	}
	for range found.TooMany {
		out = append(out, "too many ways")
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func isName(text string) bool { return !strings.ContainsAny(text, " (.+-*/,") }

func spanText(s matcher.Site) string {
	span := s.Span()
	return fmt.Sprint([2]int{int(span.Start), int(span.End)})
}

func (p *randomProgram) siteText(s matcher.Site) string {
	text := textOf(s)
	if s.Value < 0 {
		for name, symbol := range symbols {
			if text == symbol {
				return name
			}
		}
		return text
	}
	for _, e := range p.all {
		if e.variable == text {
			return fmt.Sprint(e.span)
		}
	}
	if strings.HasPrefix(text, "%") && isName(text) {
		return text
	}
	return spanText(s)
}
