package frame

import (
	"bytes"
	"fmt"
	"mime"
	"slices"
	"strings"
)

// headers are those of one message.
type headers struct {
	length int // negative while it is not known
	typed  bool
}

// add takes a line over, or says what is wrong with it.
func (h *headers) add(line []byte) string {
	name, value, ok := bytes.Cut(line, []byte(":"))
	text := string(bytes.Trim(value, " \t"))
	switch {
	case ok && strings.EqualFold(string(name), "Content-Length"):
		return h.addLength(text)
	case ok && strings.EqualFold(string(name), "Content-Type"):
		return h.addType(text)
	}
	return quoted(line) + " is no header of the protocol, which has Content-Length and Content-Type"
}

func (h *headers) addLength(value string) string {
	if h.length >= 0 {
		return "the message has a second Content-Length"
	}
	for _, c := range value {
		if c < '0' || c > '9' {
			return quoted([]byte(value)) + " is no length"
		}
		h.length = max(h.length, 0)*10 + int(c-'0')
		if h.length > MaxLength {
			return fmt.Sprintf("a message of %s bytes is too long; at most %d are read", abbreviated(value), MaxLength)
		}
	}
	if h.length < 0 {
		return "Content-Length has no value"
	}
	return ""
}

// addType refuses encodings that nobody here reads.
func (h *headers) addType(value string) string {
	if h.typed {
		return "the message has a second Content-Type"
	}
	h.typed = true
	_, parameters, err := mime.ParseMediaType(value)
	charset := strings.ToLower(parameters["charset"])
	if err != nil || !slices.Contains([]string{"", "utf-8", "utf8"}, charset) {
		return quoted([]byte(value)) + " is no Content-Type of the protocol, whose messages are utf-8"
	}
	return ""
}

// maxShown is how much of what came an error shows, in bytes.
const maxShown = 80

func quoted(read []byte) string {
	read = withoutEnd(read)
	if len(read) > maxShown {
		return fmt.Sprintf("%q…", read[:maxShown])
	}
	return fmt.Sprintf("%q", read)
}

// abbreviated is a number of many digits as an error shows it.
func abbreviated(digits string) string {
	if len(digits) > maxShown {
		return digits[:maxShown] + "…"
	}
	return digits
}

// withoutEnd takes the end off a line.
func withoutEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}
