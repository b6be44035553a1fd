package evaluate

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Fault is why a run came to no value, with the places of the files.
type Fault struct {
	*interp.Fault
	Path []Call // innermost first; those without text are left out
}

// A Call is a place that a run was at.
type Call struct {
	Name string // of the definition; "" in a top-level expression
	workspace.Place
}

func (f *Fault) Unwrap() error { return f.Fault }

// Code is what kind of fault it is: `division-by-zero`, …; `run-time-error` for
// what has no kind of its own.
func (f *Fault) Code() string {
	if code := f.Kind.String(); code != "error" {
		return code
	}
	return "run-time-error"
}

// fault gives a fault its places. A call in tail position leaves no trace of its
// caller, so the expression that was run is added where it is missing.
func (c extendedModule) fault(f *interp.Fault, e interp.Entry) *Fault {
	fault := &Fault{Fault: f}
	sources := map[*typecheck.Module]*workspace.Source{}
	for _, call := range f.Path {
		if place, ok := c.place(call, sources); ok {
			fault.Path = append(fault.Path, Call{call.Name, place})
		}
	}
	if n := len(f.Path); n == 0 || f.Path[n-1].Module != c.module || f.Path[n-1].Item != e.Item {
		item := c.module.File().Item(e.Item)
		fault.Path = append(fault.Path, Call{"", c.own(e.Item, item.Span(item.Root))})
	}
	return fault
}

// place finds the text of a call: in the file, a snippet, an import or the
// prelude.
func (c extendedModule) place(call interp.Call, sources map[*typecheck.Module]*workspace.Source) (workspace.Place, bool) {
	if call.Module == nil || call.Item < 0 {
		return workspace.Place{}, false
	}
	if call.Module == c.module {
		return c.own(call.Item, call.Span), true
	}
	source := sources[call.Module]
	if source == nil {
		file := call.Module.File()
		source = sourcefile.New(file.Name, file.Name, file.Text())
		sources[call.Module] = source
	}
	return workspace.Place{Source: source, Span: source.Absolute(call.Item, call.Span)}, true
}

// own is a place in the file, or in what represents a snippet.
func (c extendedModule) own(item int, span syntax.Span) workspace.Place {
	source := c.program.Source
	if n := source.File.Len(); item >= n {
		stand := c.snippets[item-n]
		return workspace.Place{Source: stand.place.Source, Span: shownSpan(stand.shown, span).Shift(stand.place.Span.Start)}
	}
	return workspace.Place{Source: source, Span: source.Absolute(item, span)}
}
