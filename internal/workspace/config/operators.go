package config

import (
	"fmt"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/op"
)

// An Operator is a table `[operators."name"]` as it is written.
type Operator struct {
	Name, Doc, Signature string
	Elementwise, Pure    bool
	Cost                 int64 // operations for each element of the result; -1 where nothing is said

	entry *Entry
}

// Fault is a mistake in the declaration of an operator, at a key of it or, where it has none of
// the name, at the name of the operator.
func (o *Operator) Fault(key, message string) Fault {
	at := o.entry.Key
	if field := o.entry.Value.Get(key); field != nil {
		at = field.Span
	}
	return Fault{Code: codes.OperatorError, Span: at, Message: message, Operator: o.Name}
}

var operatorName = lazyregexp.New(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)

func (c *Config) readOperators(table *Node) {
	for _, e := range table.Entries {
		if o := c.readOperator(e); o != nil {
			c.Operators = append(c.Operators, o)
		}
	}
}

func (c *Config) readOperator(e *Entry) *Operator {
	o := &Operator{Name: e.Name, Cost: -1, entry: e}
	for _, field := range e.Value.Entries {
		switch v := field.Value; field.Name {
		case "type":
			o.Signature = v.Text
		case "doc":
			o.Doc = v.Text
		case "elementwise":
			o.Elementwise = v.True
		case "pure":
			o.Pure = v.True
		case "cost":
			o.Cost = v.Number
		}
	}
	if o.Elementwise && o.Cost < 0 {
		o.Cost = 1
	}
	if o.Signature == "" && o.Elementwise {
		o.Signature = "fn<t>(t) -> t"
	}
	if o.Signature == "" && e.Value.faulty {
		return nil // which is why
	}
	if o.Signature == "" {
		c.note(&c.Faults, o.Fault("type", fmt.Sprintf("`%s` needs a type, such as `type = \"fn<t>(t) -> t\"`", o.Name)))
		return nil
	}
	return o
}

// OperatorsText is what a configuration says of operators, to see whether that changed.
func (c *Config) OperatorsText() string {
	if c == nil || len(c.Operators) == 0 {
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
	problems []Fault
}

// OperatorTable returns what declare makes of the operators that a configuration declares. It
// calls declare once, for all files below the configuration.
func (c *Config) OperatorTable(declare func() (op.Table, []Fault)) (op.Table, []Fault) {
	c.table.once.Do(func() { c.table.ops, c.table.problems = declare() })
	return c.table.ops, c.table.problems
}
