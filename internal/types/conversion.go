package types

// Where two types differ by `?` alone, one is used as the other. A value of the type
// with `?` need not be one of the type with an extent, so that something must be done
// when the program runs, as casts do in gradual typing (Siek and Taha 2006). Which
// way a part of a type goes (into a function or out of it) follows from its place; for
// the arguments of data types it follows from their declarations.

// A Verdict says what it takes to use a value of one type as one of another. Its parts
// are added up.
type Verdict uint8

const (
	// Check: a shape must be compared with what is asked for.
	Check Verdict = 1 << iota
	// Wrap: a function must check what it is given, or what it gives.
	Wrap
	// Refuse: nothing can be done. What is written to a reference by one of its types
	// would be read by the other; a polymorphic function does not know its own types.
	Refuse
)

// Convert says what it takes to use a value of type from as one of type to: nothing (0)
// where they do not differ by `?`. They must be compatible.
func Convert(from, to Type) Verdict { return new(Converter).Convert(from, to) }

// A Converter answers Convert for many types. What they have in common is looked at once.
type Converter struct {
	count     int
	known     map[[2]Type]Verdict // once there are many parts
	variances map[*Decl][]variance
}

// Convert is the function of that name.
func (c *Converter) Convert(from, to Type) Verdict { return c.convert(from, to) }

// Flat reports whether a type is made of tensors, tuples and FractalTensors alone.
func Flat(t Type) bool {
	flat := true
	Walk(t, func(t Type) bool {
		switch t.(type) {
		case *Tensor, *Tuple, *Fractal:
		default:
			flat = false
		}
		return flat
	})
	return flat
}

func (c *Converter) convert(from, to Type) Verdict {
	from, to = Head(from), Head(to)
	if from == to {
		return 0
	}
	if c.count++; c.count <= manyVisits {
		return c.parts(from, to)
	}
	if v, ok := c.known[[2]Type{from, to}]; ok {
		return v
	}
	if c.known == nil {
		c.known = map[[2]Type]Verdict{}
	}
	v := c.parts(from, to)
	c.known[[2]Type{from, to}] = v
	return v
}

func (c *Converter) parts(from, to Type) Verdict {
	switch to := to.(type) {
	case *Tensor:
		if from, ok := from.(*Tensor); ok && len(from.Shape) == len(to.Shape) {
			return convertShape(from.Shape, to.Shape)
		}
	case *Extent:
		if from, ok := from.(*Extent); ok {
			return convertShape([]Dim{from.Dim}, []Dim{to.Dim})
		}
	case *Tuple:
		if from, ok := from.(*Tuple); ok {
			return c.lists(from.Elems, to.Elems)
		}
	case *Fractal:
		if from, ok := from.(*Fractal); ok {
			return c.convert(from.Elem, to.Elem)
		}
	case *Ref:
		if from, ok := from.(*Ref); ok && c.both(from.Elem, to.Elem) != 0 {
			return Refuse
		}
	case *Func:
		if from, ok := from.(*Func); ok {
			return c.functions(from, to)
		}
	case *ADT:
		if from, ok := from.(*ADT); ok && from.Decl == to.Decl {
			return c.data(from, to)
		}
	}
	return 0
}

func convertShape(from, to []Dim) Verdict {
	for i, d := range to {
		if !d.Loose() && from[i].Loose() {
			return Check
		}
	}
	return 0
}

func (c *Converter) lists(from, to []Type) (v Verdict) {
	for i := range min(len(from), len(to)) {
		v |= c.convert(from[i], to[i])
	}
	return v
}

// both is what it takes to go either way.
func (c *Converter) both(a, b Type) Verdict { return c.convert(a, b) | c.convert(b, a) }

func (c *Converter) functions(from, to *Func) Verdict {
	v := c.lists(to.In, from.In) | c.convert(from.Out, to.Out)
	switch {
	case v == 0:
		return 0
	case len(from.Params)+len(to.Params) > 0:
		return Refuse
	}
	return v&Refuse | Wrap
}

