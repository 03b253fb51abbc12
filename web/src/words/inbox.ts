// What the inbox says: the element <belfry-inbox>, and the page /inbox around it.

import type { NoticeKind } from '../../../src/meetings/notices.ts'
import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

export interface InboxWords {
  readonly title: string
  readonly bell: (unread: number) => string
  readonly lists: Readonly<Record<'unread' | 'all' | 'archived' | 'settings', string>>
  readonly states: Readonly<Record<'unread' | 'read' | 'archived' | 'snoozed' | 'done', string>>
  readonly snoozedUntil: (when: string) => string
  readonly untitled: string
  readonly close: string
  readonly readAll: string
  readonly actionsOf: (title: string) => string
  readonly done: string
  readonly snooze: string
  readonly snoozes: Readonly<Record<'PT10M' | 'PT1H' | 'tomorrow' | 'pick', string>>
  readonly until: (zone: string) => string
  readonly ok: string
  readonly read: string
  readonly unread: string
  readonly archive: string
  readonly unarchive: string
  readonly undo: string
  readonly dismiss: string
  readonly said: Readonly<Record<'done' | 'archived' | 'unarchived' | 'readAll' | 'undone' | 'saved', string>>
  readonly saidSnoozed: (when: string) => string
  readonly arrived: (title: string) => string
  /** Who did it, as the sentences take it. */
  readonly byOf: (name: string) => string
  readonly byYou: string
  /** What became of a meeting, by the kind of the notice. */
  /** `was`: of one that was moved, the time that it was agreed for before. */
  readonly news: Readonly<Record<NoticeKind, (by: string | null, when: string, was: string | null) => string>>
  /** Of several times that are proposed. */
  readonly oneOf: (count: number) => string
  /** When what it is about takes place, and how long before that this rang. */
  readonly which: (when: string, distance: string) => string
  /** It was snoozed, or goes on until it is done. */
  readonly onceMore: string
  readonly more: string
  readonly loading: string
  readonly again: string
  readonly empty: Readonly<Record<'unread' | 'all' | 'archived', string>>
  readonly emptyNext: Readonly<Record<'unread' | 'all' | 'archived', string>>
  readonly showAll: string
  readonly lost: string
  readonly failed: string
  readonly ended: string
  readonly endedNext: string
  readonly channels: string
  readonly channelsHint: string
  readonly channelNames: Readonly<Record<string, string>>
  readonly suspended: string
  readonly about: string
  readonly aboutHint: string
  readonly types: string
  readonly kinds: string
  readonly kindOnce: string
  readonly quiet: string
  readonly quietHint: (zone: string) => string
  readonly quietNone: string
  readonly from: string
  readonly to: string
  readonly onDays: string
  readonly addQuiet: string
  readonly removeQuiet: (from: string, to: string) => string
  readonly save: string
  readonly push: string
  readonly pushOn: string
  readonly pushOff: string
  readonly pushIsOn: string
  readonly pushHint: string
  readonly pushDenied: string
  readonly pushForeign: string
  readonly pushForeignLink: string
  readonly pushNone: string
  readonly pushUnset: string
  readonly zone: string
  readonly zoneOther: (zone: string) => string
  readonly useZone: (zone: string) => string
  readonly page: {
    readonly welcome: string
    readonly how: string
    readonly next: string
  }
}

