package metadata

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Attributes of calls. Of an operator for which TVM does not know which class its
// attributes have, it prints them as an entry: `cumsum(%x, meta[relay.attrs.ScanopAttrs][0])`.
// A field holds a number or a word itself, or the number of the node that does;
// which of the two is a matter of the class (`boxed`).

// attributePrefix is what the names of classes of attributes begin with.
const attributePrefix = "relay.attrs."

// IsAttributes reports whether a kind of entries is one of attributes.
func IsAttributes(kind string) bool {
	return strings.HasPrefix(kind, attributePrefix) || strings.HasSuffix(kind, "Attrs")
}

// Attributes are the attributes that an entry gives a call of an operator, by name:
// what a call in text would write, so without those that have their default.
func (e *Entry) Attributes(o *op.Op) ([]op.Named, error) {
	if !IsAttributes(e.Class) {
		return nil, fmt.Errorf("an object of the class `%s` has no attributes", e.Class)
	}
	all, err := e.key(o)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(e.node.Attrs)) {
		i := o.Attr(name)
		if i < 0 {
			return nil, fmt.Errorf("`%s` has the attribute `%s`, and `%s` has none of that name", e.Class, name, o.Name)
		}
		value, problem := e.attribute(&o.Attrs[i])
		if problem != nil {
			err = errors.Join(err, fmt.Errorf("`%s` cannot be read: %w", name, problem))
		}
		if a := &o.Attrs[i]; a.Required || value.String() != a.Default.String() {
			all = append(all, op.Named{Name: name, Value: value})
		}
	}
	return all, err
}

// key names the class where a call in text would have to: of the operators that
// register none.
func (e *Entry) key(o *op.Op) ([]op.Named, error) {
	i := o.Attr(op.TypeKey)
	if i < 0 {
		return nil, nil
	}
	if class := o.Attrs[i].Allowed; !slices.Contains(class, e.Class) {
		return nil, fmt.Errorf("the attributes of `%s` are of the class `%s`", o.Name, strings.Join(class, "`, `"))
	}
	return []op.Named{{Name: op.TypeKey, Value: op.Text(e.Class)}}, nil
}

// attribute reads one field as what the operator takes.
func (e *Entry) attribute(a *op.Attr) (op.Value, error) {
	text := e.node.Attrs[a.Name]
	switch a.Type {
	case op.IntAttr, op.BoolAttr, op.FloatAttr:
		if !e.isBoxed(a.Name) {
			return plain(a.Type, text)
		}
	case op.StringAttr, op.DtypeAttr:
		// No string is a number that happens to be a node of a string.
		if class, ok := e.objects.class(text); !ok || class != "" && leaves[class] == nil {
			return op.Text(text), nil
		}
	}
	return e.objects.value(text)
}

func plain(t op.AttrType, text string) (op.Value, error) {
	if t == op.FloatAttr {
		return float(text)
	}
	return integer(text, t == op.BoolAttr)
}

// isBoxed reports whether a field of numbers holds the number of a node.
func (e *Entry) isBoxed(field string) bool {
	return everywhereBoxed[field] || slices.Contains(boxed[strings.TrimPrefix(e.Class, attributePrefix)], field)
}

// boxed are the fields that TVM declares as objects (`Integer`, `Bool`, `FloatImm`)
// where others of the same kind are plain numbers; by class, without the prefix.
var boxed = map[string][]string{
	"DFTAttrs":             {"inverse"},
	"GatherAttrs":          {"axis"},
	"GatherNDAttrs":        {"batch_dims", "index_rank"},
	"GetValidCountsAttrs":  {"score_threshold"},
	"MultinomialAttrs":     {"num_samples"},
	"RepeatAttrs":          {"repeats", "axis"},
	"ReshapeLikeAttrs":     {"lhs_end", "rhs_end"},
	"ReverseAttrs":         {"axis"},
	"ReverseSequenceAttrs": {"seq_axis", "batch_axis"},
	"ScanopAttrs":          {"axis", "exclusive"},
	"ScatterAddAttrs":      {"axis"},
	"ScatterAttrs":         {"axis"},
	"ScatterElementsAttrs": {"axis"},
	"StackAttrs":           {"axis"},
	"TakeAttrs":            {"axis", "batch_dims"},
	"TopkAttrs":            {"k"},
	"YoloReorgAttrs":       {"stride"},
}

// everywhereBoxed are extents (`IndexExpr`) in every class that has them.
var everywhereBoxed = map[string]bool{
	"channels": true, "units": true, "ifm_channels": true, "ifm2_channels": true, "ofm_channels": true,
}
