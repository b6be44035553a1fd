package relate

import "slices"

// layoutNames are the orders of dimensions that libraries and accelerators use, by the
// canonical one, which stands first. Any other order is a layout too.
var layoutNames = map[string][]string{
	"NCW":   {"NCW", "NWC"},
	"NCHW":  {"NCHW", "NHWC", "HWCN", "CHWN", "NCHW4c", "NCHW8c", "NCHW16c", "NCHW32c"},
	"NCDHW": {"NCDHW", "NDHWC", "NCDHW8c", "NCDHW16c"},
	"IHW":   {"IHW", "HWI"},
	"OIW":   {"OIW", "WIO"},
	"OIHW":  {"OIHW", "HWIO", "OHWI", "HWOI", "OIHW4i4o", "OIHW8i8o", "OIHW16i16o"},
	"OIDHW": {"OIDHW", "DHWIO", "ODHWI", "DHWOI"},
	"IOW":   {"IOW", "OIW", "WOI", "WIO"},
	"IOHW":  {"IOHW", "OIHW", "HWOI", "HWIO", "OHWI"},
	"IODHW": {"IODHW", "OIDHW", "DHWOI", "DHWIO", "ODHWI"},
}

// Layouts are the layouts in use that order the dimensions of a canonical one.
func Layouts(canonical string) []string { return slices.Clone(layoutNames[canonical]) }

// AllLayouts are the layouts in use, of data before those of weights.
func AllLayouts() []string {
	var all []string
	for _, canonical := range []string{"NCHW", "NCW", "NCDHW", "OIHW", "OIW", "OIDHW", "IOHW", "IOW", "IODHW", "IHW"} {
		for _, name := range layoutNames[canonical] {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}
