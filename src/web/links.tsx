import type { AnchorHTMLAttributes } from 'react'
import { useLocation } from 'react-router'
import { inLanguage, languageOf } from '#messages/language.ts'
import { recordAt } from './places.ts'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  /** What answers is a file, or orders work: never fetched ahead of a press. */
  file?: boolean
  /** The page that follows is this one, changed: it begins where the reader is. */
  stay?: boolean
  [data: `data-${string}`]: string | undefined
}

/**
 * A link that keeps the language of the page: write the Portuguese path (`/admin/drivers`), typed by `href()` where it has parameters.
 * To a small act (`places.ts`) it opens over the page that it stands on.
 */
export function Link({ to, file = false, stay = false, children, ...rest }: Props) {
  const { pathname } = useLocation()
  return (
    <a
      href={to.startsWith('/') ? inLanguage(to, languageOf(pathname)) : to}
      data-file={file ? '' : undefined}
      data-stay={stay ? '' : undefined}
      data-act={recordAt(to) === null ? undefined : ''}
      {...rest}
    >
      {children}
    </a>
  )
}

/** Pages of the panel: the office's and the driver's. */
export function isPanel(path: string): boolean {
  return /^\/(admin|dashboard)(\/|$|\?|#)/.test(path)
}
