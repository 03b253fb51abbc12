// The verbs of chats.

import type { Context } from '../engine/context.ts'
import type { Ladder } from '../engine/ladder.ts'
import type { ChatVerbs, StateName } from './chat.ts'
import { link, putBot } from './link.ts'
import { findPerson, forgetPerson, putPerson } from './person.ts'
import { redeem } from './redeem.ts'
import { markHandled, readState, wasHandled, writeState } from './state.ts'

/** `defaults`: where whoever has chosen no channels is reached. */
export function chatVerbs(context: Context, defaults: Ladder): ChatVerbs {
  return {
    putBot: putBot.bind(null, context),
    link: link.bind(null, context),
    redeem: redeem.bind(null, context, defaults),
    person: findPerson.bind(null, context),
    putPerson: putPerson.bind(null, context),
    readState: <T>(name: StateName) => readState<T>(context, name),
    writeState: writeState.bind(null, context),
    forget: forgetPerson.bind(null, context),
    wasHandled: wasHandled.bind(null, context),
    markHandled: markHandled.bind(null, context),
  }
}
