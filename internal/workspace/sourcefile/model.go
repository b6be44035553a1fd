package sourcefile

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ModelEndings are the endings of the models that are read as programs.
var ModelEndings = []string{".onnx"}

// IsModel reports whether a path names a model.
func IsModel(path string) bool { return HasEnding(path, ModelEndings) }

// ReadModel reads a model as a program, for given inputs instead of all that it declares; nil for
// none. The weights of a model on disk stay unread until they are asked for.
func ReadModel(files Files, path string, ops op.Table, given model.Inputs) (*model.Program, error) {
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
func OpenModel(files Files, path string) (*OpenedModel, error) {
	if overlay, ok := files.(Overlay); ok && !overlay.Has(path) {
		files = overlay.Files
	}
	if _, ok := files.(Disk); !ok {
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

// NewModel is the source of a model: the program that represents it.
func NewModel(path, name string, m *model.Program) *Source {
	s := NewProgram(path, syntax.ParseFile(name, m.Text))
	s.Model = m
	return s
}

// ModelConstants are the values of `meta[relay.Constant][i]` in a program that represents a
// model.
func ModelConstants(m *model.Program) metadata.Source {
	return func(kind string, i int) (*value.Array, error) {
		if kind != model.ConstantKind || i >= m.Constants() {
			return nil, nil
		}
		a, err := m.Constant(i).Read()
		runtime.KeepAlive(m)
		return a, err
	}
}

// ModelFindings are what is wrong with a model, at the ranges of the program that stand for
// its nodes.
func (s *Source) ModelFindings() []Finding {
	if s.Model == nil {
		return nil
	}
	found := make([]Finding, len(s.Model.Findings))
	for i, f := range s.Model.Findings {
		finding := Finding{Place: Place{Source: s}, Item: -1, Code: f.Code, Severity: f.Severity, Message: f.Message, Notes: f.Notes}
		if place, ok := s.Model.PlaceOf(f.Node); ok {
			finding.Span = syntax.Span{Start: place.Start, End: place.End}
		}
		finding.Data = s.nodeData(f.Node)
		if f.Input >= 0 {
			finding.Data["input"] = f.Input
		}
		if f.Value != "" {
			finding.Data["value"] = f.Value
		}
		found[i] = finding
	}
	return found
}

// AtNode names what of a model a finding is at, in words: the node and its input, or the value;
// empty in programs that represent no model.
func (f *Finding) AtNode() string {
	if node := NodeText(f.Data); node != "" {
		return node
	}
	if value, ok := f.Data["value"].(string); ok && IsModel(f.Source.Path) {
		return fmt.Sprintf("value %q", value)
	}
	return ""
}

// NodeText names the node and its input that a finding's data have; empty where they have none.
func NodeText(data map[string]any) string {
	if data["node"] == nil || data["operator"] == nil {
		return ""
	}
	at := fmt.Sprintf("node %q (%s)", data["node"], data["operator"])
	if input, ok := data["input"]; ok {
		at += fmt.Sprintf(", input %v", input)
	}
	return at
}

// nodeData names a node for programs that read reports.
func (s *Source) nodeData(node int) map[string]any {
	data := map[string]any{}
	if node >= 0 {
		n := s.Model.Nodes[node]
		data["node"], data["operator"] = n.Name, n.Op
	}
	return data
}

// tidied are what checks say of how a program is written. Nobody wrote the program of a model.
var tidied = map[codes.Code]bool{
	codes.UnusedBinding: true, codes.UnusedDefinition: true, codes.UnusedParameter: true, codes.ShadowedBinding: true,
	codes.StaleTypeComment: true, codes.Hole: true, codes.UnknownOperator: true,
}

// AtNodes keeps what checks find in a program that represents a model if it concerns the
// model, and names its nodes. What is found at a node with an error may follow from that.
func (s *Source) AtNodes(found []Finding) []Finding {
	if s.Model == nil {
		return found
	}
	faulty := s.faultyNodes()
	kept := found[:0]
	for _, f := range found {
		node := s.Model.NodeAt(f.Span.Start)
		if tidied[f.Code] || faulty[node] || len(faulty) > 0 && f.Severity == codes.Error {
			continue
		}
		data := s.nodeData(node)
		maps.Copy(data, f.Data)
		f.Data, f.Fixes = data, nil
		kept = append(kept, f)
	}
	return kept
}

// faultyNodes are the nodes of a model that have an error; -1 represents the graph.
func (s *Source) faultyNodes() map[int]bool {
	faulty := map[int]bool{}
	for _, f := range s.Model.Findings {
		if f.Severity == codes.Error {
			faulty[f.Node] = true
		}
	}
	return faulty
}

// Fingerprint is what decides what is found in a model: its program, and its findings.
func Fingerprint(m *model.Program) string {
	var b strings.Builder
	b.WriteString(m.Text)
	for _, f := range m.Findings {
		b.WriteString("\x00" + f.Message)
	}
	return b.String()
}
