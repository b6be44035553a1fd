package convert

import (
	"context"
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/model/onnx/export"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// entryName is the definition that represents the graph of a model.
const entryName = "@main"

// ONNX is the file of a model that computes what the program at a path does: its definition
// `@main`, or the only one that it has. refused is where the program has what ONNX cannot
// express, and why; nil where a model was made. The file of a model is given as it is, to be
// written to a path.
func ONNX(ctx context.Context, s *workspace.Snapshot, path, to string) (file []byte, refused *Refused, err error) {
	source, err := s.Source(path)
	if err != nil {
		return nil, nil, err
	}
	if source.Model != nil {
		file, err = ModelFileOf(source, to)
		return file, nil, err
	}
	module, err := s.Module(path)
	if err != nil {
		return nil, nil, err
	}
	name, err := entryOf(module, source.Name)
	if err != nil {
		return nil, nil, err
	}
	m, err := export.Definition(module, name)
	var refusal *export.Refusal
	switch {
	case errors.As(err, &refusal):
		return nil, &Refused{workspace.Place{Source: source, Span: source.Absolute(refusal.Item, refusal.Span)}, refusal.Message}, nil
	case err != nil:
		return nil, nil, err
	}
	file, err = wire.Append(nil, m)
	if err != nil {
		return nil, nil, err
	}
	return file, nil, ctx.Err()
}

// entryOf is the name of the definition that becomes the graph.
func entryOf(m *typecheck.Module, file string) (string, error) {
	only, count := "", 0
	for i := range m.Items() {
		o := m.Object(i)
		if o == nil || o.Kind != typecheck.DefObject {
			continue
		}
		if o.Name == entryName {
			return entryName, nil
		}
		only = o.Name
		count++
	}
	if count != 1 {
		return "", fmt.Errorf("%s has no definition `%s`, which becomes the graph of the model; name the one to export so", file, entryName)
	}
	return only, nil
}
