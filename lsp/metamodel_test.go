package lsp_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A metaModel is the description of the protocol that comes with the library,
// by which every message of the server in these tests is checked.
type metaModel struct {
	Requests, Notifications []metaMessage
	Structures              []metaStructure
	Enumerations            []metaEnumeration
	TypeAliases             []metaAlias

	messages   map[string]metaMessage
	structures map[string]metaStructure
	named      map[string]func(value any, at string) []string
}

type metaMessage struct {
	Method              string
	Params              *metaType
	Result              *metaType
	PartialResult       *metaType
	RegistrationOptions *metaType
}

type metaType struct {
	Kind    string
	Name    string
	Element *metaType
	Items   []metaType
	Key     *metaType
	Value   json.RawMessage // of a map a type, of a literal what it is
}

type metaStructure struct {
	Name            string
	Extends, Mixins []metaType
	Properties      []metaProperty
}

type metaProperty struct {
	Name     string
	Type     metaType
	Optional bool
}

type metaEnumeration struct {
	Name                 string
	Type                 metaType
	Values               []struct{ Value any }
	SupportsCustomValues bool
}

type metaAlias struct {
	Name string
	Type metaType
}

// theModel is nil where it is not on this machine.
var theModel = sync.OnceValue(func() *metaModel {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "go.lsp.dev/protocol").Output()
	if err != nil {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "internal", "genlsp", "testdata", "metaModel.json"))
	if err != nil {
		return nil
	}
	m := &metaModel{}
	if err := json.Unmarshal(text, m); err != nil {
		panic(err)
	}
	m.index()
	return m
})

func (m *metaModel) index() {
	m.messages, m.structures = map[string]metaMessage{}, map[string]metaStructure{}
	m.named = map[string]func(any, string) []string{"LSPAny": func(any, string) []string { return nil }}
	for _, message := range append(m.Requests, m.Notifications...) {
		m.messages[message.Method] = message
	}
	for _, s := range m.Structures {
		m.structures[s.Name] = s
		if m.named[s.Name] == nil {
			m.named[s.Name] = func(v any, at string) []string { return m.object(s, v, at) }
		}
	}
	for _, e := range m.Enumerations {
		m.named[e.Name] = func(v any, at string) []string { return m.enumerated(e, v, at) }
	}
	for _, a := range m.TypeAliases {
		if m.named[a.Name] == nil {
			m.named[a.Name] = func(v any, at string) []string { return m.check(a.Type, v, at) }
		}
	}
}

// metaBases are the types that JSON has.
var metaBases = map[string]func(any) bool{
	"string":      isText,
	"URI":         isText,
	"DocumentUri": isText,
	"RegExp":      isText,
	"boolean":     func(v any) bool { _, ok := v.(bool); return ok },
	"null":        func(v any) bool { return v == nil },
	"decimal":     func(v any) bool { _, ok := v.(float64); return ok },
	"integer":     func(v any) bool { return isWhole(v, math.MinInt32, math.MaxInt32) },
	"uinteger":    func(v any) bool { return isWhole(v, 0, math.MaxInt32) },
}

func isText(v any) bool { _, ok := v.(string); return ok }

func isWhole(v any, from, to float64) bool {
	f, ok := v.(float64)
	return ok && f == math.Trunc(f) && from <= f && f <= to
}

// check returns what is wrong with a value of a type.
func (m *metaModel) check(t metaType, v any, at string) []string {
	switch t.Kind {
	case "base":
		return wrongUnless(metaBases[t.Name](v), t.Name, v, at)
	case "reference":
		return m.named[t.Name](v, at)
	case "array":
		return m.array(t, v, at)
	case "map":
		return m.table(t, v, at)
	case "or":
		return m.oneOf(t, v, at)
	case "tuple":
		return m.tuple(t, v, at)
	case "literal":
		s := metaStructure{}
		if err := json.Unmarshal(t.Value, &s); err != nil {
			panic(err)
		}
		return m.object(s, v, at)
	case "stringLiteral":
		var want string
		if err := json.Unmarshal(t.Value, &want); err != nil {
			panic(err)
		}
		return wrongUnless(v == want, want, v, at)
	}
	panic("the model has types of kind " + t.Kind)
}

func wrongUnless(ok bool, want string, v any, at string) []string {
	if ok {
		return nil
	}
	return []string{fmt.Sprintf("%s is to be %s, not %v", at, want, v)}
}

