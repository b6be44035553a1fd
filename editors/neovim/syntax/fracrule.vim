" The words and marks of files of rules; what they mean, the server tells.
if exists("b:current_syntax")
  finish
endif

syntax keyword fracruleKind find lint rewrite partition once
syntax keyword fracruleClause doc var let match where with exact attrs error warn info hint example gives unchanged
syntax keyword fracruleWord and or not in
syntax keyword fracruleForm is_expr is_var is_constant is_op is_tuple is_tuple_get_item is_if is_let is_match
syntax keyword fracruleForm is_constructor is_elemwise is_broadcast is_injective is_reduction function has_type
syntax keyword fracruleForm has_dtype has_shape has_attr kind optional dominates any_depth
syntax keyword fracruleBoolean True False true false None
syntax match fracruleNumber "\v<\d+(\.\d+)?([eE][-+]?\d+)?(f\d*|[iu]\d+)?>"
syntax match fracruleLocal "\v\%[[:alnum:]_]+"
syntax match fracruleGlobal "\v\@[[:alpha:]_][[:alnum:]_]*"
syntax region fracruleString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match fracruleComment "\v(#|//).*$"
syntax region fracruleComment start="/\*" end="\*/" contains=fracruleComment

highlight default link fracruleKind Keyword
highlight default link fracruleClause Statement
highlight default link fracruleWord Operator
highlight default link fracruleForm Special
highlight default link fracruleBoolean Boolean
highlight default link fracruleNumber Number
highlight default link fracruleLocal Identifier
highlight default link fracruleGlobal Function
highlight default link fracruleString String
highlight default link fracruleComment Comment

let b:current_syntax = "fracrule"
