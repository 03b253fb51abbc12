// Zones as people write them. An abbreviation says an offset too; where the zone has another one on that day, the other is offered.

import type { Row } from './lexicon.ts'

/** Which zone an abbreviation is of, and the minutes that it adds to UTC to the letter. */
export const abbreviations: Readonly<Record<string, readonly [zone: string, offsetMinutes: number]>> = {
  est: ['America/New_York', -300],
  edt: ['America/New_York', -240],
  cst: ['America/Chicago', -360],
  cdt: ['America/Chicago', -300],
  mst: ['America/Denver', -420],
  mdt: ['America/Denver', -360],
  pst: ['America/Los_Angeles', -480],
  pdt: ['America/Los_Angeles', -420],
  bst: ['Europe/London', 60],
  cet: ['Europe/Paris', 60],
  cest: ['Europe/Paris', 120],
  eet: ['Europe/Athens', 120],
  eest: ['Europe/Athens', 180],
  msk: ['Europe/Moscow', 180],
  ist: ['Asia/Kolkata', 330],
  sgt: ['Asia/Singapore', 480],
  hkt: ['Asia/Hong_Kong', 480],
  kst: ['Asia/Seoul', 540],
  jst: ['Asia/Tokyo', 540],
  aest: ['Australia/Sydney', 600],
  aedt: ['Australia/Sydney', 660],
  nzst: ['Pacific/Auckland', 720],
  nzdt: ['Pacific/Auckland', 780],
}

export const zoneRows: readonly Row[] = [
  ...Object.keys(abbreviations).map((name): Row => ['zone', name, name]),
  ['zone', 'UTC', 'utc|gmt|zulu|협정 세계시|세계 표준시|세계표준시'],
  [
    'zone',
    'America/New_York',
    'et|eastern|eastern time|new york time|ny time|nyc time|boston time|뉴욕 시간|미국 동부 시간|동부 시간|미국 동부시간',
  ],
  ['zone', 'America/Chicago', 'ct|central time|chicago time|시카고 시간|미국 중부 시간'],
  ['zone', 'America/Denver', 'mt|mountain time|denver time'],
  [
    'zone',
    'America/Los_Angeles',
    'pt|pacific|pacific time|la time|los angeles time|california time|seattle time|san francisco time|엘에이 시간|la 시간|미국 서부 시간|서부 시간|캘리포니아 시간|미국 서부시간',
  ],
  ['zone', 'Europe/London', 'london time|uk time|british time|런던 시간|영국 시간'],
  ['zone', 'Europe/Paris', 'paris time|french time|central european time|파리 시간|프랑스 시간'],
  ['zone', 'Europe/Berlin', 'berlin time|german time|베를린 시간|독일 시간'],
  ['zone', 'Asia/Seoul', 'seoul time|korea time|korean time|한국 시간|한국시간|서울 시간|서울시간'],
  ['zone', 'Asia/Tokyo', 'tokyo time|japan time|japanese time|도쿄 시간|일본 시간|일본시간|동경 시간'],
  ['zone', 'Asia/Shanghai', 'china time|beijing time|shanghai time|중국 시간|베이징 시간|북경 시간|상하이 시간'],
  ['zone', 'Asia/Singapore', 'singapore time|싱가포르 시간'],
  ['zone', 'Asia/Hong_Kong', 'hong kong time|홍콩 시간'],
  ['zone', 'Asia/Kolkata', 'india time|indian time|인도 시간'],
  ['zone', 'Asia/Dubai', 'dubai time|두바이 시간'],
  ['zone', 'Asia/Ho_Chi_Minh', 'vietnam time|베트남 시간'],
  ['zone', 'Asia/Bangkok', 'bangkok time|thailand time|방콕 시간|태국 시간'],
  ['zone', 'Australia/Sydney', 'sydney time|시드니 시간|호주 시간'],
]
