package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// A junitElement is what may be in an element of a report of JUnit, after what Ant wrote
// first and the readers of Jenkins and GitLab take since.
type junitElement struct {
	required, optional, children []string
	text                         bool
}

var junitElements = map[string]junitElement{
	"testsuites": {optional: []string{"name", "tests", "failures", "errors", "time", "disabled"}, children: []string{"testsuite"}},
	"testsuite": {
		required: []string{"name", "tests"}, children: []string{"testcase"},
		optional: []string{"failures", "errors", "skipped", "time", "disabled", "timestamp", "hostname", "id", "package", "file"},
	},
	"testcase": {
		required: []string{"name", "classname"}, optional: []string{"time", "file", "line"},
		children: []string{"skipped", "error", "failure"},
	},
	"skipped": {optional: []string{"message"}, text: true},
	"error":   {required: []string{"type"}, optional: []string{"message"}, text: true},
	"failure": {required: []string{"type"}, optional: []string{"message"}, text: true},
}

// junitCounted are the attributes that count elements below, by the element's name.
var junitCounted = map[string]string{"testcase": "tests", "failure": "failures", "error": "errors", "skipped": "skipped"}

// junitNumber is how seconds and counts are written.
var junitNumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// A junitNode is an element that was read, with the number of elements below it by name.
type junitNode struct {
	name   string
	values map[string]string
	below  map[string]int
}

// junitReportIsValid holds what a command printed against the table: `junit stdout`.
func junitReportIsValid(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: junit FILE")
	}
	ts.Check(checkJUnit(readScriptFile(ts, args[0])))
}

func checkJUnit(report []byte) error {
	var open []*junitNode
	for decoder := xml.NewDecoder(bytes.NewReader(report)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			n := &junitNode{token.Name.Local, map[string]string{}, map[string]int{}}
			for _, a := range token.Attr {
				n.values[a.Name.Local] = a.Value
			}
			open = append(open, n)
			err = n.begins(open[:len(open)-1])
		case xml.EndElement:
			err = open[len(open)-1].ends()
			open = open[:len(open)-1]
		case xml.CharData:
			if n := len(open); n > 0 && len(bytes.TrimSpace(token)) > 0 && !junitElements[open[n-1].name].text {
				err = fmt.Errorf("<%s> has the text %q", open[n-1].name, token)
			}
		}
		if err != nil {
			return err
		}
	}
}

// begins reports whether an element may be in those around it, with its attributes.
func (n *junitNode) begins(around []*junitNode) error {
	element, known := junitElements[n.name]
	if !known || len(around) == 0 && n.name != "testsuites" {
		return fmt.Errorf("<%s> is no element of a report, or not its first", n.name)
	}
	for _, a := range around {
		a.below[n.name]++
	}
	if len(around) > 0 && !slices.Contains(junitElements[around[len(around)-1].name].children, n.name) {
		return fmt.Errorf("<%s> stands in <%s>", n.name, around[len(around)-1].name)
	}
	for _, a := range element.required {
		if n.values[a] == "" {
			return fmt.Errorf("<%s> lacks %s", n.name, a)
		}
	}
	for a := range maps.Keys(n.values) {
		if !slices.Contains(element.required, a) && !slices.Contains(element.optional, a) {
			return fmt.Errorf("<%s> has the attribute %s", n.name, a)
		}
	}
	return nil
}

// ends reports whether the attributes that count are right.
func (n *junitNode) ends() error {
	if time, ok := n.values["time"]; ok && !junitNumber.MatchString(time) {
		return fmt.Errorf("time=%q", time)
	}
	if n.name == "testcase" && n.below["failure"]+n.below["error"]+n.below["skipped"] > 1 {
		return fmt.Errorf("%s ended in more than one way", n.values["name"])
	}
	if n.name != "testsuite" && n.name != "testsuites" {
		return nil
	}
	for child, attribute := range junitCounted {
		if count, ok := n.values[attribute]; ok && count != strconv.Itoa(n.below[child]) {
			return fmt.Errorf("%s=%q of %q, which has %d", attribute, count, n.values["name"], n.below[child])
		}
	}
	if n.below["testcase"] == 0 {
		return fmt.Errorf("%q has no test", n.values["name"])
	}
	return nil
}
