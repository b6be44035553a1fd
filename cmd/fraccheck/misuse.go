package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/spelling"
)

// lacking is how kong says what a command line lacks.
var lacking = regexp.MustCompile(`^(?:expected "(<.*>)[ .]*"|missing flags: (.*))$`)

// notOneOf is how kong says that a flag or an argument takes other words.
var notOneOf = regexp.MustCompile(`^(\S+) must be one of ("[^ ]*") but got "(.*)"$`)

// otherWord says which words a flag takes, and which of them may be meant.
func otherWord(flag, words, got string) error {
	known := strings.Split(strings.Trim(words, `"`), `","`)
	message := fmt.Sprintf("%s takes %s, and not %q", flag, listed(known), got)
	if near, ok := spelling.Nearest(strings.ToLower(got), known); ok {
		message += fmt.Sprintf("; did you mean `%s`?", near)
	}
	return errors.New(message)
}

// listed are words in a sentence: `a, b or c`.
func listed(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// misused says what is wrong with a command line, and what the command takes where that is
// all that it lacks.
func misused(err error) error {
	if word := notOneOf.FindStringSubmatch(err.Error()); word != nil {
		return otherWord(word[1], word[2], word[3])
	}
	parse := (*kong.ParseError)(nil)
	lack := lacking.FindStringSubmatch(err.Error())
	if lack == nil || !errors.As(err, &parse) || parse.Context.Selected() == nil {
		return fmt.Errorf("%w; `fraccheck --help` tells more", err)
	}
	command := parse.Context.Selected().FullPath()
	if strings.HasPrefix(lack[1], "<path>") {
		return fmt.Errorf("`%s` takes files or folders (`%s .` for this one); `%s --help` tells more", command, command, command)
	}
	return fmt.Errorf("`%s` needs %s; `%s --help` tells more", command, lack[1]+lack[2], command)
}
