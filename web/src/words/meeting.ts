// One meeting.

import { withParticle } from '../../../src/particles.ts'
import type { Meeting } from '../api.ts'
import type { Words } from '../language.ts'

interface MeetingWords {
  readonly gone: string
  readonly toList: string
  readonly state: Readonly<Record<Meeting['status'], (names: string) => string>>
  readonly expired: string
  readonly because: (reason: string) => string
  readonly when: string
  readonly proposed: string
  readonly proposedHint: (isAll: boolean) => string
  readonly accept: (name: string) => string
  readonly acceptAllTheSame: (name: string) => string
  readonly accepted: (name: string) => string
  readonly deny: (name: string) => string
  readonly denied: (name: string) => string
  readonly denyTitle: string
  readonly denyTold: (name: string) => string
  readonly move: string
  readonly cancel: string
  readonly cancelTitle: string
  readonly cancelDone: string
  readonly cancelWho: string
  readonly cancelTold: (names: string, reminders: number) => string
  readonly cancelled: string
  readonly keep: string
  readonly complete: string
  readonly completed: string
  readonly reason: string
  readonly reasonHint: string
  readonly file: string
  readonly where: string
  readonly who: string
  readonly asks: string
  readonly answers: Readonly<Record<'accepted' | 'denied' | 'none' | 'notNeeded', string>>
  readonly removedAt: string
  readonly conflictAt: string
  readonly reminders: string
  readonly remindersCount: (waiting: number) => string
  readonly remindersLater: (count: number | null, plan: string) => string
  readonly remindersNone: string
  readonly remindersNoPlan: string
  readonly toCome: string
  readonly plannedAt: (distance: string) => string
  readonly cancelOne: string
  readonly cancelOneOf: (name: string, when: string) => string
  readonly bringBackOf: (name: string, when: string) => string
  readonly cancelledOne: (name: string) => string
  readonly backOne: string
  readonly story: string
  readonly columns: Readonly<Record<'who' | 'when' | 'before' | 'state', string>>
  readonly notices: string
  readonly noticesHint: string
  readonly happened: string
  readonly wholeStory: string
  readonly event: Readonly<Record<Meeting['status'], (who: string) => string>>
  /** Of one that takes another's place. */
  readonly movedFrom: string
  readonly belfry: string
  readonly bySomebody: (actor: string) => string
  readonly lineage: string
  readonly wentTo: string
  readonly thisOne: string
  readonly tookItsPlace: string
  readonly and: (names: readonly string[]) => string
}

const listOf = (language: string) => (names: readonly string[]) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(names)

