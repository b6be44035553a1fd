package fractaltensor

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A reader translates one program. It is used once.
type reader struct {
	open    Opener
	modules map[string]*module     // by path; nil for one that is being read, or not found
	classes map[*python.Class]*typ // nil for one that is being read: it contains itself
	done    map[string]*definition // by function, types and known arguments
	names   map[string]bool        // of definitions
	python  map[string]string      // by the name of a definition, that of its function
	called  map[*python.Func]bool  // a function that is called is not translated for itself, too
	written []*definition          // callees first, as the translation ends
	notes   []model.TextFinding
	depth   int // of calls

	contradicted  int    // arguments that contradict the annotations of what is called
	contradiction string // the first one of the function that is being translated
	contradictory python.Span
	attempts      int // translations without annotations
	failures      int // what was not translated
	steps         int // translated expressions
	size          int // bytes of all definitions that were written
}

// A definition is a function for some types of its arguments: one of Frac.
type definition struct {
	name   string
	params []*typ // by parameter; nil for one whose type is not known
	result *typ
	code   *code           // nil while the body is being translated
	consts map[int]any     // parameters that are known where it is called, by index; they are none of Frac
	extra  []*captured     // parameters of Frac that the function does not have in Python
	locals map[string]bool // the names of variables; each binding has one of its own

	decorated   bool
	annotations []annotated // that may be dropped
	relaxed     bool        // they are
}

// A captured is a value of a module, such as a tensor, that a function uses: a parameter more.
type captured struct {
	key, name string
	local     string // the parameter
	t         *typ
}

const (
	maxModules     = 50
	maxNotes       = 200
	maxSteps       = 200_000  // translated expressions
	maxSize        = 16 << 20 // bytes of all that is written
	maxComponents  = 10_000   // of a tuple, with those of the tuples in it
	maxDefinitions = 500
	maxSplit       = 1000 // parts of a split
	maxAttempts    = 200  // translations without annotations
	maxDepth       = 100  // of calls inside of each other
)

// Read translates a program. Functions that it imports are translated where it calls them. Decorated
// functions come first: they are translated for their annotations, whoever calls them, and another
// function for its annotations only where nobody calls it.
func Read(source string, open Opener) *model.Translation {
	r := &reader{
		open: open, modules: map[string]*module{}, classes: map[*python.Class]*typ{}, done: map[string]*definition{},
		names: map[string]bool{}, python: map[string]string{}, called: map[*python.Func]bool{},
	}
	m := r.parse(source, true)
	for _, decorated := range []bool{true, false} {
		for _, f := range m.order {
			if isDecorated(f) == decorated && !r.called[f] && r.translatable(m, f) {
				r.define(m, f, nil, nil, f.Span)
			}
		}
	}
	t := r.relax()
	t.Notes = r.notes
	slices.SortStableFunc(t.Notes, func(a, b model.TextFinding) int { return int(a.From - b.From) })
	return t
}

// isDecorated reports whether a function has the decorator `@kaleido.function(…)`.
func isDecorated(f *python.Func) bool {
	return slices.ContainsFunc(f.Decorators, func(d python.Expr) bool {
		if c, ok := d.(*python.Call); ok {
			d = c.F
		}
		return lastName(d) == "function"
	})
}

// translatable reports whether a function is one of the program's: decorated, or with parameters
// of which one is a tensor, a FractalTensor or a NamedTuple of those. Others prepare data.
func (r *reader) translatable(m *module, f *python.Func) bool {
	if isDecorated(f) {
		return true
	}
	for _, p := range f.Params {
		if t, _ := r.typeOf(m, orNone(p.Annotation), 0); t.holdsTensor() {
			return true
		}
	}
	return false
}

// orNone is the annotation of a parameter without one.
func orNone(x python.Expr) python.Expr {
	if x == nil {
		return &python.Name{ID: "None"}
	}
	return x
}

// note reports a diagnostic, once.
func (r *reader) note(code codes.Code, severity codes.Severity, at python.Span, message string) {
	if len(r.notes) >= maxNotes {
		return
	}
	n := model.TextFinding{Code: code, Severity: severity, From: int32(at.Start), To: int32(at.End), Message: message}
	for _, o := range r.notes {
		if o.From == n.From && o.To == n.To && o.Message == message {
			return
		}
	}
	r.notes = append(r.notes, n)
}

func (r *reader) warn(m *module, at python.Span, message string) {
	if m.main && at.End > 0 {
		r.note(codes.TypeMismatch, codes.Warning, at, message)
	}
}

