package supervise

import (
	"encoding/json"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// A document is one that the client has open: the message that opened it and the
// edits since, which are made when a subprocess needs the text, or when they get many.
// Messages are kept unread, which costs nothing while no server crashes.
type document struct {
	opened   []byte // the message; nil once the text is taken out of it
	item     protocol.TextDocumentItem
	text     *text.Text
	unread   []byte   // an edit that cannot be read: servers say so until the text is whole again
	edits    [][]byte // messages, in their order
	size     int      // of the edits, in bytes
	revision int      // counts the edits of all documents
}

// Edits are made at the latest when so many wait, or when their bytes are so many more than those
// of the text: the memory of a document is linear in its text.
const (
	maxEdits      = 4096
	maxEditsBytes = 1 << 20
)

func (d *document) edit(message []byte, e text.Encoding) {
	d.edits = append(d.edits, message)
	d.size += len(message)
	length := len(d.opened)
	if d.text != nil {
		length = d.text.Len()
	}
	if len(d.edits) >= maxEdits || d.size > maxEditsBytes+length {
		d.settle(e)
	}
}

// settle makes the edits.
func (d *document) settle(e text.Encoding) {
	if d.opened != nil {
		var p protocol.DidOpenTextDocumentParams
		if protocol.Unmarshal(at(d.opened, "params"), &p) == nil {
			d.item = p.TextDocument
		}
		d.text, d.opened = text.New(d.item.Text), nil
		d.item.Text = ""
	}
	for _, message := range d.edits {
		var p protocol.DidChangeTextDocumentParams
		if protocol.Unmarshal(at(message, "params"), &p) != nil {
			d.unread = message
		} else {
			if slices.ContainsFunc(p.ContentChanges, lsp.IsWhole) {
				d.unread = nil
			}
			d.text, d.item.Version = lsp.Edited(d.text, p.ContentChanges, e), p.TextDocument.Version
		}
	}
	d.edits, d.size = nil, 0
}

// messages open the document as it is now.
func (d *document) messages(e text.Encoding) [][]byte {
	if d.opened != nil && len(d.edits) == 0 {
		return [][]byte{d.opened}
	}
	d.settle(e)
	item := d.item
	item.Text = d.text.String()
	params, err := protocol.Marshal(&protocol.DidOpenTextDocumentParams{TextDocument: item})
	if err != nil {
		return nil
	}
	opened := notification(protocol.MethodTextDocumentDidOpen, params)
	if d.unread != nil {
		return [][]byte{opened, d.unread}
	}
	return [][]byte{opened}
}

// notification writes one.
func notification(method string, params json.RawMessage) []byte {
	message := append([]byte(`{"jsonrpc":"2.0","method":"`), method...)
	message = append(append(message, `","params":`...), params...)
	return append(message, '}')
}
