import type { ReactNode } from 'react'
import { Link as RouterLink, type LinkProps, useLocation } from 'react-router'
import { inLanguage, languageOf, withoutLanguage } from '#messages/language.ts'

type Props = Omit<LinkProps, 'to'> & { to: string; children?: ReactNode }

/**
 * A link that keeps the language of the page: write the Portuguese path (`/admin/drivers`), typed by `href()` where
 * it has parameters. Between the panel and the public pages the browser loads anew, for public pages carry no script.
 */
export function Link({ to, ...rest }: Props) {
  const { pathname } = useLocation()
  const crosses = to.startsWith('/') && !(isPanel(withoutLanguage(pathname)) && isPanel(to))
  return <RouterLink to={localised(to, pathname)} reloadDocument={crosses} {...rest} />
}

/** Pages of the panel: the office's and the driver's. */
export function isPanel(path: string): boolean {
  return /^\/(admin|dashboard)(\/|$|\?|#)/.test(path)
}

function localised(to: string, pathname: string): string {
  return to.startsWith('/') ? inLanguage(to, languageOf(pathname)) : to
}
