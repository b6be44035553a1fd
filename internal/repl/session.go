package repl

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

// Name is what findings call the text of a session.
const Name = "<repl>"

// A Session is what was entered so far. It is for one goroutine.
type Session struct {
	snapshot *workspace.Snapshot
	path     string // of the session's text
	entered  []entered
	bindings []binding
}

// An entered item is in the session's text.
type entered struct{ name, text string } // without a name of its own, name is text

// A binding precedes the expressions that need it.
type binding struct {
	text  string
	names []string
}

// uses are the locals that a binding may need: those that are in it more often than
// it binds them, so that a name which is bound anew does not need what it meant before.
func (b binding) uses() map[string]int {
	used := mentions(b.text)
	for _, name := range b.names {
		if used[name]--; used[name] <= 0 {
			delete(used, name)
		}
	}
	return used
}

// An Answer is what came of a piece of what was entered.
type Answer struct {
	Findings []workspace.Finding // an error among them keeps the piece from being taken
	Defined  []Definition
	Result   *evaluate.Result // of an expression that was run
	Place    workspace.Place  // of the expression
}

// A Definition is a name that is known from now on.
type Definition struct {
	Name string
	Type types.Type // nil of a type
}

// New begins a session in a directory: imports start there. Root is that of the
// repository.
func New(dir, root string) *Session {
	path := filepath.Join(dir, Name+".frac")
	s := &Session{path: path}
	s.snapshot = workspace.Open(workspace.Options{
		Root: root, Names: map[string]string{path: Name}, Formats: readers.All,
		Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: ""}},
	})
	return s
}

// Enter takes a text piece by piece, and stops after one with an error. Errors of
// its own say that a file cannot be read or code not be compiled.
func (s *Session) Enter(ctx context.Context, text string, o interp.Options, answer func(Answer)) error {
	pieces := cut(text)
	for len(pieces) > 0 {
		n := 1
		for pieces[0].kind == definitionPiece && n < len(pieces) && pieces[n].kind == definitionPiece {
			n++ // definitions that stand together may call each other
		}
		a, err := steps[pieces[0].kind](s, ctx, pieces[:n], o)
		if err != nil {
			return err
		}
		answer(a)
		if a.Failed() {
			return nil
		}
		pieces = pieces[n:]
	}
	return nil
}

// steps take the pieces of a kind.
var steps = [...]func(*Session, context.Context, []piece, interp.Options) (Answer, error){
	definitionPiece: (*Session).define,
	bindingPiece:    (*Session).bind,
	expressionPiece: (*Session).run,
}

// Failed reports whether something has gone wrong.
func (a Answer) Failed() bool {
	return slices.ContainsFunc(a.Findings, isError) || a.Result != nil && a.Result.Err != nil
}

func isError(f workspace.Finding) bool { return f.OfProgram() }

// define adds items to the session's text, in place of those of the same names.
// They are not kept where they have an error.
func (s *Session) define(ctx context.Context, pieces []piece, _ interp.Options) (_ Answer, err error) {
	next := slices.Clone(s.entered)
	names := map[string]bool{}
	for _, p := range pieces {
		names[declared(p)] = true
	}
	next = slices.DeleteFunc(next, func(e entered) bool { return names[e.name] })
	first := int32(len(join(next)))
	for _, p := range pieces {
		next = append(next, entered{declared(p), p.text})
	}
	snapshot := s.snapshot.With(map[string]string{s.path: join(next)})
	a := Answer{}
	if a.Findings, err = s.fresh(ctx, snapshot, first); err != nil {
		return a, err
	}
	own := func(f workspace.Finding) bool { return isError(f) && f.Span.Start >= first }
	if slices.ContainsFunc(a.Findings, own) {
		return a, nil
	}
	s.snapshot, s.entered = snapshot, next
	a.Defined, err = s.defined(names)
	return a, err
}

// fresh are the findings of the session's next text that were not there before:
// those of the items from an offset on, and what these do to others.
func (s *Session) fresh(ctx context.Context, next *workspace.Snapshot, from int32) ([]workspace.Finding, error) {
	before, err := s.snapshot.Check(ctx, []string{s.path})
	if err != nil {
		return nil, err
	}
	type kind struct{ code, message string }
	known := map[kind]bool{}
	for _, f := range before.Findings {
		known[kind{string(f.Code), f.Message}] = true
	}
	report, err := next.Check(ctx, []string{s.path})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(severe(report), func(f workspace.Finding) bool {
		return f.Span.Start < from && known[kind{string(f.Code), f.Message}]
	}), nil
}

// severe are the errors and warnings of a report.
func severe(report *workspace.Report) []workspace.Finding {
	return slices.DeleteFunc(report.Findings, func(f workspace.Finding) bool { return f.Severity > codes.Warning })
}

