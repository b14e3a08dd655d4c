-- What the call brings, and what is stored.

local PAUSE = '>BI4ddd'
local PAUSE_SIZE = 29
local SMALL_STEP = 2000000
local NO_PAUSE = { number = 0, row = 0, from = 0, ends = 0 }

local status, damaged, differ, changed = DONE, false, false, false

-- The terms.

local count = (#ARGV[2] - 24) / 40
local terms = sub(ARGV[2], 25 + 8 * count)
local limits = {}
for i = 1, count do
  local capacity, whole, rest, unit = unpack_struct('>dddd', terms, 1 + TERM_SIZE * (i - 1))
  limits[i] = {
    capacity = capacity, jitter = unpack_struct('>d', ARGV[2], 17 + 8 * i), whole = whole, rest = rest, unit = unit,
    micros = 0, part = 0
  }
end

-- What the process knows.

local expected, latest, knownLineage, knownRevision, knownPause, knownContourPause = unpack_struct('>dddddd', ARGV[3])

-- A value that is damaged, or of another type, counts as none. What is not a number has no remainder that is 0, and
-- neither has what is infinite.

local contourPause = NO_PAUSE
if storedPause and #storedPause == PAUSE_SIZE and string.byte(storedPause, 1) == VERSION then
  local _, row, number, from, ends = unpack_struct(PAUSE, storedPause)
  if number % 1 + from % 1 + ends % 1 == 0 and min(number - 1, from, ends) >= 0 and max(number, from, ends) < LATEST then
    -- the clock went back: it lasts no longer than it was set for
    local back = max(0, from - server)
    contourPause = { number = number, row = row, from = from - back, ends = ends - back }
  end
end

-- The bucket; all 0 where there is none.

local exists, recovered, lineage, revision, shift, applied = false, 0, 0, 0, 0, 0
local seen, serial, returnable, ownPause = 0, 0, 0, NO_PAUSE
-- the limits of the last call: the same tables where they are the same
local former, same = limits, false
if value and #value > FIXED_SIZE and string.byte(value, 1) == VERSION then
  local _, stored, byWhom, row, line, by, wide, number, from, ends = unpack_struct(HEAD, value)
  if #value == FIXED_SIZE + stored * LIMIT_SIZE then
    local position = HEAD_SIZE + 1 + stored * TERM_SIZE
    same = sub(value, HEAD_SIZE + 1, position - 1) == terms
    local version, at, last, back
    version, at, last, back, position = unpack_struct('>dddd', value, position)
    local remainders = line % 1 + by % 1 + wide % 1 + number % 1 + from % 1 + ends % 1 + version % 1 + at % 1 + last % 1
      + back % 1
    local least = min(line, wide, number, from, ends, version, at, last, back)
    local most = max(line, wide, number, from, ends, version, at, last, back)
    if not same then
      former = {}
      for i = 1, stored do
        local capacity, whole, rest, unit = unpack_struct('>dddd', value, HEAD_SIZE + 1 + TERM_SIZE * (i - 1))
        remainders = remainders + capacity % 1 + whole % 1 + rest % 1 + unit % 1
        least = min(least, capacity - 1, whole, rest)
        most = max(most, capacity, whole, rest, unit)
        former[i] = { capacity = capacity, whole = whole, rest = rest, unit = unit, micros = 0, part = 0 }
      end
    end
    for i = 1, stored do
      local limit, micros, part = former[i]
      micros, part, position = unpack_struct('>dd', value, position)
      remainders = remainders + micros % 1 + part % 1
      least = min(least, limit.unit - 1 - part, micros, part)
      most = max(most, micros)
      limit.micros, limit.part = micros, part
    end
    if remainders == 0 and least >= 0 and most < LATEST then
      exists, recovered, lineage, revision, shift, applied = true, byWhom, line, version, by, wide
      seen, serial, returnable = at, last, back
      if number > 0 then
        ownPause = { number = number, row = row, from = from, ends = ends }
      end
    end
  end
end
if not exists then
  damaged = redis.call('EXISTS', KEYS[1]) == 1
end

local now = server + shift
if now < seen then
  if seen - now > SMALL_STEP then
    -- the clock was set back: the bucket goes on from where it was
    shift = seen - server
    changed = true
  end
  -- a small step is waited for, so that a clock that goes to and fro mints nothing
  now = seen
end

-- When the process asked, not before it could be.
local askedAt = expected > 0 and min(now, expected) or now

-- The contour's pause is stored in the server's time, which all its buckets share; from here on it is in bucket time.
if contourPause.number > 0 then
  contourPause.from, contourPause.ends = contourPause.from + shift, contourPause.ends + shift
end

local ordinary = verb == 'book' and exists and same and not changed
  and (knownLineage == 0 or (lineage == knownLineage and revision >= knownRevision))
  and ownPause.number >= knownPause and contourPause.number >= knownContourPause
  and (contourPause.number == 0 or contourPause.number == applied)
  and (latest == 0 or now <= latest)