export const words: Words<InboxWords> = {
  en: {
    title: 'Reminders',
    bell: (unread) => (unread === 0 ? 'Reminders, none unread' : `Reminders, ${unread} unread`),
    lists: { unread: 'Unread', all: 'All', archived: 'Archived', settings: 'Settings' },
    states: { unread: 'Unread', read: 'Read', archived: 'Archived', snoozed: 'Snoozed', done: 'Done' },
    snoozedUntil: (when) => `Rings again ${when}`,
    untitled: 'Reminder',
    close: 'Close',
    readAll: 'Mark all as read',
    actionsOf: (title) => `What to do with “${title}”`,
    done: 'Done',
    snooze: 'Snooze',
    snoozes: { PT10M: '10 minutes', PT1H: '1 hour', tomorrow: 'Tomorrow morning', pick: 'Pick a time' },
    until: (zone) => `Ring again at (${zone})`,
    ok: 'Snooze until then',
    read: 'Mark as read',
    unread: 'Mark as unread',
    archive: 'Archive',
    unarchive: 'Back from the archive',
    undo: 'Undo',
    dismiss: 'Close this message',
    said: {
      done: 'Done. It will not ring again.',
      archived: 'Archived.',
      unarchived: 'Back in your reminders.',
      readAll: 'All marked as read.',
      undone: 'Taken back.',
      saved: 'Saved.',
    },
    saidSnoozed: (when) => `Rings again ${when}.`,
    arrived: (title) => `New reminder: ${title}`,
    byOf: (name) => name,
    byYou: 'you',
    news: {
      requested: (by, when) => `${by ?? 'somebody'} asked for a meeting: ${when}`,
      accepted: (by, when, was) =>
        was
          ? `it is moved from ${was}, ${by ?? 'somebody'} accepted: ${when}`
          : `${by ?? 'somebody'} accepted: ${when}`,
      denied: (by, when) => `${by ?? 'somebody'} declined: ${when}`,
      moved: (by, when) =>
        by ? `${by} asked to move it: ${when}` : `the rules of its time zone have changed, it is now ${when}`,
      cancelled: (by, when) => `it is off${by ? `, ${by} cancelled` : ''}: ${when}`,
      expired: (_, when) => `it is off, nobody accepted: ${when}`,
    },
    oneOf: (count) => `one of ${count} times`,
    which: (when, distance) => `${when} · ${distance}`,
    onceMore: 'Once more',
    more: 'Show more',
    loading: 'Loading',
    again: 'Try again',
    empty: { unread: 'Nothing unread', all: 'No reminders yet', archived: 'The archive is empty' },
    emptyNext: {
      unread: 'What rings next appears here by itself.',
      all: 'What rings for you appears here by itself.',
      archived: 'What you archive is kept here.',
    },
    showAll: 'Show all',
    lost: 'No connection: what you see may be old. Trying again…',
    failed: 'That did not work',
    ended: 'This inbox has to be opened anew',
    endedNext: 'Its time is over. Reload the page, or follow your link again.',
    channels: 'Where you are reminded',
    channelsHint: 'What is switched off brings you nothing.',
    channelNames: {
      in_app: 'Here, in this inbox',
      email: 'Email',
      web_push: 'Notifications of your browser',
      telegram: 'Telegram',
      webhook: 'Webhook',
    },
    suspended: 'does not work at the moment',
    about: 'What you are reminded of',
    aboutHint: 'What is switched off does not ring anywhere.',
    types: 'About',
    kinds: 'When',
    kindOnce: 'Single reminders',
    quiet: 'Quiet hours',
    quietHint: (zone) => `Nothing rings then; it comes afterwards. Times of ${zone}.`,
    quietNone: 'None: it may ring at any time.',
    from: 'From',
    to: 'to',
    onDays: 'On which days it begins',
    addQuiet: 'Add quiet hours',
    removeQuiet: (from, to) => `Remove ${from} to ${to}`,
    save: 'Save quiet hours',
    push: 'Notifications on this device',
    pushOn: 'Turn on',
    pushOff: 'Turn off',
    pushIsOn: 'On: reminders appear here also while this page is closed.',
    pushHint: 'Reminders then appear also while this page is closed. Your browser will ask you.',
    pushDenied:
      'Your browser blocks notifications of this site. Allow them in its settings for this site, and come back.',
    pushForeign: 'They cannot be turned on inside this site, but on the page of your inbox:',
    pushForeignLink: 'Open my inbox',
    pushNone: 'This browser has no notifications. On an iPhone, add this page to the home screen first.',
    pushUnset: 'Notifications are not set up on this server.',
    zone: 'Time zone',
    zoneOther: (zone) => `Your device is in ${zone}.`,
    useZone: (zone) => `Use ${zone}`,
    page: {
      welcome: 'Your reminders',
      how: 'This page shows the reminders of one person, and needs a link that says whose.',
      next: 'Follow the link that you were given once more. If it is older than an hour, ask for a new one where you got it.',
    },
  },
  ko: {
    title: '알림',
    bell: (unread) => (unread === 0 ? '알림, 읽지 않은 알림 없음' : `알림, 읽지 않은 알림 ${unread}개`),
    lists: { unread: '읽지 않음', all: '전체', archived: '보관함', settings: '설정' },
    states: { unread: '읽지 않음', read: '읽음', archived: '보관됨', snoozed: '미룸', done: '완료' },
    snoozedUntil: (when) => `${when}에 다시 알려요`,
    untitled: '알림',
    close: '닫기',
    readAll: '모두 읽음으로 표시',
    actionsOf: (title) => `‘${title}’ 알림 처리`,
    done: '완료',
    snooze: '미루기',
    snoozes: { PT10M: '10분 뒤', PT1H: '1시간 뒤', tomorrow: '내일 아침', pick: '시간 고르기' },
    until: (zone) => `다시 알릴 시각 (${zone})`,
    ok: '그때까지 미루기',
    read: '읽음으로 표시',
    unread: '읽지 않음으로 표시',
    archive: '보관',
    unarchive: '보관함에서 꺼내기',
    undo: '되돌리기',
    dismiss: '이 메시지 닫기',
    said: {
      done: '완료했어요. 다시 울리지 않아요.',
      archived: '보관했어요.',
      unarchived: '보관함에서 꺼냈어요.',
      readAll: '모두 읽음으로 표시했어요.',
      undone: '되돌렸어요.',
      saved: '저장했어요.',
    },
    saidSnoozed: (when) => `${when}에 다시 알려 드려요.`,
    arrived: (title) => `새 알림: ${title}`,
    byOf: (name) => `${name} 님이`,
    byYou: '내가',
    news: {
      requested: (by, when) => `${by ? `${by} ` : ''}미팅을 요청했어요: ${when}`,
      accepted: (by, when, was) => `${by ? `${by} ` : ''}수락했어요: ${when}${was ? ` (전에는 ${was})` : ''}`,
      denied: (by, when) => `${by ? `${by} ` : ''}거절했어요: ${when}`,
      moved: (by, when) => (by ? `${by} 옮기자고 했어요: ${when}` : `시간대 규칙이 바뀌었어요. 이제 ${when}`),
      cancelled: (by, when) => `${by ? `${by} ` : ''}취소했어요: ${when}`,
      expired: (_, when) => `아무도 수락하지 않아 열리지 않아요: ${when}`,
    },
    oneOf: (count) => `제안된 시간 ${count}개`,
    which: (when, distance) => `${when} · ${distance}`,
    onceMore: '다시 알림',
    more: '더 보기',
    loading: '불러오는 중',
    again: '다시 시도',
    empty: { unread: '읽지 않은 알림이 없어요', all: '아직 알림이 없어요', archived: '보관함이 비어 있어요' },
    emptyNext: {
      unread: '다음 알림이 울리면 여기에 바로 나타나요.',
      all: '알림이 울리면 여기에 바로 나타나요.',
      archived: '보관한 알림은 여기에 있어요.',
    },
    showAll: '전체 보기',
    lost: '연결이 끊겼어요. 보이는 내용이 오래됐을 수 있어요. 다시 연결하고 있어요…',
    failed: '처리하지 못했어요',
    ended: '알림함을 다시 열어 주세요',
    endedNext: '사용 시간이 지났어요. 페이지를 새로 고치거나 링크를 다시 눌러 주세요.',
    channels: '알림을 받을 곳',
    channelsHint: '끄면 그곳으로는 아무것도 오지 않아요.',
    channelNames: {
      in_app: '이 알림함',
      email: '이메일',
      web_push: '브라우저 알림',
      telegram: '텔레그램',
      webhook: '웹훅',
    },
    suspended: '지금은 보낼 수 없어요',
    about: '알림 받을 내용',
    aboutHint: '끄면 어디에서도 울리지 않아요.',
    types: '종류',
    kinds: '시점',
    kindOnce: '따로 예약한 알림',
    quiet: '방해 금지 시간',
    quietHint: (zone) => `이 시간에는 울리지 않고, 끝난 뒤에 알려 드려요. ${zone} 시각이에요.`,
    quietNone: '없어요. 언제든 울릴 수 있어요.',
    from: '시작',
    to: '끝',
    onDays: '시작하는 요일',
    addQuiet: '방해 금지 시간 추가',
    removeQuiet: (from, to) => `${from}~${to} 삭제`,
    save: '방해 금지 시간 저장',
    push: '이 기기의 알림',
    pushOn: '켜기',
    pushOff: '끄기',
    pushIsOn: '켜져 있어요. 이 페이지를 닫아도 알림이 나타나요.',
    pushHint: '켜면 이 페이지를 닫아도 알림이 나타나요. 브라우저가 허용할지 물어봐요.',
    pushDenied: '브라우저가 이 사이트의 알림을 막고 있어요. 사이트 설정에서 허용한 뒤 다시 와 주세요.',
    pushForeign: '이 사이트 안에서는 켤 수 없고, 내 알림함 페이지에서 켤 수 있어요.',
    pushForeignLink: '내 알림함 열기',
    pushNone: '이 브라우저는 알림을 지원하지 않아요. 아이폰에서는 먼저 홈 화면에 추가해 주세요.',
    pushUnset: '이 서버에는 알림이 설정되어 있지 않아요.',
    zone: '시간대',
    zoneOther: (zone) => `이 기기의 시간대는 ${withParticle(zone, '이에요/예요')}.`,
    useZone: (zone) => `${zone} 시간대 쓰기`,
    page: {
      welcome: '내 알림',
      how: '한 사람의 알림을 보여 주는 페이지예요. 누구의 알림인지 알려 주는 링크가 필요해요.',
      next: '받은 링크를 다시 눌러 주세요. 한 시간이 지났다면 링크를 받은 곳에서 새로 받아 주세요.',
    },
  },
}