func (m *metaModel) array(t metaType, v any, at string) (problems []string) {
	list, ok := v.([]any)
	if !ok {
		return wrongUnless(false, "a list", v, at)
	}
	for i, e := range list {
		problems = append(problems, m.check(*t.Element, e, fmt.Sprintf("%s[%d]", at, i))...)
	}
	return problems
}

func (m *metaModel) tuple(t metaType, v any, at string) (problems []string) {
	list, ok := v.([]any)
	if !ok || len(list) != len(t.Items) {
		return wrongUnless(false, "a tuple", v, at)
	}
	for i, e := range list {
		problems = append(problems, m.check(t.Items[i], e, fmt.Sprintf("%s[%d]", at, i))...)
	}
	return problems
}

func (m *metaModel) table(t metaType, v any, at string) (problems []string) {
	table, ok := v.(map[string]any)
	if !ok {
		return wrongUnless(false, "a table", v, at)
	}
	var of metaType
	if err := json.Unmarshal(t.Value, &of); err != nil {
		panic(err)
	}
	for key, e := range table {
		problems = append(problems, m.check(of, e, at+"."+key)...)
	}
	return problems
}

// oneOf returns what is wrong by the alternative that fits best.
func (m *metaModel) oneOf(t metaType, v any, at string) []string {
	var best []string
	for i, alternative := range t.Items {
		problems := m.check(alternative, v, at)
		if len(problems) == 0 {
			return nil
		}
		if i == 0 || len(problems) < len(best) {
			best = problems
		}
	}
	return best
}

// object checks the properties of a structure; others it must not have.
func (m *metaModel) object(s metaStructure, v any, at string) (problems []string) {
	table, ok := v.(map[string]any)
	if !ok {
		return wrongUnless(false, s.Name, v, at)
	}
	left := maps.Clone(table)
	for _, p := range m.properties(s) {
		value, there := table[p.Name]
		delete(left, p.Name)
		switch {
		case there:
			problems = append(problems, m.check(p.Type, value, at+"."+p.Name)...)
		case !p.Optional:
			problems = append(problems, fmt.Sprintf("%s of %s has no %s", at, s.Name, p.Name))
		}
	}
	for name := range left {
		problems = append(problems, fmt.Sprintf("%s is no %s: it has a %s", at, s.Name, name))
	}
	return problems
}

// properties are a structure's own and those that it takes over; its own come
// first and represent others of their name.
func (m *metaModel) properties(s metaStructure) []metaProperty {
	all := slices.Clone(s.Properties)
	for _, above := range append(slices.Clone(s.Extends), s.Mixins...) {
		for _, p := range m.properties(m.structures[above.Name]) {
			if !slices.ContainsFunc(all, func(q metaProperty) bool { return q.Name == p.Name }) {
				all = append(all, p)
			}
		}
	}
	return all
}

func (m *metaModel) enumerated(e metaEnumeration, v any, at string) []string {
	for _, value := range e.Values {
		if value.Value == v {
			return nil
		}
	}
	if e.SupportsCustomValues {
		return m.check(e.Type, v, at)
	}
	return wrongUnless(false, e.Name, v, at)
}

// TestMetaModel holds that the checks see what is wrong.
func TestMetaModel(t *testing.T) {
	m := theModel()
	if m == nil {
		t.Skip("the description of the protocol is not among the downloaded modules")
	}
	for _, c := range []struct{ method, result, want string }{
		{"textDocument/hover", `null`, ""},
		{"textDocument/hover", `{"contents":{"kind":"markdown","value":"x"}}`, ""},
		{"textDocument/hover", `{"contents":{"kind":"html","value":"x"}}`, "is to be"},
		{"textDocument/hover", `{}`, "has no contents"},
		{"textDocument/hover", `{"contents":"x","rang":{}}`, "has a rang"},
		{"textDocument/definition", `[{"uri":"a:b","range":{"start":{"line":0,"character":-1},"end":{"line":0,"character":1}}}]`, "is to be"},
		{"textDocument/foldingRange", `[{"startLine":1.5,"endLine":2}]`, "is to be uinteger"},
		{"shutdown", `null`, ""},
		{"shutdown", `1`, "is to be null"},
	} {
		a := newAudit()
		a.asked["1"] = c.method
		a.hear(message{ID: json.RawMessage("1"), Result: json.RawMessage(c.result)})
		if got := strings.Join(a.problems, "; "); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s of %s: %q, want %q", c.result, c.method, got, c.want)
		}
	}
}
