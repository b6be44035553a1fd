package commandline

import (
	"fmt"
	"strings"
)

// bashFrame is the script around the tables. bash cuts words at `=`, so that
// `--format=js` are three words; before version 4, which macOS has not, there is no mapfile and
// no compopt.
// Names of revisions are not handed to compgen, which would run what is in them.
const bashFrame = `
_fraccheck_revisions() {
  local name
  ` + listRevisions + ` | while IFS= read -r name; do
    case $name in
    *[!A-Za-z0-9._/@+-]*) ;;
    "$1"*) printf '%s\n' "$name" ;;
    esac
  done
}
_fraccheck() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} flag= command=check at=1
  COMPREPLY=()
  if [ "$cur" = = ]; then
    flag=$prev cur=
  elif [ "$prev" = = ] && [ "$COMP_CWORD" -gt 1 ]; then
    flag=${COMP_WORDS[COMP_CWORD-2]}
  elif _fraccheck_takes_value "${prev}"; then
    flag=$prev
  fi
  while [ "$at" -lt "$COMP_CWORD" ]; do
    local longer=${COMP_WORDS[at]}
    [ "$at" -gt 1 ] && longer="$command $longer"
    _fraccheck_is_command "$longer" || break
    command=$longer at=$((at+1))
  done
  local kind words=
  if [ -n "$flag" ]; then
    _fraccheck_flag "$command" "$flag"
  elif [ "${cur#-}" != "$cur" ]; then
    _fraccheck_flags "$command"
  elif [ "$COMP_CWORD" -eq 1 ]; then
    _fraccheck_positional check
    words="$words $_fraccheck_commands"
  else
    _fraccheck_positional "$command"
  fi
  local line
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY+=("$line")
  done <<EOT
$(compgen -W "$words" -- "$cur"
  case $kind in
  files) compgen -f -- "$cur" ;;
  folders) compgen -d -- "$cur" ;;
  revisions) _fraccheck_revisions "$cur" ;;
  esac)
EOT
  case $kind in
  files|folders) compopt -o filenames 2>/dev/null ;;
  esac
  return 0
}

complete -F _fraccheck fraccheck
`

func completeBash(out *strings.Builder, table *Command) {
	out.WriteString(completionHead("bash"))
	fmt.Fprintf(out, "\n_fraccheck_commands=%s\n", quoted(strings.Join(table.positional().words, " ")))
	bashCommands(out, table)
	bashTakers(out, table)
	bashFunction(out, "_fraccheck_flags", table, func(e *Command) string { return "words=" + quoted(flagWords(e.withGlobal(table))) })
	bashFunction(out, "_fraccheck_positional", table, func(e *Command) string { return bashValues(e.positional()) })
	bashFlags(out, table)
	out.WriteString(bashFrame)
}

// bashCommands tells commands from other words.
func bashCommands(out *strings.Builder, table *Command) {
	var names []string
	for _, e := range table.All()[1:] {
		names = append(names, quoted(e.name()))
	}
	fmt.Fprintf(out, "\n_fraccheck_is_command() {\n  case $1 in\n  %s) return 0 ;;\n  esac\n  return 1\n}\n", strings.Join(names, "|"))
}

// bashTakers tells the flags that are followed by a value.
func bashTakers(out *strings.Builder, table *Command) {
	seen := map[string]bool{}
	var names []string
	for _, e := range table.All() {
		for _, f := range e.flags {
			for _, name := range f.spellings() {
				if f.value != "" && !f.optional && !seen[name] {
					seen[name] = true
					names = append(names, name)
				}
			}
		}
	}
	fmt.Fprintf(out, "\n_fraccheck_takes_value() {\n  case $1 in\n  %s) return 0 ;;\n  esac\n  return 1\n}\n", strings.Join(names, "|"))
}

// bashFunction sets variables by the command.
func bashFunction(out *strings.Builder, name string, table *Command, set func(*Command) string) {
	fmt.Fprintf(out, "\n%s() {\n  case $1 in\n", name)
	for _, e := range table.All()[1:] {
		fmt.Fprintf(out, "  %s) %s ;;\n", quoted(e.name()), set(e))
	}
	out.WriteString("  esac\n}\n")
}

// bashFlags sets what the flag of a command takes.
func bashFlags(out *strings.Builder, table *Command) {
	out.WriteString("\n_fraccheck_flag() {\n  case \"$1 $2\" in\n")
	for _, e := range table.All()[1:] {
		for _, f := range e.withGlobal(table) {
			if f.takes.kind == nothing {
				continue
			}
			for _, name := range f.spellings() {
				fmt.Fprintf(out, "  %s) %s ;;\n", quoted(e.name()+" "+name), bashValues(f.takes))
			}
		}
	}
	out.WriteString("  esac\n}\n")
}

func flagWords(flags []flagEntry) string {
	var words []string
	for _, f := range flags {
		words = append(words, f.spellings()...)
	}
	return strings.Join(words, " ")
}

func bashValues(v values) string {
	switch v.kind {
	case oneWord:
		return "words=" + quoted(strings.Join(v.words, " "))
	case files:
		return "kind=files"
	case folders:
		return "kind=folders"
	case revisions:
		return "kind=revisions"
	}
	return ":"
}
