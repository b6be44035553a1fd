package config

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Cursor is a place in the text of a configuration that may be half written: what can be there.
type Cursor struct {
	Setting *Setting    // the table whose key is here, or the key whose value is here; nil where neither is known
	Key     bool        // a key is here and no value
	Header  bool        // in the brackets of a header
	Path    []string    // of the table, or of the key
	Word    syntax.Span // what is written here up to the cursor, with its opening quote
	Quote   string      // that quote
	Used    *Node       // the table as it is; nil where it is not there yet
}

// At finds what is at an offset of a text. The table is that of the last header above; what is
// open between the beginning of the key and the offset is read by a scanner of its own, since the
// tree has no part that is not whole. It is false inside of comments.
func At(text string, at int32) (Cursor, bool) {
	root := parseTree(text, func(syntax.Span, string, ...Fix) {})
	table, start := tableAt(text, int(at))
	in := frame{setting: Settings}
	for _, name := range table {
		in.enter(name)
	}
	s := &cursorScan{text: text[:at], at: start, frames: []frame{in}, key: in}
	if !s.run() {
		return Cursor{}, false
	}
	c := s.cursor()
	if c.Used = root; c.Key {
		for _, name := range c.Path {
			if c.Used = c.Used.Get(name); c.Used == nil {
				break
			}
		}
	}
	return c, true
}

// PathAt are the keys on the way to the one at an offset of a text, from the outermost table on; none
// where no key is there.
func PathAt(text string, at int32) []*Entry {
	return parseTree(text, func(syntax.Span, string, ...Fix) {}).pathAt(at)
}

func (n *Node) pathAt(at int32) []*Entry {
	for _, e := range n.Entries {
		if e.Key.Start <= at && at <= e.Key.End {
			return []*Entry{e}
		}
		if path := e.Value.pathAt(at); path != nil {
			return append([]*Entry{e}, path...)
		}
	}
	return nil
}

// tableAt is the path of the table of a line, and where the key or header begins that the offset
// is in: after the last line that begins one.
func tableAt(text string, at int) (path []string, start int) {
	start = beginningOf(text)
	for line := start; line <= at; {
		next := len(text) + 1
		if i := strings.IndexByte(text[line:], '\n'); i >= 0 {
			next = line + i + 1
		}
		trimmed := strings.TrimLeft(text[line:min(next, len(text))], " \t")
		if beginning().MatchString(trimmed) || at < next && !opens(text[start:line]) {
			start = line
		}
		if strings.HasPrefix(trimmed, "[") && at >= next && beginning().MatchString(trimmed) {
			path = headerPath(trimmed)
		}
		if next > len(text) {
			break
		}
		line = next
	}
	return path, start
}

// headerPath are the names in the brackets of a header.
func headerPath(line string) (path []string) {
	n := parseTree(line, func(syntax.Span, string, ...Fix) {})
	for len(n.Entries) == 1 && n.Entries[0].Value.Kind == Table {
		path = append(path, n.Entries[0].Name)
		n = n.Entries[0].Value
	}
	return path
}

// A frame is a table in whose braces the cursor is, or that of the header.
type frame struct {
	setting *Setting // nil where it is not known
	path    []string
	list    bool // brackets of a list, whose values have the setting
}

// enter goes into the table or to the value of a key. Paths share their beginnings: of several that
// are longer, the last one alone is still looked at.
func (f *frame) enter(name string) {
	f.path = append(f.path, name)
	if f.setting != nil {
		f.setting = f.setting.Key(name)
	}
}

// A cursorScan goes over the beginning of a key and its value.
type cursorScan struct {
	text   string
	at     int
	frames []frame
	key    frame // the key that is being written, or whose value is
	value  bool  // after an equals sign
	header bool
	word   int // where the last word began; -1 for none
	quote  string
	closed bool // the last word has ended
}

func (s *cursorScan) top() *frame { return &s.frames[len(s.frames)-1] }

// run scans up to the end; it is false where that is in a comment.
func (s *cursorScan) run() bool {
	s.restart()
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '#':
			end := strings.IndexByte(s.text[s.at:], '\n')
			if end < 0 {
				return false
			}
			s.at += end
		case c == '"' || c == '\'':
			s.string(s.text[s.at : s.at+1])
		case strings.ContainsRune("=.,[]{}", rune(c)):
			s.sign(c)
			s.at++
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.closed = s.word >= 0
			s.at++
		default:
			if s.word < 0 {
				s.word = s.at
			}
			s.at++
		}
	}
	return true
}

// restart begins a key or a value.
func (s *cursorScan) restart() { s.word, s.quote, s.closed = -1, "", false }

// string goes over a text in quotes, of which the end may be missing.
func (s *cursorScan) string(quote string) {
	s.word, s.quote, s.closed = s.at, quote, false
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		if s.text[s.at] == quote[0] {
			s.closed = true
			s.at++
			return
		}
		if s.text[s.at] == '\\' && quote == `"` && s.at+1 < len(s.text) {
			s.at++
		}
	}
}

// name is the last word without its quotes.
func (s *cursorScan) name() string {
	if s.word < 0 {
		return ""
	}
	return strings.Trim(strings.TrimSpace(s.text[s.word:s.at]), s.quote)
}

func (s *cursorScan) sign(c byte) {
	switch {
	case c == '[' && !s.value && s.word < 0:
		s.header = true
		s.frames = []frame{{setting: Settings}}
		s.key = frame{setting: Settings}
	case c == '.' && !s.value:
		s.key.enter(s.name())
	case c == '.':
		return // in a number
	case c == '=' && !s.value:
		s.key.enter(s.name())
		s.value = true
	case c == '[':
		s.frames = append(s.frames, frame{s.key.setting, s.key.path, true})
	case c == '{':
		s.frames = append(s.frames, frame{s.key.setting, s.key.path, false})
		s.key, s.value = *s.top(), false
	case c == ',':
		s.key, s.value = *s.top(), s.top().list
	case (c == ']' || c == '}') && len(s.frames) > 1:
		s.frames = s.frames[:len(s.frames)-1]
		s.value = true
		s.restart()
		s.closed = true
		return
	}
	s.restart()
}

// cursor is the place at the end of the scan.
func (s *cursorScan) cursor() Cursor {
	end := int32(len(s.text))
	c := Cursor{Setting: s.key.setting, Key: !s.value, Header: s.header, Path: s.key.path, Word: syntax.Span{Start: end, End: end}, Quote: s.quote}
	if s.word >= 0 {
		c.Word.Start = int32(s.word)
	}
	if s.closed { // nothing can follow but a sign
		c.Setting = nil
	}
	return c
}