// define translates a function for the types of its arguments, once for each list of them: its
// definition in Frac, or nil where a bound is reached. args are nil where the annotations are the
// types, consts the arguments that are known, and at is the call of the program that leads here.
//
// The type of a parameter is that of its annotation where the function is decorated, or where the
// argument fits it, and otherwise that of the argument. A recursive call finds the definition that
// is being translated, with the result that a decorated function is annotated with.
func (r *reader) define(m *module, f *python.Func, args []*typ, consts map[int]any, at python.Span) *definition {
	d := &definition{consts: consts, decorated: isDecorated(f)}
	for i, p := range f.Params {
		var t *typ
		if p.Annotation != nil {
			t = r.annotation(m, p.Annotation)
		}
		if i < len(args) && args[i] != nil && !isDecorated(f) && (t == nil || !args[i].fits(t)) {
			t = args[i]
		}
		d.params = append(d.params, t)
	}
	key := fmt.Sprintf("%p", f)
	for i, t := range d.params {
		key += " " + t.key()
		if k, ok := consts[i]; ok {
			key += fmt.Sprintf("=%v", k)
		}
	}
	if known, ok := r.done[key]; ok {
		return known
	}
	r.called[f] = true
	if r.depth >= maxDepth || len(r.done) >= maxDefinitions {
		return nil
	}
	d.name = r.free(f.Name)
	r.python[d.name] = f.Name
	if isDecorated(f) && f.Result != nil { // known to recursive calls
		d.result = r.annotation(m, f.Result)
	}
	r.attempt(m, f, d, key, at)
	return d
}

// attempt translates a function. One whose annotations Kaleido ignores, and which contradict
// the functions that it calls, is translated again without them if that removes contradictions and
// adds no other diagnostic: the check infers its types. relax.go does the same for contradictions
// that only the check finds.
//
// Of both translations, one is undone: state and restore hold what a translation adds to.
func (r *reader) attempt(m *module, f *python.Func, d *definition, key string, at python.Span) {
	before := r.state()
	defer func(why string, at python.Span) { // a contradiction in a callee is none of the caller
		r.contradicted, r.contradiction, r.contradictory = before.contradicted, why, at
	}(r.contradiction, r.contradictory)
	r.contradiction = ""
	r.translate(m, f, d, key, at)
	first := r.contradicted - before.contradicted
	if first == 0 || isDecorated(f) || r.attempts >= maxAttempts {
		return
	}
	r.attempts++
	annotated, after := *d, r.state()
	failures, why, place := len(r.notes)-len(before.notes)-first, r.contradiction, r.contradictory
	r.restore(before)
	for i, t := range d.params {
		if t == nil || t.class == "" {
			d.params[i] = nil
		}
	}
	d.extra, d.annotations, d.locals = nil, nil, nil
	r.translate(m, f, d, key, at)
	if again := r.contradicted - before.contradicted; again >= first || len(r.notes)-len(before.notes)-again > max(failures, 0) {
		r.restore(after)
		*d = annotated
		return
	}
	if place.End == 0 {
		place = f.NameSpan
	}
	r.warn(m, place, why+"; the annotations of `"+f.Name+"` say so, which Kaleido ignores: its types are inferred")
}

func (r *reader) translate(m *module, f *python.Func, d *definition, key string, at python.Span) {
	r.done[key] = d
	r.depth++
	r.body(m, f, d, at)
	r.depth--
	r.written = append(r.written, d)
}

// contradict counts something that contradicts an annotation.
func (r *reader) contradict(s *scope, at python.Expr, why string) {
	r.contradicted++
	if r.contradiction == "" {
		r.contradiction, r.contradictory = why, s.span(at)
	}
}

// A state is a copy of what a translation adds to.
type state struct {
	done         map[string]*definition
	names        map[string]bool
	written      []*definition
	notes        []model.TextFinding
	contradicted int
}

func (r *reader) state() state {
	return state{maps.Clone(r.done), maps.Clone(r.names), slices.Clone(r.written), slices.Clone(r.notes), r.contradicted}
}

func (r *reader) restore(s state) {
	r.done, r.names, r.written, r.notes, r.contradicted = maps.Clone(s.done), maps.Clone(s.names), slices.Clone(s.written), slices.Clone(s.notes), s.contradicted
}

// free is a name for a definition that no other one has.
func (r *reader) free(name string) string {
	name = asciiName(name)
	base := name
	for i := 2; r.names[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	r.names[name] = true
	return name
}
