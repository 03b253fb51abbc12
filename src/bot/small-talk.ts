// What people say to a bot that is no reminder. Only where it is all that was said: "thanks to Bob" is something to be reminded of.

export type SmallTalk = 'hello' | 'welcome' | 'fine' | 'help' | 'list' | 'leave'

const table: Readonly<Record<SmallTalk, RegExp>> = {
  hello:
    /^(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening|day)|안녕|안녕하세요|안녕하십니까|하이|헬로|반가워요?|반갑습니다)(?: there| bot)?$/,
  welcome:
    /^(?:thanks?|thank you|thx|ty|cheers|(?:thanks|thank you) (?:a lot|so much|very much)|고마워요?|고맙습니다|감사해요|감사합니다|땡큐|ㄱㅅ)$/,
  fine: /^(?:ok|okay|k|yes|yep|sure|fine|great|good|cool|nice|네|넵|예|응|좋아요?|알겠어요?|알겠습니다|ㅇㅋ|ㅇㅇ|오케이)$/,
  help: /^(?:help|help me|how (?:does (?:this|it) work|do i use (?:this|it|you))|what can you do|도움말|도와줘요?|도와주세요|사용법|어떻게 (?:써|써요|쓰나요|사용해요|사용하나요)|뭐 ?할 ?수 ?있어요?)$/,
  list: /^(?:list|(?:my )?reminders|(?:show|list)(?: me)?(?: all)?(?: my| the)? reminders|what(?:'s| is| are)(?: all)?(?: my| the)? reminders|what do i have|목록|알림 ?목록|내 ?알림|알림 ?(?:보여 ?줘요?|보여 ?주세요|보기)|내 ?알림 ?(?:보여 ?줘요?|보여 ?주세요|뭐(?:야|예요| 있어요?)))$/,
  leave:
    /^(?:never ?mind|no|nope|nah|cancel|stop|forget (?:it|about it)|leave it|no thanks|no thank you|그만|그만둬요?|그만할래요?|취소|취소해 ?줘요?|취소해 ?주세요|됐어요?|아니|아니요|아뇨|아니에요)$/,
}

/** Null: it is something else. */
export function smallTalkOf(text: string): SmallTalk | null {
  const said = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?:[\s.,!?~…]|\p{Extended_Pictographic}|\uFE0F)+$/u, '')
    .replace(/\s+/g, ' ')
    .trim()
  return (Object.keys(table) as SmallTalk[]).find((kind) => table[kind].test(said)) ?? null
}

/** Whoever says so does not answer what they were asked. */
export function isLeaving(text: string): boolean {
  return smallTalkOf(text) === 'leave'
}
