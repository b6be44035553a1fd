package isolation

import (
	"encoding/json"
	"os"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Recorder is the subprocess's side of the crash log, in serialized mode.
type Recorder struct {
	leftOut map[string]bool

	mu     sync.Mutex
	file   *os.File         // nil where nothing is written
	active []workspace.Task // in the order in which they were begun
	buffer []byte
}

// Record makes a Recorder that writes into a file which exists; without one it only leaves out
// what has one of some keys.
func Record(path string, leftOut []string) (*Recorder, error) {
	r := &Recorder{leftOut: map[string]bool{}}
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

// Begin writes down what is worked on from now until it is done; it is a workspace.Observer. It is
// not ok where the subject is to be left out.
func (r *Recorder) Begin(s workspace.Task) (done func(), ok bool) {
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
	return func() { r.end(s) }, true
}

func (r *Recorder) end(s workspace.Task) {
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

// recordSize is that of the file, in bytes: what is shorter is filled with blanks, so that each
// writing replaces the one before. It is a page, which systems write as a whole.
const recordSize = 4 << 10

// write writes what was begun last and has not ended: of subjects within one another (an item of
// a file) that is the innermost. A crash that is not recorded costs one more attempt.
func (r *Recorder) write() {
	r.buffer = r.buffer[:0]
	if n := len(r.active); n > 0 {
		r.buffer, _ = json.Marshal(shortened(r.active[n-1]))
	}
	for len(r.buffer) < recordSize {
		r.buffer = append(r.buffer, ' ')
	}
	_, _ = r.file.WriteAt(r.buffer, 0)
}

// shortened is a subject that fits into a record, where JSON may take six bytes for one: of its
// name and path it has the ends, and its key whole.
func shortened(s workspace.Task) workspace.Task {
	ending := func(text string, length int) string { return text[max(0, len(text)-length):] }
	s.Name, s.Path = ending(s.Name, 100), ending(s.Path, 500)
	return s
}
