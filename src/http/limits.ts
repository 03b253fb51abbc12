// Limits of the door, with the unit in the name.

export const limits = {
  bodyBytesMax: 1_048_576,
  headerBytesMax: 16_384,
  parameterCharsMax: 2_000,
  requestTimeoutMs: 30_000,
  headersTimeoutMs: 10_000,
  slowClientsEveryMs: 2_000,
  connectionTimeoutMs: 60_000,
  keepAliveTimeoutMs: 72_000,
  requestsPerMinuteKey: 60_000,
  requestsPerMinuteAddress: 120_000,
  /** Requests whose key is not known. */
  requestsPerMinuteStranger: 300,
  /** Each asks the database once a second. */
  eventStreamsMax: 1_000,
  eventStreamsOfTenantMax: 100,
  /** All are asked about in one statement (inbox-stream.ts): this many take 10 % of a core. */
  inboxStreamsMax: 5_000,
  inboxStreamsOfTenantMax: 4_000,
  inboxStreamsOfRecipientMax: 10,
} as const
