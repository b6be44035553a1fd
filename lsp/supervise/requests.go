package supervise

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp"
)

// Codes of errors (LSP 3.18, Base Protocol).
const (
	parseError      = -32700
	requestFailed   = -32803
	serverCancelled = -32802
)

// A clientRequest is one of the client's.
type clientRequest struct {
	id       string // as it is written
	method   string
	document uri.URI // the key of the one that it is about; empty for none
	revision int     // of the document
}

// subject names the request for the record of a subprocess.
func (r clientRequest) subject() string { return lsp.RequestName(r.method, r.document) }

// retried are requests that a client sends again where the answer asks for it.
var retried = map[string]bool{protocol.MethodTextDocumentDiagnostic: true, protocol.MethodWorkspaceDiagnostic: true}

// failure is the answer to a request that cannot be met.
func (r clientRequest) failure(why string) []byte { return failure(r.id, requestFailed, why, "") }

// interrupted is the answer to a request whose subprocess crashed.
func (r clientRequest) interrupted(why string) []byte {
	if retried[r.method] {
		return failure(r.id, serverCancelled, why, `{"retriggerRequest":true}`)
	}
	return r.failure(why)
}

// failure is the answer to a request with an error; data is JSON or empty.
func failure(id string, code int, why, data string) []byte {
	text, _ := json.Marshal(why) // a string can be written
	if data != "" {
		data = `,"data":` + data
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s%s}}`, id, code, text, data)
}

// success is the answer null.
func success(id string) []byte {
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":null}`, id)
}

// requests are those that the subprocess has and did not answer, and those that it
// crashed on.
type requests struct {
	running  map[string]clientRequest // by id
	order    []string                 // of their ids; those that were answered are still in it
	refusals map[string]refusal       // by subject
}

// A refusal is that of a request that crashed a subprocess: until its document changes, and for some time.
type refusal struct {
	revision int
	crashes  int
	until    time.Time
}

func (q *requests) add(r clientRequest) {
	q.running[r.id] = r
	q.order = append(q.order, r.id)
	if len(q.order) > 2*len(q.running)+64 {
		q.order = slices.DeleteFunc(q.order, func(id string) bool { _, ok := q.running[id]; return !ok })
	}
}

// take are all that run, in the order in which they came.
func (q *requests) take() (all []clientRequest) {
	for _, id := range q.order {
		if r, ok := q.running[id]; ok {
			all = append(all, r)
			delete(q.running, id)
		}
	}
	q.order = nil
	return all
}

// restTime is how long a request is refused at least.
const restTime = 10 * time.Second

// blame notes that a subprocess crashed on a request.
//
// A request is refused while its document is as it was when it crashed the server, and at least for
// restTime · 2ⁿ after the n-th crash (n ≤ 6): typing must not restart the server at every key.
func (q *requests) blame(subject string) {
	for _, r := range q.running {
		if r.subject() == subject {
			d := q.refusals[subject]
			d.revision, d.crashes = r.revision, d.crashes+1
			d.until = time.Now().Add(restTime << min(d.crashes, 6))
			q.refusals[subject] = d
		}
	}
}

// refused reports whether subprocesses crashed on a request.
func (q *requests) refused(r clientRequest) bool {
	d, ok := q.refusals[r.subject()]
	return ok && (d.revision == r.revision || time.Now().Before(d.until))
}

// questions are the requests of subprocesses to the client. The client knows them by
// numbers that are given here.
//
// Each subprocess counts its requests from 1, so two of them would use one id for different
// questions. An answer to a question of an earlier one is dropped.
type questions struct {
	last       int
	waiting    map[string]question // by the number
	registered map[string]bool     // what the client was asked to announce, as it is written
}

type question struct {
	of         *subprocess
	id         string // that the subprocess gave
	registered string // what it asks to register; empty for other questions
}

// ask gives what the client is to be sent, and what the subprocess is where that needs no
// client: one registration is enough.
func (q *questions) ask(of *subprocess, h head, message []byte) (toClient, toChild []byte) {
	asked := question{of: of, id: string(h.id)}
	if h.method == protocol.MethodClientRegisterCapability {
		if asked.registered = string(at(message, "params")); q.registered[asked.registered] {
			return nil, success(asked.id)
		}
	}
	q.last++
	number := fmt.Sprint(q.last)
	q.waiting[number] = asked
	return h.renumbered(message, number), nil
}

// answered gives what the subprocess is to be sent of an answer: nothing where it is for
// one that ended.
func (q *questions) answered(h head, message []byte, now *subprocess) []byte {
	asked, ok := q.waiting[string(h.id)]
	delete(q.waiting, string(h.id))
	if ok && asked.registered != "" && at(message, "error") == nil {
		q.registered[asked.registered] = true
	}
	if !ok || asked.of != now {
		return nil
	}
	return h.renumbered(message, asked.id)
}

// withdrawn is a cancellation by the subprocess, of a question by its number.
func (q *questions) withdrawn(of *subprocess, message []byte) []byte {
	id := string(at(message, "params", "id"))
	for number, asked := range maps.All(q.waiting) {
		if asked.of == of && asked.id == id {
			return notification(protocol.MethodCancelRequest, fmt.Appendf(nil, `{"id":%s}`, number))
		}
	}
	return nil
}
