package dap

import (
	"encoding/json"
	"fmt"
	"net/url"

	protocol "github.com/google/go-dap"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A refusal is why nothing is run: an error in the text, with a link that leads to it where the
// client has a command for that.
type refusal struct {
	message, link string
}

func (r *refusal) Error() string { return r.message }

// refused makes one of what is wrong and where. The place is counted from one, as editors show it.
func refused(what string, f *file, at syntax.Span, message, reveal string) *refusal {
	line, column := f.at(int(at.Start))
	r := &refusal{message: fmt.Sprintf("%s: %s:%d:%d: %s", what, f.name, line+1, column+1, message)}
	if reveal != "" && f.path != "" {
		endLine, endColumn := f.at(int(at.End))
		r.link = commandLink(reveal, string(uri.File(f.path)), map[string]position{"start": {line, column}, "end": {endLine, endColumn}})
	}
	return r
}

// commandLink is an address that has a client do a command.
func commandLink(command string, arguments ...any) string {
	text, err := json.Marshal(arguments)
	if err != nil {
		return ""
	}
	return "command:" + url.PathEscape(command) + "?" + url.QueryEscape(string(text))
}

// linked adds the link to what the client shows of the refusal.
func (r *refusal) linked(m *protocol.ErrorMessage) {
	if r.link != "" {
		m.Url, m.UrlLabel = r.link, "Go to the Error"
	}
}
