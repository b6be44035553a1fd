package dap

import (
	"errors"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/evaluate/inspect"
)

// mostValues is how many values are kept that a client shows as a whole. When there are more, all are
// dropped: a client shows few at a time, and asks again for one that is gone.
const mostValues = 16

type valueArguments struct {
	VariablesReference int `json:"variablesReference"`
}

// A valueBody is a value as editors show it, which stays while the program goes on.
type valueBody struct {
	Handle string        `json:"handle"`
	Type   string        `json:"type"`
	Short  string        `json:"short"`
	Node   *inspect.Node `json:"node"`
}

// valueRequest keeps the value of a variable, and shows it as `fraccheck.value` of the language
// server shows one. Its parts are requested as they are shown.
func (d *session) valueRequest(a valueArguments) (any, error) {
	if a.VariablesReference < 1 || a.VariablesReference > len(d.handles) || !d.handles[a.VariablesReference-1].value.IsSet() {
		return nil, errors.New("this is no value that is known here; the program may have gone on")
	}
	v := d.handles[a.VariablesReference-1].value
	subject := &inspect.Subject{Value: v.Value()}
	node, err := subject.Node(d.client.ctx, inspect.View{})
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.values == nil || len(d.values) >= mostValues {
		d.values = map[string]*inspect.Subject{}
	}
	d.lastValue++
	handle := strconv.Itoa(d.lastValue)
	d.values[handle] = subject
	typed, _ := typeText(v, nil)
	return valueBody{handle, typed, summary(v), node}, nil
}

type valuePartArguments struct {
	Handle string `json:"handle"`
	inspect.View
}

// valuePart shows a part of a value that is kept, whether the program waits or not.
func (d *session) valuePart(a valuePartArguments) (any, error) {
	d.mu.Lock()
	subject := d.values[a.Handle]
	d.mu.Unlock()
	if subject == nil {
		return nil, errors.New("this value is no longer kept: show it again")
	}
	node, err := subject.Node(d.client.ctx, a.View)
	if err != nil {
		return nil, err
	}
	return struct {
		Node *inspect.Node `json:"node"`
	}{node}, nil
}
