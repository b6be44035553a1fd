package supervise

import (
	"fmt"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/isolation"
)

// forward hands what a subprocess says on to the client, and notes what must be known of
// it when the subprocess ends. The message is the reader's.
func (s *supervisor) forward(c *subprocess, message []byte) {
	h, toClient, toChild := headOf(message), message, []byte(nil)
	s.mu.Lock()
	switch {
	case h.isAnswer():
		toClient = s.answer(c, string(h.id), message)
	case h.isRequest():
		toClient, toChild = s.asked.ask(c, h, message)
	case h.method == protocol.MethodCancelRequest:
		toClient = s.asked.withdrawn(c, message)
	case watched[h.method] != nil:
		watched[h.method](&s.displayed, message)
	}
	s.mu.Unlock()
	if toChild != nil {
		_ = c.writer.WriteFrame(toChild) // one that ended needs no answer
	}
	if toClient != nil {
		s.send(toClient)
	}
}

// answer notes an answer, and gives what the client is to hear of it. The lock is
// held.
//
// The answer to the initialize that the supervisor replays is not the client's, who had one.
func (s *supervisor) answer(c *subprocess, id string, message []byte) []byte {
	r, ok := s.requests.running[id]
	if !ok && c.opening && id == string(headOf(s.memory.initialize).id) {
		c.opening = false
		return nil
	}
	delete(s.requests.running, id)
	if ok && r.method == protocol.MethodInitialize && !s.memory.answered {
		if at(message, "error") == nil {
			s.memory.accepted(message)
			if s.Admitted != nil {
				s.Admitted()
			}
		} else {
			s.memory = newMemory()
		}
	}
	return message
}

// report shows the client a crash: its log each time, the user once, and when no
// other subprocess is started for a while. The lock is held.
func (s *supervisor) report(crash isolation.Crash, pause time.Duration) {
	text := fmt.Sprintf("fraccheck stopped (%s) and is started again; open documents are kept", crash.Cause)
	if pause > 0 {
		text = fmt.Sprintf("fraccheck stopped %d times in a short time (%s); it tries again in %v, and answers nothing until then",
			s.times.Crashes, crash.Cause, pause)
	}
	s.say(protocol.MethodWindowLogMessage, protocol.MessageTypeError, text+leftOut(crash))
	fmt.Fprintln(s.log, "fraccheck:", text+leftOut(crash))
	if !s.memory.answered || pause == 0 && s.times.said || pause > 0 && s.times.rests > 1 {
		return
	}
	s.times.said = true
	s.say(protocol.MethodWindowShowMessage, protocol.MessageTypeWarning, text)
}

// leftOut is what a report says of the work that the subprocess crashed on.
func leftOut(crash isolation.Crash) string {
	switch d := crash.Subject; {
	case !crash.LeftOut:
		return ""
	case d.Path == "":
		return fmt.Sprintf("; %s stopped it twice and is refused until the document changes", d.Name)
	case d.Name == "":
		return fmt.Sprintf("; %s stopped it twice and is left out until it changes", d.Path)
	default:
		return fmt.Sprintf("; `%s` in %s stopped it twice and is left out until it changes", d.Name, d.Path)
	}
}

// say sends a message for the log or the user.
func (s *supervisor) say(method string, kind protocol.MessageType, text string) {
	if params, err := protocol.Marshal(&protocol.ShowMessageParams{Type: kind, Message: text}); err == nil {
		s.send(notification(method, params))
	}
}
