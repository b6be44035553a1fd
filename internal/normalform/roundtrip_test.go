package normalform_test

import (
	"regexp"
	"strings"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
)

// roundTrip takes a program in ANF through GNF and back, twice. The first time nothing
// comes that was not there, the second time nothing goes either: but for names, their
// order, and aliases.
func roundTrip(anf string) []string {
	gnf, back := thereAndBack(anf)
	if found := onlyIn(back, anf); len(found) > 0 {
		return []string{"ANF of GNF has more: " + strings.Join(found, "\n") + "\n" + anf + "\n--- gnf\n" + gnf + "\n--- back\n" + back}
	}
	next, again := thereAndBack(back)
	if found := append(onlyIn(back, again), onlyIn(again, back)...); len(found) > 0 {
		return []string{"ANF of GNF changes again: " + strings.Join(found, "\n") + "\n" + back + "\n--- gnf\n" + next + "\n--- again\n" + again}
	}
	return nil
}

func thereAndBack(anf string) (gnf, back string) {
	gnf, _, _ = inForm(checktest.ModuleIn("", anf), normalform.GNF)
	back, _, _ = inForm(checktest.ModuleIn("", gnf), normalform.ANF)
	return gnf, back
}

// alikes are what may differ, in the order in which it is replaced: names, annotations
// of them, literals, what follows a line's head.
var alikes = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`%[\w./]+(:\w+)*`), "%"},
	{regexp.MustCompile(`(?m)^([ \t]*let) _`), "$1 %"},
	{regexp.MustCompile(`(?m)^([ \t]*let [^=]*?%): [^=]*=`), "$1 ="},
	{regexp.MustCompile(`Constant\([^()]*\)|\[[-\d, ]+\]|\bNi[lx]\(\)|-?\b\d+\b|\bTrue\b|\bFalse\b`), "%"},
	{regexp.MustCompile(`(?m)^[ \t]*|( => %| =>| \{|[ \t,])*$`), ""},
	{regexp.MustCompile(`-\(%\)`), "-%"},
}

// shape is a text with variables and atoms alike: how often it has which line. Lines of
// an atom, braces and aliases say nothing.
func shape(text string) map[string]int {
	for _, a := range alikes {
		text = a.what.ReplaceAllString(text, a.by)
	}
	count := map[string]int{}
	for _, line := range strings.Split(text, "\n") {
		if line != "%" && line != "let % = %;" && strings.ContainsAny(line, "%(") {
			count[line]++
		}
	}
	return count
}

// onlyIn are the lines of a text that another one has not, or not as often.
func onlyIn(text, other string) []string {
	its := shape(other)
	var found []string
	for line, n := range shape(text) {
		if n > its[line] {
			found = append(found, line)
		}
	}
	return found
}
