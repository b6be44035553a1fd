package isolation

import (
	"encoding/json"
	"os"
	"time"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Log is the starter's side of the crash log: at what subprocesses crashed. The zero Log is
// one of no crash.
type Log struct {
	file    *os.File // of the record; nil before the first crash
	blamed  map[string]int
	leftOut []string
}

// A Crash is what is known of one.
type Crash struct {
	End
	Subject workspace.Task // that was being worked on; the zero one where that is not known
	LeftOut bool           // from now on, and was not before
}

// An Attempt is what a subprocess knows of those before it. The zero Attempt is that of the
// first.
type Attempt struct {
	Record   string   // the file to write down what is worked on; empty for none
	LeaveOut []string // keys of what is left out
	Lean     bool     // one before ran out of memory
}

// leastBlamed is how long a subject must have been worked on before an end from outside is
// counted against it. What takes memory until the system ends the process takes its time; a
// shorter one would be blamed by chance.
const leastBlamed = time.Second

// Crashed notes a crash, now. What a process in serialized mode crashed at by itself is left out
// at once. What it was ended at from outside is left out when that has happened twice: the
// first time somebody else may have ended it.
func (l *Log) Crashed(end End) Crash {
	c := Crash{End: end}
	if l.file == nil {
		l.blamed = map[string]int{}
		l.file, _ = disk.CreateScratch("fraccheck-record-") // without it crashes have no names
		return c
	}
	since := time.Now()
	if info, err := l.file.Stat(); err == nil {
		since = info.ModTime()
	}
	text := make([]byte, recordSize)
	n, _ := l.file.ReadAt(text, 0) // less where nothing was written
	_ = l.file.Truncate(0)
	if json.Unmarshal(text[:n], &c.Subject) != nil || end.Outside && time.Since(since) < leastBlamed {
		c.Subject = workspace.Task{}
		return c
	}
	l.blamed[c.Subject.Key]++
	if c.LeftOut = l.blamed[c.Subject.Key] == 1 && !end.Outside || l.blamed[c.Subject.Key] == 2; c.LeftOut {
		l.leftOut = append(l.leftOut, c.Subject.Key)
	}
	return c
}

// Path is where the next process is to write down what it works on; empty where it need not.
func (l *Log) Path() string {
	if l.file == nil {
		return ""
	}
	return l.file.Name()
}

// LeftOut are the keys of what the next process is to leave out.
func (l *Log) LeftOut() []string { return l.leftOut }

// Close removes the file.
func (l *Log) Close() {
	if l.file != nil {
		_ = l.file.Close()
		_ = os.Remove(l.file.Name())
	}
}

// MostFutile is how many attempts in a row may crash without anything being left out.
const MostFutile = 3

// Retry makes attempts until one comes to its end, or MostFutile in a row crashed at what is not
// known; that crash is the result then. An attempt gives how its process crashed, nil where it
// came to its end, or an error that ends all. Each crash is reported before the next attempt.
//
// It ends: an attempt that crashes and is not futile has one more subject left out, and there
// are finitely many.
func Retry(attempt func(Attempt) (*End, error), report func(Crash)) (futile *Crash, err error) {
	log := &Log{}
	defer log.Close()
	lean := false
	for inRow := 0; ; {
		end, err := attempt(Attempt{Record: log.Path(), LeaveOut: log.LeftOut(), Lean: lean})
		if err != nil || end == nil {
			return nil, err
		}
		crash := log.Crashed(*end)
		if inRow++; crash.LeftOut {
			inRow = 0
		}
		if inRow == MostFutile {
			return &crash, nil
		}
		lean = lean || crash.OutOfMemory
		report(crash)
	}
}
