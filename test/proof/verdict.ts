// What a scenario found: figures to print, and violations of a promise. Sabotaged builds name the violation that must
// catch them, so that a crash of the harness cannot pass for a catch.

export type Violation =
  | 'sent_twice'
  | 'missing'
  | 'early'
  | 'stuck'
  | 'unexplained_unknown'
  | 'false_sent'
  | 'sent_after_cancel'
  | 'cancel_lied'
  | 'marked_twice'
  | 'harmed'
  | 'unfair'
  | 'not_exercised'

export interface Verdict {
  readonly figures: Readonly<Record<string, number | string>>
  readonly violations: readonly { readonly violation: Violation; readonly detail: string }[]
}

export class Judge implements Verdict {
  readonly figures: Record<string, number | string> = {}
  readonly violations: { violation: Violation; detail: string }[] = []

  figure(name: string, value: number | string): void {
    this.figures[name] = value
  }

  expect(isKept: boolean, violation: Violation, detail: string): void {
    if (!isKept) this.violations.push({ violation, detail })
  }

  /** One violation for a list of offenders that must be empty. */
  none(offenders: readonly string[], violation: Violation, what: string): void {
    const some = offenders.slice(0, 3).join(', ')
    this.expect(offenders.length === 0, violation, `${offenders.length} ${what}: ${some}`)
  }
}
