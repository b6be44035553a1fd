package dap

import (
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/disk"
	protocol "github.com/google/go-dap"
)

// oneFile is a file system that has no other file, so that no message opens one of the
// machine's.
type oneFile struct {
	path, text string
}

func (o oneFile) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	if path != o.path {
		return nil, fs.ErrNotExist
	}
	return []byte(o.text), nil
}

func (o oneFile) ReadDir(string) ([]fs.DirEntry, error) { return nil, fs.ErrNotExist }
func (o oneFile) Stat(string) (fs.FileInfo, error)      { return nil, fs.ErrNotExist }
func (o oneFile) RealPath(path string) (string, error) {
	if path != o.path {
		return "", fs.ErrNotExist
	}
	return path, nil
}

// Whatever comes ends in an answer or in the end of the connection: alone, and in a
// program that waits.
func FuzzServe(f *testing.F) {
	for _, text := range []string{
		`{`, `[]`, `null`, `{"seq":1e99}`, `{"type":"request","command":"launch","arguments":7}`,
		`{"type":"request","command":"launch","arguments":{"program":"/p.frac","args":["1"],"name":"@double"}}`,
		`{"type":"request","command":"variables","arguments":{"variablesReference":-1}}`,
		`{"type":"request","command":"setBreakpoints","arguments":{"source":{"path":"/p.frac"},"breakpoints":[{"line":-7,"column":-1},{"line":3,"condition":"%x"}]}}`,
		`{"type":"request","command":"evaluate","arguments":{"frameId":1,"expression":"@double(3)"}}`,
		`{"type":"request","command":"stackTrace","arguments":{"startFrame":-1,"levels":9223372036854775807}}`,
		`{"type":"request","command":"setExceptionBreakpoints","arguments":{"filters":["x"],"filterOptions":[{"filterId":"shape","condition":"(1"}]}}`,
		`{"type":"request","command":"setFunctionBreakpoints","arguments":{"breakpoints":[{"name":"double"}]}}`,
		`{"type":"request","command":"cancel","arguments":{"requestId":3}}`,
	} {
		f.Add([]byte(text))
	}
	path, err := filepath.Abs("/p.frac")
	if err != nil {
		f.Fatal(err)
	}
	files := oneFile{path, program}
	f.Fuzz(func(t *testing.T, message []byte) {
		var alone bytes.Buffer
		protocol.WriteBaseMessage(&alone, message)
		Serve(&alone, io.Discard, files)

		c := connectTo(t, files)
		c.done("initialize", map[string]any{})
		c.done("launch", map[string]any{"program": path})
		c.done("configurationDone", nil)
		c.stopped()
		if err := protocol.WriteBaseMessage(c.out, message); err != nil {
			return // it has ended the session before
		}
		c.out.Close()
		for range c.in { // until it ends
		}
	})
}
