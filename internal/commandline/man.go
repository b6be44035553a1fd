package commandline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
)

// ManPage is the manual page of a command, of the program where e is the table, in the language of man(7). It has no date, so that two builds of one
// version are the same.
func ManPage(e, table *Command, version string) string {
	p := &manual{}
	name := ManName(e)
	p.line(".TH %s 1 \"\" %s %s", roffArgument(strings.ToUpper(name)), roffArgument("fraccheck "+version), roffArgument("fraccheck"))
	p.section("NAME")
	p.text("%s \\- %s", roff(name), roff(excerpt.Sentence(e.help)))
	p.synopsis(e)
	p.section("DESCRIPTION")
	p.text("%s", roff(e.help))
	p.commands(e)
	p.arguments(e)
	p.options(e, table)
	p.section("EXIT STATUS")
	for _, s := range manStatuses {
		p.item(s.status, s.means)
	}
	p.section("FILES")
	p.item("fraccheck.toml", "The configuration of its folder and of all folders below, up to the next such file; \"fraccheck init\" writes one that explains its keys.")
	p.see(e, table)
	return p.out.String()
}

// manStatuses are the exit statuses of all commands.
var manStatuses = []struct{ status, means string }{
	{"0", "Nothing was found that the command fails on."},
	{"1", "Something was found, or two things differ."},
	{"2", "The command could not do its work; standard error says why."},
	{"130", "It was interrupted."},
}

// A manual is a manual page that is being written.
type manual struct{ out strings.Builder }

func (p *manual) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// widest is how long a line of a page's text may be, in bytes.
const widest = 79

// text writes lines that are no requests, whatever they begin with.
func (p *manual) text(format string, args ...any) {
	line := ""
	for word := range strings.SplitSeq(fmt.Sprintf(format, args...), " ") {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > widest:
			p.plain(line)
			line = word
		default:
			line += " " + word
		}
	}
	p.plain(line)
}

func (p *manual) plain(line string) {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	p.out.WriteString(line + "\n")
}

func (p *manual) section(name string) { p.line(".SH %s", roffArgument(name)) }

// item is a word with what it means below it.
func (p *manual) item(word, means string) { p.tagged(`\fB`+roff(word)+`\fR`, means) }

func (p *manual) tagged(tag, means string) {
	p.line(".TP")
	p.text("%s", tag)
	p.text("%s", roff(means))
}

func (p *manual) synopsis(e *Command) {
	p.section("SYNOPSIS")
	line := `\fB` + roff(strings.Join(append([]string{"fraccheck"}, e.Path...), " ")) + `\fR`
	if len(e.children) > 0 {
		p.text("%s", line+` \fICOMMAND\fR \fR[\fIOPTION\fR]...`)
		return
	}
	if line += ` \fR[\fIOPTION\fR]...`; e.name() == defaultCommand {
		line = strings.Replace(line, `check\fR`, `\fR[\fBcheck\fR]`, 1)
	}
	for _, arg := range e.args {
		line += " " + arg.roff()
	}
	p.text("%s", line)
}

// roff is an argument as synopses have it.
func (a argEntry) roff() string {
	text := `\fI` + roff(strings.ToUpper(a.name)) + `\fR`
	if a.more {
		text += "..."
	}
	if a.optional {
		text = "[" + text + "]"
	}
	return text
}

func (p *manual) commands(e *Command) {
	if len(e.children) == 0 {
		return
	}
	p.section("COMMANDS")
	for _, child := range e.children {
		p.item(child.Path[len(child.Path)-1], child.help)
	}
}

func (p *manual) arguments(e *Command) {
	if len(e.args) == 0 {
		return
	}
	p.section("ARGUMENTS")
	for _, arg := range e.args {
		p.tagged(arg.roff(), arg.help)
	}
}

func (p *manual) options(e, table *Command) {
	p.section("OPTIONS")
	for _, f := range e.withGlobal(table) {
		p.tagged(f.roff(), f.help)
		if f.takes.kind == oneWord && !saysAll(f.help, f.takes.words) {
			p.text("One of %s.", roff(strings.Join(f.takes.words, ", ")))
		}
	}
}

// saysAll tells whether a help names all values.
func saysAll(help string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(help, word) })
}

// roff is a flag with its value as lists of options have it.
func (f flagEntry) roff() string {
	text := `\fB` + roff("--"+f.name) + `\fR`
	if f.short != "" {
		text = `\fB` + roff("-"+f.short) + `\fR, ` + text
	}
	switch value := `\fI` + roff(f.value) + `\fR`; {
	case f.value == "":
		return text
	case f.optional:
		return text + "[=" + value + "]"
	default:
		return text + "=" + value
	}
}

// see names the pages of the commands above and below.
func (p *manual) see(e, table *Command) {
	p.section("SEE ALSO")
	var names []string
	for _, other := range table.All() {
		if other != e && (e == table || other == table || len(other.Path) != len(e.Path)) && related(e.Path, other.Path) {
			names = append(names, `\fB`+roff(ManName(other))+`\fR(1)`)
		}
	}
	p.text("%s", strings.Join(names, ", "))
}

// related tells whether one path begins with the other.
func related(a, b []string) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// roff is a text in the language of roff: ASCII, with a hyphen that can be copied.
func roff(text string) string {
	var out strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		switch {
		case r == '\\':
			out.WriteString(`\e`)
		case r == '-':
			out.WriteString(`\-`)
		case r == '\'':
			out.WriteString(`\(aq`)
		case r == '`':
			out.WriteString(`\(ga`)
		case r == '^':
			out.WriteString(`\(ha`)
		case r == '~':
			out.WriteString(`\(ti`)
		case r > '~':
			fmt.Fprintf(&out, `\[u%04X]`, r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// roffArgument is a text as an argument of a request.
func roffArgument(text string) string { return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"` }

// ManName is what the page of a command is called.
func ManName(e *Command) string {
	return strings.Join(append([]string{"fraccheck"}, e.Path...), "-")
}
