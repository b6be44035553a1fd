package bench

import "fmt"

// ResNet50 is the residual network of fifty layers (He et al., 2016) for
// images of 224 x 224, with the long parameter names of an imported model.
func ResNet50() string {
	n := network{source: "resnet50_imported_from_a_traced_module"}
	x := feature{n.param("input.0", 1, 3, 224, 224), []int{1, 3, 224, 224}}
	x = n.block("pretrained_model.backbone.stem.conv1", "pretrained_model.backbone.stem.bn1", x, 64, kernel{7, 2, 3, 1})
	pooled := []int{1, 64, 56, 56}
	x = feature{n.bind(tensor(pooled...),
		"nn.max_pool2d(%s, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])", x.name), pooled}
	for layer, units := range []int{3, 4, 6, 3} {
		for unit := range units {
			stride := 1
			if unit == 0 && layer > 0 {
				stride = 2
			}
			name := fmt.Sprintf("pretrained_model.backbone.layer%d.%d.residual_branch", layer+1, unit)
			x = n.bottleneck(name, x, 256<<layer, stride, unit == 0)
		}
	}
	return n.classify(x, 1000)
}

// bottleneck is a residual unit of three convolutions; project says that the
// shortcut has a convolution of its own.
func (n *network) bottleneck(name string, x feature, channels, stride int, project bool) feature {
	y := n.block(name+".conv1", name+".bn1", x, channels/4, kernel{1, 1, 0, 1})
	y = n.block(name+".conv2", name+".bn2", y, channels/4, kernel{3, stride, 1, 1})
	y = n.norm(name+".bn3", n.conv(name+".conv3", y, channels, kernel{1, 1, 0, 1}))
	shortcut := x
	if project {
		shortcut = n.norm(name+".downsample.1", n.conv(name+".downsample.0", x, channels, kernel{1, stride, 0, 1}))
	}
	return n.each("nn.relu", n.each("add", y, shortcut.name))
}
