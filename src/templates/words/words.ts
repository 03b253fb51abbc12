// What built-in templates say, in one language. They are in the language of templates themselves: data, and no code for each.

/** What a reminder is about, by the type of its entity or its kind. */
export type Topic = 'other' | 'meeting' | 'task' | 'page' | 'checkin' | 'workout' | 'mealplan'

/** Where its moment lies when it rings. */
export type Phase = 'before' | 'now' | 'after'

export interface Sentence {
  readonly subject: string
  /** Follows the title. */
  readonly lead: string
  /** The same where there is little room. Default: the lead. */
  readonly short?: string
}

/** What people are told about a meeting as it happens. */
export type NoticeKind = 'requested' | 'accepted' | 'denied' | 'moved' | 'cancelled' | 'expired'

export interface NoticeSentence extends Sentence {
  /** Instead of the lead where it is about several slots, which are a list. */
  readonly several: string
}

export interface Words {
  /** By topic; a phase that a topic has not is that of `other`. */
  readonly topics: Readonly<Record<Topic, { readonly name: string } & { readonly [P in Phase]?: Sentence }>>
  /** `shifted`: nobody moved it, the clocks of its zone did. `settled`: it was moved, and the new time is accepted. */
  readonly notices: Readonly<Record<NoticeKind | 'shifted' | 'settled', NoticeSentence>>
  /** Follows a notice that has one. */
  readonly reason: string
  /** Several put together. */
  readonly summary: Sentence
  /** What could not be told for a while. */
  readonly resumed: Sentence
  readonly test: Sentence
  /** After the last item that is listed. */
  readonly more: string
}
