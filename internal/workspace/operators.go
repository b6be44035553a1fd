package workspace

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A fraccheck.toml may declare operators, which programs below it then call as those of
// the language. A declaration that is wrong is a finding in the configuration, and the
// operator is not declared; all else holds.

// A declaredOperator is a table `[operators."name"]` as it is written.
type declaredOperator struct {
	name, doc, signature string
	elementwise, pure    bool
	cost                 int64 // operations for each element of the result; -1 where nothing is said
	refuse               func(key, message string) error
}

// operatorKeys are the keys of such a table.
var operatorKeys = []string{"cost", "doc", "elementwise", "pure", "type"}

var operatorName = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)

func readOperators(c *Config, meta *toml.MetaData, value toml.Primitive) error {
	var table map[string]toml.Primitive
	if err := meta.PrimitiveDecode(value, &table); err != nil || table == nil {
		return refuse(meta, value, "`operators` is a table of operators and what is known of them")
	}
	seen := map[string]bool{}
	for _, key := range meta.Keys() {
		if len(key) < 2 || key[0] != "operators" || seen[key[1]] {
			continue
		}
		seen[key[1]] = true
		o, err := readOperator(meta, key[1], table[key[1]])
		if err != nil {
			c.operatorProblem(err)
			continue
		}
		c.operators = append(c.operators, o)
	}
	return nil
}

func readOperator(meta *toml.MetaData, name string, value toml.Primitive) (*declaredOperator, error) {
	o := &declaredOperator{name: name, cost: -1}
	var fields map[string]toml.Primitive
	if err := meta.PrimitiveDecode(value, &fields); err != nil || fields == nil {
		return nil, refuse(meta, value, "an operator is a table, such as `{ type = \"fn<t>(t) -> t\" }`")
	}
	o.refuse = func(key, message string) error {
		if field, ok := fields[key]; ok {
			return refuse(meta, field, message)
		}
		return refuseKey(meta, value, name, message)
	}
	if !operatorName.MatchString(name) {
		return nil, o.refuse("", fmt.Sprintf("`%s` is no name of an operator: letters, digits and `_`, with dots between the parts", name))
	}
	for _, key := range sortedKeys(fields) {
		var err error
		field, wanted := fields[key], "text"
		switch key {
		case "type":
			err = meta.PrimitiveDecode(field, &o.signature)
		case "doc":
			err = meta.PrimitiveDecode(field, &o.doc)
		case "elementwise":
			err, wanted = meta.PrimitiveDecode(field, &o.elementwise), "true or false"
		case "pure":
			err, wanted = meta.PrimitiveDecode(field, &o.pure), "true or false"
		case "cost":
			wanted = "how many operations each element of the result takes: an integer, 0 or more"
			if err = meta.PrimitiveDecode(field, &o.cost); err == nil && o.cost < 0 {
				err = errors.New(wanted)
			}
		default:
			return nil, refuseKey(meta, field, key, unknownName("key", key, operatorKeys))
		}
		if err != nil {
			return nil, refuse(meta, field, fmt.Sprintf("`%s` is %s", key, wanted))
		}
	}
	if o.elementwise && o.cost < 0 {
		o.cost = 1
	}
	switch {
	case o.signature == "" && o.elementwise:
		o.signature = "fn<t>(t) -> t"
	case o.signature == "":
		return nil, o.refuse("type", fmt.Sprintf("`%s` needs a type, such as `type = \"fn<t>(t) -> t\"`", name))
	}
	return o, nil
}

// operatorProblem notes a declaration that is wrong, at the place that an error names.
func (c *Config) operatorProblem(at error) {
	source := newSource(c.Path, c.name, c.text)
	f := Finding{Place: Place{Source: source}, Item: -1, Code: codes.OperatorError, Severity: codes.OperatorError.DefaultSeverity()}
	if e := (*ConfigError)(nil); errors.As(configError(c.name, c.text, at), &e) {
		line := source.Lines.LineSpan(e.Line)
		start := min(line.Start+int32(max(0, e.Column-1)), line.End)
		f.Span, f.Message = syntax.Span{Start: start, End: max(start, line.End)}, e.Message
	}
	c.operatorProblems = append(c.operatorProblems, f)
}

