// What is left to remind of: the text without what says when, and without what only asks to be reminded.

const lead =
  /^(?:(?:please|pls|plz|hey|ok|can you|could you|would you)[\s,]+)*(?:(?:remind|ping|notify|alert|tell|nag|text|message)\s+me\b|(?:set|add|create|make)\s+(?:me\s+)?(?:a|an)?\s*(?:new\s+)?(?:reminder|alarm|alert)\b|(?:a\s+)?reminder\b\s*:?|don't (?:let me )?forget\b|keep reminding me\b)/i
const please = /[\s,]+(?:please|pls|plz)\s*$|^(?:please|pls|plz)[\s,]+/i
const joint = /^(?:to|that|about|of|for)\s+/i
const koreanEnd =
  /[\s,]*(?:(?:라고|하라고)?\s*(?:좀\s*)?(?:다시\s*)?(?:꼭\s*)?(?:알려\s?(?:줘|주세요|줄래|줘요|주라|달라고|다오)|리마인드\s?(?:해\s?(?:줘|주세요|줘요))?|알림\s?(?:해\s?(?:줘|주세요)|부탁해?|설정\s?(?:해\s?(?:줘|주세요))?|줘)?|알람\s?(?:맞춰\s?(?:줘|주세요)|해\s?줘|설정\s?해\s?줘|부탁해?|울려\s?줘)?|상기시켜\s?(?:줘|주세요)))[요.!~]*\s*$/
const textEdges = /^[\s,.;:!~\-–—·]+|[\s,;:~\-–—·]+$/g
/** Of a list, what stands before the first line is what stands before the others. */
const listEdges = /^[\s,.;:!~]+|[\s,;:~\-–—·]+$/g
const bullets = /\n\s*[-–—·•*]\s/

/** `spans` are places in `text`, in order. */
export function leftText(text: string, spans: readonly (readonly [number, number])[]): string {
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of spans) {
    pieces.push(text.slice(at, start))
    at = end
  }
  pieces.push(text.slice(at))
  return withoutAsking(joined(pieces), spans[0]?.[0] === 0)
}

/** Lines stay lines: only what was taken out of one is closed up. */
function joined(pieces: readonly string[]): string {
  let left = ''
  let isNewLine = false
  for (const [i, piece] of pieces.entries()) {
    const whole = piece.replace(/\r\n?/g, '\n').replace(/[^\S\n]+/g, ' ')
    const [before = ''] = i === 0 ? [] : (/^[\s,;:.]+(?=\S)/.exec(whole) ?? [])
    const said = whole.slice(before.length).trim()
    isNewLine ||= before.includes('\n')
    if (said !== '' && !/^(?:[,.;:!]+|and|or|on|at|또는|그리고|아니면)$/i.test(said)) {
      left += left === '' ? said : `${isNewLine ? '\n' : ' '}${said}`
      isNewLine = false
    }
    isNewLine ||= /\n\s*$/.test(whole)
  }
  return left
}

function withoutAsking(joined: string, isFirst: boolean): string {
  const edges = bullets.test(joined) ? listEdges : textEdges
  const politely = joined.replace(please, '').replace(edges, '')
  const asked = politely.replace(lead, '')
  const isAsked = asked !== politely
  const said = asked.replace(edges, '')
  const task = isAsked || isFirst ? said.replace(joint, '') : said
  const korean = task.replace(koreanEnd, '')
  // Whoever writes only "알림" wants to be reminded of something, and that word is all there is.
  return (korean === '' && /[가-힣]/.test(task) && !/줘|주세요/.test(task) ? task : korean)
    .replace(edges, '')
    .replace(/\s+[.?]$/, '')
}
