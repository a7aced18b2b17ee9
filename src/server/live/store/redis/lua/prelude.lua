-- What every script begins with.

-- Epoch ms by Redis time.
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- An error that the caller turns into a RoomError of this code.
local function refuse(code, detail)
  return redis.error_reply('MADANG ' .. code .. ' ' .. (detail or ''))
end
