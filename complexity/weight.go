package complexity

import "github.com/fraccheck/fraccheck/complexity/measure"

// light is a value with few parts, or else one of which nothing is known.
func light(v value) value {
	left := measure.MaxWeight
	if weigh(v, &left); left < 0 {
		return &opaque{}
	}
	return v
}

func weigh(v value, left *int) {
	if *left--; *left < 0 {
		return
	}
	switch v := v.(type) {
	case *tuple:
		for _, part := range v.parts {
			weigh(part, left)
		}
	case *closure:
		for _, seen := range v.seen {
			weigh(seen, left)
		}
	case *data:
		for _, f := range v.holds {
			weigh(f, left)
		}
	}
}
