-- Says when somebody looks after the room next, and keeps it until well after that (R1.6).
-- at: epoch ms; housekeeping, again: the room's members of the deadline set.
-- Returns: who opened the room and from where, or nothing where it is no more.
local openedBy, openedFrom = room('openedBy', 'openedFrom')
if not openedBy then return end
-- An earlier time that stands is kept.
redis.call('ZADD', DUE, 'LT', at, housekeeping)
-- Whoever looked after the room has done so.
redis.call('ZREM', DUE, again)
keepRoom()
return { openedBy, openedFrom }
