package supervise

import (
	"strings"
	"testing"
)

// TestInvalidHeads are those of messages that the server refuses: no answers, and
// parts of no batch.
func TestInvalidHeads(t *testing.T) {
	for _, message := range []string{`{"jsonrpc":"2.0","id":7}`, `{"jsonrpc":"2.0","id":7,"method":5}`} {
		if h := headOf([]byte(message)); h.isAnswer() || h.isRequest() {
			t.Errorf("%s passes for an answer or a request", message)
		}
	}
	if h := headOf([]byte(`{"id":{},"method":"shutdown"}`)); h.isRequest() {
		t.Error("an object passes for an id")
	}
	if n := len(parts([]byte(`[1` + strings.Repeat(`,1`, 1000) + `]`))); n != 1 {
		t.Errorf("a batch that is too long has %d parts", n)
	}
}
