// What the page of what will ring says.

import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

interface Upcoming {
  readonly about: string
  readonly span: string
  readonly spans: Readonly<Record<'hour' | 'day' | 'week', string>>
  readonly before: string
  readonly after: string
  readonly remind: string
  readonly now: string
  readonly recipient: string
  readonly entity: string
  readonly channel: string
  readonly anyChannel: string
  readonly clear: string
  readonly counted: string
  readonly estimated: string
  readonly chart: string
  readonly pickHint: string
  readonly total: (count: string, isEstimate: boolean) => string
  readonly picked: string
  readonly all: string
  readonly list: string
  readonly overdue: string
  readonly today: string
  readonly tomorrow: string
  readonly none: string
  readonly noneNow: string
  readonly noneFiltered: string
  readonly noneNext: string
  readonly later: string
  readonly nextRing: (when: string) => string
  readonly lookOn: string
  readonly loadingMore: string
  readonly drag: string
  readonly dropAt: (when: string) => string
  readonly dropNowhere: string
  readonly past: string
  readonly adjusted: Readonly<Record<string, string>>
  /** Where its plan has it. */
  readonly planned: (distance: string) => string
}

interface Doing {
  readonly move: string
  readonly moveTitle: (what: string) => string
  readonly moveHint: Readonly<Record<'once' | 'step' | 'series', string>>
  readonly when: string
  readonly inZone: string
  readonly plus10: string
  readonly plus60: string
  readonly plusDay: string
  readonly more: string
  readonly whole: (what: string, who: string, which: string) => string
  readonly snooze: string
  readonly snoozes: readonly (readonly [minutes: number, words: string])[]
  readonly skip: string
  readonly skipHint: string
  readonly done: string
  readonly doneHint: string
  readonly cancel: string
  readonly cancelHint: string
  readonly cancelSeriesHint: string
  readonly open: string
  readonly sure: string
  readonly sureCancel: string
  readonly moved: (what: string, when: string) => string
  readonly merged: (what: string) => string
  readonly snoozed: (what: string, when: string) => string
  readonly skipped: (what: string, when: string | null) => string
  readonly isDone: (what: string) => string
  readonly cancelled: (what: string) => string
  readonly late: (what: string) => string
  readonly undone: string
}

