import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

type Rights = 'read' | 'write' | 'operator'
type State = 'good' | 'revoked' | 'expired' | 'ending'

interface Keys {
  readonly about: string
  readonly add: string
  readonly notYours: string
  readonly notYoursNext: string
  readonly none: string
  readonly noneNext: string
  readonly whose: string
  readonly ofAll: string
  readonly ofTenant: (tenant: string) => string
  readonly showsEnded: string
  readonly name: string
  readonly nameHint: string
  readonly tenant: string
  readonly tenantHint: string
  readonly rights: string
  readonly rightsOf: Readonly<Record<Rights, string>>
  readonly scopes: Readonly<Record<Rights, string>>
  readonly lasts: string
  readonly lastsOf: Readonly<Record<'' | 'P30D' | 'P90D' | 'P365D', string>>
  readonly everyTenant: string
  readonly made: (when: string, by: string) => string
  readonly until: (when: string) => string
  readonly states: Readonly<Record<State, string>>
  readonly replacedBy: (id: string) => string
  readonly rotate: string
  readonly rotateAbout: (name: string) => string
  readonly overlap: string
  readonly overlaps: Readonly<Record<'PT0S' | 'PT1H' | 'PT24H' | 'P7D', string>>
  readonly revoke: string
  readonly revokeAsk: (name: string) => string
  readonly revoked: (name: string) => string
  readonly newKey: (name: string) => string
  readonly key: string
}

export const words: Words<Keys> = {
  en: {
    about: 'What programs sign their requests with. Each belongs to one tenant and may do only what its rights say.',
    add: 'Make a key',
    notYours: 'Keys are made and revoked by the operator',
    notYoursNext: 'You are signed in with a tenant’s key. Sign in with the operator’s key to see them.',
    none: 'There is no key yet',
    noneNext: 'Make one for your program; the operator’s own key is better kept for people.',
    whose: 'Whose',
    ofAll: 'Of every tenant',
    ofTenant: (tenant) => `Of ${tenant}`,
    showsEnded: 'Also those that ended',
    name: 'Name',
    nameHint: 'Where it is used, such as web site.',
    tenant: 'Tenant',
    tenantHint: 'Whose reminders it opens.',
    rights: 'What it may do',
    rightsOf: {
      read: 'Read: see everything of its tenant, change nothing',
      write: 'Read and write: whatever a program of the tenant does',
      operator: 'Operator: every tenant, keys and holds too',
    },
    scopes: { read: 'reads', write: 'writes', operator: 'operator' },
    lasts: 'Good for',
    lastsOf: { '': 'until it is revoked', P30D: '30 days', P90D: '90 days', P365D: 'a year' },
    everyTenant: 'every tenant',
    made: (when, by) => `made ${when} by ${by}`,
    until: (when) => `until ${when}`,
    states: { good: 'good', revoked: 'revoked', expired: 'expired', ending: 'ending' },
    replacedBy: (id) => `replaced by ${id}`,
    rotate: 'Rotate',
    rotateAbout: (name) =>
      `A new key with the rights of ${name}. The old one stays good for a while, so that its users can be told one after the other.`,
    overlap: 'The old one stays good for',
    overlaps: { PT0S: 'no longer', PT1H: 'an hour', PT24H: 'a day', P7D: 'a week' },
    revoke: 'Revoke',
    revokeAsk: (name) => `Whatever uses ${name} is shut out within two seconds. This cannot be taken back.`,
    revoked: (name) => `${name} opens nothing any more.`,
    newKey: (name) => `The key of ${name}`,
    key: 'Key',
  },
  ko: {
    about: '프로그램이 요청할 때 쓰는 키예요. 키마다 한 테넌트에 속하고 권한에 있는 일만 할 수 있어요.',
    add: '키 만들기',
    notYours: '키는 운영자가 만들고 폐기해요',
    notYoursNext: '지금은 테넌트 키로 로그인했어요. 키를 보려면 운영자 키로 로그인해 주세요.',
    none: '아직 키가 없어요',
    noneNext: '프로그램에 쓸 키를 만들어 보세요. 운영자 키는 사람만 쓰는 것이 좋아요.',
    whose: '누구의 키',
    ofAll: '모든 테넌트',
    ofTenant: (tenant) => `${tenant}만`,
    showsEnded: '끝난 키도 보기',
    name: '이름',
    nameHint: '웹사이트처럼 어디에 쓰는지 적어 주세요.',
    tenant: '테넌트',
    tenantHint: '이 키로 볼 수 있는 알림의 주인이에요.',
    rights: '할 수 있는 일',
    rightsOf: {
      read: '읽기: 테넌트의 모든 것을 보지만 바꾸지는 못해요',
      write: '읽기와 쓰기: 테넌트의 프로그램이 하는 모든 일을 해요',
      operator: '운영자: 모든 테넌트와 키, 발송 중지까지 다뤄요',
    },
    scopes: { read: '읽기', write: '쓰기', operator: '운영자' },
    lasts: '유효 기간',
    lastsOf: { '': '폐기할 때까지', P30D: '30일', P90D: '90일', P365D: '1년' },
    everyTenant: '모든 테넌트',
    made: (when, by) => `${when}에 ${withParticle(by, '이/가')} 만듦`,
    until: (when) => `${when}까지`,
    states: { good: '사용 중', revoked: '폐기됨', expired: '만료됨', ending: '곧 끝남' },
    replacedBy: (id) => `${withParticle(id, '으로/로')} 교체됨`,
    rotate: '교체',
    rotateAbout: (name) =>
      `${withParticle(name, '과/와')} 권한이 같은 새 키를 만들어요. 쓰는 곳을 하나씩 바꿀 수 있게 이전 키도 잠시 쓸 수 있어요.`,
    overlap: '이전 키를 쓸 수 있는 기간',
    overlaps: { PT0S: '바로 끝내기', PT1H: '1시간', PT24H: '하루', P7D: '일주일' },
    revoke: '폐기',
    revokeAsk: (name) => `${name} 키를 쓰는 곳은 2초 안에 모두 막혀요. 되돌릴 수 없어요.`,
    revoked: (name) => `${name} 키는 이제 쓸 수 없어요.`,
    newKey: (name) => `${name} 키`,
    key: '키',
  },
}
