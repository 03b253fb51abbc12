import { withParticle } from '../../../src/particles.ts'
import type { PreviewItem } from '../api.ts'
import type { Words } from '../language.ts'

export interface PreviewWords {
  readonly about: string
  readonly by: string
  readonly sentence: string
  readonly rule: string
  readonly sentenceHint: string
  readonly ruleHint: string
  readonly start: string
  readonly zone: string
  readonly alsoZone: string
  readonly examples: string
  readonly sentences: readonly string[]
  readonly rules: readonly (readonly [rule: string, name: string])[]
  readonly understood: string
  readonly asks: string
  readonly refuses: string
  readonly explained: string
  readonly ofWhat: (text: string) => string
  readonly meant: string
  /** Of an hour that was read as the morning. */
  readonly evening: (hour: string) => string
  readonly nothingYet: string
  readonly nothingYetNext: string
  readonly next: (count: number) => string
  readonly once: string
  readonly mine: string
  readonly notes: string
  readonly noted: {
    readonly shortMonth: (wanted: readonly number[], day: number) => string
    readonly gap: (wanted: string, shown: string) => string
    readonly twice: (at: string, which: 'first' | 'second') => string
    readonly adjusted: Readonly<Record<Extract<PreviewItem['noted'][number], { what: 'adjusted' }>['how'], string>>
  }
  readonly clocks: (city: string, from: string, to: string) => string
  readonly ends: string
  readonly remind: string
  readonly whom: string
  readonly whomHint: string
  readonly whose: string
  readonly clockOf: Whose
  /** The same within a sentence. */
  readonly clock: Whose
  readonly byClocks: (time: string, clock: string, otherTime: string, otherClock: string) => string
  readonly title: string
  readonly untitled: string
  readonly schedule: string
  readonly scheduled: (whom: string, when: string) => string
  readonly takenBack: string
  readonly see: string
}

interface Whose {
  readonly yours: (city: string) => string
  readonly zone: (city: string) => string
  readonly theirs: (name: string, city: string) => string
}

