// Package readers reads files that are not written in the language as programs: models, and
// programs in Python.
package readers

import (
	"path/filepath"
	"runtime"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// All are all formats.
var All = sourcefile.Formats{Model: ReadModel, Translate: Translate}

// ReadModel reads a model as a program, for given inputs instead of all that it declares; nil for
// none. The weights of a model on disk stay unread until they are asked for.
func ReadModel(files sourcefile.Files, path string, ops op.Table, given model.Inputs) (*model.Program, error) {
	m, err := OpenModel(files, path)
	if err != nil {
		return nil, err
	}
	program := onnx.Read(m.Model, m.External, ops, given)
	if m.file != nil {
		runtime.AddCleanup(program, func(f *wire.File) { f.Close() }, m.file)
	}
	return program, nil
}

// An OpenedModel is a model as its file has it.
type OpenedModel struct {
	*wire.Model
	External wire.External // the files beside it; nil for one that is not on disk
	file     *wire.File    // nil for one that is in memory
}

// OpenModel opens a model. One on disk is mapped until it is closed.
func OpenModel(files sourcefile.Files, path string) (*OpenedModel, error) {
	if overlay, ok := files.(sourcefile.Overlay); ok && !overlay.Has(path) {
		files = overlay.Files
	}
	if _, ok := files.(sourcefile.Disk); !ok {
		data, err := files.ReadFile(path, disk.Models)
		if err != nil {
			return nil, disk.Cause(err)
		}
		m, err := wire.Decode(data)
		return &OpenedModel{Model: m}, err
	}
	file, err := wire.Open(path)
	if err != nil {
		return nil, disk.Cause(err)
	}
	m, err := file.Model()
	if err != nil {
		file.Close()
		return nil, err
	}
	return &OpenedModel{m, wire.Folder(filepath.Dir(path)), file}, nil
}

// Close gives back the file of a model, which nobody may read from then on.
func (m *OpenedModel) Close() {
	if m.file != nil {
		m.file.Close()
	}
}
