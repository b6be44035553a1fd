package ranking

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
)

// Facts in words, as signatures hold them. A Part is `never`, `unknown` or a parameter with
// a path and a mark: `0 0102 <`, `0 - =`. What is passedCalls is `unknown` or, for each parameter
// that is called, its number, a colon, and for each argument the parameters that it lies
// below and a semicolon: `0:1<,2;; 3:`.

// mostNumber bounds the numbers of parameters.
const mostNumber = 1 << 20

const unknownWord = "unknown"

func writePart(f analysis.Fact) string {
	p := f.(Part)
	switch p.is {
	case never:
		return "never"
	case unknown:
		return unknownWord
	}
	path := hex.EncodeToString([]byte(p.path))
	if path == "" {
		path = "-"
	}
	return fmt.Sprintf("%d %s %s", p.param, path, strictMark(p.strict))
}

func readPart(words string) (analysis.Fact, error) {
	switch words {
	case "never":
		return Part{is: never}, nil
	case unknownWord:
		return Part{is: unknown}, nil
	}
	fields := strings.Fields(words)
	if len(fields) != 3 {
		return nil, errors.New("a part has a parameter, a path and a mark")
	}
	param, err := paramNumber(fields[0])
	if err != nil {
		return nil, err
	}
	path, err := hex.DecodeString(strings.TrimPrefix(fields[1], "-"))
	if err != nil {
		return nil, errors.New("a path is hexadecimal digits")
	}
	p := Part{known, param, string(path), fields[2] == strictMark(true)}
	if writePart(p) != words {
		return nil, errors.New("there is no such part")
	}
	return p, nil
}

func strictMark(strict bool) string {
	if strict {
		return "<"
	}
	return "="
}

func paramNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > mostNumber {
		return 0, errors.New("the number of a parameter is missing")
	}
	return n, nil
}

func writePassed(f analysis.Fact) string {
	l := f.(passedCalls)
	if l.unknown {
		return unknownWord
	}
	uses := make([]string, len(l.uses))
	for i, use := range l.uses {
		uses[i] = use.words()
	}
	return strings.Join(uses, " ")
}

func (u passedUse) words() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d:", u.param)
	for _, arg := range u.args {
		for i, b := range arg {
			if i > 0 {
				text.WriteByte(',')
			}
			text.WriteString(strconv.Itoa(int(b.place)))
			if b.strict {
				text.WriteString("<")
			}
		}
		text.WriteByte(';')
	}
	return text.String()
}

func readPassed(words string) (analysis.Fact, error) {
	if words == unknownWord {
		return passedCalls{unknown: true}, nil
	}
	found := passedCalls{}
	for _, text := range strings.Fields(words) {
		use, err := readUse(text)
		if err != nil {
			return nil, err
		}
		found.uses = append(found.uses, use)
	}
	if writePassed(found) != words {
		return nil, errors.New("no passed function is called like this")
	}
	return found, nil
}

func readUse(text string) (use passedUse, err error) {
	param, args, _ := strings.Cut(text, ":")
	if use.param, err = paramNumber(param); err != nil {
		return use, err
	}
	for args != "" {
		var arg string
		arg, args, _ = strings.Cut(args, ";")
		var all []below
		for at := range strings.SplitSeq(arg, ",") {
			if at == "" {
				continue
			}
			place, err := paramNumber(strings.TrimSuffix(at, "<"))
			if err != nil {
				return use, err
			}
			all = append(all, below{int32(place), strings.HasSuffix(at, "<")})
		}
		use.args = append(use.args, all)
	}
	return use, nil
}
