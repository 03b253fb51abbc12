// Which zone is meant by what somebody types: its name, or a city, however it is written.

import { zones } from './clock.ts'

/** Cities that no zone is named after, or only in the newest of browsers, and those that are typed in Korean. */
const others: Readonly<Record<string, string>> = {
  ...{ 서울: 'Asia/Seoul', 부산: 'Asia/Seoul', 대구: 'Asia/Seoul', 인천: 'Asia/Seoul', 대전: 'Asia/Seoul' },
  ...{ 광주: 'Asia/Seoul', 제주: 'Asia/Seoul', busan: 'Asia/Seoul', incheon: 'Asia/Seoul', 평양: 'Asia/Pyongyang' },
  ...{ 도쿄: 'Asia/Tokyo', 오사카: 'Asia/Tokyo', osaka: 'Asia/Tokyo', kyoto: 'Asia/Tokyo', 타이베이: 'Asia/Taipei' },
  ...{ 베이징: 'Asia/Shanghai', beijing: 'Asia/Shanghai', 상하이: 'Asia/Shanghai', shenzhen: 'Asia/Shanghai' },
  ...{ 홍콩: 'Asia/Hong_Kong', 싱가포르: 'Asia/Singapore', 방콕: 'Asia/Bangkok', 자카르타: 'Asia/Jakarta' },
  ...{
    마닐라: 'Asia/Manila',
    하노이: 'Asia/Bangkok',
    hanoi: 'Asia/Bangkok',
    두바이: 'Asia/Dubai',
    시드니: 'Australia/Sydney',
  },
  ...{ kolkata: 'Asia/Calcutta', mumbai: 'Asia/Calcutta', delhi: 'Asia/Calcutta', newdelhi: 'Asia/Calcutta' },
  ...{ bangalore: 'Asia/Calcutta', bengaluru: 'Asia/Calcutta', 뭄바이: 'Asia/Calcutta', 델리: 'Asia/Calcutta' },
  ...{ kathmandu: 'Asia/Katmandu', yangon: 'Asia/Rangoon', hochiminhcity: 'Asia/Saigon', 호찌민: 'Asia/Saigon' },
  ...{ 런던: 'Europe/London', 파리: 'Europe/Paris', 베를린: 'Europe/Berlin', 마드리드: 'Europe/Madrid' },
  ...{ 로마: 'Europe/Rome', 암스테르담: 'Europe/Amsterdam', 모스크바: 'Europe/Moscow', 이스탄불: 'Europe/Istanbul' },
  ...{ kyiv: 'Europe/Kiev', munich: 'Europe/Berlin', hamburg: 'Europe/Berlin', frankfurt: 'Europe/Berlin' },
  ...{ barcelona: 'Europe/Madrid', milan: 'Europe/Rome', lyon: 'Europe/Paris', geneva: 'Europe/Zurich' },
  ...{ 뉴욕: 'America/New_York', 워싱턴: 'America/New_York', 보스턴: 'America/New_York', 시카고: 'America/Chicago' },
  ...{ boston: 'America/New_York', washington: 'America/New_York', miami: 'America/New_York' },
  ...{ houston: 'America/Chicago', dallas: 'America/Chicago', austin: 'America/Chicago', 덴버: 'America/Denver' },
  ...{ sanfrancisco: 'America/Los_Angeles', seattle: 'America/Los_Angeles', 시애틀: 'America/Los_Angeles' },
  ...{ 샌프란시스코: 'America/Los_Angeles', 로스앤젤레스: 'America/Los_Angeles', 호놀룰루: 'Pacific/Honolulu' },
  ...{
    밴쿠버: 'America/Vancouver',
    토론토: 'America/Toronto',
    montreal: 'America/Toronto',
    상파울루: 'America/Sao_Paulo',
  },
  ...{ riodejaneiro: 'America/Sao_Paulo', buenosaires: 'America/Argentina/Buenos_Aires' },
}

export function isZone(text: string): boolean {
  return text === 'UTC' || zones.includes(text) || (text.includes('/') && isKnown(text))
}

/** Undefined: none, or more than one. */
export function zoneNamed(typed: string): string | undefined {
  const text = typed.trim()
  if (isZone(text)) return text
  const wanted = plain(text)
  if (wanted === '') return undefined
  if (wanted === 'utc' || wanted === 'gmt') return 'UTC'
  const whole = zones.find((zone) => plain(zone) === wanted)
  if (whole) return whole
  const ofCity = zones.filter((zone) => plain(zone.split('/').at(-1)!) === wanted)
  if (ofCity.length > 0) return ofCity.length === 1 ? ofCity[0] : undefined
  return Object.hasOwn(others, wanted) ? others[wanted] : undefined
}

/** Browsers list one name of each zone, and know its older and newer ones. */
function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Without case, accents and punctuation: `São Paulo` and `Sao_Paulo` are one. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
