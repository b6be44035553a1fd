package lsp

import (
	"fmt"

	"github.com/fraccheck/fraccheck/evaluate"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

// obstacles tell why items of a file cannot be run: an error, a variable that
// nothing gives, an operator without a kernel, in the item or in what it calls
// whatever happens.
type obstacles struct {
	view  *view
	seen  []checkedFile // the file, and what it sees
	known map[*syntax.Item]string
}

// A checkedFile is a file with the typed trees of its items.
type checkedFile struct {
	*workspace.Source
	results func(i int) *typecheck.Result
}

// obstacles fails where a file cannot be read.
func (v *view) obstacles(source *workspace.Source) (*obstacles, error) {
	o := &obstacles{view: v, known: map[*syntax.Item]string{}}
	for _, s := range v.reachable(source) {
		results, err := v.snapshot.Results(s.Path)
		if err != nil {
			return nil, failed(err)
		}
		o.seen = append(o.seen, checkedFile{s, results})
	}
	return o, nil
}

// of is why item i of the file cannot be run; empty where it can.
func (o *obstacles) of(i int) string {
	result, item := o.seen[0].results(i), o.seen[0].File.Items[i]
	if message := firstError(item, result); message != "" {
		return message
	}
	if name := evaluate.Free(result.Info); name != "" && item.Kind(item.Root) == syntax.ItemExpr {
		return fmt.Sprintf("`%s` is bound nowhere", name)
	}
	return o.called(item, result.Info)
}

// firstError is what the first error of an item says.
func firstError(item *syntax.Item, result *typecheck.Result) string {
	for _, found := range [][]syntax.Diagnostic{item.Errors, result.Diagnostics} {
		for _, d := range found {
			if d.Severity == syntax.Error {
				return d.Message
			}
		}
	}
	return ""
}

// A callStep is an item on the way from the root of a search.
type callStep struct {
	item    *syntax.Item
	callees []*typecheck.Object
}

// called looks for an obstacle in an item and in all that it certainly calls.
// What is found of a definition is kept for the next search.
func (o *obstacles) called(item *syntax.Item, info *typecheck.Info) string {
	found, callees := o.certain(info)
	o.known[item] = found
	way := []callStep{{item, callees}}
	for len(way) > 0 {
		at := &way[len(way)-1]
		if o.known[at.item] != "" || len(at.callees) == 0 {
			problem := o.known[at.item]
			if way = way[:len(way)-1]; len(way) > 0 && problem != "" {
				o.known[way[len(way)-1].item] = problem
			}
			continue
		}
		callee := at.callees[0]
		at.callees = at.callees[1:]
		if problem, seen := o.known[callee.Item]; seen {
			o.known[at.item] = problem
			continue
		}
		problem, callees := o.definition(callee)
		o.known[callee.Item] = problem
		way = append(way, callStep{callee.Item, callees})
	}
	return o.known[item]
}

// definition is what keeps a definition itself from being run, and what it
// calls. Of the prelude nothing is said: it can be run.
func (o *obstacles) definition(callee *typecheck.Object) (problem string, callees []*typecheck.Object) {
	for _, source := range o.seen {
		i, ok := source.Index(callee.Item)
		if !ok {
			continue
		}
		result := source.results(i)
		if firstError(callee.Item, result) != "" {
			return fmt.Sprintf("`%s` has an error", callee.Name), nil
		}
		return o.certain(result.Info)
	}
	return "", nil
}

// certain finds what is called whatever happens: not in branches, and not in
// functions that nobody may call. A declaration without a body, and an operator
// without a kernel, cannot be run.
func (o *obstacles) certain(info *typecheck.Info) (problem string, callees []*typecheck.Object) {
	item := info.Item
	open := []syntax.NodeID{bodyOf(item)}
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if n == syntax.NoNode {
			continue
		}
		if item.Kind(n) == syntax.Call {
			callee := objectOf(info, item.Kid(n, 0))
			if callee == nil && item.Kind(item.Kid(n, 0)) == syntax.Global {
				return fmt.Sprintf("`%s` may stand in an import that cannot be read", item.SourceText(item.Kid(n, 0))), nil
			}
			if problem = o.unrunnable(callee); problem != "" {
				return problem, nil
			}
			if callee != nil && callee.Kind == typecheck.DefObject {
				callees = append(callees, callee)
			}
		}
		open = append(open, certainKids(item, n)...)
	}
	return "", callees
}

func (o *obstacles) unrunnable(callee *typecheck.Object) string {
	switch {
	case callee == nil:
		return ""
	case callee.Kind == typecheck.DeclaredObject:
		return fmt.Sprintf("`%s` is declared without a body", callee.Name)
	case callee.Kind == typecheck.OperatorObject:
		if entry := o.view.ops[callee.Op]; entry != nil && !interp.Runs(entry) {
			return fmt.Sprintf("`%s` has no kernel", callee.Op)
		}
	}
	return ""
}

// bodyOf is the expression that running an item evaluates.
func bodyOf(item *syntax.Item) syntax.NodeID {
	kids := item.Kids(item.Root)
	if kind := item.Kind(item.Root); len(kids) == 0 || kind != syntax.ItemExpr && kind != syntax.ItemDef {
		return syntax.NoNode
	}
	return kids[len(kids)-1]
}

// certainKids are the parts of a node that are evaluated whenever it is.
func certainKids(item *syntax.Item, n syntax.NodeID) []syntax.NodeID {
	switch kids := item.Kids(n); item.Kind(n) {
	case syntax.If, syntax.Match:
		return kids[:min(len(kids), 1)]
	case syntax.Fn:
		return nil
	default:
		return kids
	}
}
