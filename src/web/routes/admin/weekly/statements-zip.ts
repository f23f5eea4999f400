import { readWeek } from '#domain/week.ts'
import { exportWeekStatements } from '#features/exports/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/statements-zip.ts'

/** All statements of the week on paper, in one file. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes } = await exportWeekStatements(readWeek(params.week))
    return attachment(name, bytes, 'application/zip')
  })
