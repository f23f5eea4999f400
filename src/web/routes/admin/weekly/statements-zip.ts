import { redirect } from 'react-router'
import { readWeek } from '#domain/week.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { orderWeekStatements } from '#features/statements/exports/commands.server.ts'
import { exportWeekStatements, isLongToPack } from '#features/statements/exports/queries.server.ts'
import { actorOf } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/statements-zip.ts'

/** All statements of the week as documents in one file; if there are many, leads to the page of the run that packs them. */
export const loader = shows(async ({ request, params, context }: Route.LoaderArgs, { now, t }) => {
  const week = readWeek(params.week)
  if (!(await isLongToPack(week))) {
    const { name, bytes } = await exportWeekStatements(week, t.language)
    return attachment(name, bytes, 'application/zip')
  }
  // A link on another site must not start work: it leads to the week, which has the button.
  if (request.headers.get('sec-fetch-site') === 'cross-site')
    return redirect(sameLanguage(request, `/admin/weekly/${params.week}`), 303)
  const run = await carryOut({ actor: actorOf(context), action: 'week.order-statements', now }, (change) =>
    orderWeekStatements(change, week, t.language),
  )
  return redirect(sameLanguage(request, `/admin/data/runs/${run}`), 303)
})
