package lsp

import (
	"errors"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// ConfigWarnings are about configurations for whose mistakes closed files are
// left out. The user sees each once; open files have it among their findings.
type configWarnings struct {
	outbox *outbox
	told   sync.Map // messages
}

func (c *configWarnings) show(err error) {
	message := "the files of this configuration's folder are not checked: " + err.Error()
	if list := (*workspace.IgnoreError)(nil); errors.As(err, &list) {
		message = "files may be checked that are to be left out: " + err.Error()
	}
	if _, again := c.told.LoadOrStore(message, true); !again {
		c.outbox.show(protocol.MessageTypeWarning, message)
	}
}
