package lsp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
)

// An audit checks what the server sends in one conversation.
type audit struct {
	mu       sync.Mutex
	model    *metaModel
	asked    map[string]string // methods of the client's requests, by id
	partial  map[string]string // and by the token of their parts
	problems []string
}

func newAudit() *audit {
	return &audit{model: theModel(), asked: map[string]string{}, partial: map[string]string{}}
}

// ask notes a request of the client.
func (a *audit) ask(id, method, body string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked[id] = method
	var m struct {
		Params struct {
			PartialResultToken json.RawMessage `json:"partialResultToken"`
		} `json:"params"`
	}
	if json.Unmarshal([]byte(body), &m) == nil && m.Params.PartialResultToken != nil {
		a.partial[string(m.Params.PartialResultToken)] = method
	}
}

// hear checks a message of the server.
func (a *audit) hear(m message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.model == nil || m.Error != nil:
	case m.Method == "":
		if of, ok := a.model.messages[a.asked[string(m.ID)]]; ok {
			a.hold(of.Result, m.Result, "the result of "+of.Method)
		}
	default:
		of, ok := a.model.messages[m.Method]
		if !ok {
			a.problems = append(a.problems, "the protocol has no "+m.Method)
			return
		}
		if of.Params != nil {
			a.hold(of.Params, m.Params, m.Method)
		}
		a.inside(m)
	}
}

// inside checks what the model leaves open: the options of a registration and
// the values of progress.
func (a *audit) inside(m message) {
	var p struct {
		Token         json.RawMessage
		Value         json.RawMessage
		Registrations []struct {
			Method          string
			RegisterOptions json.RawMessage
		}
	}
	if m.Params == nil || json.Unmarshal(m.Params, &p) != nil {
		return
	}
	for _, r := range p.Registrations {
		if of := a.model.registered(r.Method); of != nil {
			a.hold(of, r.RegisterOptions, "the registration of "+r.Method)
		}
	}
	if m.Method != "$/progress" {
		return
	}
	if of := a.model.messages[a.partial[string(p.Token)]].PartialResult; of != nil {
		a.hold(of, p.Value, "a part of "+a.partial[string(p.Token)])
		return
	}
	a.hold(&metaType{Kind: "or", Items: []metaType{
		{Kind: "reference", Name: "WorkDoneProgressBegin"},
		{Kind: "reference", Name: "WorkDoneProgressReport"},
		{Kind: "reference", Name: "WorkDoneProgressEnd"},
	}}, p.Value, "$/progress")
}

// registered is the type of the options that a method is registered with.
func (m *metaModel) registered(method string) *metaType {
	return m.messages[method].RegistrationOptions
}

func (a *audit) hold(t *metaType, text json.RawMessage, at string) {
	var v any
	if text != nil {
		if err := json.Unmarshal(text, &v); err != nil {
			a.problems = append(a.problems, fmt.Sprintf("%s: %v", at, err))
			return
		}
	}
	if t != nil {
		a.problems = append(a.problems, a.model.check(*t, v, at)...)
	}
}

// report fails a test in which the server broke the protocol.
func (a *audit) report(t testing.TB) {
	a.mu.Lock()
	defer a.mu.Unlock()
	slices.Sort(a.problems)
	for _, problem := range slices.Compact(a.problems) {
		t.Errorf("against the protocol: %s", problem)
	}
}
