// Calendars elsewhere: what they say about somebody's time blocks slots and acceptance. A file that was uploaded, a URL that is read now
// and then, or a CalDAV collection, which can be written, too. Of what is in them Belfry keeps times, and no words.

export interface CalendarInput {
  readonly recipient: string
  /** Chosen by the caller, or made here. */
  readonly id?: string
  readonly kind: 'file' | 'url' | 'caldav'
  readonly name?: string
  /** Of `url` and `caldav`. */
  readonly url?: string
  /** Of `caldav`. They are sealed, and never given out again. */
  readonly username?: string
  readonly password?: string
  /** Of events that name no zone. Default: the recipient's. */
  readonly timezone?: string
  /** What becomes of a meeting that they deleted there: `mark` it for everybody to see (default), or `cancel` it in their name. */
  readonly onRemoved?: 'mark' | 'cancel'
  /** CalDAV: write accepted meetings there. Default false. */
  readonly writes?: boolean
  /** How often it is read. Default `PT15M`. */
  readonly every?: string
  /** Of `file`: the iCalendar text. */
  readonly content?: string
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
  /** Why it could not be read the last time. */
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
  /** Meetings that were written there. */
  readonly written: number
  /** Meetings that somebody removed there, and what was done about it. */
  readonly meetings: readonly { readonly meetingId: string; readonly outcome: 'marked' | 'cancelled' | 'ignored' }[]
}

/** The verbs: `belfry.calendars`. */
export interface CalendarVerbs {
  put(input: CalendarInput): Promise<Synced>
  get(name: CalendarName): Promise<Calendar | null>
  list(query: { readonly recipient: string }): Promise<Calendar[]>
  delete(name: CalendarName): Promise<{ readonly deleted: boolean }>
  /** Reads it now, past its schedule. */
  sync(name: CalendarName): Promise<Synced>
}
