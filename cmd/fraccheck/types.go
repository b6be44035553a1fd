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
