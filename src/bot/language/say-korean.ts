// The same in Korean.

import { withParticle } from '../../particles.ts'
import type { Rule } from '../../time/recurrence/rule.ts'
import { weekdays } from '../../time/recurrence/rule.ts'
import { shortClock as clock, shortMoment } from '../../time/short-moment.ts'
import type { QuestionCode, RefusalReason } from './result.ts'
import type { Words } from './say.ts'
import { lengthParts } from './say-length.ts'

const days = '월화수목금토일'

const questions: Record<QuestionCode, string> = {
  when: '언제 알려 드릴까요?',
  which_day: '어느 날에 알려 드릴까요?',
  which_time: '몇 시에 알려 드릴까요?',
  two_times: '시간이 여러 개 있어요. 언제 알려 드릴까요?',
  two_dates: '날짜가 여러 개 있어요. 언제 알려 드릴까요?',
  past: '이미 지난 시간이에요. 언제 알려 드릴까요?',
  deadline: '그때까지 하실 일이군요. 언제 알려 드릴까요?',
  length: '지금부터 그만큼 뒤인가요?',
  midnight: '그날이 시작되는 자정인가요, 끝나는 자정인가요?',
  month_or_day: '어느 쪽이 월이고 어느 쪽이 일인가요?',
  weekday: '날짜와 요일이 맞지 않아요. 언제인가요?',
  holiday: '며칠인가요?',
  how_often: '얼마나 자주, 언제 알려 드릴까요?',
  first_time: '반복과 날짜가 함께 있어요. 언제부터 시작할까요?',
}

const refused: Record<RefusalReason, string> = {
  past: '이미 지난 시간이에요.',
  'no such date': '없는 날짜예요.',
  'no such time': '없는 시각이에요.',
  'too far': '너무 먼 미래예요.',
  'too long': '글이 너무 길어요.',
}

const units: Readonly<Record<string, string>> = {
  year: '년',
  month: '개월',
  week: '주',
  day: '일',
  hour: '시간',
  minute: '분',
  second: '초',
}
const each: Readonly<Record<string, string>> = {
  year: '매년',
  month: '매월',
  week: '매주',
  day: '매일',
  hour: '매시간',
  minute: '매분',
  second: '매초',
}
const ordinals: Readonly<Record<string, string>> = {
  '1st': '첫째',
  '2nd': '둘째',
  '3rd': '셋째',
  '4th': '넷째',
  '5th': '다섯째',
  last: '마지막',
}

const workdays = weekdays.slice(0, 5).join()

function dayName(day: string): string {
  const words = day.split(' ')
  const name = `${days[weekdays.indexOf(words.at(-1) as (typeof weekdays)[number])]}요일`
  return words.length === 1 ? name : `${ordinals[words[0]!] ?? words[0]} ${name}`
}

function ruleWords(rule: Rule): string {
  const { every, interval = 1, on, onDays, inMonths, at, atMinutes, until, count } = rule
  const isWorkdays = on?.join() === workdays
  const often = interval === 1 ? each[every] : `${interval}${units[every]}마다`
  const words = [
    // 평일 means: of each week.
    isWorkdays && every === 'week' && interval === 1 ? null : often,
    inMonths?.map((month) => `${month}월`).join(', '),
    onDays?.map((day) => (day === -1 ? '말일' : `${day}일`)).join(', '),
    isWorkdays ? '평일' : on?.map(dayName).join(', '),
    at?.join(', '),
    atMinutes?.map((minute) => (minute === 0 ? '정각' : `${minute}분`)).join(', '),
    until && `(${dateWords(until)}까지)`,
    count && `(${count}번)`,
  ]
  return words.filter(Boolean).join(' ')
}

function dateWords(until: string): string {
  const [year, month, day] = until.slice(0, 10).split('-').map(Number)
  return `${year}년 ${month}월 ${day}일${until.length > 10 ? ` ${until.slice(11)}` : ''}`
}

const lengthWords = (iso: string) =>
  lengthParts(iso)
    .map(([count, unit]) => `${count}${units[unit]}`)
    .join(' ')

export const sayKorean: Words = {
  moment: (local, thisYear) => shortMoment('ko', local, thisYear),
  rule: ruleWords,
  repeat: ({ nag, afterCompletion }) =>
    nag ? `끝낼 때까지 ${lengthWords(nag.every)}마다` : `끝낼 때마다 ${lengthWords(afterCompletion ?? 'PT0S')} 뒤`,
  question: (why) => questions[why],
  refusal: (reason) => refused[reason],
  gap: (wanted, shown) =>
    `${wanted.month}월 ${wanted.day}일에는 ${withParticle(clock(wanted), '이/가')} 없어서 ${clock(shown)}에 알려 드려요`,
  twice: (local) =>
    `${local.month}월 ${local.day}일에는 ${withParticle(clock(local), '이/가')} 두 번 있어서 첫 번째에 알려 드려요`,
  shortMonths: (day) => `${day}일이 없는 달에는 말일에 알려 드려요`,
  leapDay: () => '2월 29일이 없는 해에는 2월 28일에 알려 드려요',
  otherReading: (chosen, other) => `${withParticle(chosen, '으로/로')} 이해했어요. ${other}일 수도 있어요`,
  defaultTime: (time) => `시각을 말하지 않으셔서 ${withParticle(time, '으로/로')} 정했어요`,
  nagMost: (times) => `최대 ${times}번`,
}
