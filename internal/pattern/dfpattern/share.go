package dfpattern

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/fraccheck/fraccheck/internal/pattern"
)

// A naming makes the pattern of a rule from one of TVM's. There a pattern is an object, and one
// that is in several places matches the same expression in all of them: here it gets a
// name. One with many parts that is in several places becomes a `let`, so that the text stays
// as large as the program: a graph of n nodes may have 2^n paths, and its text has n parts.
type naming struct {
	ev        *evaluator
	root      *pattern.Pattern
	pruned    map[*pattern.Pattern]int              // of a `|`, the alternative that is left
	names     map[*pattern.Pattern]string           // in the rule
	taken     map[string]bool                       // names of the rule
	parents   map[*pattern.Pattern]int              // in how many places a node is
	constants map[*pattern.Pattern]bool             // wildcards that become is_constant()
	made      map[*pattern.Pattern]*pattern.Pattern // nodes of the rule
	variables []string                              // of `var`
}

// newNaming names the nodes of marks, those of one role alike, and the ones that a match has several
// times. asked is nil for a pattern without a check.
func newNaming(ev *evaluator, root *pattern.Pattern, marks []string, asked *checked) *naming {
	if asked == nil {
		asked = &checked{}
	}
	roles := asked.roles
	n := &naming{
		ev: ev, pruned: asked.pruned, names: map[*pattern.Pattern]string{}, taken: map[string]bool{},
		parents: map[*pattern.Pattern]int{}, constants: map[*pattern.Pattern]bool{}, made: map[*pattern.Pattern]*pattern.Pattern{},
	}
	n.root = n.through(root)
	for _, p := range asked.constants {
		n.constants[p] = true
	}
	n.walk(n.root, map[*pattern.Pattern]bool{}, func(p *pattern.Pattern) {
		for _, q := range p.Parts {
			n.parents[n.through(q)]++
		}
	})
	byRole := map[string]string{}
	for _, m := range withRoles(marks, roles) {
		role := m
		if r, ok := roles[m]; ok {
			role = r
		}
		if byRole[role] == "" {
			byRole[role] = n.free(n.nameOf(ev.marked[role]))
		}
		n.names[ev.marked[m]] = byRole[role]
	}
	n.walk(n.root, map[*pattern.Pattern]bool{}, func(p *pattern.Pattern) {
		if n.names[p] == "" && n.parents[p] > 1 && n.repeated(p) {
			n.names[p] = n.free(n.nameOf(p))
		}
	})
	return n
}

// through is the pattern itself in place of alternatives of which one is never accepted.
func (n *naming) through(p *pattern.Pattern) *pattern.Pattern {
	for {
		i, ok := n.pruned[p]
		if !ok {
			return p
		}
		p = p.Parts[i]
	}
}

// walk visits each node of the pattern once.
func (n *naming) walk(p *pattern.Pattern, seen map[*pattern.Pattern]bool, visit func(*pattern.Pattern)) {
	if seen[p] {
		return
	}
	seen[p] = true
	visit(p)
	for _, q := range p.Parts {
		n.walk(n.through(q), seen, visit)
	}
}

// withRoles adds the marks that have the role of a mark: a condition that asks about one node is about
// that of each other way, too.
func withRoles(marks []string, roles map[string]string) []string {
	used := map[string]bool{}
	for _, m := range marks {
		used[roles[m]] = true
	}
	for _, m := range slices.Sorted(maps.Keys(roles)) {
		if used[roles[m]] && !slices.Contains(marks, m) {
			marks = append(marks, m)
		}
	}
	return marks
}

// repeated reports whether one match may have a pattern several times, so that a name has to say
// that it is the same expression. An operator is the same everywhere, and so is an equal
// expression.
func (n *naming) repeated(p *pattern.Pattern) bool {
	switch p.Kind {
	case pattern.Operator, pattern.OfKind, pattern.Expression, pattern.Constant, pattern.HasType, pattern.HasDtype, pattern.HasShape, pattern.HasAttributes:
		return false
	}
	if pattern.Operators(p) != nil {
		return false
	}
	times := map[*pattern.Pattern]int{p: 1}
	var count func(q *pattern.Pattern) int
	count = func(q *pattern.Pattern) int {
		if n, known := times[q]; known {
			return n
		}
		total := 0
		for _, part := range q.Parts {
			part = n.through(part)
			if q.Kind == pattern.Or {
				total = max(total, count(part))
			} else {
				total = min(2, total+count(part))
			}
		}
		times[q] = total
		return total
	}
	return count(n.root) > 1
}

// pattern makes a node of the rule, once for each node of TVM's pattern. A wildcard with a name is a
// variable; another pattern is captured under its name.
func (n *naming) pattern(p *pattern.Pattern) *pattern.Pattern {
	p = n.through(p)
	if made, ok := n.made[p]; ok {
		return made
	}
	q := *p
	if n.constants[p] {
		q = *pattern.IsConstant()
	}
	q.Parts = make([]*pattern.Pattern, len(p.Parts))
	for i, part := range p.Parts {
		q.Parts[i] = n.pattern(part)
	}
	result := &q
	switch name := n.names[p]; {
	case name != "" && q.Kind == pattern.Wildcard:
		result = pattern.Var(name)
		n.declare(name)
	case name != "":
		result = result.As(name)
	}
	if n.parents[p] > 1 && size(p, 0) > 3 {
		result = &pattern.Pattern{Kind: pattern.Recursive, Name: n.free(n.nameOf(p)), Parts: []*pattern.Pattern{result}}
	}
	n.made[p] = result
	return result
}

func (n *naming) declare(name string) {
	for _, v := range n.variables {
		if v == name {
			return
		}
	}
	n.variables = append(n.variables, name)
}

// size is the number of nodes of a pattern, up to some.
func size(p *pattern.Pattern, so int) int {
	so++
	for _, q := range p.Parts {
		if so > 3 {
			break
		}
		so = size(q, so)
	}
	return so
}

// reserved are the words of the rule language.
var reserved = map[string]bool{}

func init() {
	for _, word := range strings.Fields(`match where var let doc with exact attrs error warn info hint example gives unchanged
		it and or not in if else def fn True False None function kind optional dominates any_depth is_op is_var is_expr
		is_constant is_tuple is_tuple_get_item is_if is_let is_match is_constructor has_type has_dtype has_shape has_attr
		is_elemwise is_broadcast is_injective is_reduction ref nan inf`) {
		reserved[word] = true
	}
	for _, q := range pattern.Questions {
		reserved[q.Name] = true
	}
}

// nameOf is what a pattern is called: as its variable in Python, or as its operator.
func (n *naming) nameOf(p *pattern.Pattern) string {
	name := n.ev.names[p]
	if p.Kind == pattern.Call && name == "" {
		if operators := pattern.Operators(p.Parts[0]); len(operators) > 0 {
			name = lastComponent(operators[0].Name)
		}
	}
	name = identifier(name)
	if name == "" {
		name = "x"
	}
	return name
}

// identifier is a text as a name of the rule language.
func identifier(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || b.Len() > 0 && unicode.IsDigit(r)):
			b.WriteRune(r)
		case b.Len() > 0:
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

// free is a name that nothing else has.
func (n *naming) free(base string) string {
	if first, _ := utf8First(base); unicode.IsUpper(first) {
		base = strings.ToLower(base)
	}
	if reserved[base] || pattern.Ops()[base] != nil {
		base += "_"
	}
	name := base
	for i := 2; n.taken[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	n.taken[name] = true
	return name
}

func utf8First(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return 0, false
}
