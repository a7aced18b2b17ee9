-- What the scripts of a room end with. Returns: the verb's result, then the facts that it published.
local result = verb()
if type(result) == 'table' and result.err then return result end
table.insert(published, 1, result or false)
return published
