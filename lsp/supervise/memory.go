package supervise

import (
	"maps"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// A memory is what a new subprocess must know of the conversation so far. Messages in
// it are its own.
type memory struct {
	initialize    []byte // the request; nil before it
	answered      bool   // and it was not refused
	encoding      text.Encoding
	initialized   []byte
	configuration []byte // the last one
	added         []protocol.WorkspaceFolder
	removed       []protocol.WorkspaceFolder
	documents     map[uri.URI]*document // by key
	revisions     int                   // how often one was opened, edited or closed
}

func newMemory() memory { return memory{documents: map[uri.URI]*document{}} }

// notes are how notifications are remembered, by method. Others mention what a new
// subprocess finds on disk.
var notes = map[string]func(m *memory, message []byte){
	protocol.MethodInitialized:                        func(m *memory, message []byte) { m.initialized = message },
	protocol.MethodWorkspaceDidChangeConfiguration:    func(m *memory, message []byte) { m.configuration = message },
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: (*memory).changeFolders,
	protocol.MethodTextDocumentDidOpen:                (*memory).open,
	protocol.MethodTextDocumentDidChange:              (*memory).edit,
	protocol.MethodTextDocumentDidClose:               (*memory).close,
}

// documentOf is the key of the document that a message is about.
func documentOf(message []byte) uri.URI {
	params := at(message, "params")
	for _, keys := range [][]string{{"textDocument", "uri"}, {"item", "uri"}, {"data", "uri"}, {"data", "document"}, {"uri"}} {
		if address := unquoted(at(params, keys...)); address != "" {
			return request.Key(uri.URI(address))
		}
	}
	return ""
}

func (m *memory) open(message []byte) {
	m.revisions++
	m.documents[documentOf(message)] = &document{opened: message, revision: m.revisions}
}

func (m *memory) edit(message []byte) {
	if d := m.documents[documentOf(message)]; d != nil {
		m.revisions++
		d.revision = m.revisions
		d.edit(message, m.encoding)
	}
}

func (m *memory) close(message []byte) { delete(m.documents, documentOf(message)) }

// revision names the state of a document.
func (m *memory) revision(of uri.URI) int {
	if d := m.documents[of]; d != nil {
		return d.revision
	}
	return 0
}

// changeFolders keeps the last change of each folder since initialize.
func (m *memory) changeFolders(message []byte) {
	var p protocol.DidChangeWorkspaceFoldersParams
	if protocol.Unmarshal(at(message, "params"), &p) != nil {
		return
	}
	for _, f := range p.Event.Removed {
		m.added = without(m.added, f)
		m.removed = append(without(m.removed, f), f)
	}
	for _, f := range p.Event.Added {
		m.removed = without(m.removed, f)
		m.added = append(without(m.added, f), f)
	}
}

func without(folders []protocol.WorkspaceFolder, f protocol.WorkspaceFolder) []protocol.WorkspaceFolder {
	return slices.DeleteFunc(folders, func(other protocol.WorkspaceFolder) bool { return other.URI == f.URI })
}

// accepted takes over what the server's answer to initialize says.
func (m *memory) accepted(answer []byte) {
	m.answered = true
	name := unquoted(at(answer, "result", "capabilities", "positionEncoding"))
	m.encoding = text.Negotiate([]string{name})
}

// replay are the messages that bring a new subprocess to where the last one was, without
// initialize.
//
// Replaying these messages to a new server has the same effect as the whole conversation, since the
// state of a server is a function of the last settings, the folders, the texts of the open
// documents and the files on disk; answers it gave before are not part of it.
func (m *memory) replay() (messages [][]byte) {
	if m.initialized != nil {
		messages = append(messages, m.initialized)
	}
	if m.configuration != nil {
		messages = append(messages, m.configuration)
	}
	if len(m.added)+len(m.removed) > 0 {
		params, err := protocol.Marshal(&protocol.DidChangeWorkspaceFoldersParams{Event: protocol.WorkspaceFoldersChangeEvent{Added: m.added, Removed: m.removed}})
		if err == nil {
			messages = append(messages, notification(protocol.MethodWorkspaceDidChangeWorkspaceFolders, params))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(m.documents)) {
		messages = append(messages, m.documents[key].messages(m.encoding)...)
	}
	return messages
}
