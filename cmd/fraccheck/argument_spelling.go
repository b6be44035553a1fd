package main

import "regexp"

// dashed are the flags of `test` that may be written with one dash, as go test
// has them.
var dashed = map[string]string{"-run": "--run", "-update": "--update"}

var (
	dashedRun = regexp.MustCompile(`^-run=`)
	negative  = regexp.MustCompile(`^-([0-9.@%(]|inff|nanf)`)
)

// spelledOut rewrites arguments that the parser would take for flags of one
// letter: `-run` of `test`, and the expressions of `run` that begin with a
// minus.
func spelledOut(args []string) []string {
	if len(args) == 0 {
		return args
	}
	rewrite := spellings[args[0]]
	if rewrite == nil {
		return args
	}
	out := args[:1:1]
	for i, arg := range args[1:] {
		if arg == "--" {
			return append(out, args[1+i:]...)
		}
		out = append(out, rewrite(arg))
	}
	return out
}

var spellings = map[string]func(string) string{
	"test": func(arg string) string {
		if long, ok := dashed[arg]; ok {
			return long
		}
		return dashedRun.ReplaceAllString(arg, "--run=")
	},
	"run": func(arg string) string {
		if negative.MatchString(arg) {
			return "(" + arg + ")"
		}
		return arg
	},
}
