package lsp

import (
	"sync"

	"go.lsp.dev/protocol"
)

// ConfigWarnings are about configurations for whose mistakes closed files are
// left out. The user sees each once; open files have it among their findings.
type configWarnings struct {
	outbox *outbox
	told   sync.Map // messages
}

func (c *configWarnings) show(err error) {
	message := "the files beside this configuration are not checked: " + err.Error()
	if _, again := c.told.LoadOrStore(message, true); !again {
		c.outbox.show(protocol.MessageTypeWarning, message)
	}
}
