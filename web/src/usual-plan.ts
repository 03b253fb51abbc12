/** When a meeting reminds where nobody says: as the server has it (src/meetings/read-input.ts), by test. */
export const usualPlan = ['-PT24H', '-PT1H', '-PT15M'] as const
