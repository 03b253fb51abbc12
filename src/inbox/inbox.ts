// The inbox of the surface: its verbs, and the types that go with them.

import type { Context } from '../engine/context.ts'
import { archiveItem, doneItem, readAllItems, readItem, snoozeItem, unarchiveItem, unreadItem } from './change.ts'
import { countInbox, getItem, inboxMark, listInbox } from './read.ts'
import { undoItem } from './undo.ts'

export type { ActionAnswer, ActionInput } from './act.ts'
export { type InboxItem, inboxStates } from './item.ts'
export type { Standing } from './standing.ts'

/** What was delivered in the app. */
export function inboxVerbs(context: Context) {
  return {
    list: listInbox.bind(null, context),
    get: getItem.bind(null, context),
    counts: countInbox.bind(null, context),
    /** Another one whenever anything has changed in the recipient's inbox. */
    mark: inboxMark.bind(null, context),
    /** Seen, too: what waits of it on other channels is not sent any more. */
    read: readItem.bind(null, context),
    unread: unreadItem.bind(null, context),
    archive: archiveItem.bind(null, context),
    unarchive: unarchiveItem.bind(null, context),
    snooze: snoozeItem.bind(null, context),
    done: doneItem.bind(null, context),
    /** Takes back what was said of it last: Done, or Snooze. */
    undo: undoItem.bind(null, context),
    readAll: readAllItems.bind(null, context),
  }
}
