import { daysOfMonth, monthOfWeek } from '#domain/month.ts'
import { type Week, ZONE, nextWeek } from '#domain/week.ts'
import { deliverMonth } from '#features/accounting/month-deliveries/commands.server.ts'
import { figuresOfMonth } from '#features/accounting/month-deliveries/queries.server.ts'
import { seenFigures } from '#features/accounting/month-deliveries/schema.ts'
import { decideInvoicing, issueInvoices } from './invoices.server.ts'
import { makeChange } from './change.server.ts'

/** The office delivers a month on the seventh of the next, at eleven. */
const DELIVERY = { hours: 6 * 24 + 11 }

/** Delivers to the accountant every month up to the one in which `last` ends, except the newest complete one. */
export async function deliverMonths(first: Week, last: Week, now: Temporal.Instant): Promise<void> {
  const months = new Set<ReturnType<typeof monthOfWeek>>()
  for (let week = first; week <= last; week = nextWeek(week)) months.add(monthOfWeek(week))
  const ended = [...months].filter((month) => endOf(month).since(now).sign < 0)
  const [firstEnded] = ended
  if (firstEnded) await decideInvoicing(firstEnded)
  for (const month of ended.slice(0, -1)) {
    const seen = seenFigures(await figuresOfMonth(month))
    await makeChange('month.deliver', endOf(month).add(DELIVERY), (change) => deliverMonth(change, month, seen))
  }
  await issueInvoices(ended)
}

function endOf(month: ReturnType<typeof monthOfWeek>): Temporal.Instant {
  return daysOfMonth(month).last.add({ days: 1 }).toZonedDateTime(ZONE).toInstant()
}
