-- Counts a room in where the limits allow one more (R10.5). A room that nobody has renewed for a TTL is
-- no more, and counts no longer.
-- KEYS: the sets of open rooms in all, of the identity and of the address.
-- rooms, perIdentity, perAddress: the limit of each set. Refuses: TOO_MANY_ROOMS.
local limits = { rooms, perIdentity, perAddress }
local at = now()
for i = 1, 3 do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', at - ttlMs)
  if redis.call('ZCARD', KEYS[i]) >= tonumber(limits[i]) then return refuse('TOO_MANY_ROOMS') end
end
for i = 1, 3 do
  redis.call('ZADD', KEYS[i], at, id)
  redis.call('PEXPIRE', KEYS[i], ttlMs)
end