export const words: Words<Upcoming & Doing> = {
  en: {
    about: 'Everything that is going to ring, in the order in which it does.',
    span: 'How far ahead',
    spans: { hour: 'Hour', day: 'Day', week: 'Week' },
    before: 'Earlier',
    after: 'Later',
    remind: 'Remind somebody',
    now: 'Now',
    recipient: 'Recipient',
    entity: 'About',
    channel: 'Channel',
    anyChannel: 'Any',
    clear: 'Show all',
    counted: 'reminders',
    estimated: 'about',
    chart: 'How many ring when',
    pickHint: 'Arrow keys go through the chart; Enter lists only what rings in that time, and again Enter everything.',
    total: (count, isEstimate) => `${isEstimate ? 'About ' : ''}${count} will ring`,
    picked: 'Only',
    all: 'Show the whole time',
    list: 'What will ring',
    overdue: 'Overdue: should have rung, and nobody has sent it yet',
    today: 'Today',
    tomorrow: 'Tomorrow',
    none: 'Nothing rings in this time',
    noneNow: 'Nothing is going to ring soon',
    noneFiltered: 'Nothing like that rings in this time',
    noneNext: 'Reminders come from things, meetings and alarms, or from a program that schedules them.',
    later: 'Look at a week',
    nextRing: (when) => `Next: ${when}`,
    lookOn: 'Look further',
    loadingMore: 'Loading more…',
    drag: 'Drag onto the chart to move it',
    dropAt: (when) => `Move to ${when}`,
    dropNowhere: 'Drop it on the chart',
    past: 'That moment has passed',
    planned: (distance) => `the plan says ${distance}`,
    adjusted: {
      deferred: 'after quiet hours',
      advanced: 'before quiet hours',
      in_app_only: 'quiet hours: in the app only',
      spaced: 'a little later, to keep apart',
      snoozed: 'moved to another time',
      paused: 'after a pause',
    },
    move: 'Move',
    moveTitle: (what) => `Move ${what}`,
    moveHint: {
      once: 'It rings at the new moment instead.',
      step: 'It belongs to a plan: this one ring moves, the thing it is about stays where it is.',
      series: 'It repeats: only its next ring moves.',
    },
    when: 'When',
    inZone: 'On the clock of',
    plus10: '+10 min',
    plus60: '+1 hour',
    plusDay: '+1 day',
    more: 'More',
    whole: (what, who, which) => [what, `for ${who}`, which].filter(Boolean).join(', '),
    snooze: 'Snooze',
    snoozes: [
      [10, '10 min later'],
      [60, '1 hour later'],
      [1_440, '1 day later'],
    ],
    skip: 'Skip',
    skipHint: 'Leaves out the next ring; the series goes on.',
    done: 'Done',
    doneHint: 'It is taken care of: nothing more of it rings now.',
    cancel: 'Cancel',
    cancelHint: 'It does not ring.',
    cancelSeriesHint: 'It does not ring, and the series ends.',
    open: 'Its whole story',
    sure: 'This cannot be taken back here.',
    sureCancel: 'Cancel this reminder',
    moved: (what, when) => `“${what}” rings ${when}.`,
    merged: (what) => `“${what}” would ring again before that: the next ring takes its place.`,
    snoozed: (what, when) => `“${what}” is snoozed until ${when}.`,
    skipped: (what, when) =>
      when ? `Skipped. “${what}” rings next ${when}.` : `Skipped. That was the last “${what}”.`,
    isDone: (what) => `“${what}” is done.`,
    cancelled: (what) => `“${what}” does not ring.`,
    late: (what) => `“${what}” was on its way already.`,
    undone: 'As it was before.',
  },
  ko: {
    about: '앞으로 울릴 모든 알림을 울리는 순서대로 보여 줘요.',
    span: '얼마나 앞까지',
    spans: { hour: '시간', day: '하루', week: '일주일' },
    before: '이전',
    after: '다음',
    remind: '알림 만들기',
    now: '지금',
    recipient: '받는 사람',
    entity: '대상',
    channel: '채널',
    anyChannel: '전체',
    clear: '전체 보기',
    counted: '개',
    estimated: '약',
    chart: '언제 몇 개가 울리는지',
    pickHint: '화살표 키로 차트를 옮겨 다녀요. Enter를 누르면 그 시간에 울리는 알림만, 다시 누르면 모두 보여요.',
    total: (count, isEstimate) => `${isEstimate ? '약 ' : ''}${count}개가 울려요`,
    picked: '선택한 구간',
    all: '전체 시간 보기',
    list: '울릴 알림',
    overdue: '늦음: 울렸어야 하는데 아직 아무도 보내지 않았어요',
    today: '오늘',
    tomorrow: '내일',
    none: '이 시간에는 울릴 알림이 없어요',
    noneNow: '곧 울릴 알림이 없어요',
    noneFiltered: '이 시간에는 그런 알림이 없어요',
    noneNext: '알림은 대상, 미팅, 알람에서 생기거나 프로그램이 예약해요.',
    later: '일주일 보기',
    nextRing: (when) => `다음: ${when}`,
    lookOn: '더 찾아보기',
    loadingMore: '더 불러오는 중…',
    drag: '차트로 끌어서 옮겨요',
    dropAt: (when) => `${withParticle(when, '으로/로')} 옮기기`,
    dropNowhere: '차트 위에 놓으세요',
    past: '이미 지난 시각이에요',
    planned: (distance) => `플랜에는 ${distance}`,
    adjusted: {
      deferred: '방해 금지 시간 이후',
      advanced: '방해 금지 시간 이전',
      in_app_only: '방해 금지 시간: 앱 안에서만',
      spaced: '겹치지 않게 조금 뒤로',
      snoozed: '다른 시간으로 옮겨짐',
      paused: '일시 중지 이후',
    },
    move: '옮기기',
    moveTitle: (what) => `“${what}” 옮기기`,
    moveHint: {
      once: '새로운 시각에 대신 울려요.',
      step: '플랜에 속한 알림이에요. 이번 알림만 옮겨지고 대상은 그대로 있어요.',
      series: '반복되는 알림이에요. 다음 한 번만 옮겨져요.',
    },
    when: '언제',
    inZone: '기준 시간대',
    plus10: '+10분',
    plus60: '+1시간',
    plusDay: '+1일',
    more: '더 보기',
    whole: (what, who, which) => [what, `${who} 님에게`, which].filter(Boolean).join(', '),
    snooze: '미루기',
    snoozes: [
      [10, '10분 뒤로'],
      [60, '1시간 뒤로'],
      [1_440, '하루 뒤로'],
    ],
    skip: '건너뛰기',
    skipHint: '다음 한 번을 건너뛰고 반복은 계속돼요.',
    done: '완료',
    doneHint: '처리했어요. 더는 울리지 않아요.',
    cancel: '취소',
    cancelHint: '울리지 않아요.',
    cancelSeriesHint: '울리지 않고, 반복도 끝나요.',
    open: '전체 이력',
    sure: '여기서는 되돌릴 수 없어요.',
    sureCancel: '알림 취소',
    moved: (what, when) => `“${what}” 알림이 ${when}에 울려요.`,
    merged: (what) => `“${what}” 알림이 그 전에 다시 울려요. 다음 알림이 대신해요.`,
    snoozed: (what, when) => `“${what}” 알림을 ${when}까지 미뤘어요.`,
    skipped: (what, when) =>
      when ? `건너뛰었어요. “${what}” 알림은 ${when}에 울려요.` : `건너뛰었어요. 마지막 “${what}” 알림이었어요.`,
    isDone: (what) => `“${what}” 알림을 완료했어요.`,
    cancelled: (what) => `“${what}” 알림이 울리지 않아요.`,
    late: (what) => `“${what}” 알림은 이미 보내는 중이었어요.`,
    undone: '이전 상태로 돌아갔어요.',
  },
}
