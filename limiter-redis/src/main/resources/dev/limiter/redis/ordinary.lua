-- The short way of what is ordinary, with one limit and permits of one cost: in a straight line, by the same arithmetic as in
-- limit.lua and book.lua, but without a table or a further function.

-- Where the stored tail of a value begins, which is all that bookings change.
local TAIL = HEAD_SIZE + TERM_SIZE

-- Returns the answer; nothing where the call is not of this kind: then nothing was done, and it is for the other parts, or for
-- a call of its own. There must be no pause of the contour. The term and the jitter are those of the one limit; what is asked
-- begins at a position.
local function bookOrdinary(key, value, server, term, jitter, knowledge, asked, position)
  local length = #asked + 1 - position
  if not value or #value ~= FIXED_SIZE + LIMIT_SIZE or length < 48 or sub(value, 1, 2) ~= '\1\1'
    or sub(value, HEAD_SIZE + 1, TAIL) ~= term then
    return
  end
  local lineage, shift, _, pauseNumber, _, _, capacity, whole, rest, unit, revision, seen, serial, returnable, micros,
    part = unpack_struct('>dddddddddddddddd', value, 11)
  local expected, latest, knownLineage, knownRevision, knownPause, knownContourPause = unpack_struct('>dddddd', knowledge)
  local horizon, atLeastOne, run, deadline, cost = unpack_struct('>ddddd', asked, position)
  local now, all = server + shift, run * cost
  local expiryHolds = now - now % EXPIRY_HOLDS

  local known = lineage == knownLineage and revision >= knownRevision
    and pauseNumber == 0 and knownPause == 0 and knownContourPause == 0
  local timely = seen <= now and (latest == 0 or now <= latest)
  -- a damaged value may have anything
  local sound = lineage > 0 and shift % 1 + revision % 1 + seen % 1 + serial % 1 + returnable % 1 + micros % 1 + part % 1 == 0
    and min(seen, serial, returnable, micros, part, unit - 1 - part) >= 0 and max(now, revision, serial, returnable, micros) < LATEST
  -- no product is larger than what a double has exactly
  if known and timely and sound and length == 32 + 16 * run and all <= capacity and capacity * unit < MOST then
    local spare = capacity - all
    local carried = floor(spare * rest / unit)
    local spareTime = spare * whole + carried
    local free = micros - spareTime
    if part > spare * rest - carried * unit then
      free = free + 1
    end
    local at = max(now, free)

    local late = at > (expected > 0 and min(now, expected) or now) + deadline and (at > now or deadline < 0)
    -- several are taken here only where all are free now: also the last of them, when the first has put the bucket there
    local fits = run == 1 or (at == now and (micros >= now + jitter or spareTime >= jitter))
    if fits and (run > 1 or atLeastOne == 0) then
      local left = (capacity + (now + horizon - max(now, micros)) * (unit / (whole * unit + rest))) / 2
      fits = at <= now + horizon and all <= left
    end

    if fits and not late then
      if micros < at + jitter and not (jitter == 0 and part > 0 and free == at) then
        micros, part = at + jitter, 0
      end
      carried = floor(all * rest / unit)
      micros, part = micros + all * whole + carried, part + all * rest - carried * unit
      if part >= unit then
        micros, part = micros + 1, part - unit
      end
      local level = pack('>dd', micros, part)
      local tail = pack('>dddd', revision + 1, now, serial + run, serial + run) .. level
      if seen < expiryHolds or micros >= expiryHolds + GRACE then
        redis.call('SET', key, sub(value, 1, TAIL) .. tail, 'PX', ceil((max(0, micros + 1 - now) + HOUR + GRACE) / 1000))
      else
        -- in place: what is before the tail stays, and so does the expiry
        redis.call('SETRANGE', key, TAIL, tail)
      end
      local answer = pack('>ddddddddd', DONE, now, 0, lineage, revision + 1, serial + 1, at > now and 0 or run, now, 1) .. level
      return at > now and answer .. pack('>d', at) or answer
    end
  end
end
