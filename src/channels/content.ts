// The words of a message, made before it is sent (src/templates/). A channel says in which format it wants them.

import type { CalendarMethod } from '../calendar-text.ts'
import type { Message } from './channel.ts'

/** `email`: subject, text and HTML. `push`: a short title and text. `chat`: HTML of the few tags that Telegram knows. `plain`: text alone. */
export type Format = 'email' | 'push' | 'chat' | 'plain'

export const formats: readonly Format[] = ['email', 'push', 'chat', 'plain']

export interface Content {
  /** One line: an email's subject, a notification's title. */
  readonly subject: string
  readonly text: string
  /** Only for `email` and `chat`. */
  readonly html: string | null
  readonly actions: Actions | null
  /** Where what it is about has a time span: for a calendar file. */
  readonly span: Span | null
  /** Only for `email`, and instead of the span: the file of the meeting that it is about. */
  readonly calendar: CalendarPart | null
  /** What the person is called. */
  readonly recipientName: string | null
  /** How many reminders it is about; more than one where several were put together. */
  readonly count: number
}

/** Signed links that expire (`/r/{token}`); only where the server's own address is known. */
export interface Actions {
  /** Opens a page that offers all of them. */
  readonly open: string
  /** The same, with the button of Done first. */
  readonly done: string
  readonly snooze: string
  /** Also takes the one-click POST of RFC 8058. */
  readonly unsubscribe: string
  /** The token in them, for buttons that post it. */
  readonly token: string
}

/** A calendar file as it goes along, and what it is to whoever gets it. */
export interface CalendarPart {
  readonly method: CalendarMethod
  readonly text: string
}

export interface Span {
  readonly uid: string
  /** Raised with each change of the entity. */
  readonly sequence: number
  readonly title: string
  readonly description: string | null
  readonly location: string | null
  readonly start: Date
  readonly end: Date
  /** Null: an instant without a place. */
  readonly timezone: string | null
}

/** Makes the words of messages, in their order. */
export type Compose = (format: Format, messages: readonly ComposedMessage[]) => Promise<readonly Content[]>

/** What composing needs to know: a message before it has words, and on which channel. */
export interface ComposedMessage extends Omit<Message, 'address' | 'attempt' | 'tries' | 'critical' | 'content'> {
  readonly channel: string
}
