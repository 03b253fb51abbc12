import type { Words } from '../language.ts'

export interface EntityWords {
  readonly about: string
  readonly status: Readonly<Record<'active' | 'done' | 'cancelled', string>>
  /** Its moment has gone by, and nobody said that it is done. */
  readonly past: string
  readonly isMeeting: string
  readonly toMeeting: string
  readonly noDate: string
  readonly onlyReminders: string
  readonly when: string
  readonly who: string
  readonly nobody: string
  readonly plan: string
  readonly noPlan: string
  readonly says: string
  /** By programs. */
  readonly named: string
  readonly reminders: string
  readonly remindersAbout: string
  readonly noReminders: string
  readonly recipient: string
  readonly story: string
  readonly toCome: string
  readonly ringsBy: (who: string, kind: string) => string
  readonly ofReminder: (what: string, who: string, kind: string) => string
  readonly change: string
  readonly changeTitle: string
  readonly title: string
  readonly changed: (counts: string) => string
  readonly changedBack: string
  readonly needsPeople: string
  readonly move: string
  readonly moveTitle: string
  readonly moveAt: string
  readonly zone: string
  readonly zoneHint: string
  readonly moveAbout: string
  readonly moved: (counts: string) => string
  readonly counts: Readonly<
    Record<'created' | 'moved' | 'cancelled' | 'unchanged' | 'skippedPast' | 'inFlight', (n: number) => string>
  >
  readonly noCounts: string
  readonly cancel: string
  readonly cancelSure: string
  readonly cancelAbout: (count: number) => string
  readonly complete: string
  readonly completeSure: string
  readonly ended: (count: number) => string
  readonly undone: string
}

export const words: Words<EntityWords> = {
  en: {
    about: 'What reminders are about. Move it, and all of its reminders move with it.',
    status: { active: 'neither done nor called off', done: 'done', cancelled: 'called off' },
    past: 'past',
    isMeeting: 'This is a meeting: it is answered, moved and cancelled on its own page.',
    toMeeting: 'To the meeting',
    noDate: 'no date yet',
    onlyReminders: 'It has no date of its own: its reminders say when they ring.',
    when: 'When',
    who: 'Who is reminded',
    nobody: 'nobody',
    plan: 'When they are reminded',
    noPlan: 'no plan',
    says: 'Text',
    named: 'Type and id',
    reminders: 'Its reminders',
    remindersAbout: 'One for each person and each step of the plan. Choose one to see its story.',
    noReminders: 'Nobody is reminded of it.',
    recipient: 'Recipient',
    story: 'What happened, and what is to come',
    toCome: 'to come',
    ringsBy: (who, kind) => `Will remind ${who} (${kind})`,
    ofReminder: (what, who, kind) => `${what} · ${who}, ${kind}`,
    change: 'Change',
    changeTitle: 'What is it, and who is reminded?',
    title: 'Title',
    changed: (counts) => `Changed. Reminders: ${counts}.`,
    changedBack: 'It is as it was before.',
    needsPeople: 'Choose at least one person.',
    move: 'Move',
    moveTitle: 'When is it?',
    moveAt: 'Date and time',
    zone: 'Time zone',
    zoneHint: 'Left empty, it is each recipient’s own clock.',
    moveAbout: 'Its reminders follow: each keeps its distance to the new date.',
    moved: (counts) => `Moved. Reminders: ${counts}.`,
    counts: {
      created: (n) => `${n} new`,
      moved: (n) => `${n} moved`,
      cancelled: (n) => `${n} cancelled`,
      unchanged: (n) => `${n} as before`,
      skippedPast: (n) => `${n} left out, because their moment has passed`,
      inFlight: (n) => `${n} already being sent`,
    },
    noCounts: 'none',
    cancel: 'Call it off',
    cancelSure: 'Call it off?',
    cancelAbout: (count) =>
      count === 0
        ? 'No reminder of it is to come.'
        : `${count === 1 ? 'One reminder' : `${count} reminders`} will not ring any more.`,
    complete: 'It is done',
    completeSure: 'Is it done?',
    ended: (count) =>
      count === 1 ? 'One reminder will not ring any more.' : `${count} reminders will not ring any more.`,
    undone: 'It is on again, with its reminders.',
  },
  ko: {
    about: '리마인더의 대상이에요. 옮기면 모든 리마인더가 함께 움직여요.',
    status: { active: '완료·취소 전', done: '완료', cancelled: '취소됨' },
    past: '지남',
    isMeeting: '미팅이에요. 응답하고 옮기고 취소하는 일은 미팅 화면에서 해요.',
    toMeeting: '미팅으로 가기',
    noDate: '날짜 없음',
    onlyReminders: '대상 자체의 날짜는 없어요. 리마인더가 울릴 시각을 가지고 있어요.',
    when: '언제',
    who: '받는 사람',
    nobody: '없음',
    plan: '알림 시점',
    noPlan: '플랜 없음',
    says: '내용',
    named: '유형과 id',
    reminders: '리마인더',
    remindersAbout: '사람과 플랜의 단계마다 하나씩 있어요. 하나를 고르면 이야기를 볼 수 있어요.',
    noReminders: '알림을 받을 사람이 없어요.',
    recipient: '받는 사람',
    story: '있었던 일과 앞으로 있을 일',
    toCome: '예정',
    ringsBy: (who, kind) => `${who} 님에게 알릴 거예요(${kind})`,
    ofReminder: (what, who, kind) => `${what} · ${who}, ${kind}`,
    change: '바꾸기',
    changeTitle: '무엇이고, 누구에게 알릴까요?',
    title: '제목',
    changed: (counts) => `바꿨어요. 리마인더: ${counts}.`,
    changedBack: '바꾸기 전으로 되돌렸어요.',
    needsPeople: '한 사람 이상 골라 주세요.',
    move: '옮기기',
    moveTitle: '언제인가요?',
    moveAt: '날짜와 시각',
    zone: '시간대',
    zoneHint: '비워 두면 받는 사람 각자의 시계를 따라요.',
    moveAbout: '리마인더가 따라가요. 새 날짜와의 간격은 그대로예요.',
    moved: (counts) => `옮겼어요. 리마인더: ${counts}.`,
    counts: {
      created: (n) => `새로 ${n}개`,
      moved: (n) => `${n}개 옮김`,
      cancelled: (n) => `${n}개 취소`,
      unchanged: (n) => `${n}개 그대로`,
      skippedPast: (n) => `시각이 지나서 ${n}개 건너뜀`,
      inFlight: (n) => `${n}개는 이미 보내는 중`,
    },
    noCounts: '없음',
    cancel: '취소하기',
    cancelSure: '대상을 취소할까요?',
    cancelAbout: (count) =>
      count === 0 ? '예정된 리마인더가 없어요.' : `리마인더 ${count}개가 더 이상 울리지 않아요.`,
    complete: '끝났어요',
    completeSure: '끝났나요?',
    ended: (count) => `리마인더 ${count}개가 더 이상 울리지 않아요.`,
    undone: '리마인더와 함께 되살렸어요.',
  },
}
