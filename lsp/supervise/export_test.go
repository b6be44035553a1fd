package supervise

// HeadOf gives the method and the id of a message.
func HeadOf(message []byte) (method, id string) {
	h := headOf(message)
	return h.method, string(h.id)
}
