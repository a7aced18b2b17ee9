-- Decides whether a due member of the deadline set still asks for something, and of the caller.
-- version: of the member's phase, or '' for housekeeping; again: the room's member of that name; leaseMs: for how long
-- the caller takes the housekeeping.
-- Returns: 1, or nothing. A phase is asked of everybody until it has ended, housekeeping of one at a time.
local current = room('version')
if not current then
  redis.call('ZREM', DUE, member)
  redis.call('SREM', PUBLIC, id)
  return
end
if version ~= '' and current ~= version then
  redis.call('ZREM', DUE, member)
  return
end
-- The caller's clock may be ahead, and somebody else may have been faster.
local at = now()
local dueAt = redis.call('ZSCORE', DUE, member)
if not dueAt or tonumber(dueAt) > at then return end
if version ~= '' then return 1 end
-- In this order: a set that runs empty loses its TTL.
redis.call('ZADD', DUE, at + leaseMs, again)
if member ~= again then redis.call('ZREM', DUE, member) end
return 1
