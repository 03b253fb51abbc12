// Choosing people, and adding one who is not there yet.

import type { Words } from '../language.ts'

interface PeopleWords {
  readonly typeName: string
  readonly addNew: (name: string) => string
  readonly addSomebody: string
  readonly nobody: string
  readonly everybody: string
  readonly byId: (id: string) => string
  readonly newPerson: string
  readonly name: string
  readonly zone: string
  readonly zoneHint: string
  readonly email: string
  readonly emailHint: string
  readonly add: string
  readonly remove: (name: string) => string
  readonly noName: string
  readonly somebodyElse: string
}

export const words: Words<PeopleWords> = {
  en: {
    typeName: 'Type a name',
    addNew: (name) => `Add “${name}” as a new person…`,
    addSomebody: 'Add a new person…',
    nobody: 'Nobody of that name yet',
    everybody: 'Everybody',
    byId: (id) => `Whoever has the id “${id}”`,
    newPerson: 'A new person',
    name: 'Name',
    zone: 'Time zone',
    zoneHint: 'Where they are: they are reminded by their own clock.',
    email: 'Email (may be left empty)',
    emailHint: 'Without one they are reminded in their inbox here.',
    add: 'Add this person',
    remove: (name) => `Take ${name} out`,
    noName: 'A name is needed.',
    somebodyElse: 'Somebody else, too',
  },
  ko: {
    typeName: '이름을 입력하세요',
    addNew: (name) => `“${name}” 님을 새로 추가…`,
    addSomebody: '새 사람 추가…',
    nobody: '그런 이름이 아직 없어요',
    everybody: '모두',
    byId: (id) => `ID가 “${id}”인 사람`,
    newPerson: '새 사람',
    name: '이름',
    zone: '시간대',
    zoneHint: '이 사람이 있는 곳이에요. 이 사람의 시계에 맞춰 알려요.',
    email: '이메일 (비워 둬도 돼요)',
    emailHint: '없으면 이곳의 받은 알림함으로 알려요.',
    add: '이 사람 추가',
    remove: (name) => `${name} 님 빼기`,
    noName: '이름이 필요해요.',
    somebodyElse: '다른 사람도 추가',
  },
}
