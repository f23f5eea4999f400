import type { AnchorHTMLAttributes } from 'react'
import { useLocation } from 'react-router'
import { inLanguage, languageOf } from '#messages/language.ts'
import { recordAt } from './places.ts'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  /** The answer is a file, or starts work: never fetched ahead of a press. */
  file?: boolean
  /** The next page is this one, changed: it opens at the reader's scroll position. */
  stay?: boolean
  [data: `data-${string}`]: string | undefined
}

/**
 * A link that keeps the language of the page: write the Portuguese path (`/admin/drivers`), typed by `href()` where it has parameters.
 * A link to a small act (`places.ts`) opens it over the page.
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
