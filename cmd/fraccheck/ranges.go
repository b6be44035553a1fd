package main

import (
	"cmp"
	"context"
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
	As       string   `placeholder:"DTYPE" enum:",float16,bfloat16" default:"" help:"Ask where numbers would leave this dtype if all that is float32 were of it: float16 or bfloat16."`
	Input    []string `placeholder:"NAME=FILE" sep:"none" help:"Take the range of a parameter, or of a model's input, from the numbers of an array: .npy, .npz:NAME or .pb; may be repeated."`
	MaxSteps int64    `name:"max-steps" placeholder:"N" default:"4000000000" help:"With --as, how many steps the runs of one definition take in all (default: 4000000000)."`
	Format   string   `enum:"text,json" default:"text" help:"How ranges are written: text or json."`
}

// A definitionRange is what is known of the numbers of a definition.
type definitionRange struct {
	File  string       `json:"file"`
	Name  string       `json:"name"`
	Range output.Range `json:"range"` // the place of its name
	*bounded
	*narrowed
	place workspace.Place
}

// bounded are the bounds of the definition as it is.
type bounded struct {
	Result   string         `json:"result"`
	Bindings []bindingRange `json:"bindings"`
}

type bindingRange struct {
	Name   string       `json:"name"`
	Range  output.Range `json:"range"`
	Values string       `json:"values"`
}

func (c *rangesCommand) Run(env *environment) error {
	ctx, stop := env.interruptible()
	defer stop()
	inputs, err := c.measure(env)
	if err != nil {
		return err
	}
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	found, names := []definitionRange{}, []string{}
	for _, path := range paths {
		file, err := snapshot.File(path)
		if err != nil {
			return err
		}
		if _, err := snapshot.Config(path); err != nil {
			return err
		}
		configured := snapshot.Ranges(file.Source)
		names = append(names, inputNames(file)...)
		for _, i := range c.items(file) {
			r, err := c.definition(ctx, file, i, configured, inputs)
			if err := cmp.Or(err, ctx.Err()); err != nil { // a search that is interrupted has found a part
				return err
			}
			found = append(found, r)
		}
	}
	if err := unused(inputs, names); err != nil {
		return err
	}
	if c.Format == "json" {
		report := map[string]any{"definitions": found}
		if c.As != "" {
			report["as"] = c.As
		}
		return output.EncodeJSON(env.Stdout, report)
	}
	heads := output.FileHeads{Several: len(paths) > 1}
	for _, r := range found {
		env.Stdout.WriteString(heads.Next(r.place))
		if r.narrowed != nil {
			r.narrowed.print(env.Stdout, r.Name, c.As)
			continue
		}
		fmt.Fprintf(env.Stdout, "%s : %s\n", console.Printable(r.Name), console.Printable(r.Result))
		for _, b := range r.Bindings {
			fmt.Fprintf(env.Stdout, "  %s : %s\n", console.Printable(b.Name), console.Printable(b.Values))
		}
	}
	return nil
}

// inputNames are the names that --input can use of a file.
func inputNames(file *workspace.File) (names []string) {
	if file.Source.Model != nil {
		for _, port := range file.Source.Model.Inputs {
			names = append(names, port.Name)
		}
		return names
	}
	for i := range file.Source.File.All() {
		names = append(names, declared.Params(file.Source.File.Item(i))...)
	}
	return names
}

// items are those whose ranges are printed: definitions; with --as, those without errors that are called
// from outside.
func (c *rangesCommand) items(file *workspace.File) (found []int) {
	for i := range file.Source.File.All() {
		item, o := file.Source.File.Item(i), file.Module.Object(i)
		if o != nil && o.Kind == typecheck.DefObject && item.Body() != syntax.NoNode && (c.As == "" || workspace.SoundTree(file.Module, o) != nil) {
			found = append(found, i)
		}
	}
	if c.As != "" {
		found = entries(file.Module, found)
	}
	return found
}

// definition bounds the definition that an item is.
func (c *rangesCommand) definition(ctx context.Context, file *workspace.File, i int, configured map[string]declared.Range, inputs map[string]*measured) (r definitionRange, err error) {
	item, o := file.Source.File.Item(i), file.Module.Object(i)
	place := workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(item.Declared()))}
	r = definitionRange{Name: o.Name, place: place}
	r.File, r.Range = output.PlaceOf(place).File, output.PlaceOf(place).Range
	if workspace.SoundTree(file.Module, o) == nil {
		r.bounded = &bounded{Result: "unknown: it has errors, or what it calls has", Bindings: []bindingRange{}}
		return r, nil
	}
	arrays, err := arraysFor(file, o, inputs)
	if err != nil {
		return r, err
	}
	within := declared.With(item, configured)
	if within == nil {
		within = map[string]declared.Range{}
	}
	for name, a := range arrays {
		if within[name], err = rangeOfNumbers(a); err != nil {
			return r, fmt.Errorf("%s: %w", name, err)
		}
	}
	if c.As != "" {
		r.narrowed = c.narrow(ctx, file, o, within, arrays)
	} else {
		r.bounded = boundsOf(file, i, within)
	}
	return r, nil
}

func boundsOf(file *workspace.File, i int, within map[string]declared.Range) *bounded {
	item := file.Source.File.Item(i)
	a := ranges.Of(file.Module, file.Module.Object(i), within)
	r := &bounded{Result: ranges.Text(a.Result), Bindings: []bindingRange{}}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		name := bound(item, n)
		if name == syntax.NoNode {
			continue
		}
		if v, known := a.At(name); known {
			at := workspace.Place{Source: file.Source, Span: file.Source.Absolute(i, item.Span(name))}
			r.Bindings = append(r.Bindings, bindingRange{item.SourceText(name), output.PlaceOf(at).Range, ranges.Text(v)})
		}
	}
	return r
}

// bound is the name that a node binds; NoNode where it is no binding.
func bound(item *syntax.Item, n syntax.NodeID) syntax.NodeID {
	switch item.Kind(n) {
	case syntax.Let:
		return item.Let(n).Pattern
	case syntax.Graph:
		return item.Graph(n).Name
	}
	return syntax.NoNode
}
