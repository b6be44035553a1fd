package wire

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// weighted writes a model with one initializer of n bytes, and gives its path.
func weighted(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.onnx")
	a := value.NewArray(value.Uint8, []int{n})
	for i := range n {
		a.Data.([]uint8)[i] = uint8(i >> 8)
	}
	data := inGraph(appendBytes(appendText(nil, 2, "net"), 5, AppendTensor(nil, a, "w")))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFile reads small and large files, and their tensors until they are closed.
func TestFile(t *testing.T) {
	for _, n := range []int{10, 4 << 20} {
		f, err := Open(weighted(t, n))
		if err != nil {
			t.Fatal(err)
		}
		m, err := f.Model()
		if err != nil || f.Size() < int64(n) {
			t.Fatalf("%d bytes: %v, size %d", n, err, f.Size())
		}
		w := m.Graph.Initializers[0]
		a, err := w.Array(nil)
		if err != nil || a.Len() != n || a.Data.([]uint8)[n-1] != uint8((n-1)>>8) {
			t.Errorf("%d bytes: %v", n, err)
		}
		if err := errors.Join(f.Close(), f.Close()); err != nil {
			t.Error(err)
		}
		if _, err := w.Array(nil); !errors.Is(err, errClosed) {
			t.Errorf("%d bytes, closed: %v", n, err)
		}
		if _, err := f.Model(); !errors.Is(err, errClosed) {
			t.Errorf("%d bytes, closed: %v", n, err)
		}
		if a.Data.([]uint8)[0] != 0 || m.Graph.Name != "net" {
			t.Error("what was read is lost when the file is closed")
		}
	}
}

// TestOpenErrors opens what is no file of a model.
func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large")
	f, err := os.Create(large)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(1<<31), f.Close()); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		dir:                             "it is a directory; only regular files are read",
		filepath.Join(dir, "none"):      "no such file",
		large:                           "it has 2.1 GB; a file of protobuf may have 2 GiB, and larger models have their weights in files of external data",
		filepath.Join(dir, "none/none"): "no such file",
	} {
		if f, err := Open(path); f != nil || err == nil || !strings.Contains(err.Error(), want) && !os.IsNotExist(err) {
			t.Errorf("%s: %v; want %q", path, err, want)
		}
	}
}
