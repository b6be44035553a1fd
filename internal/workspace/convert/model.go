package convert

import (
	"fmt"
	"io"
	"path"
	"runtime"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ModelText is the text of a program file for a model whose constants are in a file beside it:
// the program that stands for the model, and the section that names that file.
func ModelText(m *model.Program, constants string) string {
	if m.Constants() == 0 {
		return m.Text
	}
	note := "// Its constants are in " + strconv.Quote(constants) + ", which the end of this file names.\n"
	head, rest := m.Text, ""
	for end := 0; strings.HasPrefix(m.Text[end:], "//"); {
		next := strings.IndexByte(m.Text[end:], '\n')
		if next < 0 {
			break
		}
		end += next + 1
		head, rest = m.Text[:end], m.Text[end:]
	}
	return head + note + rest + "\n#[metadata]\n" + strconv.Quote(constants) + "\n"
}

// WriteConstants writes the constants of a model as an .npz file, in the order of their numbers.
// One is in memory at a time.
func WriteConstants(w io.Writer, m *model.Program) error {
	defer runtime.KeepAlive(m)
	archive, taken := value.NewNPZWriter(w), map[string]bool{}
	for i := range m.Constants() {
		c := m.Constant(i)
		a, err := c.Load()
		if err != nil {
			return fmt.Errorf("constant %d: %w", i, err)
		}
		if err := archive.Write(memberName(c.Name, i, taken), a); err != nil {
			return err
		}
	}
	return archive.Close()
}

// longestMember is the length of names in archives.
const longestMember = 1 << 10

// memberName is a name of constant i that the archive has not yet: its own as far as that leads
// nowhere when somebody unpacks the archive.
func memberName(name string, i int, taken map[string]bool) string {
	unfit := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == ':' }
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if name == "" || len(name) > longestMember || !utf8.ValidString(name) || strings.ContainsFunc(name, unfit) {
		name = "constant_" + strconv.Itoa(i)
	}
	for base, n := name, 2; taken[strings.ToLower(name)]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	taken[strings.ToLower(name)] = true
	return name
}
