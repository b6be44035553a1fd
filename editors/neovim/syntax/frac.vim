" The words and marks of Frac and Relay; what they mean, the server tells.
if exists("b:current_syntax")
  finish
endif

syntax keyword fracItem def data type extern import assert
syntax keyword fracKeyword let fn fun match case if else where free_var
syntax keyword fracBoolean True False true false
syntax keyword fracType Tensor Array FractalTensor ref bool int float
syntax match fracType "\v<(u?int|b?float)\d+(x\d+)?>"
syntax match fracNumber "\v<\d+(\.\d+)?([eE][-+]?\d+)?(f\d*|[iu]\d+)?>"
syntax region fracString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match fracLocal "\v\%/?[[:alnum:]_]+(::\a\w*)*"
syntax match fracLocal +%"[^"]\+"+
syntax match fracGlobal "\v\@[[:alpha:]_][[:alnum:]_]*((-|::)\a\w*)*"
syntax match fracGlobal +@"[^"]\+"+
syntax match fracComment "\v(#|//).*$"
syntax region fracComment start="/\*" end="\*/" contains=fracComment
syntax match fracAttribute "^\s*#\[.*\]"

highlight default link fracItem Keyword
highlight default link fracKeyword Keyword
highlight default link fracBoolean Boolean
highlight default link fracType Type
highlight default link fracNumber Number
highlight default link fracLocal Identifier
highlight default link fracGlobal Function
highlight default link fracString String
highlight default link fracComment Comment
highlight default link fracAttribute PreProc

let b:current_syntax = "frac"
