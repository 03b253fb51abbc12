// Places: which zone a position, a name or the time on somebody's clock means.

import { describe, expect, it } from 'vitest'
import { knownZone } from '../../time/zone-name.ts'
import { placesByClock, readClockTime } from './clock-place.ts'
import { findPlace } from './find-place.ts'
import { distanceKm, nearestPlaces } from './nearest.ts'
import { nameOfZone, places } from './place.ts'
import { hasSameRules } from './same-rules.ts'

// 05:30 in UTC: winter in the north.
const now = Date.UTC(2030, 0, 15, 5, 30)

describe('the table', () => {
  it('has several hundred cities, each with a zone that the runtime knows and a place on the globe', () => {
    expect(places().length).toBeGreaterThan(900)
    for (const { name, zone, latitude, longitude } of places()) {
      expect(knownZone(zone), name).toBe(zone)
      expect(Math.abs(latitude), name).toBeLessThanOrEqual(90)
      expect(Math.abs(longitude), name).toBeLessThanOrEqual(180)
    }
  })

  it('has no city twice in one zone, and none far from the others of its zone but islands', () => {
    const keys = places().map(({ name, zone }) => `${name} ${zone}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('measures along the surface', () => {
    const seoul = { latitude: 37.57, longitude: 126.98 }
    expect(distanceKm(seoul, seoul)).toBe(0)
    // Seoul to New York is 11,060 km; over the date line, Fiji to Samoa 1,200.
    expect(distanceKm(seoul, { latitude: 40.71, longitude: -74.01 })).toBeGreaterThan(11_000)
    expect(distanceKm(seoul, { latitude: 40.71, longitude: -74.01 })).toBeLessThan(11_120)
    expect(distanceKm({ latitude: -18.14, longitude: 178.44 }, { latitude: -13.83, longitude: -171.77 })).toBeLessThan(
      1_250,
    )
  })
})

/** Towns and sights that are not in the table themselves. */
const positions = [
  ...([
    ['Suwon', 37.26, 127.03, 'Asia/Seoul'],
    ['Yokohama', 35.44, 139.64, 'Asia/Tokyo'],
    ['Kanazawa', 36.56, 136.66, 'Asia/Tokyo'],
    ['Tianjin', 39.13, 117.2, 'Asia/Shanghai'],
    ['Shenzhen', 22.54, 114.06, 'Asia/Hong_Kong'],
    ['Taichung', 24.15, 120.67, 'Asia/Taipei'],
    ['Baguio', 16.41, 120.59, 'Asia/Manila'],
    ['Hue', 16.46, 107.59, 'Asia/Ho_Chi_Minh'],
    ['Pattaya', 12.93, 100.88, 'Asia/Bangkok'],
    ['Bagan', 21.17, 94.86, 'Asia/Yangon'],
    ['Malacca', 2.19, 102.25, 'Asia/Kuala_Lumpur'],
    ['Ubud', -8.51, 115.26, 'Asia/Makassar'],
    ['Yogyakarta', -7.8, 110.36, 'Asia/Jakarta'],
    ['Agra', 27.18, 78.01, 'Asia/Kolkata'],
    ['Pune', 18.52, 73.86, 'Asia/Kolkata'],
    ['Kandy', 7.29, 80.64, 'Asia/Colombo'],
    ['Everest Base Camp', 28.0, 86.85, 'Asia/Kathmandu'],
    ['Faisalabad', 31.42, 73.08, 'Asia/Karachi'],
    ['Bamyan', 34.82, 67.83, 'Asia/Kabul'],
    ['Qom', 34.64, 50.88, 'Asia/Tehran'],
    ['Sharjah', 25.35, 55.42, 'Asia/Dubai'],
    ['Mecca', 21.39, 39.86, 'Asia/Riyadh'],
    ['Cappadocia', 38.64, 34.83, 'Europe/Istanbul'],
    ['Lake Baikal, west shore', 51.9, 105.1, 'Asia/Irkutsk'],
    ['Ussuriysk', 43.8, 131.95, 'Asia/Vladivostok'],
  ] as const),
  ...([
    ['Liverpool', 53.41, -2.98, 'Europe/London'],
    ['Oxford', 51.75, -1.26, 'Europe/London'],
    ['Limerick', 52.66, -8.63, 'Europe/Dublin'],
    ['Coimbra', 40.21, -8.43, 'Europe/Lisbon'],
    ['Granada', 37.18, -3.6, 'Europe/Madrid'],
    ['Santiago de Compostela', 42.88, -8.54, 'Europe/Madrid'],
    ['Versailles', 48.8, 2.13, 'Europe/Paris'],
    ['Bremen', 53.08, 8.8, 'Europe/Berlin'],
    ['The Hague', 52.08, 4.31, 'Europe/Amsterdam'],
    ['Bologna', 44.49, 11.34, 'Europe/Rome'],
    ['Uppsala', 59.86, 17.64, 'Europe/Stockholm'],
    ['Stavanger', 58.97, 5.73, 'Europe/Oslo'],
    ['Espoo', 60.21, 24.66, 'Europe/Helsinki'],
    ['Łódź', 51.76, 19.46, 'Europe/Warsaw'],
    ['Patras', 38.25, 21.73, 'Europe/Athens'],
    ['Brașov', 45.66, 25.61, 'Europe/Bucharest'],
    ['Zaporizhzhia', 47.84, 35.14, 'Europe/Kyiv'],
    ['Tula', 54.19, 37.62, 'Europe/Moscow'],
  ] as const),
  ...([
    ['Hartford', 41.76, -72.68, 'America/New_York'],
    ['Savannah', 32.08, -81.09, 'America/New_York'],
    ['Ann Arbor', 42.28, -83.74, 'America/Detroit'],
    ['Madison', 43.07, -89.4, 'America/Chicago'],
    ['Fort Worth', 32.76, -97.33, 'America/Chicago'],
    ['Boulder', 40.01, -105.27, 'America/Denver'],
    ['Santa Fe', 35.69, -105.94, 'America/Denver'],
    ['Scottsdale', 33.49, -111.93, 'America/Phoenix'],
    ['Santa Barbara', 34.42, -119.7, 'America/Los_Angeles'],
    ['Tacoma', 47.25, -122.44, 'America/Los_Angeles'],
    ['Wasilla', 61.58, -149.44, 'America/Anchorage'],
    ['Waikiki', 21.28, -157.83, 'Pacific/Honolulu'],
    ['Hamilton, Ontario', 43.26, -79.87, 'America/Toronto'],
    ['Gander', 48.96, -54.61, 'America/St_Johns'],
    ['Banff', 51.18, -115.57, 'America/Edmonton'],
    ['Moose Jaw', 50.39, -105.53, 'America/Regina'],
    ['Whistler', 50.12, -122.95, 'America/Vancouver'],
    ['Querétaro', 20.59, -100.39, 'America/Mexico_City'],
    ['Tulum', 20.21, -87.46, 'America/Cancun'],
    ['Cartagena', 10.39, -75.51, 'America/Bogota'],
    ['Valencia, Venezuela', 10.16, -68.0, 'America/Caracas'],
    ['Machu Picchu', -13.16, -72.54, 'America/Lima'],
    ['Valparaíso', -33.05, -71.62, 'America/Santiago'],
    ['La Plata', -34.92, -57.95, 'America/Argentina/Buenos_Aires'],
    ['Campinas', -22.91, -47.06, 'America/Sao_Paulo'],
  ] as const),
  ...([
    ['Giza', 29.99, 31.21, 'Africa/Cairo'],
    ['Essaouira', 31.51, -9.77, 'Africa/Casablanca'],
    ['Thiès', 14.79, -16.93, 'Africa/Dakar'],
    ['Benin City', 6.34, 5.62, 'Africa/Lagos'],
    ['Kilimanjaro', -3.07, 37.36, 'Africa/Dar_es_Salaam'],
    ['Nakuru', -0.3, 36.07, 'Africa/Nairobi'],
    ['Stellenbosch', -33.93, 18.86, 'Africa/Johannesburg'],
    ['Lalibela', 12.03, 39.04, 'Africa/Addis_Ababa'],
    ['Wollongong', -34.42, 150.89, 'Australia/Sydney'],
    ['Ballarat', -37.56, 143.85, 'Australia/Melbourne'],
    ['Noosa', -26.4, 153.09, 'Australia/Brisbane'],
    ['Barossa Valley', -34.53, 138.95, 'Australia/Adelaide'],
    ['Uluru', -25.34, 131.04, 'Australia/Darwin'],
    ['Fremantle', -32.06, 115.75, 'Australia/Perth'],
    ['Rotorua', -38.14, 176.25, 'Pacific/Auckland'],
    ['Bora Bora', -16.5, -151.74, 'Pacific/Tahiti'],
    ['South Pole station', -89.99, 0.01, 'Antarctica/McMurdo'],
  ] as const),
]

describe('a position', () => {
  it.each(positions)('%s (%d, %d) is in %s', (_name, latitude, longitude, zone) => {
    const [first] = nearestPlaces({ latitude, longitude }, 3)
    expect(hasSameRules(first!.zone, zone, now), `${first!.name} in ${first!.zone}`).toBe(true)
  })

  it('is asked at more than 60 places, on every continent', () => {
    expect(positions.length).toBeGreaterThanOrEqual(60)
    const continents = new Set(positions.map(([, , , zone]) => zone.split('/')[0]))
    expect([...continents].sort()).toEqual([
      'Africa',
      'America',
      'Antarctica',
      'Asia',
      'Australia',
      'Europe',
      'Pacific',
    ])
  })

  it('offers the zones next to it, each once, so that a wrong side of a border is one tap away', () => {
    // Seen from Windsor, Detroit is across the river; Strasbourg is nearer to Germany than to most of France.
    const windsor = nearestPlaces({ latitude: 42.31, longitude: -83.04 }, 3).map(({ zone }) => zone)
    expect(windsor.slice(0, 2).sort()).toEqual(['America/Detroit', 'America/Toronto'])
    expect(new Set(windsor).size).toBe(3)
  })
})

describe('a name', () => {
  it.each([
    ['Seoul', 'Asia/Seoul'],
    ['서울', 'Asia/Seoul'],
    ['서울시', 'Asia/Seoul'],
    ['부산광역시', 'Asia/Seoul'],
    ['new york', 'America/New_York'],
    ['NYC', 'America/New_York'],
    ['뉴욕', 'America/New_York'],
    ['뉴욕 시간', 'America/New_York'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['상파울루', 'America/Sao_Paulo'],
    ['Zürich', 'Europe/Zurich'],
    ['zurich', 'Europe/Zurich'],
    ['koeln', 'Europe/Berlin'],
    ['Reykjavík', 'Atlantic/Reykjavik'],
    ['tromso', 'Europe/Oslo'],
    ['berlin time', 'Europe/Berlin'],
    ['I live in Madrid', 'Europe/Madrid'],
    ['런던에 살아요', 'Europe/London'],
    ['seoul, korea', 'Asia/Seoul'],
    ['Newcastle, Australia', 'Australia/Sydney'],
    ['mexico city', 'America/Mexico_City'],
    ['germany', 'Europe/Berlin'],
    ['독일', 'Europe/Berlin'],
    ['한국', 'Asia/Seoul'],
    ['England', 'Europe/London'],
    ['tokio', 'Asia/Tokyo'],
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['america/new york', 'America/New_York'],
    ['KST', 'Asia/Seoul'],
    ['utc', 'UTC'],
    ['kathmandu', 'Asia/Kathmandu'],
    ['Winamac', 'America/Indiana/Winamac'],
  ])('%s is %s', (text, zone) => {
    expect(findPlace(text, now)).toMatchObject({ kind: 'zone', zone })
  })

  it.each([
    ['Portland', ['America/New_York', 'America/Los_Angeles']],
    ['Birmingham', ['Europe/London', 'America/Chicago']],
    ['san jose', ['America/Los_Angeles', 'America/Costa_Rica']],
    ['Newcastle', ['Europe/London', 'Australia/Sydney']],
  ])('%s is asked about', (text, zones) => {
    const found = findPlace(text, now)
    expect(found.kind === 'several' && found.places.map(({ zone }) => zone).sort()).toEqual([...zones].sort())
  })

  it('asks where a country has several zones, big cities first', () => {
    const found = findPlace('미국', now)
    const names = found.kind === 'several' ? found.places.map(({ name }) => name) : []
    expect(names.slice(0, 4)).toEqual(['New York', 'Chicago', 'Denver', 'Los Angeles'])
    expect(findPlace('mexico', now).kind).toBe('several')
  })

  it.each(['', '   ', 'call mom', '!!!', 'xx', '라', 'x'.repeat(5_000), '🎈', 'Mars/Olympus'])('%j is none', (text) => {
    expect(findPlace(text, now)).toEqual({ kind: 'none' })
  })

  it('is shown in the language of whoever reads it', () => {
    expect(nameOfZone('Asia/Seoul', 'en')).toBe('Seoul')
    expect(nameOfZone('Asia/Seoul', 'ko')).toBe('서울')
    expect(nameOfZone('America/Indiana/Winamac', 'ko')).toBe('Winamac')
    expect(nameOfZone('UTC', 'en')).toBe('UTC')
  })
})

describe('the time on somebody’s clock', () => {
  it.each([
    ['14:30', [870]],
    ['14.30', [870]],
    ['1430', [870]],
    ['2:30 pm', [870]],
    ['2:30pm', [870]],
    ['오후 2시 반', [870]],
    ['14시 30분', [870]],
    ['지금 오후 2시 30분이에요', [870]],
    ["it's 14:30", [870]],
    ['00:05', [5]],
    ['noon', [720]],
  ])('%s', (text, minutes) => {
    expect(readClockTime(text)).toEqual(minutes)
  })

  it('may be morning or evening', () => {
    expect(readClockTime('2:30').sort()).toEqual([150, 870])
    expect(readClockTime('7').sort()).toEqual([1_140, 420].sort())
  })

  it.each(['hello', 'in 5 minutes', 'tomorrow', '25:00', '', 'every day at 3pm', 'call mom at 3pm'])(
    '%j is none',
    (text) => {
      expect(readClockTime(text)).toEqual([])
    },
  )

  it('is one zone where all that fit agree, also when the clock is a few minutes off', () => {
    for (const minutes of [14 * 60 + 30, 14 * 60 + 27, 14 * 60 + 34])
      expect(placesByClock([minutes], now).map(({ zone }) => zone)).toEqual(['Asia/Seoul'])
    // Half hours and three quarters.
    expect(placesByClock([11 * 60], now).map(({ zone }) => zone)).toEqual(['Asia/Kolkata'])
    expect(placesByClock([11 * 60 + 15], now).map(({ zone }) => zone)).toEqual(['Asia/Kathmandu'])
  })

  it('is several where the clocks will change on different days, or on one side of the equator only', () => {
    const names = placesByClock([6 * 60 + 30], now).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['Berlin', 'Lagos']))
    const westCoast = placesByClock([21 * 60 + 30], now).map(({ name }) => name)
    expect(westCoast).toContain('Los Angeles')
  })

  it('knows the date line: one time of day, a day apart', () => {
    // 19:30 is +14 (tomorrow has begun there) and -10.
    const zones = placesByClock([19 * 60 + 30], now).map(({ zone }) => zone)
    expect(zones).toEqual(expect.arrayContaining(['Pacific/Honolulu', 'Pacific/Kiritimati']))
  })
})
