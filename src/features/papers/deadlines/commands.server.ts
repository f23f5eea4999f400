import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { warningDue } from '#domain/paper.ts'
import { SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { readNoticeDays } from '#features/mail/notice-rules/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listDeadlines } from './queries.server.ts'

/**
 * Tells each driver of the own papers that end soon or have ended, each warning once. Whoever has sent the next one, or has
 * left, is told nothing.
 */
export async function warnDrivers(now: Temporal.Instant): Promise<void> {
  const [today, before] = [dayAt(now), await readNoticeDays('paper')]
  const ending = (await listDeadlines(now)).flatMap(({ holder, state, ofId, on, isOnItsWay, ...paper }) =>
    holder === 'driver' && state === 'accepted' && ofId !== null && on !== null && !isOnItsWay
      ? [{ ...paper, driver: ofId, ends: on }]
      : [],
  )
  const last = await lastWarnings(ending.map(({ id }) => id))
  const papers = ending.flatMap((paper) => {
    const days = warningDue(paper.ends, today, before)
    const told = last.get(paper.id)
    return days === null || (told !== undefined && told <= days) ? [] : [{ ...paper, days }]
  })
  if (papers.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'paper.warn', now }, async (deed) => {
    const warned_at = now.toString()
    const warnings = papers.map(({ id, days }) => ({ paper_id: id, days, warned_at }))
    await deed.tx.insertInto('paper_warnings').values(warnings).execute()
    for (const { driver, kind, kindName, ends } of papers) {
      const event = ends < today ? 'ended' : 'ends'
      await writeNotices(deed, [driver], { kind: 'paper', event, paper: kind, ...kindName, day: ends, reason: '' })
      deed.note({ subject: `driver:${driver}`, after: { paper: kind, expiresOn: ends } })
    }
    return null
  })
}

/** The last warning that was told of each of these papers. */
async function lastWarnings(papers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('paper_warnings')
    .select(['paper_id', ({ fn }) => fn.min('days').as('days')])
    .where('paper_id', '=', sql<string>`any(${[...papers]}::uuid[])`)
    .groupBy('paper_id')
    .execute()
  return new Map(rows.map(({ paper_id, days }) => [paper_id, days]))
}
