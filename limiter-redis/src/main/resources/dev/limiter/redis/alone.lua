-- A call about one bucket: what it reads, and the end of an ordinary one.

local server
if ARGV[6] then
  server = tonumber(ARGV[6])
else
  local time = redis.call('TIME')
  server = time[1] * 1000000 + time[2]
end

local verb = ARGV[1]
local values = redis.call('MGET', KEYS[1], KEYS[2])
local value, storedPause = values[1], values[2]

if verb == 'book' and not storedPause and #ARGV[2] == 32 + TERM_SIZE then
  local answer = bookOrdinary(KEYS[1], value, server, sub(ARGV[2], 33), (unpack_struct('>d', ARGV[2], 25)), ARGV[3], ARGV[4], 1)
  if answer then
    return answer
  end
end
