// `belfry/language`: when a sentence means, in English and Korean.

export { parse, textCharsMax, usualDefaults } from './parse.ts'
export {
  type Defaults,
  type Language,
  type Moment,
  type Offer,
  type Parsed,
  type ParseOptions,
  type Question,
  type QuestionCode,
  questions,
  type RefusalReason,
  type Refused,
  type Repeat,
  type Repeating,
  refusals,
} from './result.ts'
export { type When, whenOf, whenOfOffer } from './when.ts'
