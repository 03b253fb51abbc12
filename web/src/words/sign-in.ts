import type { Words } from '../language.ts'

interface SignIn {
  readonly title: string
  readonly about: string
  readonly key: string
  readonly where: string
  readonly enter: string
  readonly notKept: string
  readonly linkOver: string
}

export const words: Words<SignIn> = {
  en: {
    title: 'Sign in',
    about:
      'Belfry reminds people on time, once, on the channels they chose. Here you see what will ring, what rang, and why not.',
    key: 'Key',
    where: 'The operator’s key (BELFRY_OPERATOR_KEY; printed by belfry serve at its first start), or an API key.',
    enter: 'Sign in',
    notKept:
      'The key is right, but this browser does not keep the session at this address. Open the page over https, or on http://localhost.',
    linkOver:
      'This link does not sign in any more: it is good once, for ten minutes, and until the server is started anew. Sign in with the key (BELFRY_OPERATOR_KEY, or the one that the first start printed); belfry keys create ops --scope operator makes another.',
  },
  ko: {
    title: '로그인',
    about:
      'Belfry는 정해진 시각에, 한 번만, 고른 채널로 알려 줘요. 무엇이 울릴지, 무엇이 울렸는지, 왜 울리지 않았는지 여기서 볼 수 있어요.',
    key: '키',
    where: '운영자 키(BELFRY_OPERATOR_KEY, belfry serve를 처음 시작할 때 표시돼요) 또는 API 키를 입력해 주세요.',
    enter: '로그인',
    notKept:
      '키는 맞지만 이 주소에서는 브라우저가 로그인을 유지하지 않아요. https 또는 http://localhost로 열어 주세요.',
    linkOver:
      '이 링크로는 더 이상 로그인할 수 없어요. 한 번만, 10분 동안, 서버를 다시 시작하기 전까지 쓸 수 있어요. 키(BELFRY_OPERATOR_KEY 또는 처음 시작할 때 표시된 키)로 로그인해 주세요. belfry keys create ops --scope operator로 새 키를 만들 수 있어요.',
  },
}
