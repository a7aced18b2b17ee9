-- What the scripts of a room begin with. PUBLISH is the command that tells a channel.
-- KEYS 1-22: the room's keys in the order of keys.ts. A verb's own keys begin at KEYS[23].
-- ARGV 1: the room's channel. ARGV 2: TTL of the room's keys in ms. A verb's own have the names that scripts.ts gives them.
local ROOM, SEATS, POSITIONS, ENTERED, JUDGED, GENERATIONS, GHOSTS, SLOTS, BANNED, RESTING, SCREENS, WATCHERS, LOG,
  LIVING_CHAT, GHOST_CHAT, QUIZ, HOLDERS, ADDRESSES, TEXTS, PIN, DUE, PUBLIC = unpack(KEYS, 1, 22)
local CHANNEL, TTL_MS = ARGV[1], ARGV[2]

-- Fields of the room; false for one that is missing, as all are where there is no room.
local function room(...)
  return unpack(redis.call('HMGET', ROOM, ...))
end

-- Lets all that the room has live for another TTL. To be called by whatever may have made a key.
local function keepRoom()
  for i = 1, 22 do redis.call('PEXPIRE', KEYS[i], TTL_MS) end
end

local function seatAt(slot)
  local json = redis.call('HGET', SEATS, slot)
  return json and cjson.decode(json)
end

local function publish(message)
  redis.call(PUBLISH, CHANNEL, message)
end
