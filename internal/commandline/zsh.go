package commandline

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
)

func completeZsh(out *strings.Builder, table *Command) {
	out.WriteString("#compdef fraccheck\n" + completionHead("zsh"))
	fmt.Fprintf(out, "\n_fraccheck_revisions() { compadd -- ${(f)\"$(%s)\"} }\n", listRevisions)
	for _, e := range table.All() {
		if len(e.children) > 0 {
			zshGroup(out, e, table)
		} else {
			zshLeaf(out, e, table)
		}
	}
	out.WriteString("\nif [ \"$funcstack[1]\" = _fraccheck ]; then\n  _fraccheck \"$@\"\nelse\n  compdef _fraccheck fraccheck\nfi\n")
}

// zshName is that of the function for a command.
func zshName(e *Command) string {
	return strings.Join(append([]string{"_fraccheck"}, e.Path...), "_")
}

// zshGroup completes the name of a command, and hands the rest to the command's own
// function. Where no command is named, the default one is meant.
func zshGroup(out *strings.Builder, e, table *Command) {
	fmt.Fprintf(out, "\n%s() {\n  local -a commands\n  commands=(\n", zshName(e))
	for _, child := range e.children {
		fmt.Fprintf(out, "    %s\n", quoted(child.Path[len(child.Path)-1]+":"+excerpt.Sentence(child.help)))
	}
	out.WriteString("  )\n  if (( CURRENT == 2 )); then\n    _describe -t commands command commands\n")
	if e == table {
		fmt.Fprintf(out, "    _fraccheck_%s\n", defaultCommand)
	}
	out.WriteString("    return\n  fi\n  case $words[2] in\n")
	for _, child := range e.children {
		fmt.Fprintf(out, "  %s) shift words; (( CURRENT-- )); %s ;;\n", child.Path[len(child.Path)-1], zshName(child))
	}
	if e == table {
		fmt.Fprintf(out, "  *) _fraccheck_%s ;;\n", defaultCommand)
	}
	out.WriteString("  esac\n}\n")
}

func zshLeaf(out *strings.Builder, e, table *Command) {
	fmt.Fprintf(out, "\n%s() {\n  _arguments \\\n", zshName(e))
	for _, f := range e.withGlobal(table) {
		for _, name := range f.spellings() {
			fmt.Fprintf(out, "    %s \\\n", quoted(zshFlag(name, f)))
		}
	}
	fmt.Fprintf(out, "    %s\n}\n", quoted("*:argument:"+zshValues(e.positional())))
}

// In the words of _arguments, brackets end a description and colons a part.
var zshText = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`)

// zshFlag is a flag as _arguments takes it: `=` follows those whose value may
// follow in the same word, `=-` where it must.
func zshFlag(name string, f flagEntry) string {
	help := "[" + zshText.Replace(excerpt.Sentence(f.help)) + "]"
	switch {
	case f.value == "":
		return name + help
	case f.optional:
		return name + "=-" + help + "::" + f.value + ":" + zshValues(f.takes)
	case strings.HasPrefix(name, "--"):
		name += "="
	}
	return "*" + name + help + ":" + zshText.Replace(f.value) + ":" + zshValues(f.takes)
}

func zshValues(v values) string {
	switch v.kind {
	case oneWord:
		return "(" + strings.Join(v.words, " ") + ")"
	case files:
		return "_files"
	case folders:
		return "_files -/"
	case revisions:
		return "_fraccheck_revisions"
	}
	return " "
}
