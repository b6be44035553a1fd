package supervise

import (
	"fmt"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/isolation"
)

// A Pace says how often subprocesses may crash.
type Pace struct {
	Crashes int           // so many within the time, without anything left out: it rests
	Within  time.Duration // a time
	Rest    time.Duration // the first one; each rest in a row is twice as long
}

// orDefault is the pace of the command.
func (p Pace) orDefault() Pace {
	if p.Crashes == 0 {
		return Pace{Crashes: 5, Within: 30 * time.Second, Rest: 10 * time.Second}
	}
	return p
}

// longestRest is how long a rest gets.
const longestRest = 5 * time.Minute

// crashTimes are the times at which subprocesses crashed.
type crashTimes struct {
	Pace
	all   int
	late  []time.Time // those that led to nothing
	rests int         // in a row
	said  bool        // the user was shown that one crashed
}

// pause is how long to wait for the next subprocess.
//
// It is a circuit breaker: when d.Crashes processes ended within d.Within without anything that the
// next one could leave out, the next start waits d.Rest, then twice as long, up to longestRest. A
// process that could leave something out made progress, and starts at once: there are finitely many
// pieces of work, so this ends.
func (d *crashTimes) pause(now time.Time, progress bool) time.Duration {
	d.all++
	if progress {
		return 0
	}
	if n := len(d.late); n > 0 && now.Sub(d.late[n-1]) > longestRest {
		d.late, d.rests = nil, 0
	}
	d.late = append(d.late, now)
	if len(d.late) > d.Crashes {
		d.late = d.late[1:]
	}
	if len(d.late) < d.Crashes || now.Sub(d.late[0]) > d.Within {
		return 0
	}
	d.rests++
	d.late = d.late[:len(d.late)-1] // one more crash is enough
	return min(d.Rest<<min(d.rests-1, 10), longestRest)
}

// launch starts the first subprocess.
func (s *supervisor) launch() error {
	c, err := launch(s.Command(Start{}), s.log)
	if err != nil {
		return fmt.Errorf("starting the language server: %w", err)
	}
	s.current = c
	go s.attend(c)
	return nil
}

// adopt makes a process that knows what it must the one that messages go to.
func (s *supervisor) adopt(c *subprocess) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next != c {
		return // it ended meanwhile
	}
	s.current, s.next = c, nil
	s.changed.Broadcast()
}

// attend passes on what a subprocess says until it ends, and then sees to the next one.
//
// The end of the output is the end of the process: what writes no messages any more is of no use, and
// is killed.
func (s *supervisor) attend(c *subprocess) {
	for {
		message, err := c.out.ReadFrame()
		if err != nil {
			break
		}
		s.forward(c, message)
	}
	end := c.await()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current, s.next = nil, nil
	if s.over || s.shutdown {
		s.retire()
		return
	}
	go s.revive(s.recordCrash(end))
}

// retire ends the service. The lock is held.
func (s *supervisor) retire() {
	s.resting = true
	for _, r := range s.requests.take() {
		if r.method == protocol.MethodShutdown {
			s.send(success(r.id))
		} else {
			s.send(r.failure("fraccheck was shut down"))
		}
	}
	s.changed.Broadcast()
}

// recordCrash notes a crash, shows it to the client, and says when the next subprocess may begin.
// The lock is held.
//
// Requests that were running are answered with an error, but initialize, which the next subprocess
// answers.
func (s *supervisor) recordCrash(end isolation.End) (pause time.Duration) {
	crash := s.crashLog.Crashed(end)
	s.requests.blame(crash.Subject.Name)
	pause = s.times.pause(time.Now(), crash.LeftOut)
	s.resting = pause > 0
	for _, r := range s.requests.take() {
		if r.method == protocol.MethodInitialize && !s.resting {
			s.requests.add(r) // its successor answers
			continue
		}
		s.send(r.interrupted(fmt.Sprintf("fraccheck stopped while this request was running (%s) and was started again; ask again", end.Cause)))
	}
	if s.resting && !s.memory.answered {
		s.memory = newMemory()
	}
	for _, message := range s.displayed.clear(s.memory.documents) {
		s.send(message)
	}
	s.report(crash, pause)
	s.changed.Broadcast()
	return pause
}

// revive starts the next subprocess, after a pause, and sends it what the last one knew.
//
// A process that cannot be started at all is tried again after a rest, since the executable may be
// replaced at the moment.
func (s *supervisor) revive(pause time.Duration) {
	select {
	case <-time.After(pause):
	case <-s.ctx.Done():
	}
	s.mu.Lock()
	if s.over || s.shutdown {
		s.retire()
		s.mu.Unlock()
		return
	}
	c, err := launch(s.Command(Start{Restarts: s.times.all, Record: s.crashLog.Path(), LeaveOut: s.crashLog.LeftOut()}), s.log)
	if err != nil {
		s.say(protocol.MethodWindowLogMessage, protocol.MessageTypeError, fmt.Sprintf("fraccheck cannot be started again: %v", err))
		s.resting = true
		s.changed.Broadcast()
		go s.revive(s.times.Rest)
		s.mu.Unlock()
		return
	}
	c.opening = s.memory.answered
	lesson := s.lesson()
	s.next, s.resting = c, false
	go s.attend(c)
	s.mu.Unlock()
	for _, message := range lesson {
		_ = c.writer.WriteFrame(message) // where it ended, the next one gets it
	}
	s.adopt(c)
}

// lesson is what a new subprocess is sent. The lock is held.
func (s *supervisor) lesson() [][]byte {
	if s.memory.initialize == nil {
		return nil
	}
	return append([][]byte{s.memory.initialize}, s.memory.replay()...)
}
