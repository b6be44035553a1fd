package model

import (
	"strconv"
)

// names are names that are taken, with how often each was wanted: the n-th wish for `x` is tried as x_n,
// so that a model in which every node is called alike takes no time quadratic in them.
type names map[string]int

// take returns the name, or the name with the first number that makes it new.
func (n names) take(name string) string {
	for {
		count := n[name]
		n[name]++
		if count == 0 {
			return name
		}
		next := name + "_" + strconv.Itoa(count+1)
		if n[next] == 0 {
			n[next]++
			return next
		}
	}
}

// identifier is a name with what no identifier has replaced: runs of other characters become
// one underscore.
func identifier(name string) string {
	var out []byte
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		switch {
		case letter, c >= '0' && c <= '9' && len(out) > 0:
			out = append(out, c)
		case c >= '0' && c <= '9':
			out = append(out, '_', c)
		case len(out) > 0 && out[len(out)-1] != '_':
			out = append(out, '_')
		}
	}
	for len(out) > 1 && out[len(out)-1] == '_' && name[len(name)-1] != '_' {
		out = out[:len(out)-1]
	}
	if len(out) == 0 {
		return "v"
	}
	return string(out)
}

// local is a new variable of a definition. A variable of the name of an operator or of a size
// variable would represent it, since names of variables may be written without the sigil.
func (b *Builder) local(d *definition, name string) string {
	name = identifier(name)
	if b.table[name] != nil || reserved[name] {
		name += "_"
	}
	name = d.locals.take(name)
	for b.symbolNames[name] > 0 {
		name = d.locals.take(name + "_")
	}
	b.localNames[name] = true
	return "%" + name
}

// reserved are the words of the language that the program of a model uses as they are.
var reserved = map[string]bool{"Some": true, "None": true, "Constant": true, "True": true, "False": true, "meta": true}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
