package culprit

import (
	"encoding/json"
	"os"
	"time"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Book keeps what several processes died of.
type Book struct {
	file    *os.File // of the record; nil before the first death
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
	if b.file == nil {
		b.begin()
		return d
	}
	if info, err := b.file.Stat(); err == nil {
		since = info.ModTime()
	}
	text := make([]byte, recordSize)
	n, _ := b.file.ReadAt(text, 0) // less where nothing was written
	_ = b.file.Truncate(0)
	if json.Unmarshal(text[:n], &d.Subject) != nil || end.Outside && time.Since(since) < longLook {
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
	b.file, _ = disk.CreateScratch("fraccheck-record-")
}

// Path is where the next process is to write down what it looks at; empty where it
// need not.
func (b *Book) Path() string {
	if b.file == nil {
		return ""
	}
	return b.file.Name()
}

// LeftOut are the keys of what the next process is to leave out.
func (b *Book) LeftOut() []string { return b.leftOut }

// Close removes the file.
func (b *Book) Close() {
	if b.file != nil {
		_ = b.file.Close()
		_ = os.Remove(b.file.Name())
	}
}
