-- What the server draws and finds at the cursor: dataflow graphs, structure trees of types, matches.
local ask = require("fraccheck.ask")
local M = {}

local function at_cursor()
  local uri, position = ask.here()
  return { { uri = uri, position = position } }
end

--- graph opens the dataflow graph of what the cursor is in with the system's program for pictures.
function M.graph()
  ask.execute("fraccheck.graph", at_cursor(), function(picture)
    local path = vim.fn.tempname() .. ".svg"
    vim.fn.writefile(vim.split(picture.svg, "\n"), path, "b")
    local ok, opened, err = pcall(vim.ui.open, path)
    err = not ok and opened or err
    if err then
      return ask.tell(("the graph of %s is in %s, which nothing here opens: %s"):format(picture.title, path, err), vim.log.levels.WARN)
    end
    ask.tell(("opened the graph of %s"):format(picture.title))
  end)
end

--- tree shows the structure of the type at the cursor, or of one that is given, in a window over the text.
function M.tree(options)
  local arguments = at_cursor()
  if options.args ~= "" then
    arguments = { { uri = arguments[1].uri, type = options.args } }
  end
  ask.execute("fraccheck.typeTree", arguments, function(tree)
    ask.float((tree.text:gsub("\n+$", "")), "tree")
  end)
end

--- listed puts matches into the quickfix list and opens it; after what it tells stands what
--- was not looked at.
local function listed(title, items, more, besides)
  ask.list(title, items)
  if #items == 0 then
    return ask.tell(title .. " matches nowhere" .. besides)
  end
  vim.cmd.copen()
  local count = #items + more
  ask.tell(("%s matches at %d %s"):format(title, count, count == 1 and "place" or "places")
    .. (more > 0 and ("; the first %d are listed"):format(#items) or "") .. besides)
end

--- in_part says which files have errors, so that not all of them was searched.
local function in_part(files)
  if #files == 0 then
    return ""
  end
  local names = vim.list_slice(files, 1, 3)
  local more = #files > #names and (" and %d more"):format(#files - #names) or ""
  return ("; %s %s errors and %s searched in part"):format(table.concat(names, ", ") .. more, #files == 1 and "has" or "have", #files == 1 and "was" or "were")
end

--- document is the file of the buffer where that is a document: these are searched where they are named.
local function document()
  local name = vim.api.nvim_buf_get_name(0)
  local ending = name:match("%.(%w+)$")
  if vim.tbl_contains({ "md", "rst", "txt" }, ending) and vim.fn.filereadable(name) == 1 then
    return name
  end
end

--- rule lists where the rule at the cursor matches in the programs of the workspace.
local function rule()
  ask.execute("fraccheck.matches", at_cursor(), function(reply, client)
    local items = vim.tbl_map(function(match)
      local names = vim.tbl_map(function(b) return b.name .. " = " .. b.text end, match.bindings)
      return ask.entry(match.uri, match.range, match.text .. (#names > 0 and "   " .. table.concat(names, ", ") or ""), client)
    end, reply.matches)
    local files = vim.tbl_map(function(uri) return vim.fs.basename(vim.uri_to_fname(uri)) end, reply.partial or {})
    listed(reply.rule, items, reply.more, in_part(files))
  end)
end

--- found is what `fraccheck match` answered, or why there is nothing.
local function found(answer, err)
  if not answer then
    return nil, err
  end
  local ok, reply = pcall(vim.json.decode, answer.stdout or "")
  if ok and type(reply) == "table" and reply.matches then
    return reply
  end
  local said = vim.trim(answer.stderr or "")
  return nil, said ~= "" and said or "the pattern cannot be looked for"
end

--- pattern lists where a pattern matches in the programs of the workspace and in the document at
--- hand, as they are saved.
local function pattern(text)
  local client = require("fraccheck.server").attached(vim.api.nvim_get_current_buf())
  local folder = client and client.root_dir or vim.fn.expand("%:p:h")
  local arguments = { "match", "--format", "json", "--pattern=" .. text, "--", folder, document() }
  require("fraccheck.binary").run(arguments, { timeout = 60000, cwd = folder }, function(answer, err)
    local reply, why = found(answer, err)
    if not reply then
      return ask.tell(why, vim.log.levels.ERROR)
    end
    listed(text, vim.tbl_map(function(match)
      local path = match.file:sub(1, 1) == "/" and match.file or folder .. "/" .. match.file
      return { filename = path, lnum = match.range.start.line, col = match.range.start.column, text = match.text }
    end, reply.matches), 0, in_part(vim.tbl_map(function(p) return p.file end, reply.partial or {})))
  end)
end

--- match lists where a pattern matches, or without one the rule at the cursor of a file of rules.
function M.match(options)
  if options.args ~= "" then
    return pattern(options.args)
  end
  if vim.bo.filetype ~= "fracrule" then
    return ask.tell("`:Frac match` takes a pattern, such as `_ + _`, or stands in a file of rules", vim.log.levels.ERROR)
  end
  rule()
end

return M
