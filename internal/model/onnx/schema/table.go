package schema

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// schemas is the table of signatures. Its lines are
//
//	# a comment
//	types TYPE TYPE …
//	domain NAME
//	OPERATOR VERSION | ATTRIBUTES | INPUTS | OUTPUTS | CONSTRAINTS
//	OPERATOR VERSION deprecated REPLACEMENT
//
// A domain's operators follow its line, sorted by name and then by version. The
// parts of an operator's line are lists, separated by blanks:
//
//	name:int          an attribute, by the type's name in attributeTypes
//	name:int!         a required one
//	name:ints=0,2     one with a default
//	...               attributes that the line does not name are allowed
//	X:T               an input or output, of a constraint's or of a given type
//	X?:T              one that may be omitted
//	X*2:T             two or more of one type
//	X+0:T             any number, each of any type of the constraint
//	#1,3              the numbers of outputs that are allowed, if not all in the bounds
//	T=7               a constraint: the seventh line of types, counted from 0
//	T=tensor(int64)   one with a single type
//
//go:embed schemas.txt
var schemas string

// A table is the index of schemas.
type table struct {
	types   []string // the lists of types
	domains map[string]*domain
}

// A domain is the operator set of a domain in all versions.
type domain struct {
	newest    int64
	operators map[string]*operator
}

// An operator is all versions of an operator, the oldest first.
type operator struct {
	name, domain string
	versions     []version
}

// A version is a line of the table, and its signature once somebody has asked
// for it.
type version struct {
	since  int64
	line   string // what follows the number
	parsed atomic.Pointer[Schema]
}

// index reads the names and versions of the table, which takes some 0.1 ms.
var index = sync.OnceValue(func() *table { return newTable(schemas) })

func newTable(text string) *table {
	t := &table{domains: map[string]*domain{}}
	var d *domain
	var name string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "#":
		case "types":
			t.types = append(t.types, rest)
		case "domain":
			name = Canonical(rest)
			d = &domain{operators: map[string]*operator{}}
			t.domains[name] = d
		default:
			number, rest, _ := strings.Cut(rest, " ")
			since, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				panic("schemas.txt: a version is no number: " + line)
			}
			o := d.operators[word]
			if o == nil {
				o = &operator{name: word, domain: name}
				d.operators[word] = o
			}
			o.versions = append(o.versions, version{since: since, line: rest})
			d.newest = max(d.newest, since)
		}
	}
	return t
}

// Canonical is a domain's name as nodes have it: the default domain has two.
func Canonical(domain string) string {
	if domain == "ai.onnx" {
		return ""
	}
	return domain
}

// Find returns the signature that a version of a domain's operator set has for
// an operator. Its errors are *UnknownError, *TooOldError and *RemovedError. A
// version newer than all that the table knows is read as the newest.
func Find(domain, op string, version int64) (*Schema, error) {
	domain = Canonical(domain)
	d := index().domains[domain]
	if d == nil {
		return nil, &UnknownError{Op: op, Domain: domain}
	}
	o := d.operators[op]
	if o == nil {
		return nil, unknown(d, domain, op)
	}
	i := o.at(version)
	if i < 0 {
		return nil, &TooOldError{Op: op, Domain: domain, Since: o.firstUsable(0), Version: version}
	}
	s := o.schema(i)
	if !s.Deprecated {
		return s, nil
	}
	if i == 0 {
		// GroupNormalization of opset 18 was withdrawn before opset 21 defined it anew.
		return nil, &TooOldError{Op: op, Domain: domain, Since: o.firstUsable(i), Version: version}
	}
	return nil, &RemovedError{Op: o.name, Domain: o.domain, Until: o.versions[i].since - 1, Version: version, Instead: o.schema(i).instead}
}

// at is the index of the version of an operator that a version of its operator
// set has, -1 where that does not have the operator yet.
func (o *operator) at(version int64) int {
	for i := len(o.versions) - 1; i >= 0; i-- {
		if o.versions[i].since <= version {
			return i
		}
	}
	return -1
}

// firstUsable is the version of the first signature from the i-th on that is
// not deprecated, 0 if there is none.
func (o *operator) firstUsable(i int) int64 {
	for ; i < len(o.versions); i++ {
		if !o.schema(i).Deprecated {
			return o.versions[i].since
		}
	}
	return 0
}

// schema is the i-th signature. Two goroutines may parse a line at once; the
// first result is the one that is kept.
func (o *operator) schema(i int) *Schema {
	v := &o.versions[i]
	if s := v.parsed.Load(); s != nil {
		return s
	}
	v.parsed.CompareAndSwap(nil, parse(o, v.since, v.line, index().types))
	return v.parsed.Load()
}

// Newest is the newest version of a domain that the table knows (0: unknown domain).
func Newest(domain string) int64 {
	if d := index().domains[Canonical(domain)]; d != nil {
		return d.newest
	}
	return 0
}

// Operators lists all names of a domain, sorted.
func Operators(domain string) []string {
	d := index().domains[Canonical(domain)]
	if d == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(d.operators))
}

// Versions lists the versions of a domain's operator set that defined an
// operator or changed its signature, those that removed it included.
func Versions(domain, op string) []int64 {
	d := index().domains[Canonical(domain)]
	if d == nil || d.operators[op] == nil {
		return nil
	}
	var all []int64
	for i := range d.operators[op].versions {
		all = append(all, d.operators[op].versions[i].since)
	}
	return all
}
