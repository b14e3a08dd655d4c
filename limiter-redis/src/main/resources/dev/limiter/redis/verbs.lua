-- What else can be asked. Booking has a part of its own, which all calls share.

-- asked: for each slot its number and its cost
local function give()
  local position = 1
  while position < #ARGV[4] do
    local number, cost
    number, cost, position = unpack_struct('>dd', ARGV[4], position)
    if number == returnable then
      for _, limit in ipairs(limits) do
        refund(limit, cost)
      end
      returnable = returnable - 1
      changed = true
    end
  end
end

-- asked: contour-wide 0/1, when the refused request was sent, counted from when the process asked; length (-1: not
-- said), jitter, by hand 0/1
local function pause(wide)
  local _, sent, length, jitter, byHand = unpack_struct('>ddddd', ARGV[4])
  local last = wide and contourPause or ownPause
  local next = nextPause(last, askedAt + sent, length, jitter, byHand == 1)
  if next ~= last and wide then
    contourPause = next
    saveContourPause()
    publish(next, '')
  elseif next ~= last then
    ownPause = next
    voidSlots(next.from)
    publish(next, KEYS[1])
  end
end

local function resume()
  if now < contourPause.ends then
    contourPause = endedPause(contourPause)
    saveContourPause()
    publish(contourPause, '')
  end
  learnContourPause()
  if now < ownPause.ends then
    ownPause = endedPause(ownPause)
    voidSlots(ownPause.from)
    publish(ownPause, KEYS[1])
  end
end

-- asked: contour-wide 0/1, the pause's number
local function success(wide)
  local _, number = unpack_struct('>dd', ARGV[4])
  local ended = wide and contourPause or ownPause
  if ended.number == number and ended.row > 0 then
    ended.row = 0
    if wide then
      saveContourPause()
    else
      changed = true
    end
  end
end

if verb == 'recover' then
  recover()
elseif isLost() then
  status, changed = LOST, false
elseif latest > 0 and now > latest then
  status, changed = LATE, false
else
  local wide = (verb == 'pause' or verb == 'success') and unpack_struct('>d', ARGV[4]) == 1
  if verb == 'give' and not same then
    -- since the limits have changed nothing can be given back, and those of before do not come back by it
    exists, changed = false, false
  end
  if exists then
    bringLimits()
    if verb == 'book' or verb == 'give' or (verb == 'pause' and not wide) then
      learnContourPause()
    end
  elseif verb ~= 'give' and verb ~= 'success' and not wide then
    begin()
  end
  if verb == 'pause' then
    pause(wide)
    if exists then
      learnContourPause()
    end
  elseif verb == 'resume' then
    resume()
  elseif verb == 'success' and (exists or wide) then
    success(wide)
  elseif verb == 'give' and exists then
    give()
  end
end

end
