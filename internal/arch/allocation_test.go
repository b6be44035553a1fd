package arch

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A checkedPackage is a package with the types of its expressions.
type checkedPackage struct {
	path  string
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
}

// checkedPackages type-checks packages; what they import is read as the compiler wrote it.
func checkedPackages(t *testing.T, patterns ...string) []*checkedPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly"}, patterns...)...)
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		DepOnly                 bool
	}
	var own []listed
	exports := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if exports[p.ImportPath] = p.Export; !p.DepOnly {
			own = append(own, p)
		}
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []*checkedPackage
	for _, l := range own {
		p := &checkedPackage{path: strings.TrimPrefix(l.ImportPath, module+"/"), fset: fset, info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		}}
		for _, name := range l.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(l.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			p.files = append(p.files, file)
		}
		if _, err := (&types.Config{Importer: imports}).Check(l.ImportPath, fset, p.files, p.info); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// asking are the functions that ask for memory before they allocate.
var asking = map[string][]string{
	"internal/op":        {"Make", "NewResult", "Iota"},
	"internal/op/buffer": {"Result"}, // Alloc has asked for what it converts to
}

// small are the functions that make lists of an entry a dimension or a window, an
// attribute's list, or a slice of what Make has given them.
var small = map[string][]string{
	"internal/op":               {"Axes", "AxisOrder", "Copied", "Diagonal", "Ints", "Inverse", "With", "refuses"},
	"internal/op/buffer":        {"Arranged", "Canonical", "nothing", "parts"},
	"internal/op/elementwise":   {"along", "shapeOfKernel"},
	"internal/op/image":         {"axesOf", "dilationOf", "linear", "nearest", "numbers", "place", "rescaleKernel", "samplingOf", "run"},
	"internal/op/indexing":      {"add", "fill", "scatterNDKernel", "unravelIndexKernel"},
	"internal/op/layout":        {"gathered"},
	"internal/op/linear":        {"Matmul", "arranged", "matrices", "once", "only", "shape", "sumAway"},
	"internal/op/nn":            {"batchBlocks", "batchToSpaceKernel", "behind", "flatSides", "moved", "nllFits", "pairsIn"},
	"internal/op/nn/convolve":   {"computed", "spreads", "weight"},
	"internal/op/nn/downsample": {"Adaptive", "locate", "poolPlanes", "spatialLast"},
	"internal/op/nn/sliding":    {"Padding", "Read"},
	"internal/op/nn/resample":   {"add", "interpolate"},
	"internal/op/qnn":           {"productKernel"},
	"internal/op/rearrange":     {"emit", "repeatKernel", "running", "sliceAxes", "slidingWindowKernel", "squeezed", "tileKernel", "wholeFrom"},
	"internal/op/reduction":     {"axisBack", "keptShape", "reducedAxes", "reducedLast", "slices", "sortedPlaces", "withOnes"},
	"internal/op/relate":        {"Zeros"},
}

// TestKernelsAskBeforeTheyAllocate holds that what grows with the elements of operands
// comes from op.Make and op.NewResult, which ask the machine first: a limit of memory
// is a fault then, and not the end of the process.
func TestKernelsAskBeforeTheyAllocate(t *testing.T) {
	used := map[string]bool{}
	for _, p := range checkedPackages(t, "./internal/op/...") {
		if slices.Contains([]string{"internal/op/optest", "internal/op/buffer/kerneltest", "internal/op/metadata", "internal/op/raf"}, p.path) {
			continue // not run by programs, or before them
		}
		for _, file := range p.files {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Body == nil {
					continue
				}
				excused := slices.Contains(asking[p.path], f.Name.Name) || slices.Contains(small[p.path], f.Name.Name)
				ast.Inspect(f.Body, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok || !p.allocates(call) {
						return true
					}
					if used[p.path+"."+f.Name.Name] = true; !excused {
						t.Errorf("%s: %s allocates without asking; use op.Make or op.NewResult, or name the function %s.%s in `small` where an entry is a dimension",
							p.fset.Position(call.Pos()), types.ExprString(call), p.path, f.Name.Name)
					}
					return true
				})
			}
		}
	}
	for _, table := range []map[string][]string{asking, small} {
		for path, names := range table {
			for _, name := range names {
				if !used[path+"."+name] {
					t.Errorf("%s.%s does not allocate any more: take it out of the table", path, name)
				}
			}
		}
	}
}

// allocators are the functions that make slices of numbers, by package.
var allocators = map[string][]string{
	"slices":                   {"Repeat", "Concat", "Clone", "Grow", "Collect"},
	module + "/internal/value": {"NewArray", "Zeros", "Full", "MakeData", "Iota", "Copy", "Convert", "Contiguous", "Reshape"},
}

// allocates recognizes calls that make room for numbers, as many as is not known here.
func (p *checkedPackage) allocates(call *ast.CallExpr) bool {
	switch callee := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if _, builtin := p.info.Uses[callee].(*types.Builtin); !builtin || !ofNumbers(p.info.TypeOf(call)) {
			return false
		}
		return callee.Name == "append" || callee.Name == "make" && !p.bounded(call.Args[len(call.Args)-1])
	case *ast.SelectorExpr:
		f, ok := p.info.Uses[callee.Sel].(*types.Func)
		if !ok || f.Pkg() == nil || !slices.Contains(allocators[f.Pkg().Path()], f.Name()) {
			return false
		}
		result := p.info.TypeOf(call)
		return ofNumbers(result) || strings.HasSuffix(result.String(), "value.Array") || result.String() == "any"
	}
	return false
}

// ofNumbers recognizes slices of numbers, or of lists of them.
func ofNumbers(t types.Type) bool {
	s, ok := types.Unalias(t).Underlying().(*types.Slice)
	return ok && numeric(s.Elem())
}

func numeric(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Array:
		return numeric(t.Elem())
	case *types.Slice:
		return numeric(t.Elem())
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// bounded recognizes lengths that are constants, ranks, or the length of a list of
// something else than numbers.
func (p *checkedPackage) bounded(n ast.Expr) bool {
	if p.info.Types[n].Value != nil {
		return true
	}
	call, ok := ast.Unparen(n).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch callee := call.Fun.(type) {
	case *ast.SelectorExpr:
		return strings.EqualFold(callee.Sel.Name, "rank")
	case *ast.Ident:
		return callee.Name == "len" && !ofNumbers(p.info.TypeOf(call.Args[0]))
	}
	return false
}
