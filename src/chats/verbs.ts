// The verbs of chats.

import type { Context } from '../engine/context.ts'
import type { ChatVerbs, StateName } from './chat.ts'
import { link, redeem } from './link.ts'
import { findPerson, forgetPerson, putPerson } from './person.ts'
import { markHandled, readState, wasHandled, writeState } from './state.ts'

export function chatVerbs(context: Context): ChatVerbs {
  return {
    link: link.bind(null, context),
    redeem: redeem.bind(null, context),
    person: findPerson.bind(null, context),
    putPerson: putPerson.bind(null, context),
    readState: <T>(name: StateName) => readState<T>(context, name),
    writeState: writeState.bind(null, context),
    forget: forgetPerson.bind(null, context),
    wasHandled: wasHandled.bind(null, context),
    markHandled: markHandled.bind(null, context),
  }
}
