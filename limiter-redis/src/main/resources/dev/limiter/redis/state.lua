-- What the call brings, and what is stored. Only what every call needs is made here: each function and table costs it time.

local VERSION = 1
local HEAD = '>BBBI4dddddddddd'
local HEAD_SIZE = 87
local LIMIT = '>dddddd'
local LIMIT_SIZE = 48
local PAUSE = '>BI4ddd'
local PAUSE_SIZE = 29
local HOUR = 3600000000
local SMALL_STEP = 2000000

local damaged, differ, changed = false, false, false

-- The terms.

local limits = {}
local startsEmpty, resumesEmpty, fallback, position = unpack_struct('>ddd', ARGV[2])
while position <= #ARGV[2] do
  local capacity, jitter, whole, rest, unit
  capacity, jitter, whole, rest, unit, position = unpack_struct('>ddddd', ARGV[2], position)
  limits[#limits + 1] = {
    capacity = capacity, jitter = jitter, whole = whole, rest = rest, unit = unit, micros = 0, part = 0
  }
end
startsEmpty, resumesEmpty = startsEmpty == 1, resumesEmpty == 1

-- What the process knows.

local expected, latest, knownLineage, knownRevision, knownPause, knownContourPause = unpack_struct('>dddddd', ARGV[3])

local server
if ARGV[6] then
  server = tonumber(ARGV[6])
else
  local time = redis.call('TIME')
  server = time[1] * 1000000 + time[2]
end

-- A value that is damaged, or of another type, counts as none. What is not a number has no remainder that is 0, and
-- neither has what is infinite.

local values = redis.call('MGET', KEYS[1], KEYS[2])

local contourPause = { number = 0, row = 0, from = 0, ends = 0 }
if values[2] and #values[2] == PAUSE_SIZE and string.byte(values[2], 1) == VERSION then
  local _, row, number, from, ends = unpack_struct(PAUSE, values[2])
  if number % 1 + from % 1 + ends % 1 == 0 and min(number - 1, from, ends) >= 0 and max(number, from, ends) < MOST then
    -- the clock went back: it lasts no longer than it was set for
    local back = max(0, from - server)
    contourPause = { number = number, row = row, from = from - back, ends = ends - back }
  end
end

local bucket
if values[1] then
  local value = values[1]
  local version, count = string.byte(value, 1, 2)
  if version == VERSION and #value == HEAD_SIZE + count * LIMIT_SIZE then
    local _, _, recovered, row, lineage, revision, seen, shift, serial, returnable, applied, number, from, ends, position =
      unpack_struct(HEAD, value)
    local remainders = lineage % 1 + revision % 1 + seen % 1 + shift % 1 + serial % 1 + returnable % 1 + applied % 1
      + number % 1 + from % 1 + ends % 1
    local least = min(lineage, revision, seen, serial, returnable, applied, number, from, ends)
    local most = max(lineage, revision, seen, serial, returnable, applied, number, from, ends)
    local stored = {}
    for i = 1, count do
      local capacity, whole, rest, unit, micros, part
      capacity, whole, rest, unit, micros, part, position = unpack_struct(LIMIT, value, position)
      remainders = remainders + capacity % 1 + whole % 1 + rest % 1 + unit % 1 + micros % 1 + part % 1
      least = min(least, capacity - 1, whole, rest, unit - 1 - part, micros, part)
      most = max(most, capacity, whole, rest, unit, micros)
      stored[i] = { capacity = capacity, whole = whole, rest = rest, unit = unit, micros = micros, part = part }
    end
    if remainders == 0 and least >= 0 and most < MOST then
      bucket = {
        recovered = recovered, lineage = lineage, revision = revision, seen = seen, shift = shift, serial = serial,
        returnable = returnable, applied = applied, pause = { number = number, row = row, from = from, ends = ends },
        limits = stored
      }
    end
  end
end
if not bucket then
  damaged = redis.call('EXISTS', KEYS[1]) == 1
end

local shift = bucket and bucket.shift or 0
local now = server + shift
if bucket and now < bucket.seen then
  if bucket.seen - now > SMALL_STEP then
    -- the clock was set back: the bucket goes on from where it was
    shift = bucket.seen - server
    changed = true
  end
  -- a small step is waited for, so that a clock that goes to and fro mints nothing
  now = bucket.seen
end

-- When the process asked, not before it could be.
local askedAt = expected > 0 and min(now, expected) or now

-- The contour's pause is stored in the server's time, which all its buckets share; from here on it is in bucket time.
if contourPause.number > 0 then
  contourPause.from, contourPause.ends = contourPause.from + shift, contourPause.ends + shift
end

-- In milliseconds, whole, never below an hour. A row that no success has ended is remembered for another hour.
local function expiry(idle, pause)
  idle = max(idle, pause.row > 0 and pause.ends + HOUR or pause.ends)
  return ceil((max(0, idle - now) + HOUR) / 1000)
end

local function save()
  local pause = bucket.pause
  bucket.revision = bucket.revision + 1
  local idle = 0
  local value = pack(HEAD, VERSION, #limits, bucket.recovered, pause.row, bucket.lineage, bucket.revision, now, shift,
    bucket.serial, bucket.returnable, bucket.applied, pause.number, pause.from, pause.ends)
  for i = 1, #limits do
    local limit = limits[i]
    idle = max(idle, limit.micros + 1)
    value = value .. pack(LIMIT, limit.capacity, limit.whole, limit.rest, limit.unit, limit.micros, limit.part)
  end
  redis.call('SET', KEYS[1], value, 'PX', expiry(idle, pause))
end

local function reply(status, own)
  local pause = bucket and bucket.pause or { number = 0, row = 0, from = 0, ends = 0 }
  local many = status == 0 and bucket and #limits or 0
  local value = pack('>dddddddddddddd',
    status, now, (differ and 1 or 0) + (damaged and 2 or 0), bucket and bucket.lineage or 0,
    bucket and bucket.revision or 0, pause.number, pause.row, pause.from, pause.ends,
    contourPause.number, contourPause.row, contourPause.from, contourPause.ends, many)
  for i = 1, many do
    value = value .. pack('>dd', limits[i].micros, limits[i].part)
  end
  local length = own and #own or 0
  for first = 1, length, 100 do
    local last = min(first + 99, length)
    value = value .. pack('>' .. string.rep('d', last - first + 1), unpack(own, first, last))
  end
  return value
end
