package culprit

import (
	"encoding/json"
	"os"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Record is where a careful process writes down what it looks at.
type Record struct {
	leftOut map[string]bool

	mu     sync.Mutex
	file   *os.File // nil where nothing is written
	active []workspace.Subject
	buffer []byte
}

// Open makes a record in a file that exists, in which nothing is looked at yet; with
// no file it only leaves out what has one of some keys.
func Open(path string, leftOut []string) (*Record, error) {
	r := &Record{leftOut: map[string]bool{}}
	for _, key := range leftOut {
		r.leftOut[key] = true
	}
	if path == "" {
		return r, nil
	}
	file, err := disk.OpenScratch(path)
	r.file = file
	return r, err
}

// Looking is a workspace.Looking.
func (r *Record) Looking(s workspace.Subject) (done func(), ok bool) {
	if r.leftOut[s.Key] {
		return nil, false
	}
	if r.file == nil {
		return func() {}, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.active = append(r.active, s)
	r.write()
	return func() { r.leave(s) }, true
}

func (r *Record) leave(s workspace.Subject) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, other := range slices.Backward(r.active) {
		if other == s {
			r.active = slices.Delete(r.active, i, i+1)
			break
		}
	}
	r.write()
}

// recordSize is that of the file, in bytes: what is shorter is filled with blanks, so
// that each writing replaces the one before.
const recordSize = 4 << 10

// write writes what was begun last and has not ended.
func (r *Record) write() {
	r.buffer = r.buffer[:0]
	if n := len(r.active); n > 0 {
		r.buffer, _ = json.Marshal(shortened(r.active[n-1]))
	}
	for len(r.buffer) < recordSize {
		r.buffer = append(r.buffer, ' ')
	}
	_, _ = r.file.WriteAt(r.buffer, 0) // a death that is not recorded costs one more
}

// shortened is a subject that fits into a record, whose text may take six bytes for one.
func shortened(s workspace.Subject) workspace.Subject {
	s.Name, s.Path = tail(s.Name, 100), tail(s.Path, 500)
	return s
}

func tail(text string, length int) string { return text[max(0, len(text)-length):] }
