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
  streamsMax: 1_000,
  streamsOfTenantMax: 100,
  streamsOfRecipientMax: 10,
} as const
