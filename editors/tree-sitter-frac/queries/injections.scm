; A type that a printed program notes after an expression is left a comment: what is
; cut out of a line is seldom a program.
([(line_comment) (block_comment)] @injection.content
  (#set! injection.language "comment"))
