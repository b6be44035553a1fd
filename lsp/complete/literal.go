package complete

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// literal reads a value of an attribute: a number, a truth value, a string, `None`, or a
// list of these.
func literal(text string) (op.Value, bool) {
	item := syntax.ParseFile("value", text).Items[0]
	if item.Kind(item.Root) != syntax.ItemExpr || len(item.Errors) > 0 {
		return op.Value{}, false
	}
	body := item.Kids(item.TopLevel(item.Root))
	if len(body) != 1 {
		return op.Value{}, false
	}
	return literalAt(item, body[0])
}

func literalAt(item *syntax.Item, n syntax.NodeID) (op.Value, bool) {
	text := item.SourceText(n)
	switch item.Kind(n) {
	case syntax.Int:
		v, err := strconv.ParseInt(item.NumberText(n), 10, 64)
		return op.Int(v), err == nil
	case syntax.Float:
		v, err := strconv.ParseFloat(strings.TrimSuffix(item.NumberText(n), "f"), 64)
		return op.Float(v), err == nil
	case syntax.Bool:
		return op.Boolean(strings.EqualFold(text, "true")), true
	case syntax.String:
		s, err := strconv.Unquote(text)
		return op.Text(s), err == nil
	case syntax.Name:
		return op.Value{}, text == "None"
	case syntax.List:
		return literals(item, item.Kids(n))
	}
	return op.Value{}, false
}

func literals(item *syntax.Item, nodes []syntax.NodeID) (op.Value, bool) {
	list := op.Value{Kind: op.ListValue}
	for _, n := range nodes {
		v, ok := literalAt(item, n)
		if !ok {
			return list, false
		}
		list.List = append(list.List, v)
	}
	return list, true
}
