--[[
Ordinary bookings of several buckets of one contour that are asked for at the same moment, each judged as if it were alone.
With bucket.lua, which is the contract, and ordinary.lua it is a script of its own.

KEYS[1]   the contour-wide pause; then the buckets, no two the same
ARGV[1]   by which terms, the same for all
ARGV[2]   the server's time, in tests only; or nothing
ARGV[i]   for each bucket, from 3 on: what the process knows (48 bytes), and what is asked

Reply: for each bucket a byte that says how long its answer is, and the answer; nothing was done, and the length is 0, where
the booking is not ordinary: then it has to be asked for alone.
]]

local server = tonumber(ARGV[2])
if not server then
  local time = redis.call('TIME')
  server = time[1] * 1000000 + time[2]
end

local values = redis.call('MGET', unpack(KEYS))
local term = #ARGV[1] == 32 + TERM_SIZE and sub(ARGV[1], 33)
local jitter = unpack_struct('>d', ARGV[1], 25)
local answers = {}
for i = 2, #KEYS do
  local asked = ARGV[i + 1]
  local answer = not values[1] and term and bookOrdinary(KEYS[i], values[i], server, term, jitter, asked, asked, 49)
  answers[i - 1] = answer and string.char(#answer) .. answer or '\0'
end
return table.concat(answers)
