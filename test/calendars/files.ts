// Calendars in the manner of the programs that write them: their headers, their zones, their ways to say the same. All times lie in 2030.

const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n`

export const calendar = (...body: readonly string[]) =>
  lines('BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...body, 'END:VCALENDAR')

export const event = (...body: readonly string[]) => lines('BEGIN:VEVENT', ...body, 'END:VEVENT').trimEnd()

/** With the rules of today, as most programs write them. */
export const newYorkZone = lines(
  ...['BEGIN:VTIMEZONE', 'TZID:America/New_York', 'X-LIC-LOCATION:America/New_York'],
  ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400', 'TZNAME:EDT', 'DTSTART:19700308T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'TZNAME:EST', 'DTSTART:19701101T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU', 'END:STANDARD', 'END:VTIMEZONE'],
).trimEnd()

export const berlinZone = (tzid: string) =>
  lines(
    ...['BEGIN:VTIMEZONE', `TZID:${tzid}`],
    ...['BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
    ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ).trimEnd()

/** Google Calendar's "secret address": a weekly series over the change of the clocks, one moved, one cancelled, one left out. */
export const google = lines(
  ...['BEGIN:VCALENDAR', 'PRODID:-//Google Inc//Google Calendar 70.9054//EN', 'VERSION:2.0', 'CALSCALE:GREGORIAN'],
  ...['METHOD:PUBLISH', 'X-WR-CALNAME:ana@example.com', 'X-WR-TIMEZONE:America/New_York', newYorkZone],
  event(
    ...['DTSTART;TZID=America/New_York:20300225T093000', 'DTEND;TZID=America/New_York:20300225T101500'],
    ...['RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20300402T035959Z;BYDAY=MO', 'EXDATE;TZID=America/New_York:20300304T093000'],
    ...['DTSTAMP:20300101T000000Z', 'UID:weekly@google.com', 'SUMMARY:Confidential: weekly', 'SEQUENCE:1'],
    ...[
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ana;X-NUM',
      ' -GUESTS=0:mailto:ana@example.com',
    ],
    ...['STATUS:CONFIRMED', 'TRANSP:OPAQUE'],
    ...[
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-P0DT0H10M0S',
      'DESCRIPTION:This is an event reminder',
      'END:VALARM',
    ],
  ),
  event(
    ...['DTSTART;TZID=America/New_York:20300319T140000', 'DTEND;TZID=America/New_York:20300319T150000'],
    ...[
      'RECURRENCE-ID;TZID=America/New_York:20300318T093000',
      'UID:weekly@google.com',
      'SEQUENCE:2',
      'STATUS:CONFIRMED',
    ],
  ),
  event(
    ...['DTSTART;TZID=America/New_York:20300325T093000', 'DTEND;TZID=America/New_York:20300325T101500'],
    ...['RECURRENCE-ID:20300325T133000Z', 'UID:weekly@google.com', 'SEQUENCE:2', 'STATUS:CANCELLED'],
  ),
  event('DTSTART;VALUE=DATE:20300310', 'DTEND;VALUE=DATE:20300312', 'UID:away@google.com', 'TRANSP:OPAQUE'),
  event('DTSTART;VALUE=DATE:20300315', 'DTEND;VALUE=DATE:20300316', 'UID:birthday@google.com', 'TRANSP:TRANSPARENT'),
  'END:VCALENDAR',
)

/** Apple's Calendar: a duration, floating time, a birthday from before 1970, folded lines. */
export const apple = lines(
  ...['BEGIN:VCALENDAR', 'METHOD:PUBLISH', 'VERSION:2.0', 'X-WR-CALNAME:Home', 'PRODID:-//Apple Inc.//macOS 14.0//EN'],
  ...['X-APPLE-CALENDAR-COLOR:#1BADF8', 'X-WR-TIMEZONE:Europe/Paris', 'CALSCALE:GREGORIAN'],
  event(
    'UID:A1B2',
    'DTSTART;TZID=Europe/Paris:20300115T100000',
    'DURATION:PT1H30M',
    'SUMMARY:Dentist',
    'TRANSP:OPAQUE',
  ),
  event('UID:C3D4', 'DTSTART:20300116T080000', 'DTEND:20300116T083000', 'SUMMARY:Run'),
  event('UID:E5F6', 'DTSTART;VALUE=DATE:19590120', 'RRULE:FREQ=YEARLY', 'SUMMARY:Birthday of Bo'),
  event('UID:G7H8', 'DTSTART;TZ', ' ID=Europe/Paris:2030', ' 0117T220000', 'DTEND;TZID=Europe/Paris:20300118T060000'),
  event('UID:I9', 'DTSTART;VALUE=DATE:19650120', 'SUMMARY:Once, long ago'),
  'END:VCALENDAR',
)

/** Outlook: names of Windows, a zone of its own, busy states, a day that was exported as midnight to midnight. */
export const outlook = lines(
  ...['BEGIN:VCALENDAR', 'PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN', 'VERSION:2.0', 'METHOD:PUBLISH'],
  ...['X-MS-OLK-FORCEINSPECTOROPEN:TRUE', berlinZone('W. Europe Standard Time'), berlinZone('Customized Time Zone')],
  event(
    ...['CLASS:PUBLIC', 'UID:040000008200E00074C5B7101A82E008', 'DTSTAMP:20300101T000000Z', 'PRIORITY:5', 'SEQUENCE:0'],
    ...[
      'DTSTART;TZID="W. Europe Standard Time":20300701T090000',
      'DTEND;TZID="W. Europe Standard Time":20300701T100000',
    ],
    ...['SUMMARY;LANGUAGE=de:Vertraulich', 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY'],
  ),
  event(
    ...['UID:free', 'DTSTART;TZID="W. Europe Standard Time":20300701T120000'],
    ...['DTEND;TZID="W. Europe Standard Time":20300701T130000', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
  ),
  event(
    ...[
      'UID:custom',
      'DTSTART;TZID=Customized Time Zone:20300325T233000',
      'DTEND;TZID=Customized Time Zone:20300326T003000',
    ],
    'RRULE:FREQ=DAILY;COUNT=10',
  ),
  'END:VCALENDAR',
)
