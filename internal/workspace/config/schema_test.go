package config

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// A schema is a part of docs/schema/config.schema.json.
type schema struct {
	Ref         string `json:"$ref"`
	Description string
	Enum        []string
	Properties  map[string]*schema
	Additional  json.RawMessage `json:"additionalProperties"`
}

// TestSchema holds that the schema that editors of TOML use has the keys of the table, with the same
// descriptions.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../../../docs/schema/config.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	whole := &schema{}
	if err := json.Unmarshal(text, whole); err != nil {
		t.Fatal(err)
	}
	compare(t, whole, Settings, "")
}

func compare(t *testing.T, s *schema, of *Setting, path string) {
	var names []string
	for name, property := range s.Properties {
		names = append(names, name)
		k := of.Key(name)
		if k == nil {
			t.Errorf("%s.%s is no key", path, name)
			continue
		}
		if property.Ref == "" && property.Description != k.Doc {
			t.Errorf("%s.%s: the schema says %q, the table %q", path, name, property.Description, k.Doc)
		}
		compare(t, property, k, path+"."+name)
	}
	if slices.Sort(names); !slices.Equal(names, of.keyNames()) {
		t.Errorf("%s: the schema has the keys %v, the table %v", path, names, of.keyNames())
	}
	if inner := (&schema{}); of.Other != nil && json.Unmarshal(s.Additional, inner) == nil {
		compare(t, inner, of.Other, path+".*")
		if !slices.Equal(inner.Enum, of.Other.Words) {
			t.Errorf("%s.*: the schema lists %v, the table %v", path, inner.Enum, of.Other.Words)
		}
	}
}
