package commandline

import (
	"strings"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/explain"
)

// A Command is a command as a user may call it.
type Command struct {
	Path     []string // the words that name it, `show` and `graph`; none for the program itself
	help     string
	flags    []flagEntry
	args     []argEntry
	children []*Command
}

// A flagEntry is one of its flags.
type flagEntry struct {
	name, short string // short is empty for none
	help        string
	value       string // what represents its value; empty for a flag that has none
	optional    bool   // the value may be left out
	takes       values
}

// An argEntry is an argument in its place.
type argEntry struct {
	name, help     string
	optional, more bool // it may be left out, or repeated
	takes          values
}

// values say what can be written: some words, or one of the kinds.
type values struct {
	words []string
	kind  valueKind
}

type valueKind int

const (
	nothing   valueKind = iota // that is known
	oneWord                    // of the words
	files                      // and folders
	folders                    // alone
	revisions                  // that git knows
)

// kinds are the values of the tag `complete` that are no lists of words. The tag speaks
// where the type of a field and its placeholder do not tell.
var kinds = map[string]valueKind{"nothing": nothing, "files": files, "folders": folders, "revisions": revisions}

// placeholders state what values are where there is no tag.
var placeholders = map[string]valueKind{"FILE": files, "DIR": folders}

// Table is the program with all that a user may call.
func Table(app *kong.Application) *Command { return entryOf(app.Node, nil) }

// entryOf is a command with those below it; hidden ones are left out.
func entryOf(node *kong.Node, path []string) *Command {
	e := &Command{Path: path, help: node.Help}
	for _, child := range node.Children {
		if !child.Hidden {
			e.children = append(e.children, entryOf(child, append(path[:len(path):len(path)], child.Name)))
		}
	}
	for _, flag := range node.Flags {
		if !flag.Hidden {
			e.flags = append(e.flags, flagOf(flag))
		}
	}
	for _, arg := range node.Positional {
		e.args = append(e.args, argEntry{arg.Name, arg.Help, !arg.Required, arg.IsSlice(), valuesOf(arg, node, files)})
	}
	return e
}

// flagOf is a flag of a command.
func flagOf(flag *kong.Flag) flagEntry {
	f := flagEntry{name: flag.Name, help: flag.Help}
	if flag.Short != 0 {
		f.short = string(flag.Short)
	}
	if flag.IsBool() && flag.PlaceHolder == "" {
		return f
	}
	f.value, f.optional = valueName(flag), flag.IsBool()
	f.takes = valuesOf(flag.Value, nil, placeholders[flag.PlaceHolder])
	return f
}

// valueName is what represents the value of a flag.
func valueName(flag *kong.Flag) string {
	if flag.PlaceHolder != "" {
		return flag.PlaceHolder
	}
	return strings.ToUpper(flag.Name)
}

// valuesOf is what can be written for a flag or an argument: first what kong checks itself (enum), then
// the tag, then what its placeholder stands for.
func valuesOf(v *kong.Value, node *kong.Node, otherwise valueKind) values {
	tag := v.Tag.Get("complete")
	kind, named := kinds[tag]
	switch {
	case v.Enum != "":
		return wordsOf(v.EnumSlice())
	case named:
		return values{kind: kind}
	case tag == "codes":
		return wordsOf(explain.All())
	case tag == "commands":
		return wordsOf(Names(node.Parent))
	case tag != "":
		return wordsOf(strings.Split(tag, ","))
	}
	return values{kind: otherwise}
}

func Names(node *kong.Node) (names []string) {
	for _, child := range node.Children {
		if !child.Hidden {
			names = append(names, child.Name)
		}
	}
	return names
}

// wordsOf are values that are words; an empty one cannot be typed.
func wordsOf(words []string) values {
	v := values{kind: oneWord}
	for _, word := range words {
		if word != "" {
			v.words = append(v.words, word)
		}
	}
	return v
}

// All are a command and those below it.
func (e *Command) All() []*Command {
	found := []*Command{e}
	for _, child := range e.children {
		found = append(found, child.All()...)
	}
	return found
}

// name is that of the command without the program.
func (e *Command) name() string { return strings.Join(e.Path, " ") }

// Find is the command below this one that some words name.
func (e *Command) Find(words []string) (*Command, error) {
	for _, word := range strings.Fields(strings.Join(words, " ")) {
		var names []string
		var found *Command
		for _, child := range e.children {
			names = append(names, child.name())
			if child.Path[len(child.Path)-1] == word {
				found = child
			}
		}
		if found == nil {
			return nil, UnknownCommand("command", strings.TrimSpace(e.name()+" "+word), names)
		}
		e = found
	}
	return e, nil
}

// positional are the values of a command's arguments: where there are several, those of
// the first.
func (e *Command) positional() values {
	switch {
	case len(e.children) > 0:
		var names []string
		for _, child := range e.children {
			names = append(names, child.Path[len(child.Path)-1])
		}
		return wordsOf(names)
	case len(e.args) > 0:
		return e.args[0].takes
	}
	return values{}
}

// withGlobal are the flags of a command with those that all have.
func (e *Command) withGlobal(table *Command) []flagEntry {
	if e == table {
		return e.flags
	}
	return append(e.flags[:len(e.flags):len(e.flags)], table.flags...)
}
