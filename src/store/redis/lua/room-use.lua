-- Tells who opened a room and how much it is used, to choose one that may close (R10.5).
-- Returns: identity, address, sequence; in epoch ms last activity, when somebody was last there, and when it was
-- opened; players beside that identity, screens, the identity's seat and the settings, both as JSON or nothing.
-- Nothing at all where there is no such room.
local openedBy, openedFrom, seq, lastActivityAt, lastPresentAt, openedAt, settings =
  room('openedBy', 'openedFrom', 'seq', 'lastActivityAt', 'lastPresentAt', 'openedAt', 'settings')
if not openedBy then return end
local slot = redis.call('HGET', SLOTS, openedBy)
local others = redis.call('HLEN', SEATS) - (slot and 1 or 0)
local seat = slot and redis.call('HGET', SEATS, slot) or ''
return {
  openedBy, openedFrom, seq, lastActivityAt, lastPresentAt, openedAt, others, redis.call('HLEN', SCREENS),
  seat, settings,
}
