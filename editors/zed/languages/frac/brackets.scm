("(" @open ")" @close)
("[" @open "]" @close)
("{" @open "}" @close)
(type_parameters "<" @open ">" @close)
