// How Telegram says no.

export class Refusal extends Error {
  readonly code: number
  readonly parameters: Record<string, unknown> | undefined

  constructor(code: number, description: string, parameters?: Record<string, unknown>) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

export function refuse(code: number, description: string, parameters?: Record<string, unknown>): Refusal {
  return new Refusal(code, description, parameters)
}
