package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime/debug"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// faulted reports a panic once: the stack to the log, a short token to the
// client that finds it there. It gives the answer to the request that met it.
func (s *server) faulted(doing string, value any) error {
	token := faultToken(doing, value)
	answer := jsonrpc2.Errorf(jsonrpc2.InternalError, "fraccheck failed (token %s); see its log", token)
	if _, again := s.faults.LoadOrStore(token, true); again {
		return answer
	}
	fmt.Fprintf(s.log, "fraccheck: fault %s in %s: %v\n%s\n", token, doing, value, debug.Stack())
	s.outbox.logf(protocol.MessageTypeError, "fraccheck failed in %s (token %s): %v", doing, token, value)
	return answer
}

// faultToken is the same for the same fault.
func faultToken(doing string, value any) string {
	sum := sha256.Sum256(fmt.Append([]byte(doing), 0, value))
	return hex.EncodeToString(sum[:4])
}
