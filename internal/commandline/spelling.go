package commandline

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// dashed are the flags of `test` that may be written with one dash, as go test
// has them.
var dashed = map[string]string{"-run": "--run", "-update": "--update"}

var (
	dashedRun = lazyregexp.New(`^-run=`)
	negative  = lazyregexp.New(`^-([0-9.@%(]|inff|nanf)`)
)

// spelledOut rewrites arguments that the parser would take for flags of one
// letter: `-run` of `test`, and the expressions of `run` that begin with a
// minus.
func Respell(args []string) []string {
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
		return dashedRun().ReplaceAllString(arg, "--run=")
	},
	"run": func(arg string) string {
		if negative().MatchString(arg) {
			return "(" + arg + ")"
		}
		return arg
	},
}

// Verbatim takes a value as it was written. The parser's own way goes through JSON, which
// has no names of files that are not UTF-8.
func Verbatim(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(fmt.Sprint(token.Value))
	}
	return err
}
