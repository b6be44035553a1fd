package attack

import (
	"fmt"
	"strings"
)

// folderCommands are tried on inputs that are folders.
var folderCommands = [][]string{{"check", "."}, {"fmt", "--list", "."}}

// fileKinds are folders and files around programs: what configures them, what they
// import, and what is no file at all.
func fileKinds() []Kind {
	return []Kind{
		{Name: "toml/deep-tables", Make: configuration(deepTables), Size: 200, Commands: folderCommands},
		{Name: "toml/deep-lists", Make: configuration(func(n int) string { return "ignore = " + strings.Repeat("[", n) }), Size: 900_000, Commands: folderCommands},
		{Name: "toml/keys", Make: configuration(func(n int) string { return numbered("k%d = 1\n", n) }), Size: 80_000, Commands: folderCommands},
		{Name: "toml/contracts", Make: configuration(contracts), Size: 9_000, Commands: folderCommands},
		{Name: "toml/patterns", Make: configuration(patterns), Size: 50_000, Commands: folderCommands},
		{Name: "imports/all", Make: importing(allOthers), Size: 200, Small: 20, Commands: folderCommands},
		{Name: "imports/chain", Make: importing(next), Size: 10_000, Commands: folderCommands},
		{Name: "imports/ring", Make: importing(around), Size: 2_000, Commands: folderCommands},
		{Name: "imports/before", Make: importing(before), Size: 300, Small: 20, Commands: folderCommands},
		{Name: "imports/spelled", Make: importing(spelled), Size: 1_000, Commands: folderCommands},
	}
}

// configuration makes a folder of a program and a fraccheck.toml.
func configuration(text func(size int) string) func(Folder, int) error {
	return func(in Folder, size int) error {
		if err := in.Write("main.frac", "def @main() { 1 }\n"); err != nil {
			return err
		}
		return in.Write("fraccheck.toml", text(size))
	}
}

// deepTables are n tables of 2,000 names each.
func deepTables(n int) string {
	return strings.Repeat("["+strings.Repeat("a.", 1999)+"a]\n", n)
}

func contracts(n int) string {
	return "[cost]\n" + numbered("\"@f%d\" = { work = \"n\" }\n", n)
}

func patterns(n int) string {
	return "ignore = [" + strings.Repeat("\"**/*a*a*b\", ", n) + "]\n"
}

// importing makes n files; imports gives the names that file i imports.
func importing(imports func(i, n int) []string) func(Folder, int) error {
	return func(in Folder, n int) error {
		for i := range n {
			text := fmt.Sprintf("def @f%d() { 1 }\n", i)
			for _, name := range imports(i, n) {
				text = fmt.Sprintf("import %q\n%s", name, text)
			}
			if err := in.Write(part(i), text); err != nil {
				return err
			}
		}
		return nil
	}
}

func part(i int) string { return fmt.Sprintf("f%d.frac", i) }

func allOthers(i, n int) []string { return append(before(i, n), parts(i+1, n)...) }
func before(i, _ int) []string    { return parts(0, i) }
func next(i, n int) []string      { return parts(min(i+1, n), min(i+2, n)) }
func around(i, n int) []string    { return []string{part((i + 1) % n)} }

// spelled imports the same file under two names.
func spelled(i, n int) []string {
	name := part((i + 1) % n)
	return []string{name, "./missing/../" + name}
}

// parts are the names of files from one number to another.
func parts(from, to int) []string {
	var names []string
	for i := from; i < to; i++ {
		names = append(names, part(i))
	}
	return names
}

// numbered repeats a line that holds its number.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}
