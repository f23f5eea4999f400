import type { AnchorHTMLAttributes } from 'react'
import { inLanguage } from '#messages/language.ts'
import { useLanguage } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { panelAddress } from './drivers-page.ts'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  week: string
  query: URLSearchParams
  /** The driver whose statement opens; `null` closes the open one. */
  driver: string | null
}

/** A link to the page of a week with a driver's statement beside the table; an open page fetches the statement alone. */
export function StatementPanelLink({ week, query, driver, ...rest }: Props) {
  const language = useLanguage()
  const view = panelAddress(week, query).split('?', 2)[1]
  const fragment = driver ? inLanguage(`/admin/weekly/${week}/${driver}/beside${view ? `?${view}` : ''}`, language) : ''
  return (
    <Link
      to={panelAddress(week, query, driver ?? undefined)}
      stay
      data-into="statement"
      data-fragment={fragment}
      {...rest}
    />
  )
}
