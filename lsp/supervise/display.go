package supervise

import (
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp/request"
)

// A display is what the client shows of what subprocesses said.
//
// It is what must be taken back when a subprocess is gone: progress that would turn for ever, and
// diagnostics of files that the next one may not find any more.
type display struct {
	tasks map[string]bool    // tokens of work that has not ended, as they are written
	found map[uri.URI]string // documents with diagnostics, by key: how they are called
}

// watched are the notifications of a subprocess that change what is shown.
var watched = map[string]func(d *display, message []byte){
	protocol.MethodProgress:                       (*display).progress,
	protocol.MethodTextDocumentPublishDiagnostics: (*display).diagnostics,
}

func (d *display) progress(message []byte) {
	params := at(message, "params")
	token := string(at(params, "token"))
	switch unquoted(at(params, "value", "kind")) {
	case "begin":
		d.tasks[token] = true
	case "end":
		delete(d.tasks, token)
	}
}

func (d *display) diagnostics(message []byte) {
	params := at(message, "params")
	name := unquoted(at(params, "uri"))
	found := at(params, "diagnostics")
	if i := blanks(found, 1); i < len(found) && found[i] == ']' {
		delete(d.found, request.Key(uri.URI(name)))
	} else {
		d.found[request.Key(uri.URI(name))] = name
	}
}

// clear takes back what nobody will take back when a subprocess is gone: work that was
// shown, and the diagnostics of documents that are not open. Those that are will be
// checked again.
func (d *display) clear(open map[uri.URI]*document) (messages [][]byte) {
	for _, token := range slices.Sorted(maps.Keys(d.tasks)) {
		messages = append(messages, notification(protocol.MethodProgress, fmt.Appendf(nil, `{"token":%s,"value":{"kind":"end"}}`, token)))
	}
	clear(d.tasks)
	for _, key := range slices.Sorted(maps.Keys(d.found)) {
		if open[key] != nil {
			continue
		}
		if params, err := protocol.Marshal(&protocol.PublishDiagnosticsParams{URI: uri.URI(d.found[key]), Diagnostics: []protocol.Diagnostic{}}); err == nil {
			messages = append(messages, notification(protocol.MethodTextDocumentPublishDiagnostics, params))
		}
		delete(d.found, key)
	}
	return messages
}
