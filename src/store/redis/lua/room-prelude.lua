-- What the scripts of a room have in common; the verb itself is the body of a function behind this.
-- KEYS 1-19: the room's keys in the order of keys.ts. A verb's own keys begin at KEYS[20].
-- ARGV 1: the room's channel. ARGV 2: TTL of the room's keys in ms. A verb's own begin at ARGV[3].
local ROOM, SEATS, POSITIONS, EPOCHS, SLOTS, BANNED, RESTING, SERIALS, NAMES, LIVING, GHOSTS,
  QUIZ, HOLDERS, ADDRESSES, SCREENS, WATCHERS, PIN, DUE, PUBLIC = unpack(KEYS, 1, 19)
local CHANNEL, TTL_MS = ARGV[1], ARGV[2]

-- The facts that this script published; the caller gets them behind its result.
local published = {}

-- Fields of the room; false for one that is missing, as all are where there is no room.
local function room(...)
  return unpack(redis.call('HMGET', ROOM, ...))
end

-- Lets all that the room has live for another TTL. To be called by whatever may have made a key.
local function keepRoom()
  for i = 1, 19 do redis.call('PEXPIRE', KEYS[i], TTL_MS) end
end

local function seatAt(slot)
  local json = redis.call('HGET', SEATS, slot)
  return json and cjson.decode(json)
end

-- Whether an identity is the one that opened the room, or holds the seat of its host.
local function isHosts(identity)
  local openedBy, hostId = room('openedBy', 'hostId')
  if identity == openedBy then return true end
  local slot = redis.call('HGET', SLOTS, identity)
  return slot ~= false and seatAt(slot).playerId == hostId
end

local function keepSeat(seat)
  redis.call('HSET', SEATS, seat.slot, cjson.encode(seat))
end

-- Numbers a fact and publishes it on the room's channel. `change` is a table, or JSON that the caller made.
local function send(change)
  local json = type(change) == 'string' and change or cjson.encode(change)
  local message = redis.call('HINCRBY', ROOM, 'seq', 1) .. ' ' .. json
  redis.call('PUBLISH', CHANNEL, message)
  return message
end

-- Publishes a fact that the caller is to get behind the result, too.
local function publish(change)
  published[#published + 1] = send(change)
end

-- `handedOver` is '1' where the owner gave the role away, and gets it back on request only.
local function changeHost(hostId, handedOver)
  redis.call('HSET', ROOM, 'hostId', hostId, 'isHandedOver', handedOver)
  publish({ kind = 'host', hostId = hostId })
end

local function drop(seat, at)
  seat.connectionId, seat.droppedAt, seat.process = cjson.null, at, cjson.null
  keepSeat(seat)
  redis.call('HSET', ROOM, 'lastPresentAt', at)
  publish({ kind = 'dropped', slot = seat.slot, droppedAt = at })
end

-- The name itself, or behind its stem the first number from 2 on that makes it unique; `own` is the
-- slot that may have it already.
local function uniqueName(wanted, stem, own)
  local name, n = wanted, 2
  local holder = redis.call('HGET', NAMES, name)
  while holder and holder ~= own do
    name = stem .. n
    n = n + 1
    holder = redis.call('HGET', NAMES, name)
  end
  return name
end

-- Puts the room on its bucket's public list, or takes it off (R1.5).
local function listOrNot()
  local isPublic, isLocked, kind, id = room('isPublic', 'isLocked', 'kind', 'id')
  local isListed = isPublic == '1' and isLocked == '0' and kind == 'lobby'
  redis.call(isListed and 'SADD' or 'SREM', PUBLIC, id)
end
