package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// plist is a value of JSON, without numbers, as a property list in XML.
func plist(value any) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.WriteString(`<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">` + "\n")
	b.WriteString(`<plist version="1.0">` + "\n")
	writeProperty(&b, value, 0)
	b.WriteString("</plist>\n")
	return b.Bytes()
}

// writeProperty nests as deep as a grammar of the repository does.
func writeProperty(b *bytes.Buffer, value any, depth int) {
	indent := strings.Repeat("  ", depth)
	switch v := value.(type) {
	case map[string]any:
		b.WriteString(indent + "<dict>\n")
		for _, key := range slices.Sorted(maps.Keys(v)) {
			writeText(b, indent+"  ", "key", key)
			writeProperty(b, v[key], depth+1)
		}
		b.WriteString(indent + "</dict>\n")
	case []any:
		b.WriteString(indent + "<array>\n")
		for _, e := range v {
			writeProperty(b, e, depth+1)
		}
		b.WriteString(indent + "</array>\n")
	case string:
		writeText(b, indent, "string", v)
	default:
		panic(fmt.Sprintf("no property list holds a %T here", value))
	}
}

func writeText(b *bytes.Buffer, indent, tag, text string) {
	b.WriteString(indent + "<" + tag + ">")
	xml.EscapeText(b, []byte(text)) // a buffer takes all
	b.WriteString("</" + tag + ">\n")
}
