package commandline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/spelling"
)

// The sentences of kong are read back with regular expressions: its errors have no other form. A test
// of each fails where another version of kong says it otherwise, and then the user sees kong's own
// words.

// lacking is how kong says what a command line lacks.
var lacking = lazyregexp.New(`^(?:expected "(<.*>)[ .]*"|missing flags: (.*))$`)

// notOneOf is how kong says that a flag or an argument takes other words.
var notOneOf = lazyregexp.New(`^(\S+) must be one of ("[^ ]*") but got "(.*)"$`)

// otherWord says which words a flag takes, and which of them may be meant.
func otherWord(flag, words, got string) error {
	known := strings.Split(words[1:len(words)-1], `","`)
	known = slices.DeleteFunc(known, func(word string) bool { return word == "" }) // of a flag that may be left out
	message := fmt.Sprintf("%s takes %s, and not %q", flag, listed(known), got)
	if near, ok := meantWord(strings.ToLower(got), known); ok {
		message += fmt.Sprintf("; did you mean `%s`?", near)
	}
	return errors.New(message)
}

// meantWord is the one that is misspelt, or of which only the beginning was written.
func meantWord(got string, known []string) (string, bool) {
	if near, ok := spelling.Nearest(got, known); ok {
		return near, true
	}
	i := slices.IndexFunc(known, func(word string) bool { return strings.HasPrefix(word, got) })
	if got == "" || i < 0 {
		return "", false
	}
	return known[i], true
}

// listed are words in a sentence: `a, b or c`.
func listed(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// noValue is how kong says that a flag has no value.
var noValue = lazyregexp.New(`^(--?\S+): expected \S+ value but got "EOL"`)

// unknownFlag is how kong says that a command has no such flag.
var unknownFlag = lazyregexp.New(`^unknown flag (--?[^\s,]+)`)

// elsewhere says where what other tools have as a flag is found here.
var elsewhere = map[string]string{
	"--output": "reports are printed on standard output, so write `> FILE` after the command",
	"-o":       "reports are printed on standard output, so write `> FILE` after the command",
}

// noFlag says that there is no such flag, and where what it is for is found. Flags of one
// letter are all alike to kong, which takes each for a misspelt one.
func noFlag(flag, message string) string {
	switch {
	case elsewhere[flag] != "":
		return fmt.Sprintf("unknown flag %s: %s", flag, elsewhere[flag])
	case len(flag) == len("-x"):
		return "unknown flag " + flag
	}
	return message
}

// namedCommand is the command that a command line names behind a flag that is none.
func namedCommand(c *kong.Context) *kong.Node {
	for _, word := range c.Args {
		for _, node := range c.Model.Children {
			if node.Name == word && !node.Hidden {
				return node
			}
		}
	}
	return nil
}

// misused says what is wrong with a command line, and what the command takes where that is
// all that it lacks.
func Misuse(err error) error {
	message := err.Error()
	if word := notOneOf().FindStringSubmatch(message); word != nil {
		return otherWord(word[1], word[2], word[3])
	}
	command := "fraccheck"
	if parse := (*kong.ParseError)(nil); errors.As(err, &parse) {
		if node := parse.Context.Selected(); node != nil {
			command = node.FullPath()
		} else if node := namedCommand(parse.Context); node != nil {
			command = node.FullPath()
		}
	}
	if flag := noValue().FindStringSubmatch(message); flag != nil {
		message = flag[1] + " needs a value"
	}
	if flag := unknownFlag().FindStringSubmatch(message); flag != nil {
		message = noFlag(flag[1], message)
	}
	switch lack := lacking().FindStringSubmatch(message); {
	case lack == nil || command == "fraccheck":
	case strings.HasPrefix(lack[1], "<path>"):
		message = fmt.Sprintf("`%s` takes files or folders (`%s .` for this one)", command, command)
	default:
		message = fmt.Sprintf("`%s` needs %s", command, lack[1]+lack[2])
	}
	return fmt.Errorf("%s; `%s --help` describes it", message, command)
}

// UnknownCommand says that there is no such kind, and which command may be meant.
func UnknownCommand(kind, name string, names []string) error {
	if near, ok := spelling.Nearest(name, names); ok {
		return fmt.Errorf("there is no %s %q; did you mean `fraccheck %s`?", kind, name, near)
	}
	return fmt.Errorf("there is no %s %q; `fraccheck help` lists the commands", kind, name)
}
