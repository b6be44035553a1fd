package onnx

import "github.com/fraccheck/fraccheck/internal/model/onnx/schema"

// An Operator is an operator of ONNX, as the manual lists it.
type Operator struct {
	Name     string
	Versions []int64 // of the operator set that defined it or changed its signature
	Removed  int64   // the version that removed it; 0 for none
	Becomes  string  // what nodes become: names of operators in backquotes; "" if it is refused
	Reason   string  // why it is refused
}

// Operators lists the operators of ONNX's default domain, sorted by name.
func Operators() (all []Operator) {
	for _, name := range schema.Operators("") {
		o := Operator{Name: name, Versions: schema.Versions("", name)}
		if e, ok := entries[name]; !ok {
			o.Reason = untranslated
		} else if o.Reason = e.reason; e.translate != nil {
			o.Becomes = e.how
		}
		last := o.Versions[len(o.Versions)-1]
		if _, err := schema.Find("", name, last); err != nil {
			o.Removed, o.Versions = last, o.Versions[:len(o.Versions)-1]
		}
		all = append(all, o)
	}
	return all
}
