// The door to recurrence rules: read one, write it, say it in words, and ask when it happens.

export {
  nextOccurrence,
  type Occurrence,
  type OccurrenceOptions,
  occurrenceInstant,
  occurrences,
} from './occurrences.ts'
export { readRule } from './read-rule.ts'
export type { Rule, RuleInput, Unit, Weekday } from './rule.ts'
export { ruleText } from './rule-text.ts'
export { ruleWords } from './rule-words.ts'
export { Budget } from './search.ts'