// defined are the signatures of names, in the order of the text.
func (s *Session) defined(names map[string]bool) ([]Definition, error) {
	all, err := definition.All(s.snapshot, s.path)
	if err != nil {
		return nil, err
	}
	signatures := map[string]types.Type{}
	for _, d := range all {
		signatures[d.Name] = d.Type
	}
	var out []Definition
	for _, e := range s.entered {
		if names[e.name] && e.name != e.text {
			out = append(out, Definition{e.name, signatures[e.name]})
		}
	}
	return out, nil
}

// bind keeps a binding that has no error. It is not evaluated before something
// needs it.
func (s *Session) bind(_ context.Context, pieces []piece, _ interp.Options) (Answer, error) {
	b := binding{pieces[0].text + ";\n", bound(pieces[0].text)}
	var a Answer
	for _, name := range b.names {
		app, err := s.expression(b.text + name)
		if err != nil {
			return a, err
		}
		if len(app.Mistakes) > 0 {
			a.Findings = app.Report().Findings
			return a, nil
		}
		a.Defined = append(a.Defined, Definition{name, app.Type()})
	}
	s.bindings = append(s.bindings, b)
	return a, nil
}

func (s *Session) run(ctx context.Context, pieces []piece, o interp.Options) (Answer, error) {
	app, err := s.expression(pieces[0].text)
	if err != nil {
		return Answer{}, err
	}
	if len(app.Mistakes) > 0 {
		return Answer{Findings: app.Report().Findings}, nil
	}
	result := app.Run(ctx, o)
	return Answer{Result: &result, Place: app.Place()}, nil
}

// expression reads an expression after the bindings that it needs.
func (s *Session) expression(text string) (*evaluate.Application, error) {
	program, err := evaluate.Open(s.snapshot, s.path)
	if err != nil {
		return nil, err
	}
	return program.Expression(Name, s.needed(text), text)
}

// needed are the bindings that a text needs, and those that these need.
func (s *Session) needed(text string) string {
	used := mentions(text)
	var taken []string
	for _, b := range slices.Backward(s.bindings) {
		if !slices.ContainsFunc(b.names, func(name string) bool { return used[name] > 0 }) {
			continue
		}
		for _, name := range b.names {
			delete(used, name)
		}
		for name, n := range b.uses() {
			used[name] += n
		}
		taken = append(taken, b.text)
	}
	slices.Reverse(taken)
	return strings.Join(taken, "")
}

// Type is the type of an expression, which is not run, or the signature of a
// definition.
func (s *Session) Type(text string) (types.Type, []workspace.Finding, error) {
	text = strings.TrimRight(text, "; \t\r\n")
	module, err := s.snapshot.Module(s.path)
	if err != nil {
		return nil, nil, err
	}
	if o := module.Value(text, 0); o != nil && o.Type != nil {
		return o.Type, nil, nil
	}
	app, err := s.expression(text)
	if err != nil {
		return nil, nil, err
	}
	if len(app.Mistakes) > 0 {
		return nil, app.Report().Findings, nil
	}
	return app.Type(), nil, nil
}

// Load makes the names of a file visible, and gives what a check finds in it.
func (s *Session) Load(ctx context.Context, file string) (Loaded, error) {
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(s.path), path)
	}
	s.snapshot = s.snapshot.Reload(path)
	report, err := s.snapshot.Check(ctx, []string{path})
	if err != nil {
		return Loaded{}, err
	}
	definitions, err := definition.All(s.snapshot, path)
	if err != nil {
		return Loaded{}, err
	}
	item := fmt.Sprintf("import %q", filepath.ToSlash(file))
	s.entered = slices.DeleteFunc(s.entered, func(e entered) bool { return e.text == item })
	s.entered = slices.Insert(s.entered, 0, entered{item, item})
	s.snapshot = s.snapshot.With(map[string]string{s.path: join(s.entered)})
	return Loaded{file, len(definitions), severe(report)}, nil
}

// Loaded is what came of a file.
type Loaded struct {
	File        string
	Definitions int
	Findings    []workspace.Finding
}

// Reload reads all files again that the session has seen, and gives what is wrong
// with them and with the session now.
func (s *Session) Reload(ctx context.Context) ([]workspace.Finding, error) {
	files := slices.DeleteFunc(s.snapshot.Loaded(), func(path string) bool { return filepath.Base(path) == filepath.Base(s.path) })
	s.snapshot = s.snapshot.Reload(files...)
	report, err := s.snapshot.Check(ctx, append(files, s.path))
	if err != nil {
		return nil, err
	}
	return severe(report), nil
}

// Text is what was entered and is in force: imports, definitions, bindings.
func (s *Session) Text() string {
	text := join(s.entered)
	for _, b := range s.bindings {
		text += b.text
	}
	return text
}

func join(items []entered) string {
	var out strings.Builder
	for _, e := range items {
		out.WriteString(e.text + "\n")
	}
	return out.String()
}
