// Fields of forms: a label, what is typed or chosen, a hint, and what was wrong with it.

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { isComposed } from '../typing.ts'

interface Said {
  readonly label: string
  readonly hint?: string
  readonly error?: string | null
  /** The label is for those who hear the page; others see what it is by its place. */
  readonly hidesLabel?: boolean
}

/** What is typed, and what it is called. */
export interface Offer {
  readonly value: string
  readonly label: string
}

interface TextProps extends Said {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'password' | 'search' | 'email' | 'url' | 'number' | 'time' | 'date' | 'datetime-local'
  readonly placeholder?: string
  readonly required?: boolean
  /** Names among which one is chosen most of the time. */
  readonly offers?: readonly (string | Offer)[]
  readonly autofocus?: boolean
  readonly min?: string
  readonly max?: string
  /** Somebody goes on: to another field, or by Enter. */
  readonly onSettled?: () => void
  /** What stands there is written over rather than changed: it is selected. */
  readonly isWholeReplaced?: boolean
}

export function TextField({ value, onInput, type = 'text', offers, onSettled, isWholeReplaced, ...said }: TextProps) {
  const id = useId()
  return (
    <Labelled {...said} id={id}>
      <input
        id={id}
        // Preact knows another set of attributes for each type; these are good for all of them.
        type={type as 'text'}
        value={value}
        placeholder={said.placeholder}
        required={said.required}
        autofocus={said.autofocus}
        min={said.min}
        max={said.max}
        list={offers ? `${id}-offers` : undefined}
        aria-describedby={described(said, id)}
        aria-invalid={said.error ? true : undefined}
        autocomplete="off"
        onInput={(event) => onInput(event.currentTarget.value)}
        onFocus={(event) => isWholeReplaced && event.currentTarget.select()}
        onBlur={onSettled}
        onKeyDown={(event) => event.key === 'Enter' && !isComposed(event) && onSettled?.()}
      />
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => {
            const { value: name, label } = typeof offer === 'string' ? { value: offer, label: undefined } : offer
            return <option key={name} value={name} label={label} />
          })}
        </datalist>
      )}
    </Labelled>
  )
}

export function TextArea({ value, onInput, rows = 4, ...said }: Omit<TextProps, 'type'> & { readonly rows?: number }) {
  const id = useId()
  return (
    <Labelled {...said} id={id}>
      <textarea
        id={id}
        rows={rows}
        value={value}
        placeholder={said.placeholder}
        aria-describedby={described(said, id)}
        aria-invalid={said.error ? true : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Labelled>
  )
}

interface SelectProps<T extends string> extends Said {
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: readonly (readonly [value: T, text: string])[]
}

export function Select<T extends string>({ value, onChange, options, ...said }: SelectProps<T>) {
  const id = useId()
  return (
    <Labelled {...said} id={id}>
      <select
        id={id}
        value={value}
        aria-describedby={described(said, id)}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}

/** One of a few, all of them seen at once. */
export function Choice<T extends string>({ label, value, onChange, options }: SelectProps<T>) {
  return (
    <fieldset class="choice">
      <legend class="unseen">{label}</legend>
      {options.map(([one, text]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          class={one === value ? 'chosen' : ''}
          onClick={() => onChange(one)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}

/** One of a few that need a sentence each. */
export function Radios<T extends string>({ label, value, onChange, options }: SelectProps<T>) {
  const id = useId()
  return (
    <fieldset class="radios">
      <legend>{label}</legend>
      {options.map(([one, text]) => (
        <label key={one} class="check">
          <input type="radio" name={id} checked={one === value} onChange={() => onChange(one)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

function described({ hint, error }: Said, id: string): string | undefined {
  return hint || error ? `${id}-said` : undefined
}

function Labelled({
  label,
  hint,
  error,
  hidesLabel,
  id,
  children,
}: Said & { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <div class={`field${error ? ' wrong' : ''}`}>
      <label class={hidesLabel ? 'unseen' : ''} for={id}>
        {label}
      </label>
      {children}
      {(hint || error) && (
        <p id={`${id}-said`} class="hint" role={error ? 'alert' : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  )
}
