package config

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A Operator is a table `[operators."name"]` as it is written.
type Operator struct {
	Name, Doc, Signature string
	Elementwise, Pure    bool
	Cost                 int64 // operations for each element of the result; -1 where nothing is said
	Refuse               func(key, message string) error
}

// operatorKeys are the keys of such a table.
var operatorKeys = []string{"cost", "doc", "elementwise", "pure", "type"}

var operatorName = lazyregexp.New(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)

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
			c.OperatorFaults = append(c.OperatorFaults, c.OperatorFault(key[1], err))
			continue
		}
		c.Operators = append(c.Operators, o)
	}
	return nil
}

func readOperator(meta *toml.MetaData, name string, value toml.Primitive) (*Operator, error) {
	o := &Operator{Name: name, Cost: -1}
	var fields map[string]toml.Primitive
	if err := meta.PrimitiveDecode(value, &fields); err != nil || fields == nil {
		return nil, refuse(meta, value, "an operator is a table, such as `{ type = \"fn<t>(t) -> t\" }`")
	}
	o.Refuse = func(key, message string) error {
		if field, ok := fields[key]; ok {
			return refuse(meta, field, message)
		}
		return refuseKey(meta, value, name, message)
	}
	if !operatorName().MatchString(name) {
		return nil, o.Refuse("", fmt.Sprintf("`%s` is no name of an operator: letters, digits and `_`, with dots between the parts", name))
	}
	for _, key := range SortedKeys(fields) {
		var err error
		field, wanted := fields[key], "text"
		switch key {
		case "type":
			err = meta.PrimitiveDecode(field, &o.Signature)
		case "doc":
			err = meta.PrimitiveDecode(field, &o.Doc)
		case "elementwise":
			err, wanted = meta.PrimitiveDecode(field, &o.Elementwise), "true or false"
		case "pure":
			err, wanted = meta.PrimitiveDecode(field, &o.Pure), "true or false"
		case "cost":
			wanted = "how many operations each element of the result takes: an integer, 0 or more"
			if err = meta.PrimitiveDecode(field, &o.Cost); err == nil && o.Cost < 0 {
				err = errors.New(wanted)
			}
		default:
			return nil, refuseKey(meta, field, key, UnknownName("key", key, operatorKeys))
		}
		if err != nil {
			return nil, refuse(meta, field, fmt.Sprintf("`%s` is %s", key, wanted))
		}
	}
	if o.Elementwise && o.Cost < 0 {
		o.Cost = 1
	}
	switch {
	case o.Signature == "" && o.Elementwise:
		o.Signature = "fn<t>(t) -> t"
	case o.Signature == "":
		return nil, o.Refuse("type", fmt.Sprintf("`%s` needs a type, such as `type = \"fn<t>(t) -> t\"`", name))
	}
	return o, nil
}

// OperatorFault is the diagnostic of the wrong declaration of an operator, at the place that an
// error names.
func (c *Config) OperatorFault(name string, at error) sourcefile.Finding {
	source := sourcefile.TextOf(c.Path, c.Name, c.Text)
	f := sourcefile.Finding{Place: sourcefile.Place{Source: source}, Item: -1, Code: codes.OperatorError, Severity: codes.OperatorError.DefaultSeverity(), Definition: name}
	if e := (*Error)(nil); errors.As(configError(c.Name, c.Text, at), &e) {
		line := source.Lines.LineSpan(e.Line)
		start := min(line.Start+int32(max(0, e.Column-1)), line.End)
		f.Span, f.Message = syntax.Span{Start: start, End: max(start, line.End)}, e.Message
	}
	return f
}

// OperatorsText is what a configuration says of operators, to see whether that changed.
func (c *Config) OperatorsText() string {
	if c == nil || len(c.Operators)+len(c.OperatorFaults) == 0 {
		return ""
	}
	var out strings.Builder
	for _, o := range c.Operators {
		fmt.Fprintf(&out, "%q %q %q %v %v %d\n", o.Name, o.Doc, o.Signature, o.Elementwise, o.Pure, o.Cost)
	}
	return out.String()
}

// operatorTable is a table of operators, made once for a configuration.
type operatorTable struct {
	once     sync.Once
	ops      op.Table
	problems []sourcefile.Finding
}

// OperatorTable returns what declare makes of the operators that a configuration declares. It
// calls declare once, for all files below the configuration.
func (c *Config) OperatorTable(declare func() (op.Table, []sourcefile.Finding)) (op.Table, []sourcefile.Finding) {
	c.table.once.Do(func() { c.table.ops, c.table.problems = declare() })
	return c.table.ops, c.table.problems
}
