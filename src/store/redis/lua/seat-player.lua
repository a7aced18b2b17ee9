-- Seats an identity, or brings it back to its seat (R1.3, R2.2, R2.3, R3.2, R7.3).
-- ARGV 3-: identity, address, connection, player id, wanted name, its stem for a number, x, y, process,
-- 1 where there is no memory for new seats.
-- Returns: { 1 where the seat was there already, connection that is replaced or '', seat as JSON,
-- position, 1 where the host role came with it }.
-- Refuses: ROOM_NOT_FOUND, KICKED, ROOM_LOCKED, ROOM_FULL, STORE_AWAY.
local identity, address, connection, playerId, wanted, stem, x, y, process, isFull = unpack(ARGV, 3)
local id, isLocked, capacity, kind, mode, nextQuestion =
  room('id', 'isLocked', 'maxPlayerCount', 'kind', 'gameMode', 'nextQuestion')
if not id then return refuse('ROOM_NOT_FOUND') end
if redis.call('SISMEMBER', BANNED, identity) == 1 then return refuse('KICKED') end
local at = now()

-- The host role comes to whoever sits down where there is no host, and to the owner, who has not given
-- it away. Returns: 1 where it did.
local function grantHost(player)
  local hostId, owner, handedOver = room('hostId', 'openedBy', 'isHandedOver')
  local isOwners = identity == owner and handedOver ~= '1' and hostId ~= player
  if hostId ~= '' and not isOwners then return 0 end
  changeHost(player, '0')
  return 1
end

local known = redis.call('HGET', SLOTS, identity)
if known then
  local seat = seatAt(known)
  -- A connection that asks again, as the answer got lost, does not replace itself.
  local isNew = seat.connectionId ~= cjson.null and seat.connectionId ~= connection
  local replaced = isNew and seat.connectionId or ''
  seat.epoch = seat.epoch + 1
  seat.connectionId, seat.droppedAt, seat.process = connection, cjson.null, process
  keepSeat(seat)
  redis.call('HSET', EPOCHS, known, seat.epoch)
  redis.call('HSET', ROOM, 'lastActivityAt', at)
  redis.call('SADD', HOLDERS, process)
  keepRoom()
  publish({ kind = 'attached', slot = seat.slot, epoch = seat.epoch, connectionId = connection })
  local position = redis.call('HGET', POSITIONS, known)
  return { 1, replaced, cjson.encode(seat), position, grantHost(seat.playerId) }
end

if isFull == '1' then return refuse('STORE_AWAY', 'the store is full') end
if isLocked == '1' then return refuse('ROOM_LOCKED') end
if redis.call('HLEN', SEATS) >= tonumber(capacity) then return refuse('ROOM_FULL') end

-- The lowest slot that has rested, or a new one.
local slot
for _, rested in ipairs(redis.call('ZRANGEBYSCORE', RESTING, '-inf', at)) do
  if not slot or tonumber(rested) < slot then slot = tonumber(rested) end
end
if slot then
  redis.call('ZREM', RESTING, slot)
else
  slot = redis.call('HINCRBY', ROOM, 'slotCount', 1) - 1
end

local position = x .. ',' .. y
-- Who comes into a running survival game watches it as a ghost.
local watches = kind ~= 'lobby' and mode == 'SURVIVAL'
local seat = {
  slot = slot,
  serial = redis.call('HINCRBY', SERIALS, slot, 1),
  identityId = identity,
  playerId = playerId,
  playerName = uniqueName(wanted, stem, nil),
  fellAt = watches and { tonumber(x), tonumber(y) } or cjson.null,
  score = 0,
  playsFrom = tonumber(nextQuestion),
  joinedAt = at,
  epoch = 1,
  connectionId = connection,
  droppedAt = cjson.null,
  process = process,
}
keepSeat(seat)
redis.call('HSET', POSITIONS, slot, position)
redis.call('HSET', EPOCHS, slot, 1)
redis.call('HSET', SLOTS, identity, slot)
redis.call('HSET', NAMES, seat.playerName, slot)
redis.call('HSET', ROOM, 'lastActivityAt', at)
redis.call('SADD', HOLDERS, process)
redis.call('SADD', ADDRESSES, address)
keepRoom()
publish({ kind = 'seated', seat = seat, position = position })
return { 0, '', cjson.encode(seat), position, grantHost(playerId) }
