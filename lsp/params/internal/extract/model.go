package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// A model is the part of the meta model that says what messages hold.
type model struct {
	Requests, Notifications []message
	Structures              []structure
	Enumerations            []struct {
		Name string
		Type typ
	}
	TypeAliases []struct {
		Name string
		Type typ
	}
}

type message struct {
	Method           string
	MessageDirection string
	Params           *typ
}

type structure struct {
	Name            string
	Extends, Mixins []typ
	Properties      []property
}

type property struct {
	Name     string
	Type     typ
	Optional bool
}

type typ struct {
	Kind    string
	Name    string
	Element *typ
	Items   []typ
	Key     *typ            // of a table
	Value   json.RawMessage // of a table a type
}

func readModel() (*model, error) {
	path, err := modelPath()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m := &model{}
	return m, json.Unmarshal(text, m)
}

// toServer are the messages with parameters that a client sends, by method.
func (m *model) toServer() []message {
	all := slices.DeleteFunc(slices.Concat(m.Requests, m.Notifications), func(m message) bool {
		return m.MessageDirection == "serverToClient" || m.Params == nil
	})
	slices.SortFunc(all, func(a, b message) int { return strings.Compare(a.Method, b.Method) })
	return all
}

func (m *model) structure(name string) structure {
	i := slices.IndexFunc(m.Structures, func(s structure) bool { return s.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("the model has no structure %s", name))
	}
	return m.Structures[i]
}

// properties are a structure's own and those that it takes over.
func (m *model) properties(s structure) []property {
	all := slices.Clone(s.Properties)
	for _, above := range slices.Concat(s.Extends, s.Mixins) {
		for _, p := range m.properties(m.structure(above.Name)) {
			if !slices.ContainsFunc(all, func(q property) bool { return q.Name == p.Name }) {
				all = append(all, p)
			}
		}
	}
	return all
}

// named is what an alias or an enumeration stands for.
func (m *model) named(name string) (typ, bool) {
	for _, a := range slices.Concat(m.TypeAliases, m.Enumerations) {
		if a.Name == name {
			return a.Type, true
		}
	}
	return typ{}, false
}