func (c *Converter) data(from, to *ADT) (v Verdict) {
	for i := range from.Args {
		if c.both(from.Args[i], to.Args[i]) == 0 {
			continue
		}
		how := c.varianceOf(from.Decl)[i]
		if how&out != 0 {
			v |= c.convert(from.Args[i], to.Args[i])
		}
		if how&in != 0 && c.convert(to.Args[i], from.Args[i]) != 0 {
			v |= Wrap | c.convert(to.Args[i], from.Args[i])&Refuse
		}
		if how&function != 0 && c.convert(from.Args[i], to.Args[i]) != 0 {
			v |= Wrap
		}
		if how&cell != 0 {
			v |= Refuse
		}
	}
	return v
}

// A variance says where a parameter is in the fields of a data type.
type variance uint8

const (
	out      variance = 1 << iota // in what a value holds, or a function in it gives
	in                            // in what a function in it takes
	function                      // besides out: of a function
	cell                          // in a reference, or a polymorphic function
)

// flipped is the variance inside of a parameter of a function.
func (v variance) flipped() variance {
	flipped := v & cell
	if v&out != 0 {
		flipped |= in
	}
	if v&in != 0 {
		flipped |= out | function
	}
	return flipped
}

// given is the variance inside of what a function gives.
func (v variance) given() variance {
	if v&out != 0 {
		v |= function
	}
	return v
}

// varianceOf gives the variance of each parameter of a data type: the least that its
// fields, and those of the data types in them, agree with.
func (c *Converter) varianceOf(d *Decl) []variance {
	if known, ok := c.variances[d]; ok {
		return known
	}
	if c.variances == nil {
		c.variances = map[*Decl][]variance{}
	}
	s := variances{of: c.variances, reached: []*Decl{d}}
	s.of[d] = make([]variance, len(d.Params))
	for s.changed = true; s.changed; {
		s.changed = false
		for i := 0; i < len(s.reached); i++ {
			s.declaration(s.reached[i])
		}
	}
	return s.of[d]
}

// A variances finds the variance of the parameters of data types that need each other.
type variances struct {
	of      map[*Decl][]variance
	reached []*Decl
	changed bool
}

func (s *variances) declaration(d *Decl) {
	for _, k := range d.Constructors {
		for _, field := range k.Fields {
			s.walk(d, field, out)
		}
	}
}

// walk notes where parameters of d are in a type that itself is at a place.
func (s *variances) walk(d *Decl, t Type, at variance) {
	switch t := Head(t).(type) {
	case *Var:
		s.note(d, func(p Param) bool { return p.Var == t }, at)
	case *Extent:
		s.extent(d, t.Dim, at)
	case *Tensor:
		for _, dim := range t.Shape {
			s.extent(d, dim, at)
		}
	case *Tuple:
		s.all(d, t.Elems, at)
	case *Fractal:
		s.walk(d, t.Elem, at)
	case *Ref:
		s.walk(d, t.Elem, at|cell)
	case *Func:
		if len(t.Params) > 0 {
			at |= cell
		}
		s.all(d, t.In, at.flipped())
		s.walk(d, t.Out, at.given())
	case *ADT:
		s.data(d, t, at)
	}
}

func (s *variances) all(d *Decl, ts []Type, at variance) {
	for _, t := range ts {
		s.walk(d, t, at)
	}
}

func (s *variances) data(d *Decl, t *ADT, at variance) {
	inner, ok := s.of[t.Decl]
	if !ok {
		inner = make([]variance, len(t.Decl.Params))
		s.of[t.Decl] = inner
		s.reached = append(s.reached, t.Decl)
		s.changed = true
	}
	for i, arg := range t.Args {
		if inner[i]&out != 0 {
			inside := at | inner[i]&cell
			if inner[i]&function != 0 {
				inside = inside.given()
			}
			s.walk(d, arg, inside)
		}
		if inner[i]&in != 0 {
			s.walk(d, arg, at.flipped()|inner[i]&cell)
		}
	}
}

func (s *variances) extent(d *Decl, dim Dim, at variance) {
	e, ok := dim.Symbolic()
	if !ok {
		return
	}
	for i, p := range d.Params {
		if p.Sym != nil && e.Has(p.Sym) {
			s.add(d, i, at)
		}
	}
}

func (s *variances) note(d *Decl, is func(Param) bool, at variance) {
	for i, p := range d.Params {
		if is(p) {
			s.add(d, i, at)
		}
	}
}

func (s *variances) add(d *Decl, i int, at variance) {
	if known := s.of[d]; known[i]|at != known[i] {
		known[i] |= at
		s.changed = true
	}
}
