// Package editor is an editor that asks everything: it starts a server, opens a text,
// and sends each request that the server announces at many places of it, one at a time,
// with what goes on from the answers (the items of a list are resolved, hierarchies
// followed, the server's documents opened). Each answer is timed.
//
// [Start] begins a conversation, [Editor.Everything] asks, [Texts] are hostile texts to
// ask about. Read editor.go first, then question.go.
package editor
