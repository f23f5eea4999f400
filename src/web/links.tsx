import type { AnchorHTMLAttributes } from 'react'
import { useLocation } from 'react-router'
import { inLanguage, languageOf } from '#messages/language.ts'
import { useMayFollow } from './place-power.ts'
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
 * A link to a small act (`places.ts`) opens it over the page. Whoever may not send the form it leads to reads its words alone:
 * where those say what the form does, use `ActLink`.
 */
export function Link({ to, file = false, stay = false, children, ...rest }: Props) {
  const { pathname } = useLocation()
  if (!useMayFollow(to)) return rest.className ? <span className={rest.className}>{children}</span> : <>{children}</>
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

/** A link whose words say what is done behind it, as "Retirar": it is left out for whoever may not do that. */
export function ActLink(props: Props) {
  return useMayFollow(props.to) ? <Link {...props} /> : null
}

/** Pages of the panel: the office's and the driver's. */
export function isPanel(path: string): boolean {
  return /^\/(admin|dashboard)(\/|$|\?|#)/.test(path)
}
