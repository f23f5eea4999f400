import { data } from 'react-router'
import { findLinkedStatement } from '#features/statements/links/queries.server.ts'
import { countVisit } from '#features/visitors/commands.server.ts'
import { formatInstant, formatWeekDays, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import type { Route } from './+types/linked-statement.ts'
import { Buttons, Opening } from './pieces.tsx'
import { privateHeaders } from './visitor-form.server.ts'

export const meta: Route.MetaFunction = ({ location, loaderData }) =>
  pageTitle(
    translatorFor(languageOf(location.pathname))(`page.linkedStatement.${loaderData?.found ? 'title' : 'over'}`),
  )

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  show(async () => {
    const visit = context.get(requestContext)
    const found = await findLinkedStatement(token, visit.now)
    if (found) return { token, found: { week: found.week, until: found.until } }
    await countVisit('statement', visit)
    return data({ token, found: null }, 404)
  })

export const headers: Route.HeadersFunction = privateHeaders

/** One statement as a document, for anybody with its link. The page names the week, but no amount. */
export default function LinkedStatementScreen({ loaderData: { token, found } }: Route.ComponentProps) {
  const t = useT()
  if (found === null)
    return (
      <Opening title={t('page.linkedStatement.over')} lead={t('page.linkedStatement.overText')}>
        <Buttons>
          <LinkButton to="/contact">{t('page.linkedStatement.contact')}</LinkButton>
        </Buttons>
      </Opening>
    )
  return (
    <Opening
      title={t('page.linkedStatement.title')}
      lead={`${t('page.linkedStatement.of', { number: weekNumber(found.week), days: formatWeekDays(found.week, t.language) })} ${t('page.linkedStatement.until', { until: formatInstant(found.until, t.language) })}`}
    >
      <Buttons>
        <LinkButton to={`/statement/${token}/pdf`} kind="primary" file>
          {t('page.linkedStatement.open')}
        </LinkButton>
      </Buttons>
    </Opening>
  )
}
