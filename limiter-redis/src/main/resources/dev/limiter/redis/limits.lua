--[[
The limits that somebody has put in the place of a contour's configured ones. Needs Redis 6.2 or later, or Valkey.

KEYS[1]  limiter:{contour}:limits
ARGV[1]  change  to the limits ARGV[3], whatever there is; ARGV[4] is the revision that the process knows, or 0
         keep    the value ARGV[3]: it lives on; where there is nothing, or an older one, it is written again
ARGV[2]  where changes are published, with the word limits before them

The value, which is the answer too, is text: <revision> <limits>  or  <revision> configured. A revision is the server's
time in milliseconds since 1970, or one more than the one before. That the configured limits hold again is written as
well: else whoever has not heard of it would take the value for lost, and write the old one again. A value expires a week
after it was written or kept. What does not begin with a revision counts as nothing.
]]

local WEEK = 604800000

local function revisionOf(value)
  local digits = value and string.match(value, '^(%d+) ')
  return digits and #digits <= 15 and tonumber(digits) or 0
end

-- MGET finds nothing where somebody has put another type
local stored = redis.call('MGET', KEYS[1])[1]
local value = ARGV[3]
if ARGV[1] == 'change' then
  local time = redis.call('TIME')
  local millis = time[1] * 1000 + math.floor(time[2] / 1000)
  value = string.format('%.0f %s', math.max(millis, revisionOf(stored) + 1, ARGV[4] + 1), value)
elseif revisionOf(stored) > revisionOf(value) then
  return stored
end
redis.call('SET', KEYS[1], value, 'PX', WEEK)
if value ~= stored then
  -- a process that may not publish can still change; the others then know that they hear nothing
  redis.pcall('PUBLISH', ARGV[2], 'limits ' .. value)
end
return value
