-- Whether an identity has a seat in this room, which it opened (R3.1).
-- ARGV 3-: identity. Returns: when the room was opened, or nothing.
if redis.call('HEXISTS', SLOTS, ARGV[3]) == 1 then return room('openedAt') end
