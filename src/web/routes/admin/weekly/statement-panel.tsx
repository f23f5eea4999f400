import { readWeek, weekName } from '#domain/week.ts'
import { Refusal } from '#domain/refusal.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { getOfficeStatement } from '#features/statements/queries.server.ts'
import { getWeekOutline } from '#features/weeks/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { shows } from '#web/screen.server.ts'
import { guardAdmin } from '#web/shell/guards.ts'
import type { Route } from './+types/statement-panel.ts'
import { neighboursOf } from './drivers-page.ts'
import { Place } from '#web/ui/list-and-item.tsx'
import { STATEMENT_PLACE, OpenStatement } from './open-statement.tsx'

export const handle = { fragment: true }

export const middleware: Route.MiddlewareFunction[] = [(arrival) => guardAdmin(arrival)]

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const week = readWeek(params.week)
  const page = await getWeekOutline(week, now)
  if (!page.drivers.some(({ id }) => id === params.driver)) throw new Refusal('record.not-found')
  const [statement, opinions] = await Promise.all([
    getOfficeStatement(week, params.driver, languageOf(new URL(request.url).pathname), now),
    findOpinions(params.driver, week, now),
  ])
  return { week: weekName(week), neighbours: neighboursOf(page, params.driver), statement, opinions }
})

/** A statement beside the table, fetched by the open page of a week. */
export default function StatementPanelFragment({ loaderData: { statement, ...panel } }: Route.ComponentProps) {
  return <Place id={STATEMENT_PLACE}>{statement ? <OpenStatement statement={statement} {...panel} /> : null}</Place>
}
