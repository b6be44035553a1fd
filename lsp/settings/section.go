package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Section is the part of a client's configuration that is this server's.
const Section = "fraccheck"

// Applied are settings with those of a section in their place, and what is
// wrong with the section. Keys may be nested, or written with dots.
func (s Settings) Applied(section json.RawMessage) (Settings, []string) {
	if len(section) == 0 {
		return s, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(section))
	decoder.UseNumber()
	var values any
	if err := decoder.Decode(&values); err != nil || values == nil {
		return s, nil // nothing is said
	}
	table, ok := values.(map[string]any)
	if !ok {
		return s, []string{fmt.Sprintf("the settings `%s` are to be a table", Section)}
	}
	return s, s.readTable("", table)
}

// readTable reads the keys below a prefix.
func (s *Settings) readTable(prefix string, table map[string]any) (problems []string) {
	for _, name := range slices.Sorted(maps.Keys(table)) {
		problems = append(problems, s.readKey(prefix+name, table[name])...)
	}
	return problems
}

// readKey reads one key. Unknown ones are errors, but those that an editor's extension reads for
// itself.
func (s *Settings) readKey(key string, value any) []string {
	inner, nested := value.(map[string]any)
	if i := slices.IndexFunc(settingTable, func(k setting) bool { return k.key == key }); i >= 0 {
		return settingTable[i].read(s, value)
	}
	switch {
	case slices.Contains(groups(), key) && nested:
		return s.readTable(key+".", inner)
	case slices.Contains(groups(), key) && value == nil:
		return nil
	case slices.Contains(groups(), key):
		return []string{fmt.Sprintf("`%s.%s` is to be a table", Section, key)}
	case slices.Contains(clientKeys, strings.SplitN(key, ".", 2)[0]):
		return nil
	}
	return []string{fmt.Sprintf("there is no setting `%s.%s`", Section, key) + didYouMean(key, settingKeys())}
}

// read puts a value in the place of a setting. Null is what clients send for a
// setting that is not set.
func (k *setting) read(s *Settings, value any) []string {
	if value == nil {
		return nil
	}
	problems, fits := k.form.read(value, k.in(s))
	if !fits {
		written, _ := json.Marshal(value)
		return []string{fmt.Sprintf("`%s.%s` is to be %s, not %s", Section, k.key, k.form.called, written)}
	}
	for i, p := range problems {
		problems[i] = fmt.Sprintf("in `%s.%s` %s", Section, k.key, p)
	}
	return problems
}

// settingKeys are the names of all settings and of their groups.
func settingKeys() []string {
	keys := groups()
	for _, k := range settingTable {
		keys = append(keys, k.key)
	}
	return keys
}

// groups are the first parts of the names that have two.
func groups() []string {
	var found []string
	for _, k := range settingTable {
		if group, _, ok := strings.Cut(k.key, "."); ok && !slices.Contains(found, group) {
			found = append(found, group)
		}
	}
	return found
}

// Own finds the server's section in what a client pushes: below its
// name, or by itself. Clients may push the sections of others as well.
func Own(pushed json.RawMessage) json.RawMessage {
	var table map[string]json.RawMessage
	if json.Unmarshal(pushed, &table) != nil {
		return nil
	}
	if section, ok := table[Section]; ok {
		return section
	}
	for key := range table {
		group, _, _ := strings.Cut(key, ".")
		if slices.Contains(settingKeys(), group) {
			return pushed
		}
	}
	return nil
}

// Initial is the server's section in what a client starts it with: below
// its name, or all of it.
func Initial(options json.RawMessage) json.RawMessage {
	if section := Own(options); section != nil {
		return section
	}
	return options
}
