import { readWeek } from '#domain/week.ts'
import { isRevealGood } from '#features/oversight/reveals/queries.server.ts'
import { revealTicket } from '#features/oversight/reveals/schema.ts'
import { exportWeekCsv, exportWeekSheet } from '#features/statements/exports/queries.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin, requireUser } from '#web/session.server.ts'
import type { Route } from './+types/full-numbers-file.ts'

/** The week with every NIF in full, for a few minutes, only for the person who gave the reason. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'operations')
    const week = readWeek(params.week)
    const ticket = revealTicket.safeParse(Object.fromEntries(url.searchParams))
    const { now } = context.get(requestContext)
    if (!ticket.success || !isRevealGood(ticket.data, requireUser(context).uid, week, now))
      throw new Refusal('record.not-found')
    const { format } = ticket.data
    const language = languageOf(url.pathname)
    const { name, bytes } = await (format === 'csv' ? exportWeekCsv : exportWeekSheet)(week, language, 'full')
    return attachment(name, bytes, TYPES[format])
  })

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
