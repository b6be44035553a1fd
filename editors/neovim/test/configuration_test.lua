-- The configuration as a document, and the folder of the server.
return {
  {
    name = "mistakes in the configuration are shown in it, with their fixes",
    run = function(e)
      e.folder("fraccheck.toml", { ["fraccheck.toml"] = "[severity]\nunused-bindin = \"off\"\n", ["a.frac"] = "@gone()" })
      e.equal(vim.bo.filetype, "toml")
      e.diagnosed("configuration-error")
      vim.lsp.buf.code_action({ filter = function(a) return a.title:find("unused%-binding") ~= nil end, apply = true, range = { start = { 2, 0 }, ["end"] = { 2, 1 } } })
      e.until_("the fix", function() return e.text():find('unused%-binding = "off"') end)
      e.diagnosed()
    end,
  },
  {
    name = "codes and severities are completed",
    run = function(e)
      e.folder("fraccheck.toml", { ["fraccheck.toml"] = "[severity]\nstale-shape = " })
      local found = vim.lsp.buf_request_sync(0, "textDocument/completion", {
        textDocument = vim.lsp.util.make_text_document_params(0), position = { line = 1, character = 14 },
      }, 4000)
      local labels = vim.tbl_map(function(i) return i.label end, vim.tbl_values(found)[1].result.items)
      e.equal(labels, { "error", "warning", "info", "hint", "off" })
    end,
  },
  {
    name = "without a configuration the working folder is the root",
    run = function(e)
      local dir = vim.uv.fs_realpath(vim.fn.fnamemodify(vim.fn.tempname(), ":h")) .. "/bare"
      vim.fn.mkdir(dir .. "/inner", "p")
      vim.fn.writefile({ "1" }, dir .. "/inner/a.frac")
      local before = vim.fn.getcwd()
      vim.cmd.cd(dir)
      vim.cmd.edit(dir .. "/inner/a.frac")
      e.equal(e.client().root_dir, dir)
      vim.cmd.cd(before)
    end,
  },
}
