package bench

import "fmt"

// MobileNet is MobileNet (Howard et al., 2017) for images of 224 x 224: a
// convolution and thirteen separable blocks.
func MobileNet() string {
	n := network{source: "mobilenet_v1_from_string"}
	x := feature{n.param("data", 1, 3, 224, 224), []int{1, 3, 224, 224}}
	x = n.block("mobilenet.conv0", "mobilenet.bn0", x, 32, kernel{3, 2, 1, 1})
	blocks := []struct{ channels, stride int }{
		{64, 1}, {128, 2}, {128, 1}, {256, 2}, {256, 1}, {512, 2}, {512, 1},
		{512, 1}, {512, 1}, {512, 1}, {512, 1}, {1024, 2}, {1024, 1},
	}
	for i, b := range blocks {
		name := fmt.Sprintf("mobilenet.features.%d", i+1)
		x = n.block(name+".depthwise", name+".bn1", x, x.shape[1], kernel{3, b.stride, 1, x.shape[1]})
		x = n.block(name+".pointwise", name+".bn2", x, b.channels, kernel{1, 1, 0, 1})
	}
	return n.classify(x, 1000)
}

// block is a convolution, a normalization and a rectifier.
func (n *network) block(conv, norm string, x feature, channels int, k kernel) feature {
	return n.each("nn.relu", n.norm(norm, n.conv(conv, x, channels, k)))
}
