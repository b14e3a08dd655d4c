-- From here to the end of verbs.lua: what an ordinary call does without.
if not ordinary then

local startsEmpty, resumesEmpty, fallback = unpack_struct('>ddd', ARGV[2])
startsEmpty, resumesEmpty = startsEmpty == 1, resumesEmpty == 1

-- The rest of the arithmetic, and a bucket's state in the terms of the call.

local function isAfter(micros, part, otherMicros, otherPart)
  return micros > otherMicros or (micros == otherMicros and part > otherPart)
end

local function raise(limit, micros, part)
  if isAfter(micros, part, limit.micros, limit.part) then
    limit.micros, limit.part = micros, part
  end
end

local function lower(limit, micros, part)
  if isAfter(limit.micros, limit.part, micros, part) then
    limit.micros, limit.part = micros, part
  end
end

local function emptyAt(limit, instant)
  return add(limit, instant, 0, limit.capacity)
end

local function refund(limit, cost)
  local whole, rest = timeOf(limit, cost)
  limit.micros, limit.part = limit.micros - whole, limit.part - rest
  if limit.part < 0 then
    limit.micros, limit.part = limit.micros - 1, limit.part + limit.unit
  end
end

local function permitTime(limit)
  return limit.whole + limit.rest / limit.unit
end

-- Other limits than the last call's: what was spent stays spent, as far as this capacity, and no more permits are left
-- than were; what was taken in advance is taken, as far as one capacity, or one second's worth. See TokenBucket.carry.
local function carry(limit, last, from)
  local spent = max(0, last.micros - from + last.part / last.unit) / permitTime(last)
  local missing = max(min(spent, limit.capacity), spent + limit.capacity - last.capacity)
  missing = min(limit.capacity + max(limit.capacity, SECOND / permitTime(limit)), missing)
  -- a millionth less, so that the rounding of a double does not cost a microsecond
  return from + ceil(missing * permitTime(limit) - 1e-6)
end

local function isSame(limit, other)
  return limit.whole == other.whole and limit.rest == other.rest and limit.unit == other.unit
    and limit.capacity == other.capacity
end

local function bringLimits()
  if same then
    return
  end
  local from = max(now, ownPause.ends, contourPause.ends)
  for i, limit in ipairs(limits) do
    local last = former[i]
    if last and isSame(limit, last) then
      limit.micros, limit.part = last.micros, last.part
    elseif last then
      limit.micros, limit.part = carry(limit, last, from), 0
    else
      -- one that was not counted so far has spent as much as any other
      limit.micros, limit.part = from, 0
      for _, other in ipairs(former) do
        limit.micros = max(limit.micros, carry(limit, other, from))
      end
    end
  end
  returnable = 0
  differ, changed = true, true
end
