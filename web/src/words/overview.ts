import type { Words } from '../language.ts'

interface Overview {
  readonly about: string
  readonly allTenants: string
  readonly numbers: string
  readonly dueNow: string
  readonly pending: string
  readonly sentHour: string
  readonly p50: string
  readonly p99: string
  readonly lateHint: string
  readonly lateFresh: string
  readonly unknown: string
  readonly failed: string
  readonly attention: string
  readonly nextRing: string
  readonly nothing: string
  readonly roughly: (count: string) => string
  readonly atLeast: (count: string) => string
  readonly seconds: (count: string) => string
  readonly ms: (count: string) => string
  readonly minutes: (count: string) => string
  readonly range: string
  readonly ranges: Readonly<Record<'hour' | 'day' | 'week', string>>
  readonly rate: string
  readonly sent: string
  readonly lateness: string
  readonly half: string
  readonly most: string
  readonly trouble: string
  readonly backlog: string
  readonly due: string
  readonly waiting: string
  readonly nothingSent: string
  readonly noTrouble: string
  readonly noBacklog: string
  readonly next: string
  readonly allUpcoming: string
  readonly remind: string
  readonly nothingNext: string
  readonly nothingNextHow: string
  readonly workers: string
  readonly worker: string
  readonly since: string
  readonly sending: string
  readonly batches: (batches: number, deliveries: number) => string
  readonly idle: string
  readonly lease: string
  readonly gone: string
  readonly goneAbout: string
  readonly noWorker: string
  readonly noWorkerNext: string
  readonly switchAbout: string
  readonly stopAll: string
  readonly stopAllAbout: string
  readonly reason: string
  readonly reasonHint: string
  readonly stopped: string
}

export const words: Words<Overview> = {
  en: {
    about: 'How it rings: what is due, what was sent and how late, and who is at work.',
    allTenants: 'Numbers and charts are of all tenants together; what rings next is of this one.',
    numbers: 'Numbers',
    dueNow: 'due now',
    pending: 'to come',
    sentHour: 'sent, last hour',
    p50: 'late (median)',
    p99: 'late (99 %)',
    lateHint: 'How late it was what was sent in the last hour.',
    lateFresh: 'No worker has been running for all of it: what had to wait for one counts, too.',
    unknown: 'unknown',
    failed: 'failed',
    attention: 'need attention',
    nextRing: 'rings next',
    nothing: '–',
    roughly: (count) => `about ${count}`,
    atLeast: (count) => `${count}+`,
    seconds: (count) => `${count} s`,
    ms: (count) => `${count} ms`,
    minutes: (count) => `${count} min`,
    range: 'Time',
    ranges: { hour: '1 hour', day: '24 hours', week: '7 days' },
    rate: 'Sent',
    sent: 'sent',
    lateness: 'How late',
    half: 'half are at most',
    most: '99 % are at most',
    trouble: 'Failed and unknown',
    backlog: 'Due and waiting',
    due: 'due',
    waiting: 'deliveries that wait',
    nothingSent: 'Nothing was sent in this time.',
    noTrouble: 'Nothing failed in this time.',
    noBacklog: 'Nothing had to wait in this time.',
    next: 'Rings next',
    allUpcoming: 'All that will ring',
    remind: 'Remind somebody',
    nothingNext: 'Nothing is going to ring',
    nothingNextHow: 'Make a meeting, or remind somebody of something.',
    workers: 'Workers',
    worker: 'Worker',
    since: 'Runs since',
    sending: 'Sends right now',
    batches: (batches, deliveries) => `${deliveries} in ${batches === 1 ? 'one batch' : `${batches} batches`}`,
    idle: 'nothing',
    lease: 'Lease runs out',
    gone: 'gone',
    goneAbout: 'It is not connected any more. When its lease runs out, others see to what it was sending.',
    noWorker: 'No worker is running, so nothing rings',
    noWorkerNext: 'Start one: belfry serve has one of its own, belfry work is one by itself.',
    switchAbout:
      'Stops every new send at once, of every tenant. What is due meanwhile waits, and rings when it is let go.',
    stopAll: 'Stop everything',
    stopAllAbout: 'When this is answered, no worker sends anything any more. What is being sent right now arrives.',
    reason: 'Why',
    reasonHint: 'For whoever wonders later.',
    stopped: 'Stopped. Nothing new is sent.',
  },
  ko: {
    about: '지금 어떻게 울리고 있는지 봐요. 울릴 것, 보낸 것, 늦은 정도, 일하는 워커를 볼 수 있어요.',
    allTenants: '숫자와 그래프는 모든 테넌트를 합친 것이고, 다음에 울릴 목록은 이 테넌트의 것이에요.',
    numbers: '숫자',
    dueNow: '지금 울릴 것',
    pending: '앞으로 울릴 것',
    sentHour: '최근 1시간 보냄',
    p50: '지연 (중앙값)',
    p99: '지연 (99 %)',
    lateHint: '최근 1시간에 보낸 것이 얼마나 늦었는지예요.',
    lateFresh: '그 시간 내내 돌던 워커가 없어서, 워커를 기다린 것도 들어 있어요.',
    unknown: '알 수 없음',
    failed: '실패',
    attention: '확인 필요',
    nextRing: '다음 알림',
    nothing: '–',
    roughly: (count) => `약 ${count}`,
    atLeast: (count) => `${count} 이상`,
    seconds: (count) => `${count}초`,
    ms: (count) => `${count} ms`,
    minutes: (count) => `${count}분`,
    range: '기간',
    ranges: { hour: '1시간', day: '24시간', week: '7일' },
    rate: '보낸 수',
    sent: '보냄',
    lateness: '늦은 정도',
    half: '절반은 이 안에',
    most: '99 %는 이 안에',
    trouble: '실패와 알 수 없음',
    backlog: '밀린 것과 기다리는 것',
    due: '울릴 것',
    waiting: '기다리는 발송',
    nothingSent: '이 기간에 보낸 것이 없어요.',
    noTrouble: '이 기간에 실패한 것이 없어요.',
    noBacklog: '이 기간에 밀린 것이 없어요.',
    next: '다음에 울릴 것',
    allUpcoming: '예정된 것 모두 보기',
    remind: '알림 만들기',
    nothingNext: '울릴 것이 없어요',
    nothingNextHow: '미팅을 만들거나 누군가에게 알려 줄 것을 적어 보세요.',
    workers: '워커',
    worker: '워커',
    since: '시작',
    sending: '지금 보내는 것',
    batches: (batches, deliveries) => `${batches}묶음 ${deliveries}건`,
    idle: '없음',
    lease: '리스 만료',
    gone: '사라짐',
    goneAbout: '더는 연결되어 있지 않아요. 리스가 끝나면 다른 워커가 이어서 처리해요.',
    noWorker: '돌고 있는 워커가 없어서 아무것도 울리지 않아요',
    noWorkerNext: 'belfry serve를 시작하거나(워커가 들어 있어요) belfry work로 워커만 시작해 주세요.',
    switchAbout: '모든 테넌트의 새 발송을 바로 멈춰요. 그동안 울릴 것은 기다렸다가 다시 켜면 울려요.',
    stopAll: '모두 멈추기',
    stopAllAbout: '멈췄다는 답이 오면 어떤 워커도 더 보내지 않아요. 이미 보내는 중인 것은 도착해요.',
    reason: '이유',
    reasonHint: '나중에 궁금해할 사람을 위해 적어 주세요.',
    stopped: '멈췄어요. 새로 보내지 않아요.',
  },
}
