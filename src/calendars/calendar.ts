// Calendars elsewhere: what they say about somebody's time blocks slots and acceptance. A file that was uploaded, a URL that is read now
// and then, or a CalDAV collection, which can be written, too. Of what is in them Belfry keeps times, and no words.

export interface CalendarInput {
  readonly recipient: string
  /** Chosen by the caller, or made here. */
  readonly id?: string
  readonly kind: 'file' | 'url' | 'caldav'
  /** Of a CalDAV server with several calendars it says which one, as that server calls it. */
  readonly name?: string | null
  /** Of `url` and `caldav`. Of CalDAV the collection, or its server. A user name and a password in it are taken out. */
  readonly url?: string
  /** Of `url` and `caldav`. They are sealed, never given out again, and forgotten when the calendar moves to another server. */
  readonly username?: string | null
  readonly password?: string | null
  /** Of events that name no zone, and of days. Default: the recipient's. */
  readonly timezone?: string | null
  /** What becomes of a meeting that they deleted there: `mark` it for everybody to see (default), or `cancel` it in their name. */
  readonly onRemoved?: 'mark' | 'cancel'
  /** CalDAV: write accepted meetings there. Default false. */
  readonly writes?: boolean
  /** How often it is read. Default `PT15M`. */
  readonly every?: string
  /** Of `file`: the iCalendar text. */
  readonly content?: string
  /** Only if the calendar is at this version. */
  readonly version?: number
}

export interface Calendar {
  readonly recipient: string
  readonly id: string
  readonly kind: 'file' | 'url' | 'caldav'
  readonly name: string | null
  /** Without user name and password. */
  readonly url: string | null
  readonly hasPassword: boolean
  readonly timezone: string | null
  readonly onRemoved: 'mark' | 'cancel'
  readonly writes: boolean
  readonly every: string
  readonly syncedAt: Date | null
  readonly nextSyncAt: Date | null
  /** Why it could not be read the last time, or what was left out. */
  readonly trouble: string | null
  readonly objects: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface CalendarName {
  readonly recipient: string
  readonly id: string
}

export interface Synced {
  readonly calendar: Calendar
  /** Objects that are new or changed, and those that are gone. */
  readonly changed: number
  readonly removed: number
  /** Meetings that were written there, or deleted because they are off. */
  readonly written: number
  /** Meetings that somebody removed there, and what was done about it. */
  readonly meetings: readonly { readonly meetingId: string; readonly outcome: 'marked' | 'cancelled' | 'ignored' }[]
}

/** The verbs: `belfry.calendars`. */
export interface CalendarVerbs {
  /**
   * Makes it, or changes what is given; then reads it. One that cannot be read just now is there all the same, with its `trouble`. Inside
   * a transaction of the caller's, what is elsewhere is read afterwards, by a worker.
   */
  put(input: CalendarInput): Promise<Synced>
  get(name: CalendarName): Promise<Calendar | null>
  list(query: { readonly recipient: string }): Promise<Calendar[]>
  delete(name: CalendarName): Promise<{ readonly deleted: boolean }>
  /** Reads it now, past its schedule. */
  sync(name: CalendarName): Promise<Synced>
}
