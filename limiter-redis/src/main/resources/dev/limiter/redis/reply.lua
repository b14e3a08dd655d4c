-- What is saved, and what is answered.

local levels = ''
if exists and status == DONE then
  levels = pack('>dd', limits[1].micros, limits[1].part)
  for i = 2, #limits do
    levels = levels .. pack('>dd', limits[i].micros, limits[i].part)
  end
  if changed then
    revision = revision + 1
    local head
    if ordinary then
      head = sub(value, 1, HEAD_SIZE + TERM_SIZE * #limits)
    else
      head = pack(HEAD, VERSION, #limits, recovered, ownPause.row, lineage, shift, applied, ownPause.number,
        ownPause.from, ownPause.ends) .. terms
    end
    local idle = ownPause.row > 0 and ownPause.ends + HOUR or ownPause.ends
    for i = 1, #limits do
      idle = max(idle, limits[i].micros + 1)
    end
    -- most are full again within a second, and then no number has to be written out, which takes its time
    local expiry = idle - now <= SECOND and '4201000' or ceil((idle - now + HOUR + GRACE) / 1000)
    redis.call('SET', KEYS[1], head .. pack('>dddd', revision, now, serial, returnable) .. levels, 'PX', expiry)
  end
end

local flags = (differ and 1 or 0) + (damaged and 2 or 0)
local pauses = ''
if ownPause.number > 0 then
  flags = flags + 4
  pauses = pack('>dddd', ownPause.number, ownPause.row, ownPause.from, ownPause.ends)
end
if contourPause.number > 0 then
  flags = flags + 8
  pauses = pauses .. pack('>dddd', contourPause.number, contourPause.row, contourPause.from, contourPause.ends)
end
local answer = pack('>ddddddddd', status, now, flags, lineage, revision, first, together, resumes, #levels / 16)
  .. levels .. pauses
for first = 1, listed, 100 do
  local last = min(first + 99, listed)
  answer = answer .. pack('>' .. string.rep('d', last - first + 1), unpack(instants, first, last))
end
return answer