export const words: Words<PreviewWords> = {
  en: {
    about:
      'Type when, as you would say it or as a rule, and see when it would ring. Nothing is written until you say so.',
    by: 'How it is written',
    sentence: 'A sentence',
    rule: 'A rule',
    sentenceHint: 'English or Korean. It asks instead of guessing.',
    ruleHint: 'RFC 5545, as calendars write it.',
    start: 'Begins',
    zone: 'On the clock of',
    alsoZone: 'Also show',
    examples: 'Such as',
    sentences: [
      'every Friday at 4pm weekly report',
      'tomorrow at 9am call mom',
      'on the 31st of every month at 10:00 send invoices',
      'every day at 2:30am check the backup',
    ],
    rules: [
      ['FREQ=DAILY', 'every day'],
      ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Monday, Wednesday and Friday'],
      ['FREQ=MONTHLY;BYMONTHDAY=31', 'on the 31st'],
      ['FREQ=MONTHLY;BYDAY=-1FR', 'on the last Friday'],
    ],
    understood: 'Understood',
    asks: 'One question',
    refuses: 'That cannot be',
    explained: 'Why so',
    ofWhat: (text) => `to remind of “${text}”`,
    meant: 'Or was this meant?',
    evening: (hour) => `Read as the morning. “${hour}” could be the evening as well:`,
    nothingYet: 'Type something above',
    nothingYetNext: 'Or begin with one of these.',
    next: (count) => `The next ${count}`,
    once: 'It rings once',
    mine: 'mine',
    notes: 'What was adjusted',
    noted: {
      shortMonth: (wanted, day) => `${wanted.map(nth).join(' and ')} → ${nth(day)}`,
      gap: (wanted, shown) => `${wanted} does not exist, ${shown}`,
      twice: (at, which) => `${at} happens twice, the ${which}`,
      adjusted: {
        deferred: 'quiet hours: after them',
        advanced: 'quiet hours: before they begin',
        in_app_only: 'quiet hours: in the app only',
        spaced: 'a little later: another alarm has that moment',
        snoozed: 'snoozed',
        paused: 'after a pause',
      },
    },
    clocks: (city, from, to) => `The clocks change in ${city}: ${from} → ${to}`,
    ends: 'After that it ends.',
    remind: 'Remind somebody of this',
    whom: 'Whom',
    whomHint: 'Their quiet hours count.',
    whose: 'Whose clock counts',
    clockOf: {
      yours: (city) => `Your clock (${city})`,
      zone: (city) => `The clock of ${city}`,
      theirs: (name, city) => `${name}’s clock (${city})`,
    },
    clock: {
      yours: (city) => `your clock (${city})`,
      zone: (city) => `the clock of ${city}`,
      theirs: (name, city) => `${name}’s clock (${city})`,
    },
    byClocks: (time, clock, otherTime, otherClock) => `${time} by ${clock} is ${otherTime} by ${otherClock}.`,
    title: 'Of what',
    untitled: 'A reminder',
    schedule: 'Remind',
    scheduled: (whom, when) => `${whom} is reminded: ${when}.`,
    takenBack: 'Taken back: it does not ring.',
    see: 'See the reminder',
  },
  ko: {
    about: '말하듯이 또는 규칙으로 적으면 언제 울릴지 보여 줘요. 등록하기 전까지는 아무것도 저장하지 않아요.',
    by: '적는 방식',
    sentence: '문장',
    rule: '규칙',
    sentenceHint: '영어와 한국어를 알아들어요. 짐작하지 않고 물어봐요.',
    ruleHint: '캘린더에서 쓰는 RFC 5545 규칙이에요.',
    start: '시작',
    zone: '어느 시간대로',
    alsoZone: '함께 볼 시간대',
    examples: '예를 들면',
    sentences: [
      '매주 금요일 오후 4시 주간 보고',
      '내일 오전 9시 엄마에게 전화',
      '매달 31일 오전 10시 청구서 보내기',
      '매일 오전 2시 30분 백업 확인',
    ],
    rules: [
      ['FREQ=DAILY', '매일'],
      ['FREQ=WEEKLY;BYDAY=MO,WE,FR', '월·수·금요일'],
      ['FREQ=MONTHLY;BYMONTHDAY=31', '31일마다'],
      ['FREQ=MONTHLY;BYDAY=-1FR', '마지막 금요일'],
    ],
    understood: '이렇게 알아들었어요',
    asks: '한 가지 물어볼게요',
    refuses: '그렇게는 안 돼요',
    explained: '그렇게 본 까닭',
    ofWhat: (text) => `“${text}” 알림`,
    meant: '혹시 이 뜻인가요?',
    evening: (hour) => `오전으로 봤어요. “${hour}시”라고만 하면 오후일 수도 있어요.`,
    nothingYet: '위에 적어 보세요',
    nothingYetNext: '아래 예로 시작해도 좋아요.',
    next: (count) => `다음 ${count}번`,
    once: '한 번 울려요',
    mine: '내 시간대',
    notes: '조정한 것',
    noted: {
      shortMonth: (wanted, day) => `이 달에는 ${wanted.map((one) => `${one}일`).join(', ')}이 없어서 ${day}일`,
      gap: (wanted, shown) => `${withParticle(wanted, '은/는')} 없는 시각이라 ${shown}`,
      twice: (at, which) => `${withParticle(at, '이/가')} 두 번 있어서 ${which === 'first' ? '첫' : '두'} 번째`,
      adjusted: {
        deferred: '방해 금지 시간이 끝난 뒤',
        advanced: '방해 금지 시간이 시작되기 전',
        in_app_only: '방해 금지 시간이라 앱에서만',
        spaced: '다른 알람과 겹쳐서 조금 뒤',
        snoozed: '다시 알림',
        paused: '쉬는 시간이 끝난 뒤',
      },
    },
    clocks: (city, from, to) => `${city}의 시계가 바뀌어요: ${from} → ${to}`,
    ends: '그다음은 없어요.',
    remind: '이 내용으로 알림 보내기',
    whom: '누구에게',
    whomHint: '그 사람의 조용한 시간을 지켜요.',
    whose: '누구의 시계를 따를지',
    clockOf: {
      yours: (city) => `내 시계(${city})`,
      zone: (city) => `${city} 시계`,
      theirs: (name, city) => `${name} 님 시계(${city})`,
    },
    clock: {
      yours: (city) => `내 시계(${city})`,
      zone: (city) => `${city} 시계`,
      theirs: (name, city) => `${name} 님 시계(${city})`,
    },
    byClocks: (time, clock, otherTime, otherClock) => `${clock} ${time} = ${otherClock} ${otherTime}`,
    title: '무엇을',
    untitled: '알림',
    schedule: '등록하기',
    scheduled: (whom, when) => `${whom}에게 알려 줘요: ${when}.`,
    takenBack: '되돌렸어요. 울리지 않아요.',
    see: '알림 보기',
  },
}

const suffixes: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }

/** `31st` */
function nth(day: number): string {
  return `${day}${suffixes[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)] ?? 'th'}`
}
