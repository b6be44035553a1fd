package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/ranges"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

type rangesCommand struct {
	input
	Format string `enum:"text,json" default:"text" help:"How ranges are written: text or json."`
}

// A definitionRange is what is known of the numbers of a definition.
type definitionRange struct {
	File     string         `json:"file"`
	Name     string         `json:"name"`
	Range    output.Range   `json:"range"` // the place of its name
	Result   string         `json:"result"`
	Bindings []bindingRange `json:"bindings"`
	place    workspace.Place
}

type bindingRange struct {
	Name   string       `json:"name"`
	Range  output.Range `json:"range"`
	Values string       `json:"values"`
}

func (c *rangesCommand) Run(env *environment) error {
	ctx, stop := env.interruptible()
	defer stop()
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	found := []definitionRange{}
	for _, path := range paths {
		file, err := snapshot.File(path)
		if err != nil {
			return err
		}
		for i := range file.Source.File.All() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if r, ok := rangeOf(file, i); ok {
				found = append(found, r)
			}
		}
	}
	if c.Format == "json" {
		return output.EncodeJSON(env.Stdout, map[string]any{"definitions": found})
	}
	heads := output.FileHeads{Several: len(paths) > 1}
	for _, r := range found {
		env.Stdout.WriteString(heads.Next(r.place))
		fmt.Fprintf(env.Stdout, "%s : %s\n", console.Printable(r.Name), console.Printable(r.Result))
		for _, b := range r.Bindings {
			fmt.Fprintf(env.Stdout, "  %s : %s\n", console.Printable(b.Name), console.Printable(b.Values))
		}
	}
	return nil
}

// rangeOf bounds the definition that an item is; false where it is none, or has errors.
func rangeOf(file *workspace.File, i int) (r definitionRange, ok bool) {
	item, o := file.Source.File.Item(i), file.Module.Object(i)
	if o == nil || o.Kind != typecheck.DefObject || item.Body() == syntax.NoNode || workspace.SoundTree(file.Module, o) == nil {
		return r, false
	}
	at := func(n syntax.NodeID) workspace.Place {
		return workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(n))}
	}
	a := ranges.Of(file.Module, o, declared.Of(item))
	place := at(item.Declared())
	r = definitionRange{Name: o.Name, Result: ranges.Text(a.Result), Bindings: []bindingRange{}, place: place}
	r.File, r.Range = output.PlaceOf(place).File, output.PlaceOf(place).Range
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		name := syntax.NoNode
		switch item.Kind(n) {
		case syntax.Let:
			name = item.Let(n).Pattern
		case syntax.Graph:
			name = item.Graph(n).Name
		}
		if name == syntax.NoNode {
			continue
		}
		if v, known := a.At(name); known {
			r.Bindings = append(r.Bindings, bindingRange{item.SourceText(name), output.PlaceOf(at(name)).Range, ranges.Text(v)})
		}
	}
	return r, true
}
