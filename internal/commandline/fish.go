package commandline

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
)

// fishFrame states which command the words before the cursor name: the first one, and one
// below it where it has some.
const fishFrame = `
function __fraccheck_command
    set -l words (commandline -opc)
    set -l command check
    set -l at 2
    while test $at -le (count $words)
        set -l longer $words[$at]
        test $at -gt 2; and set longer "$command $longer"
        contains -- "$longer" $__fraccheck_commands; or break
        set command $longer
        set at (math $at + 1)
    end
    test "$command" = "$argv[1]"
end

function __fraccheck_first
    test (count (commandline -opc)) -eq 1
end

complete -c fraccheck -f
`

func completeFish(out *strings.Builder, table *Command) {
	out.WriteString(completionHead("fish"))
	var names []string
	for _, e := range table.All()[1:] {
		names = append(names, fishQuoted(e.name()))
	}
	fmt.Fprintf(out, "\nset -g __fraccheck_commands %s\n", strings.Join(names, " "))
	out.WriteString(fishFrame)
	for _, e := range table.children {
		fmt.Fprintf(out, "complete -c fraccheck -n __fraccheck_first -a %s -d %s\n", e.name(), fishQuoted(excerpt.Sentence(e.help)))
	}
	for _, e := range table.All()[1:] {
		fishCommand(out, e, table)
	}
}

func fishCommand(out *strings.Builder, e, table *Command) {
	when := fmt.Sprintf("complete -c fraccheck -n %s", fishQuoted("__fraccheck_command "+fishQuoted(e.name())))
	out.WriteByte('\n')
	if takes := fishValues(e.positional()); takes != "" {
		fmt.Fprintf(out, "%s%s\n", when, takes)
	}
	for _, f := range e.withGlobal(table) {
		short := ""
		if f.short != "" {
			short = " -s " + f.short
		}
		takes := ""
		if f.value != "" {
			takes = fishValues(f.takes)
			if f.takes.kind == nothing {
				takes = " -x"
			} else if !f.optional {
				takes = " -r" + takes
			}
		}
		fmt.Fprintf(out, "%s -l %s%s%s -d %s\n", when, f.name, short, takes, fishQuoted(excerpt.Sentence(f.help)))
	}
}

func fishValues(v values) string {
	switch v.kind {
	case oneWord:
		return " -f -a " + fishQuoted(strings.Join(v.words, " "))
	case files:
		return " -F"
	case folders:
		return " -f -a '(__fish_complete_directories)'"
	case revisions:
		return " -f -a " + fishQuoted("("+listRevisions+")")
	}
	return ""
}

// fishQuoted is a text as a word of fish.
func fishQuoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
