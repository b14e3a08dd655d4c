-- When Redis forgot, its clock stepped, or another server took over.

-- Whether the bucket is not the one that the process knows.
local function isLost()
  if knownLineage == 0 then
    return false
  end
  if not bucket or contourPause.number < knownContourPause or bucket.pause.number < knownPause then
    return true
  end
  if bucket.lineage == knownLineage then
    return bucket.revision < knownRevision
  end
  -- a later one that was begun with knowledge is as good as ours
  return bucket.lineage < knownLineage or bucket.recovered == 0
end

-- What all others may have taken since this process's last reply counts as taken, as far as one capacity that refills
-- from the end of the horizon on.
local function chargeOthers(age, horizon)
  local others = MOST
  for _, limit in ipairs(limits) do
    others = min(others, limit.capacity + (age + horizon) / permitTime(limit))
  end
  for _, limit in ipairs(limits) do
    local micros, part = limit.micros, limit.part
    charge(limit, now, ceil(others))
    lower(limit, emptyAt(limit, now + horizon))
    raise(limit, micros, part)
  end
end

-- Bucket time goes on from here.
local function moveTo(instant)
  local by = instant - now
  now, shift = instant, shift + by
  contourPause.from, contourPause.ends = max(0, contourPause.from + by), max(0, contourPause.ends + by)
  return by
end

-- What somebody who knew nothing has begun, in this server's time, counts too.
local function merge(last, by)
  bucket.lineage = max(bucket.lineage, last.lineage + 1)
  bucket.revision = max(bucket.revision, last.revision)
  if last.lineage < knownLineage then
    return
  end
  bucket.pause = last.pause
  bucket.pause.from, bucket.pause.ends = max(0, last.pause.from + by), max(0, last.pause.ends + by)
  for i, limit in ipairs(limits) do
    if #last.limits == #limits and isSame(limit, last.limits[i]) then
      raise(limit, last.limits[i].micros + by, last.limits[i].part)
    end
  end
end

local function beginAgain(age, horizon, told)
  local last = bucket
  local by = moveTo(expected)
  if last and last.lineage == knownLineage and last.revision >= knownRevision then
    -- the same on another server: it has at least what we know
    bringLimits()
  else
    for i, limit in ipairs(limits) do
      limit.micros, limit.part = emptyAt(limit, now + horizon)
      if told + 16 * i - 1 <= #ARGV[4] then
        limit.micros, limit.part = unpack_struct('>dd', ARGV[4], told + 16 * (i - 1))
      end
    end
  end
  bucket = {
    recovered = 1, lineage = max(now, knownLineage + 1), revision = knownRevision, seen = now, serial = now,
    returnable = 0, applied = contourPause.number, pause = noPause()
  }
  if last then
    merge(last, by)
  end
  chargeOthers(age, horizon)
end

-- asked: age of what is told, horizon, another server 0/1, pause and contour's pause (number, row, from, until each),
-- then for each limit the whole and the rest of fullAt
local function recover()
  local pause, wide = {}, {}
  local age, horizon, elsewhere, told
  age, horizon, elsewhere, pause.number, pause.row, pause.from, pause.ends, wide.number, wide.row, wide.from, wide.ends,
    told = unpack_struct('>ddddddddddd', ARGV[4])
  local same = bucket and bucket.lineage == knownLineage and bucket.revision >= knownRevision
  local adopted = bucket and bucket.lineage > knownLineage and bucket.recovered == 1
  if adopted or (same and elsewhere == 0) then
    if now > latest then
      -- the clock stepped ahead
      moveTo(max(expected, bucket.seen))
    end
    bringLimits()
  else
    beginAgain(age, horizon, told)
  end
  if wide.number > contourPause.number or (wide.number == contourPause.number and wide.ends > contourPause.ends) then
    contourPause = wide
    saveContourPause()
  end
  if pause.number > bucket.pause.number then
    bucket.pause = pause
  end
  bucket.applied = contourPause.number
  applyResumeRule()
end
