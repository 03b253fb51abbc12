import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { complain } from '../act.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps {
  readonly children?: ComponentChildren
  readonly onPress: () => unknown
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet'
  readonly icon?: IconName
  /** For one that is only a picture. */
  readonly label?: string
  readonly disabled?: boolean
  readonly pressed?: boolean
  readonly class?: string
}

/** While what it does is under way it cannot be pressed again. It is never `disabled`: a browser takes the focus away from what is. */
export function Button({
  children,
  onPress,
  kind = 'plain',
  icon,
  label,
  disabled,
  pressed,
  class: more,
}: ButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const isOff = disabled || isBusy
  const press = async () => {
    if (isOff) return
    setBusy(true)
    try {
      await onPress()
    } catch (error) {
      complain(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      class={`button ${kind}${more ? ` ${more}` : ''}`}
      aria-disabled={isOff || undefined}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-busy={isBusy || undefined}
      onClick={() => void press()}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
