package convert

import (
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A rawForm is a converted file that is not laid out, by item.
type rawForm struct {
	name  string
	made  []madeItem
	texts []string
}

// A madeItem is what the text of a converted item is made from.
type madeItem struct {
	item *syntax.Item
	form *itemForm
}

// A laidOut is a converted file that is laid out.
type laidOut struct {
	made    []madeItem
	text    string
	lineEnd string
	texts   func() []string // of the items; nil where it has not as many of them
}

// laidOutForm is the text of a file in a form, laid out.
func laidOutForm(file *workspace.File, key formKey, raw *rawForm) string {
	latest, _ := file.Memo().Whole(key).(*laidOut)
	now := latest.revised(raw)
	if now == nil {
		now = raw.laidOut()
	}
	file.Memo().KeepWhole(key, now)
	return now.text
}

// newRawForm puts conversions in the places of their items.
func newRawForm(file *workspace.File, forms []*itemForm) *rawForm {
	r := &rawForm{name: file.Source.File.Name}
	for i, item := range file.Source.File.All() {
		text := item.Text
		if f := forms[i]; f != nil && f.result != nil {
			text = syntax.ApplyEdits(text, []syntax.Edit{f.result.Edit})
		}
		r.made, r.texts = append(r.made, madeItem{item, forms[i]}), append(r.texts, text)
	}
	return r
}

// lineEnd is how the last line of the file ends.
func (r *rawForm) lineEnd() string {
	for _, text := range slices.Backward(r.texts) {
		if strings.Contains(text, "\n") {
			return format.LineEnd(text)
		}
	}
	return "\n"
}

// laidOut lays the whole file out.
func (r *rawForm) laidOut() *laidOut {
	text := format.Text(r.name, strings.Join(r.texts, ""))
	cut := sync.OnceValue(func() []string { return itemTexts(r.name, text, len(r.made)) })
	return &laidOut{r.made, text, r.lineEnd(), cut}
}

// itemTexts cuts a text into items; nil where there are not so many of them.
func itemTexts(name, text string, items int) []string {
	f := syntax.ParseFile(name, text)
	if f.Len() != items {
		return nil
	}
	texts := make([]string, items)
	for i, item := range f.All() {
		texts[i] = item.Text
	}
	return texts
}

// revised lays out what is not as it was in an earlier text, and takes the rest over.
// It gives nil where that cannot be derived from the whole file laid out anew.
func (l *laidOut) revised(r *rawForm) *laidOut {
	if l == nil || l.lineEnd != r.lineEnd() {
		return nil
	}
	prefix, suffix := l.common(r.made)
	if prefix == len(l.made) && prefix == len(r.made) {
		return l
	}
	old := l.texts()
	if old == nil {
		return nil
	}
	texts := slices.Concat(old[:prefix], r.texts[prefix:len(r.texts)-suffix], old[len(old)-suffix:])
	if !r.layOut(texts, prefix, len(texts)-suffix, l.lineEnd) {
		return nil
	}
	return &laidOut{r.made, strings.Join(texts, ""), l.lineEnd, func() []string { return texts }}
}

// common is how many items are made as they were, at the begin and at the end.
func (l *laidOut) common(made []madeItem) (prefix, suffix int) {
	n := min(len(l.made), len(made))
	for prefix < n && l.made[prefix] == made[prefix] {
		prefix++
	}
	for suffix < n-prefix && l.made[len(l.made)-1-suffix] == made[len(made)-1-suffix] {
		suffix++
	}
	return prefix, suffix
}

// layOut lays the items from one to another out, with those beside them whose comments
// may be aligned with theirs. The items beside those are laid out too, and must stay as
// they are.
func (r *rawForm) layOut(texts []string, from, to int, lineEnd string) bool {
	for from > 0 && commented(texts[from-1]) && (from == len(texts) || !beginsWithEmptyLine(texts[from])) {
		from--
	}
	for to < len(texts) && commented(texts[to]) && !beginsWithEmptyLine(texts[to]) {
		to++
	}
	first, end := max(from-1, 0), min(to+1, len(texts))
	read := syntax.ParseFile(r.name, strings.Join(texts[first:end], ""))
	if read.Len() != end-first || !slices.EqualFunc(read.List(), texts[first:end], isItem) {
		return false
	}
	laid := syntax.ApplyEdits(read.Text(), format.Edits(read, format.Options{LineEnd: lineEnd}))
	cut := itemTexts(r.name, laid, end-first)
	if cut == nil || first < from && strings.TrimSpace(cut[0]) != strings.TrimSpace(texts[first]) || to < end && cut[to-first] != texts[to] {
		return false
	}
	copy(texts[from:to], cut[from-first:to-first])
	return true
}

// isItem reports whether an item of a text is no metadata: what follows those is
// theirs.
func isItem(item *syntax.Item, text string) bool {
	return item.Text == text && item.Kind(item.Root) != syntax.ItemMetadata
}

// commented reports whether text is a text that may have comments at the ends of lines.
func commented(text string) bool {
	return strings.Contains(text, "#") || strings.Contains(text, "//")
}

func beginsWithEmptyLine(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line) == ""
}
