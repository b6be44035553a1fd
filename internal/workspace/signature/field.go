package signature

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A field takes what belongs to a line's word from the front of the rest of the line.
type field func(rest string) (value, behind string, err error)

// fields takes a line apart: its word, a blank and a value for each field, and nothing
// after them.
func fields(line, first string, kinds ...field) (values []string, err error) {
	rest, ok := strings.CutPrefix(line, first)
	if !ok {
		return nil, fmt.Errorf("this line would begin with `%s`", first)
	}
	for _, take := range kinds {
		if rest, ok = strings.CutPrefix(rest, " "); !ok {
			return nil, errors.New("something is missing in this line")
		}
		var value string
		if value, rest, err = take(rest); err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	if rest != "" {
		return nil, errors.New("unexpected text at the end of this line")
	}
	return values, nil
}

// text is a text in quotes, written as quoted writes it.
func text(rest string) (string, string, error) {
	written, err := strconv.QuotedPrefix(rest)
	if err != nil || !strings.HasPrefix(written, `"`) {
		return "", "", errors.New("a text in quotes is missing, or not closed")
	}
	value, err := strconv.Unquote(written)
	if err != nil || quoted(value) != written {
		return "", "", errors.New("a text is not written as fraccheck writes it")
	}
	return value, rest[len(written):], nil
}

// word is everything up to a blank.
func word(rest string) (string, string, error) {
	value, _, _ := strings.Cut(rest, " ")
	if value == "" {
		return "", "", errors.New("a word is missing")
	}
	return value, rest[len(value):], nil
}

func digestOf(rest string) (string, string, error) {
	value, behind, _ := word(rest)
	if len(value) != 64 || strings.Trim(value, "0123456789abcdef") != "" {
		return "", "", errors.New("a digest is 64 hexadecimal digits")
	}
	return value, behind, nil
}

// position is a number from 1 on.
func position(rest string) (string, string, error) {
	value, behind, _ := word(rest)
	if n, err := strconv.Atoi(value); err != nil || n < 1 || strconv.Itoa(n) != value {
		return "", "", errors.New("a line or column is missing")
	}
	return value, behind, nil
}
