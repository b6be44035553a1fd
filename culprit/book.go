package culprit

import (
	"encoding/json"
	"os"
	"time"

	"github.com/fraccheck/fraccheck/workspace"
)

// A Book keeps what several processes died of.
type Book struct {
	path    string // of the record; empty before the first death
	blamed  map[string]int
	leftOut []string
}

// A Death is what is known of one.
type Death struct {
	End
	Subject workspace.Subject // that was being looked at; the zero one where that is not known
	LeftOut bool              // from now on, and was not before
}

// longLook is how long something must have been looked at before a death from
// outside is counted against it: what takes memory until the system ends the process
// takes its time, and another look would be blamed by chance.
const longLook = time.Second

// Died notes a death, now. What a process died of by itself is left out at once,
// since a careful process is one that was started after a death; what it was ended at
// from outside, when that has happened twice.
func (b *Book) Died(end End) Death {
	d := Death{End: end}
	since := time.Now()
	if b.path == "" {
		b.begin()
		return d
	}
	if info, err := os.Stat(b.path); err == nil {
		since = info.ModTime()
	}
	text, err := os.ReadFile(b.path)
	_ = os.WriteFile(b.path, nil, 0o600)
	if err != nil || json.Unmarshal(text, &d.Subject) != nil || end.Outside && time.Since(since) < longLook {
		d.Subject = workspace.Subject{}
		return d
	}
	b.blamed[d.Subject.Key]++
	if d.LeftOut = b.blamed[d.Subject.Key] == 1 && !end.Outside || b.blamed[d.Subject.Key] == 2; d.LeftOut {
		b.leftOut = append(b.leftOut, d.Subject.Key)
	}
	return d
}

// begin makes the file of the records; without one deaths have no names.
func (b *Book) begin() {
	b.blamed = map[string]int{}
	if file, err := os.CreateTemp("", "fraccheck-record-"); err == nil {
		b.path = file.Name()
		_ = file.Close()
	}
}

// Path is where the next process is to write down what it looks at; empty where it
// need not.
func (b *Book) Path() string { return b.path }

// LeftOut are the keys of what the next process is to leave out.
func (b *Book) LeftOut() []string { return b.leftOut }

// Close removes the file.
func (b *Book) Close() {
	if b.path != "" {
		_ = os.Remove(b.path)
	}
}
