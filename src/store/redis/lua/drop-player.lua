-- Marks a seat dropped (R2.2).
-- ARGV 3-: slot, epoch. An epoch that is not the seat's does nothing.
local slot, epoch = unpack(ARGV, 3)
local seat = seatAt(slot)
if seat and seat.epoch == tonumber(epoch) and seat.droppedAt == cjson.null then drop(seat, now()) end
