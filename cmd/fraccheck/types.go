package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
)

type typesCommand struct {
	input
	Values   bool   `help:"Print the types of a model's values by their names instead."`
	Annotate bool   `help:"Print the programs with their types as comments instead."`
	Format   string `enum:"text,json" default:"text" help:"How signatures are written: text or json."`
}

type jsonDefinition struct {
	File  string       `json:"file"`
	Name  string       `json:"name"`
	Type  string       `json:"type"`
	Range output.Range `json:"range"`
}

func (c *typesCommand) Run(env *environment) error {
	snapshot, paths, err := c.open(env)
	if err != nil {
		return err
	}
	if c.Annotate {
		return annotate(env, snapshot, paths)
	}
	if c.Values {
		return c.modelValues(env, snapshot, paths)
	}
	definitions := []definition.Definition{}
	for _, path := range paths {
		found, err := definition.All(snapshot, path)
		if err != nil {
			return err
		}
		definitions = append(definitions, found...)
	}
	if c.Format == "json" {
		return writeDefinitions(env, definitions)
	}
	heads := output.FileHeads{Several: len(paths) > 1}
	for _, d := range definitions {
		env.Stdout.WriteString(heads.Next(d.Place))
		fmt.Fprintf(env.Stdout, "%s : %s\n", console.Printable(d.Name), console.Printable(types.String(d.Type)))
	}
	return nil
}

// A jsonValue is a value of a model; its type is null where it is not known.
type jsonValue struct {
	File string  `json:"file"`
	Name string  `json:"name"`
	Type *string `json:"type"`
}

// modelValues prints the types of the values of models: inputs, and what nodes give.
func (c *typesCommand) modelValues(env *environment, snapshot *workspace.Snapshot, paths []string) error {
	heads := output.FileHeads{Several: len(paths) > 1}
	values := []jsonValue{}
	for _, path := range paths {
		file, err := snapshot.File(path)
		if err != nil {
			return err
		}
		m := file.Source.Model
		if m == nil {
			return fmt.Errorf("%s is no model: --values prints the values of models, such as m.onnx", file.Source.Name)
		}
		if c.Format != "json" {
			env.Stdout.WriteString(heads.Next(workspace.Place{Source: file.Source}))
		}
		for _, v := range m.Values {
			value := jsonValue{File: file.Source.Name, Name: v.Name}
			if v.Type != nil {
				text := m.TypeText(v.Type)
				value.Type = &text
			}
			values = append(values, value)
			if c.Format != "json" {
				text := "unknown"
				if value.Type != nil {
					text = *value.Type
				}
				fmt.Fprintf(env.Stdout, "%s : %s\n", console.Printable(v.Name), console.Printable(text))
			}
		}
	}
	if c.Format == "json" {
		return output.EncodeJSON(env.Stdout, map[string]any{"values": values})
	}
	return nil
}

// annotate prints programs with their inferred types as comments.
func annotate(env *environment, snapshot *workspace.Snapshot, paths []string) error {
	ctx, stop := env.interruptible()
	defer stop()
	for _, path := range paths {
		text, err := convert.Annotate(ctx, snapshot, path)
		if err != nil {
			return err
		}
		env.Stdout.WriteString(env.Program(text))
	}
	return nil
}

func writeDefinitions(env *environment, definitions []definition.Definition) error {
	out := []jsonDefinition{}
	for _, d := range definitions {
		place := output.PlaceOf(d.Place)
		out = append(out, jsonDefinition{place.File, d.Name, types.String(d.Type), place.Range})
	}
	return output.EncodeJSON(env.Stdout, map[string]any{"definitions": out})
}
