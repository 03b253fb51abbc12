import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

interface Plans {
  readonly about: string
  readonly add: string
  readonly change: string
  readonly changing: (name: string) => string
  readonly delete: string
  readonly deleted: (name: string) => string
  readonly restored: (name: string) => string
  readonly saved: string
  readonly usual: string
  readonly builtIn: string
  readonly usualUsed: string
  readonly none: string
  readonly noneNext: string
  readonly name: string
  readonly nameHint: string
  readonly used: (count: number) => string
  readonly followLater: string
  readonly steps: string
  readonly step: (number: number) => string
  readonly addStep: string
  readonly removeStep: (number: number) => string
  readonly noSteps: string
  readonly count: string
  readonly unit: string
  readonly units: Readonly<Record<'minutes' | 'hours' | 'days' | 'weeks' | 'written', string>>
  readonly written: string
  readonly writtenHint: string
  readonly side: string
  readonly sides: Readonly<Record<'before' | 'at' | 'after', string>>
  readonly anchor: string
  readonly kind: (kind: string) => string
  readonly from: (words: string, anchor: string) => string
  readonly on: (words: string, channels: string) => string
  readonly moment: string
}

export const words: Words<Plans> = {
  en: {
    about: 'When things remind: steps under a name, each so long before the moment, at it, or after it.',
    add: 'Make a plan',
    change: 'Change',
    changing: (name) => `Change ${name}`,
    delete: 'Delete',
    deleted: (name) => `${name} is deleted.`,
    restored: (name) => `${name} is back.`,
    saved: 'Saved.',
    usual: 'Meetings, as usual',
    builtIn: 'built in',
    usualUsed: 'Used where no other is named',
    none: 'There is no plan of your own yet',
    noneNext: 'Make one, such as a day, an hour and 15 minutes before. Meetings and other things then name it.',
    name: 'Name',
    nameHint: 'What things call it by, such as meetings: letters, digits, _ - . and :',
    used: (count) => (count === 0 ? 'used by nothing' : count === 1 ? 'used by one thing' : `used by ${count} things`),
    followLater: 'Things that use it follow when they are next saved.',
    steps: 'Steps',
    step: (number) => `Step ${number}`,
    addStep: 'Add a step',
    removeStep: (number) => `Remove step ${number}`,
    noSteps: 'Without a step, nothing reminds.',
    count: 'How long',
    unit: 'Unit',
    units: { minutes: 'minutes', hours: 'hours', days: 'days', weeks: 'weeks', written: 'as a duration' },
    written: 'Duration',
    writtenHint: 'ISO 8601, such as P1DT2H',
    side: 'Before or after',
    sides: { before: 'before', at: 'at the time', after: 'after' },
    anchor: 'Counted from',
    kind: (kind) => `kind: ${kind}`,
    from: (words, anchor) => `${words} (${anchor})`,
    on: (words, channels) => `${words}, ${channels}`,
    moment: 'the moment',
  },
  ko: {
    about: '언제 알릴지 이름을 붙여 모아 둔 거예요. 단계마다 그 시각보다 얼마나 전인지, 그때인지, 뒤인지 정해요.',
    add: '플랜 만들기',
    change: '바꾸기',
    changing: (name) => `${name} 바꾸기`,
    delete: '삭제',
    deleted: (name) => `${name} 플랜을 삭제했어요.`,
    restored: (name) => `${name} 플랜을 되살렸어요.`,
    saved: '저장했어요.',
    usual: '미팅의 기본 플랜',
    builtIn: '기본 제공',
    usualUsed: '다른 플랜을 정하지 않으면 써요',
    none: '직접 만든 플랜은 아직 없어요',
    noneNext: '하루 전, 1시간 전, 15분 전처럼 하나 만들어 보세요. 미팅이나 다른 대상이 그 이름을 써요.',
    name: '이름',
    nameHint: 'meetings처럼 대상이 부르는 이름이에요. 영문자, 숫자, _ - . : 만 쓸 수 있어요.',
    used: (count) => (count === 0 ? '쓰는 대상이 없어요' : `대상 ${count}개가 써요`),
    followLater: '이 플랜을 쓰는 대상은 다음에 저장될 때 바뀌어요.',
    steps: '단계',
    step: (number) => `${number}단계`,
    addStep: '단계 추가',
    removeStep: (number) => `${number}단계 삭제`,
    noSteps: '단계가 없으면 아무것도 알리지 않아요.',
    count: '얼마나',
    unit: '단위',
    units: { minutes: '분', hours: '시간', days: '일', weeks: '주', written: '기간 직접 입력' },
    written: '기간',
    writtenHint: 'ISO 8601 형식이에요. 예: P1DT2H',
    side: '전 또는 후',
    sides: { before: '전', at: '정시', after: '후' },
    anchor: '기준',
    kind: (kind) => `종류: ${kind}`,
    from: (words, anchor) => `${words}(${anchor})`,
    on: (words, channels) => `${words}, ${withParticle(channels, '으로/로')}`,
    moment: '그 시각',
  },
}
