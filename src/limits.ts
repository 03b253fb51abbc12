// Limits on everything that comes from outside, with the unit in the name.

export const limits = {
  idBytesMax: 256,
  kindBytesMax: 64,
  channelNameBytesMax: 64,
  titleCharsMax: 2_000,
  bodyCharsMax: 20_000,
  dataBytesMax: 32_768,
  addressBytesMax: 4_096,
  channelsMax: 8,
  ladderDaysMax: 7,
  scheduleManyMax: 10_000,
  markManyMax: 1_000,
  alarmSyncMax: 1_000,
  listLimitMax: 200,
  cursorCharsMax: 400,
  /** Of which the first 60 count. */
  searchCharsMax: 200,
  countMax: 100_000,
  /** For one page of a list with a filter that no index serves. */
  listWalkMax: 2_000,
  /** Of `upcomingCounts`. */
  countSpansMax: 200,
  replyCharsMax: 500,
  /** What demo mode keeps of a message that it did not send. */
  suppressedCharsMax: 8_000,
  /** Of each part of a template. */
  templateBytesMax: 65_536,
  /** In each part of a template. */
  templatePlaceholdersMax: 500,
  /** Of one tenant. */
  templatesMax: 1_000,
  /** What may come out of a template, of each part. */
  messageCharsMax: 262_144,
  /** In one calendar feed: 90 days back, and on from there. */
  feedMeetingsMax: 1_000,
  stepsMax: 50,
  anchorsMax: 20,
  entityRecipientsMax: 1_000,
  /** Everybody, the requester too. */
  meetingParticipantsMax: 100,
  /** Kept free before a meeting, and after it. */
  meetingBufferDaysMax: 7,
  /** Proposed at once. */
  meetingSlotsMax: 50,
  /** What the rules of one call (a list to schedule, a preview) may take to look through; search.ts says what a step is. */
  ruleStepsMax: 2_000_000,
  /** Of one recipient. */
  availabilityBlocksMax: 500,
  /** What is asked about free and busy time, in one call. */
  availabilityDaysMax: 400,
  /** For whom a time is looked for, in one call. */
  slotParticipantsMax: 100,
  slotsMax: 100,
  /** Runs of sweeps by request, at once in one process; each has up to two connections. */
  sweepRunsMax: 4,
  /** Of one person. */
  calendarsMax: 20,
  /** Of an uploaded calendar, of one that is read from a URL, and of each answer of a CalDAV server. */
  calendarBytesMax: 5_242_880,
  /** In one calendar. */
  calendarObjectsMax: 20_000,
  /** Times at which one object of a calendar is busy in the window that is looked at, and those of a whole calendar. */
  busyTimesOfObjectMax: 10_000,
  busyTimesOfCalendarMax: 100_000,
  /** What a bot remembers of one person in one chat, under one name. */
  chatStateBytesMax: 262_144,
  /** In all calendars of one person. */
  busyTimesOfPersonMax: 200_000,
} as const
