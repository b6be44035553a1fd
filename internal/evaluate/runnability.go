package evaluate

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Runnability says why items of a file cannot be run: an error, a variable that
// nothing gives, an operator without a kernel, in the item or in what it calls
// whatever happens. It is for one goroutine.
type Runnability struct {
	ops    op.Table
	files  []checkedFile // the file, and what it sees
	reason map[*syntax.Item]string
}

// A checkedFile is a file with the typed trees of its items.
type checkedFile struct {
	*workspace.Source
	results func(i int) *typecheck.Result
}

// NewRunnability takes a file and all that it sees (Finder.Reachable), the file
// itself first. It fails where one of them cannot be read.
func NewRunnability(s *workspace.Snapshot, ops op.Table, files []*workspace.Source) (*Runnability, error) {
	r := &Runnability{ops: ops, reason: map[*syntax.Item]string{}}
	for _, file := range files {
		results, err := s.Results(file.Path)
		if err != nil {
			return nil, err
		}
		r.files = append(r.files, checkedFile{file, results})
	}
	return r, nil
}

// WhyNot is why item i of the file cannot be run, in a sentence; empty where it
// can. An error of the item itself is reported, where the text is shown, in its place.
func (r *Runnability) WhyNot(i int) (reason string, known bool) {
	result, item := r.files[0].results(i), r.files[0].File.Item(i)
	if message := firstError(item, result); message != "" {
		return message, true
	}
	if name := Free(result.Info); name != "" && item.Kind(item.Root) == syntax.ItemExpr {
		return fmt.Sprintf("`%s` is bound nowhere", name), false
	}
	return r.called(item, result.Info), false
}

// firstError is what the first error of an item says.
func firstError(item *syntax.Item, result *typecheck.Result) string {
	for _, found := range [][]syntax.Diagnostic{item.Errors, result.Diagnostics} {
		for _, d := range found {
			if d.Severity == codes.Error {
				return d.Message
			}
		}
	}
	return ""
}

// A callStep is an item on the path from the root of a search, with the callees that were not
// looked at yet.
type callStep struct {
	item    *syntax.Item
	callees []*typecheck.Object
}

// called looks for a reason in an item and in all that it certainly calls, depth first, with a
// stack of its own: calls may be as deep as the file is long. The reason of a callee is that of its
// caller:
//
//	reason(i) = own(i), or else reason(c) of the first c in certain(i) that has one
//
// What is found of a definition is kept for the next search. On a cycle the item that is still on
// the path counts as one without a reason: if the cycle has one, it comes up to the root from
// another item. What is kept of the items within may lack it, so that one of them is run and ends
// with a fault; none is refused that can be run.
func (r *Runnability) called(item *syntax.Item, info *typecheck.Info) string {
	found, callees := r.certain(info)
	r.reason[item] = found
	path := []callStep{{item, callees}}
	for len(path) > 0 {
		at := &path[len(path)-1]
		if r.reason[at.item] != "" || len(at.callees) == 0 {
			problem := r.reason[at.item]
			if path = path[:len(path)-1]; len(path) > 0 && problem != "" {
				r.reason[path[len(path)-1].item] = problem
			}
			continue
		}
		callee := at.callees[0]
		at.callees = at.callees[1:]
		if problem, seen := r.reason[callee.Item]; seen {
			r.reason[at.item] = problem
			continue
		}
		problem, callees := r.definition(callee)
		r.reason[callee.Item] = problem
		path = append(path, callStep{callee.Item, callees})
	}
	return r.reason[item]
}

// definition is what keeps a definition itself from being run, and what it
// calls. Of the prelude nothing is said: it can be run.
func (r *Runnability) definition(callee *typecheck.Object) (problem string, callees []*typecheck.Object) {
	for _, source := range r.files {
		i, ok := source.Index(callee.Item)
		if !ok {
			continue
		}
		result := source.results(i)
		if firstError(callee.Item, result) != "" {
			return fmt.Sprintf("`%s` has an error", callee.Name), nil
		}
		return r.certain(result.Info)
	}
	return "", nil
}

// certain finds what is called whatever happens: not in branches, and not in
// functions that nobody may call. A declaration without a body, and an operator
// without a kernel, cannot be run.
func (r *Runnability) certain(info *typecheck.Info) (problem string, callees []*typecheck.Object) {
	item := info.Item
	open := []syntax.NodeID{item.Body()}
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if n == syntax.NoNode {
			continue
		}
		if item.Kind(n) == syntax.Call {
			name := item.Call(n).Callee
			callee := info.Object(name)
			if callee == nil && item.Kind(name) == syntax.Global {
				return fmt.Sprintf("`%s` may be defined in an import that cannot be read", item.SourceText(name)), nil
			}
			if problem = r.unrunnable(callee); problem != "" {
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

func (r *Runnability) unrunnable(callee *typecheck.Object) string {
	switch {
	case callee == nil:
		return ""
	case callee.Kind == typecheck.DeclaredObject:
		return fmt.Sprintf("`%s` is declared without a body", callee.Name)
	case callee.Kind == typecheck.OperatorObject:
		if entry := r.ops[callee.Op]; entry != nil && !interp.Runs(entry) {
			return fmt.Sprintf("`%s` has no kernel", callee.Op)
		}
	}
	return ""
}

// certainKids are the parts of a node that are evaluated whenever it is.
func certainKids(item *syntax.Item, n syntax.NodeID) []syntax.NodeID {
	switch item.Kind(n) {
	case syntax.If:
		return []syntax.NodeID{item.If(n).Cond}
	case syntax.Match:
		return []syntax.NodeID{item.Match(n).Scrutinee}
	case syntax.Fn:
		return nil
	}
	return item.Kids(n)
}