// operatorTable is a table of operators, made once for a configuration.
type operatorTable struct {
	once     sync.Once
	ops      op.Table
	problems []Finding
}

// declaredIn gives the operators of the language with those that a configuration declares,
// and the findings in its declarations.
func (l *language) declaredIn(c *Config) (op.Table, []Finding) {
	if c == nil || len(c.operators)+len(c.operatorProblems) == 0 {
		return l.ops(), nil
	}
	c.table.once.Do(func() {
		c.table.ops = maps.Clone(l.ops())
		for _, o := range c.operators {
			entry, err := l.declare(o)
			if err != nil {
				c.operatorProblem(err)
				continue
			}
			c.table.ops[o.name] = entry
		}
		c.table.problems = c.operatorProblems
	})
	return c.table.ops, c.table.problems
}

// declare makes the entry of an operator.
func (l *language) declare(o *declaredOperator) (*op.Op, error) {
	if l.ops()[o.name] != nil || typecheck.IsBuiltin(o.name) {
		return nil, o.refuse("", fmt.Sprintf("`%s` is an operator of the language already", o.name))
	}
	t, problems := typecheck.ParseType(o.signature, l.prelude())
	if len(problems) > 0 {
		return nil, o.refuse("type", "the type is wrong: "+problems[0].Message)
	}
	signature, ok := t.(*types.Func)
	switch {
	case !ok:
		return nil, o.refuse("type", fmt.Sprintf("`%s` is no type of a function", o.signature))
	case o.elementwise && len(signature.In) == 0:
		return nil, o.refuse("type", "an elementwise operator takes an argument")
	}
	entry := &op.Op{
		Name: o.name, Doc: o.doc, Rule: "its type is declared in " + ConfigName + ": " + types.String(signature),
		Signature: signature, Impure: !o.pure && !o.elementwise,
	}
	if o.elementwise {
		entry.Kind = op.Elementwise
	}
	if entry.Doc == "" {
		entry.Doc = "An operator that " + ConfigName + " declares."
	}
	for i := range signature.In {
		entry.Params = append(entry.Params, op.Param{Name: fmt.Sprintf("argument%d", i+1)})
	}
	entry.Relation = signatureRelation(signature)
	if !entry.Impure {
		entry.Fails = op.OnExtent
	}
	if o.cost >= 0 {
		entry.Cost = op.EachCost(o.cost)
	}
	return entry, nil
}

// signatureRelation answers what a declared type says of the result, where that is one of
// the arguments' types or is the same for all calls. The checker itself applies the type.
func signatureRelation(signature *types.Func) op.Relation {
	argument := slices.IndexFunc(signature.In, func(in types.Type) bool { return in == signature.Out })
	return func(c *op.Call) op.Answer {
		switch {
		case c.Out != nil:
			return op.Done(c.Out)
		case argument >= 0 && argument < len(c.Args) && c.Args[argument] != nil:
			return op.Done(c.Args[argument])
		case len(signature.Params) == 0:
			return op.Done(signature.Out)
		case len(c.Args) > 0:
			return op.WaitFor(0)
		}
		return op.Silent()
	}
}

// Operators are the operators that a file sees.
func (s *Snapshot) Operators(path string) op.Table {
	config, err := s.Config(path)
	if err != nil {
		config = nil // whoever checks the file says what is wrong with it
	}
	ops, _ := s.language.declaredIn(config)
	return ops
}

// operatorProblems are the findings in the declarations of operators, of each
// configuration once.
func (s *Snapshot) operatorProblems(checks []*fileCheck) (findings []Finding) {
	said := map[string]bool{}
	for _, c := range checks {
		if c.config != nil && !said[c.config.Path] {
			said[c.config.Path] = true
			_, problems := s.language.declaredIn(c.config)
			findings = append(findings, c.config.apply(problems)...)
		}
	}
	return findings
}

// operatorsText is what a configuration says of operators, to see whether that changed.
func (c *Config) operatorsText() string {
	if c == nil || len(c.operators)+len(c.operatorProblems) == 0 {
		return ""
	}
	var out strings.Builder
	for _, o := range c.operators {
		fmt.Fprintf(&out, "%q %q %q %v %v %d\n", o.name, o.doc, o.signature, o.elementwise, o.pure, o.cost)
	}
	return out.String()
}
