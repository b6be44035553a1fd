package lsp

import (
	"sync"

	"go.lsp.dev/protocol"
)

// Complaints are about configurations for whose mistakes closed files are left
// out. The user sees each once; open files have it among their findings.
type complaints struct {
	outbox *outbox
	told   sync.Map // messages
}

func (c *complaints) tell(err error) {
	message := "the files beside this configuration are not checked: " + err.Error()
	if _, again := c.told.LoadOrStore(message, true); !again {
		c.outbox.show(protocol.MessageTypeWarning, message)
	}
}
