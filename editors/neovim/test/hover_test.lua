-- Windows beside the text: hovers and signatures.
return {
  {
    name = "a hover shows type and documentation",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "# Doubles 𝔸.\ndef @twice(%x : int32) -> int32 { %x + %x }\n/* 👩‍🔬 */ @twice(2)" })
      e.at("@twice", 2)
      e.hovers("@twice : fn(int32) -> int32")
      e.shows("Doubles 𝔸.")
    end,
  },
  {
    name = "a signature marks the argument that is written",
    run = function(e)
      e.folder("a.frac", { ["a.frac"] = "def @add(%first : int32, %second : int32) -> int32 { %first + %second }\n\n@add(/* 𝔸 */ 1, 2)" })
      e.at(" 2)")
      vim.lsp.buf.signature_help()
      local buffer = e.until_("the signature", e.float)
      e.contains(e.text(buffer), "@add(%first : int32, %second : int32)")
      e.equal(e.marked("LspSignatureActiveParameter", buffer), { "%second : int32" })
    end,
  },
}