export const words: Words<MeetingWords> = {
  en: {
    gone: 'There is no such meeting',
    toList: 'All meetings',
    state: {
      pending: (names) => `No answer from ${names} yet: nothing is fixed.`,
      accepted: () => 'It takes place.',
      denied: (names) => `${names} said no. It does not take place.`,
      rescheduled: () => 'Another meeting has taken its place.',
      cancelled: () => 'It does not take place.',
      completed: () => 'It is over.',
    },
    expired: 'Nobody answered before its last time was over, so it does not take place.',
    because: (reason) => `Reason: ${reason}`,
    when: 'When',
    proposed: 'Proposed times',
    proposedHint: (isAll) =>
      isAll
        ? 'Everybody who was asked has to accept the same time.'
        : 'As soon as one of those who were asked accepts a time, it is fixed.',
    accept: (name) => `Accept for ${name}`,
    acceptAllTheSame: (name) => `Accept for ${name} all the same`,
    accepted: (name) => `Accepted for ${name}. Everybody has been told.`,
    deny: (name) => `Deny for ${name}`,
    denied: (name) => `Denied for ${name}.`,
    denyTitle: 'Deny the meeting',
    denyTold: (name) => `It does not take place then, and ${name} is told why.`,
    move: 'Move…',
    cancel: 'Cancel the meeting…',
    cancelTitle: 'Cancel the meeting',
    cancelDone: 'Cancel it',
    cancelWho: 'Who cancels it',
    cancelTold: (names, reminders) =>
      reminders > 0
        ? `${names} will be told at once, and ${reminders === 1 ? 'its reminder' : `its ${reminders} reminders`} will not be sent.`
        : `${names} will be told at once.`,
    cancelled: 'Cancelled. Everybody has been told.',
    keep: 'Keep it',
    complete: 'It took place',
    completed: 'Marked as over.',
    reason: 'Why (may be left empty)',
    reasonHint: 'The others are told.',
    file: 'Calendar file (.ics)',
    where: 'Where',
    who: 'Who takes part',
    asks: 'asks for it',
    answers: {
      accepted: 'accepted',
      denied: 'denied',
      none: 'has not answered yet',
      notNeeded: 'did not have to answer',
    },
    removedAt: 'removed it from their own calendar',
    conflictAt: 'A change of clocks has moved it into something else: look at its time.',
    reminders: 'Reminders',
    remindersCount: (waiting) =>
      waiting === 0
        ? 'None are still to come.'
        : waiting === 1
          ? '1 is still to come.'
          : `${waiting} are still to come.`,
    remindersLater: (count, plan) =>
      count === null
        ? `Reminders are made when a time is accepted, by the plan “${plan}”.`
        : `There are no reminders yet: ${count === 1 ? 'one is' : `${count} are`} made when a time is accepted (${plan}, for each person).`,
    remindersNone: 'It has no reminders: it was never accepted.',
    remindersNoPlan: 'Nobody is reminded of it: its plan has no steps.',
    toCome: 'to come',
    plannedAt: (distance) => `The plan says ${distance}; it was moved.`,
    cancelOne: 'Cancel',
    cancelOneOf: (name, when) => `Cancel the reminder of ${name}, ${when}`,
    bringBackOf: (name, when) => `Bring back the reminder of ${name}, ${when}`,
    cancelledOne: (name) => `Cancelled: ${name} is not reminded then.`,
    backOne: 'It rings after all.',
    story: 'Its story',
    columns: { who: 'Who', when: 'When', before: 'How long before', state: 'State' },
    notices: 'What people were told',
    noticesHint: 'Sent at once when the meeting changes.',
    happened: 'What happened',
    wholeStory: 'Everything, with all messages',
    event: {
      pending: (who) => `${who} asked for it`,
      accepted: (who) => `${who} accepted`,
      denied: (who) => `${who} denied it`,
      rescheduled: (who) => `${who} moved it`,
      cancelled: (who) => `${who} cancelled it`,
      completed: (who) => `${who} said that it took place`,
    },
    movedFrom: 'moved from',
    belfry: 'Belfry',
    bySomebody: (actor) => `by ${actor}`,
    lineage: 'Where it comes from',
    wentTo: 'Where it went',
    thisOne: 'this one',
    tookItsPlace: 'See the meeting that took its place',
    and: listOf('en'),
  },
  ko: {
    gone: '그런 미팅이 없어요',
    toList: '모든 미팅',
    state: {
      pending: (names) => `${names} 님이 아직 답하지 않았어요. 정해진 것은 없어요.`,
      accepted: () => '예정대로 열려요.',
      denied: (names) => `${names} 님이 거절했어요. 열리지 않아요.`,
      rescheduled: () => '다른 미팅이 대신해요.',
      cancelled: () => '열리지 않아요.',
      completed: () => '끝난 미팅이에요.',
    },
    expired: '마지막 시간이 지날 때까지 아무도 답하지 않아서 열리지 않아요.',
    because: (reason) => `이유: ${reason}`,
    when: '언제',
    proposed: '제안된 시간',
    proposedHint: (isAll) =>
      isAll ? '요청받은 모두가 같은 시간을 수락해야 해요.' : '요청받은 사람 중 한 명이 시간을 수락하면 바로 정해져요.',
    accept: (name) => `${name} 님 대신 수락`,
    acceptAllTheSame: (name) => `그래도 ${name} 님 대신 수락`,
    accepted: (name) => `${name} 님 대신 수락했어요. 모두에게 알렸어요.`,
    deny: (name) => `${name} 님 대신 거절`,
    denied: (name) => `${name} 님 대신 거절했어요.`,
    denyTitle: '미팅 거절',
    denyTold: (name) => `그러면 미팅은 열리지 않고, ${name} 님에게 이유를 알려요.`,
    move: '옮기기…',
    cancel: '미팅 취소…',
    cancelTitle: '미팅 취소',
    cancelDone: '취소하기',
    cancelWho: '취소하는 사람',
    cancelTold: (names, reminders) =>
      reminders > 0
        ? `${names} 님에게 바로 알리고, 리마인더 ${reminders}개는 보내지 않아요.`
        : `${names} 님에게 바로 알려요.`,
    cancelled: '취소했어요. 모두에게 알렸어요.',
    keep: '그대로 두기',
    complete: '마쳤어요',
    completed: '마친 것으로 표시했어요.',
    reason: '이유 (비워 둬도 돼요)',
    reasonHint: '다른 사람들에게 전해져요.',
    file: '캘린더 파일 (.ics)',
    where: '어디서',
    who: '참석자',
    asks: '요청한 사람',
    answers: { accepted: '수락', denied: '거절', none: '아직 답이 없어요', notNeeded: '답하지 않아도 됐어요' },
    removedAt: '자기 캘린더에서 지웠어요',
    conflictAt: '시계가 바뀌어 다른 일정과 겹치게 됐어요. 시간을 확인해 주세요.',
    reminders: '리마인더',
    remindersCount: (waiting) => (waiting === 0 ? '남은 것이 없어요.' : `${waiting}개가 남아 있어요.`),
    remindersLater: (count, plan) =>
      count === null
        ? `시간이 수락되면 “${plan}” 플랜대로 리마인더가 만들어져요.`
        : `아직 리마인더가 없어요. 시간이 수락되면 ${count}개가 만들어져요 (한 사람마다 ${plan}).`,
    remindersNone: '수락된 적이 없어서 리마인더가 없어요.',
    remindersNoPlan: '플랜이 비어 있어서 아무에게도 알리지 않아요.',
    toCome: '예정',
    plannedAt: (distance) => `플랜에는 ${withParticle(distance, '이지만/지만')} 옮겨졌어요.`,
    cancelOne: '취소',
    cancelOneOf: (name, when) => `${name} 님의 ${when} 리마인더 취소`,
    bringBackOf: (name, when) => `${name} 님의 ${when} 리마인더 되살리기`,
    cancelledOne: (name) => `취소했어요. ${name} 님에게 그때 알리지 않아요.`,
    backOne: '다시 알릴게요.',
    story: '자세한 이야기',
    columns: { who: '누구에게', when: '언제', before: '얼마 전에', state: '상태' },
    notices: '알린 내용',
    noticesHint: '미팅에 변화가 있을 때 바로 보내요.',
    happened: '있었던 일',
    wholeStory: '모든 메시지까지 보기',
    event: {
      pending: (who) => `${who} 님이 요청했어요`,
      accepted: (who) => `${who} 님이 수락했어요`,
      denied: (who) => `${who} 님이 거절했어요`,
      rescheduled: (who) => `${who} 님이 옮겼어요`,
      cancelled: (who) => `${who} 님이 취소했어요`,
      completed: (who) => `${who} 님이 마쳤다고 했어요`,
    },
    movedFrom: '옮기기 전:',
    belfry: 'Belfry',
    bySomebody: (actor) => `${actor}에서`,
    lineage: '이 미팅의 내력',
    wentTo: '옮겨 간 미팅',
    thisOne: '이 미팅',
    tookItsPlace: '대신하는 미팅 보기',
    and: listOf('ko'),
  },
}
