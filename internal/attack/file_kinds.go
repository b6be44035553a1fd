package attack

import (
	"fmt"
	"strings"
)

// folderCommands are tried on inputs that are folders.
var folderCommands = [][]string{{"check", "."}, {"fmt", "--check", "."}}

// fileKinds are folders and files around programs: what configures them, what they
// import, and what is no file at all.
func fileKinds() []Kind {
	return []Kind{
		{Name: "toml/deep-tables", Make: configuration(deepTables), Size: 200, Commands: folderCommands},
		{Name: "toml/deep-lists", Make: configuration(func(n int) string { return "ignore = " + strings.Repeat("[", n) }), Size: 900_000, Commands: folderCommands},
		{Name: "toml/keys", Make: configuration(func(n int) string { return numbered("k%d = 1\n", n) }), Size: 80_000, Commands: folderCommands},
		{Name: "toml/contracts", Make: configuration(contracts), Size: 9_000, Commands: folderCommands},
		{Name: "toml/patterns", Make: configuration(patterns), Size: 50_000, Commands: folderCommands},
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

// numbered repeats a line that holds its number.
func numbered(line string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, line, i)
	}
	return b.String()
}
