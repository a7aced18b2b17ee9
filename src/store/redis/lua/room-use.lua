-- Tells who opened a room and how much it is used, to choose one that may close (R10.5).
-- Returns: identity, address, players beside that identity, last activity in epoch ms, sequence; or
-- nothing where there is no such room.
local openedBy, openedFrom, lastActivityAt, seq =
  room('openedBy', 'openedFrom', 'lastActivityAt', 'seq')
if not openedBy then return end
local others = redis.call('HLEN', SEATS) - redis.call('HEXISTS', SLOTS, openedBy)
return { openedBy, openedFrom, others, lastActivityAt, seq }
