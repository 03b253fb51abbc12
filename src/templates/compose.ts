// Makes the words of messages: which template, in which language, with which values.

import type { Actions, ComposedMessage, Content, Format } from '../channels/content.ts'
import type { Database } from '../engine/database.ts'

export interface ComposeParts {
  readonly db: Database
  /** Signed links of one message; null where nobody knows how the server is reached. */
  readonly actionsOf: (message: ComposedMessage) => Promise<Actions | null>
}

export async function compose(
  { actionsOf }: ComposeParts,
  _format: Format,
  messages: readonly ComposedMessage[],
): Promise<readonly Content[]> {
  return await Promise.all(
    messages.map(async (message): Promise<Content> => {
      const { title, body, members } = message
      return {
        subject: title ?? body ?? '',
        text: [title, body].filter((line) => line !== null).join('\n\n'),
        html: null,
        actions: await actionsOf(message),
        span: null,
        recipientName: null,
        count: members?.length ?? 1,
      }
    }),
  )
}
