package lsp

import (
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// textCarriers are the notifications that say what a document holds. Where one
// cannot be read, the text of its document is lost: what the server has is not what
// the user sees, and answers about it would be wrong. Questions about the document
// fail and its diagnostics say so, until the client opens it again or sends all of
// its text.
var textCarriers = map[string]bool{protocol.MethodTextDocumentDidOpen: true, protocol.MethodTextDocumentDidChange: true}

// lose notes that the text of a document was in a notification that was wrong.
func (s *server) lose(method string, params []byte, wrong error) {
	var p struct {
		TextDocument struct{ URI uri.URI }
	}
	_ = json.Unmarshal(params, &p) // what can be read of it
	v := s.view.Load()
	d := v.document(p.TextDocument.URI)
	switch {
	case !textCarriers[method] || p.TextDocument.URI == "":
		return
	case d != nil:
		d = d.edited(d.version, d.text)
	case method == protocol.MethodTextDocumentDidOpen:
		d = newDocument(v.root, &protocol.TextDocumentItem{URI: p.TextDocument.URI, Text: v.onDisk(p.TextDocument.URI)})
		if as := addressAsWritten(params); key(as) == key(d.uri) {
			d.uri = as
		}
	default:
		return
	}
	d.lost = fmt.Errorf("the editor's last change of this text could not be read (%s: %w); close the document and open it again", method, wrong)
	s.show(v.with(d), d.uri)
	s.outbox.show(protocol.MessageTypeError, fmt.Sprintf("%s: %v", d.uri, d.lost))
}

// onDisk is the text of a file that is not open.
func (v *view) onDisk(u uri.URI) string {
	if source, err := v.source(u); err == nil {
		return source.Text
	}
	return ""
}
