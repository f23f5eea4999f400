import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

export type Kind = 'primary' | 'outlined' | 'text' | 'danger'

type Look = {
  /** One filled (`primary`) button per page; the rest are outlined or text. */
  kind?: Kind
  icon?: IconName
  /** As wide as its container, as on a phone. */
  wide?: boolean
  children: ReactNode
}

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
    [data: `data-${string}`]: string | undefined
  }

export function Button({ kind = 'outlined', icon, wide = false, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button type={type === 'submit' ? 'submit' : 'button'} className={looks(kind, wide)} {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

type LinkButtonProps = Look & {
  to: string
  download?: boolean
  file?: boolean
  [data: `data-${string}`]: string | undefined
}

/**
 * A link that looks like a button: for going somewhere, never for doing something. Keeps the language. It is not rendered
 * if it leads to a form that the reader may not send.
 */
export function LinkButton({ kind = 'outlined', icon, wide = false, children, ...rest }: LinkButtonProps) {
  if (!useMayFollow(rest.to)) return null
  return (
    <Link className={looks(kind, wide)} {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  )
}

function looks(kind: Kind, wide: boolean): string {
  return [styles.button, styles[kind], wide ? styles.wide : ''].join(' ')
}
