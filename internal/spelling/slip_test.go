package spelling

import "testing"

func TestSlip(t *testing.T) {
	for _, pair := range [][2]string{
		{"multpily", "multiply"}, {"subtact", "subtract"}, {"sqrtt", "sqrt"}, {"addd", "add"}, {"dense", "nn.dense"},
		{"TRUE", "True"}, {"expanddims", "expand_dims"}, {"reduce_mean", "@reduce_mean"},
		{"@concatneate", "concatenate"}, {"%wieghts", "%weights"},
	} {
		if !Slip(pair[0], pair[1]) {
			t.Errorf("%s is a slip for %s", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"nn.gelu", "nn.relu"}, {"rrelu", "nn.relu"}, {"bitwise_nand", "bitwise_and"}, {"sinh", "sin"}, {"asinh", "sinh"},
		{"exp10", "exp"}, {"expit", "exp"}, {"%h1", "%h2"}, {"cot", "cos"}, {"det", "dft"}, {"mode", "mod"}, {"acot", "acos"},
		{"searchsort", "searchsorted"}, {"conv2d", "conv3d"}, {"max", "min"}, {"ceil_mode", "floor_mode"},
		{"%ab", "%ba"}, {"", "a"}, {"_", "a"}, {"nn.", "nn.relu"},
	} {
		if Slip(pair[0], pair[1]) {
			t.Errorf("%s may be another thing than %s", pair[0], pair[1])
		}
	}
}
