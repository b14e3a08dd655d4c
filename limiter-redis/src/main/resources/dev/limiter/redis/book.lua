-- Booking, and the ordinary call that does nothing else.

local DONE, LOST, LATE = 0, 1, 2

-- Half of what the bucket has until the horizon: the most that one call may take.
local function share(resumes, horizon)
  if resumes > horizon then
    return 0
  end
  local room = MOST
  for _, limit in ipairs(limits) do
    local permitsPerMicro = limit.unit / (limit.whole * limit.unit + limit.rest)
    room = min(room, limit.capacity + (horizon - max(now, limit.micros)) * permitsPerMicro)
  end
  return room / 2
end

-- How many of the first entries, all of one cost, have their slots at once; 0 where it is not more than one.
local function atOnce(resumes, most, cost)
  for _, limit in ipairs(limits) do
    -- the first that is charged puts it there
    local start = resumes + limit.jitter
    local raised = limit.micros < start
    local micros, part = raised and start or limit.micros, raised and 0 or limit.part
    local taken = max(0, micros - resumes + part / limit.unit) / (limit.whole + limit.rest / limit.unit)
    most = min(most, floor((limit.capacity - taken) / cost))
    if most > 1 then
      -- the estimate may be off by one
      local whole, rest = timeOf(limit, limit.capacity - most * cost)
      local instant = micros - whole
      if instant > resumes or (instant == resumes and part > rest) then
        most = most - 1
      end
    end
  end
  return most > 1 and most or 0
end

-- What there is now is not late for who asked in time, though the question took a while to get here.
local function isLate(at, deadline)
  return at > askedAt + deadline and (at > now or deadline < 0)
end

-- asked: horizon, at least one 0/1, how many of the first entries have one cost, their earliest deadline, then for each
-- entry its cost and its deadline; deadlines are counted from when the process asked
-- own numbers: the number of the first slot, how many slots are at once, their instant, then for each further entry that
-- was looked at its instant, negative where it is late
local function book()
  local horizon, atLeastOne, run, runDeadline, position = unpack_struct('>dddd', ARGV[4])
  horizon = now + horizon
  local resumes = max(now, bucket.pause.ends, contourPause.ends)
  local left = share(resumes, horizon)
  local first = bucket.serial + 1
  local together = 0
  if run > 1 and resumes <= horizon and not isLate(resumes, runDeadline) then
    local cost = unpack_struct('>d', ARGV[4], position)
    together = atOnce(resumes, min(run, floor(left / cost)), cost)
    if together > 0 then
      for _, limit in ipairs(limits) do
        charge(limit, resumes, together * cost)
      end
      bucket.serial = bucket.serial + together
      left = left - together * cost
      position = position + 16 * together
    end
  end
  local answers = { first, together, resumes }
  local booked = together > 0
  local count = 3
  local length = #ARGV[4]
  while position < length do
    local cost, deadline
    cost, deadline, position = unpack_struct('>dd', ARGV[4], position)
    local at = resumes
    for i = 1, #limits do
      local instant = free(limits[i], cost)
      if instant > at then
        at = instant
      end
    end
    count = count + 1
    if isLate(at, deadline) then
      answers[count] = -at
    else
      if (booked or atLeastOne == 0) and (at > horizon or cost > left) then
        break
      end
      for i = 1, #limits do
        charge(limits[i], at, cost)
      end
      bucket.serial = bucket.serial + 1
      left = left - cost
      answers[count] = at
      booked = true
    end
  end
  if booked then
    bucket.returnable = bucket.serial
    changed = true
  end
  return answers
end

-- The ordinary call: the bucket is the one that the process knows, and nothing has happened but bookings.
if ARGV[1] == 'book' and bucket and not changed and #bucket.limits == #limits
  and (knownLineage == 0 or (bucket.lineage == knownLineage and bucket.revision >= knownRevision))
  and bucket.pause.number >= knownPause and contourPause.number >= knownContourPause
  and (contourPause.number == 0 or contourPause.number == bucket.applied)
  and (latest == 0 or now <= latest) then
  local same = true
  for i, limit in ipairs(limits) do
    local last = bucket.limits[i]
    limit.micros, limit.part = last.micros, last.part
    same = same and limit.capacity == last.capacity and limit.whole == last.whole and limit.rest == last.rest
      and limit.unit == last.unit
  end
  if same then
    local own = book()
    if changed then
      save()
    end
    return reply(DONE, own)
  end
end
