package dap

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

type launchArguments struct {
	Program     string    `json:"program"`
	Name        string    `json:"name"`
	Definition  string    `json:"definition"` // as name, for clients that call their configurations so
	Args        []string  `json:"args"`
	Expression  string    `json:"expression"`
	Position    *position `json:"position"`
	StopOnEntry *bool     `json:"stopOnEntry"`
	MaxSteps    int64     `json:"maxSteps"`
	MaxMemory   int64     `json:"maxMemory"` // bytes
	Timeout     string    `json:"timeout"`   // as of time.ParseDuration
}

// A position counts from zero, in UTF-16, as in the Language Server Protocol.
type position struct{ Line, Character int }

const defaultMemory = 4 << 30

func (s *server) launch(a launchArguments) (any, error) {
	if s.session != nil {
		return nil, errors.New("a program was launched already; start another session for another one")
	}
	if a.Program == "" {
		return nil, errors.New("`program` is missing: the path of the file to debug")
	}
	path, err := filepath.Abs(a.Program)
	if err != nil {
		return nil, err
	}
	if workspace.IsDocument(path) {
		return nil, errors.New("programs in documents cannot be debugged yet; `program` is a .frac file")
	}
	snapshot := workspace.Open(workspace.Options{Root: filepath.Dir(path), Files: s.files})
	report, err := snapshot.Check(context.Background(), []string{path})
	if err != nil {
		return nil, err
	}
	for _, f := range report.Findings {
		if f.Severity == codes.Error {
			start, _ := f.Range()
			return nil, fmt.Errorf("the program has an error: %s:%d:%d: %s", filepath.Base(f.Source.Path), start.Line, start.Column, f.Message)
		}
	}
	d, err := newSession(s, a)
	if err != nil {
		return nil, err
	}
	if err := d.prepare(snapshot, path, a); err != nil {
		return nil, err
	}
	s.session = d
	s.after = append(s.after, func() { s.event("initialized", nil) })
	return nil, nil
}

// prepare compiles the program and decides what is run.
func (d *session) prepare(snapshot *workspace.Snapshot, path string, a launchArguments) error {
	module, err := snapshot.Module(path)
	if err != nil {
		return err
	}
	if err := d.readSources(snapshot, module, path); err != nil {
		return err
	}
	text, entries, err := asked(d, path, module, a)
	if err != nil {
		return err
	}
	if text != "" {
		var mistakes string
		if module, mistakes = extend(module, text); mistakes != "" {
			return fmt.Errorf("`%s` cannot be run: %s", shortCode(text, 100), mistakes)
		}
		entries = []int{module.Items() - 1}
	}
	d.module, d.entries = module, entries
	d.program, err = interp.Step(module, nil)
	return err
}

// asked tells what is to be run: an expression, or items of the file.
func asked(d *session, path string, m *typecheck.Module, a launchArguments) (text string, items []int, err error) {
	name := a.Definition
	if name == "" && strings.HasPrefix(a.Name, "@") {
		name = a.Name
	}
	switch {
	case a.Expression != "":
		return a.Expression, nil, nil
	case name != "":
		return name + "(" + strings.Join(a.Args, ", ") + "\n)", nil, nil
	}
	f := d.file(path)
	for i, item := range f.items {
		if item.Kind(item.Root) != syntax.ItemExpr {
			continue
		}
		if a.Position == nil {
			items = append(items, i)
			continue
		}
		span := f.span(i, item.Root)
		if at := f.offset(a.Position.Line, a.Position.Character); span.Contains(int32(at)) {
			return "", []int{i}, nil
		}
	}
	if len(items) == 0 {
		return "", nil, errors.New("there is no top-level expression to run here; name a definition (`definition`: \"@f\", `args`) or an `expression`")
	}
	return "", items, nil
}

// extend is a module with an item more, and what is wrong with that.
func extend(m *typecheck.Module, text string) (*typecheck.Module, string) {
	old := m.File()
	n := len(old.Items)
	file := &syntax.File{Name: old.Name, Text: old.Text, Items: append(old.Items[:n:n], syntax.ParseItem(text)), Starts: append(old.Starts[:n:n], int32(len(old.Text)))}
	next := typecheck.NewModule(typecheck.Config{File: file, Imports: m.Imports(), Prelude: m.Prelude(), Ops: m.Ops()})
	for _, d := range append(file.Items[n].Errors, next.Check(n).Diagnostics...) {
		if d.Severity == codes.Error {
			return next, d.Message
		}
	}
	return next, ""
}
