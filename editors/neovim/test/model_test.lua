-- A model of one layer, `y = relu(x·w)`, whose weights have as many rows as x has columns, and one
-- whose weights have a row more. internal/model/onnx/onnxtest writes the same.
local right = "08083ac0010a250a01780a0966632e7765696768741201681a0a2f66632f4d61744d756c22064d61744d756c"
  .. "0a170a01681201791a092f6163742f52656c75220452656c75120567726170682a43080408031001420966632e776569"
  .. "6768744a30000080c0000040c0000000c0000080bf000000000000803f0000004000004040000080400000a0400000c0"
  .. "400000e0405a180a017812130a110801120d0a07120562617463680a02080462180a017912130a110801120d0a071205"
  .. "62617463680a02080342021011"
local wrong = "08083acc010a250a01780a0966632e7765696768741201681a0a2f66632f4d61744d756c22064d61744d756c"
  .. "0a170a01681201791a092f6163742f52656c75220452656c75120567726170682a4f080508031001420966632e776569"
  .. "6768744a3c000080c0000040c0000000c0000080bf000000000000803f0000004000004040000080400000a0400000c0"
  .. "400000e04000000041000010410000" .. "20415a180a017812130a110801120d0a07120562617463680a02080462180a"
  .. "017912130a110801120d0a07120562617463680a02080342021011"

--- write puts a model on disk.
local function write(path, hex)
  local file = assert(io.open(path, "wb"))
  file:write((hex:gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end)))
  file:close()
end

--- open shows a model in a folder of its own.
local function open(hex)
  local dir = vim.uv.fs_realpath(vim.fn.fnamemodify(vim.fn.tempname(), ":h")) .. "/" .. vim.fn.rand()
  vim.fn.mkdir(dir, "p")
  vim.fn.writefile({}, dir .. "/fraccheck.toml")
  write(dir .. "/m.onnx", hex)
  vim.cmd.edit(dir .. "/m.onnx")
  return dir
end

return {
  {
    name = "a model is shown as its program",
    run = function(e)
      open(right)
      e.contains(e.text(), "def @main")
      e.client()
      e.equal({ vim.bo.filetype, vim.bo.modifiable, vim.bo.readonly, vim.bo.modified }, { "frac", false, true, false })
      e.equal(vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ":t"), "m.onnx")
      e.at("relu")
      e.hovers("In the node /act/Relu (Relu)")
      e.equal(#vim.lsp.get_clients(), 1)
    end,
  },
  {
    name = "a wrong model has a diagnostic at its node, and follows the file",
    run = function(e)
      local dir = open(wrong)
      e.client()
      e.diagnosed("shape-mismatch")
      local found = vim.diagnostic.get(0)[1]
      e.contains(found.message, 'node "/fc/MatMul" (MatMul)')
      e.contains(vim.api.nvim_buf_get_lines(0, found.lnum, found.lnum + 1, false)[1], "/fc/MatMul")
      write(dir .. "/m.onnx", right)
      local client = vim.lsp.get_clients({ name = "fraccheck" })[1]
      local params = { changes = { { uri = vim.uri_from_fname(dir .. "/m.onnx"), type = 2 } } }
      if vim.fn.has("nvim-0.11") == 1 then
        client:notify("workspace/didChangeWatchedFiles", params)
      else
        client.notify("workspace/didChangeWatchedFiles", params)
      end
      e.until_("the new program", function() return e.text():find("%h = ", 1, true) end)
      e.diagnosed()
    end,
  },
}
