import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { warningDue } from '#domain/paper.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { tellByMailToo } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { readNoticeDays } from '#features/mail/notice-rules/queries.server.ts'
import { askSeveral } from '#features/papers/commands.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import type { RequestInput } from '#features/papers/schema.ts'
import { sendableDeadlines, listDeadlines } from './queries.server.ts'

/**
 * Warns each driver of their own documents that end soon or have ended, and of those of their car, each warning once. Drivers
 * who sent the next document or have left are not warned; for a car that nobody has, the warning waits for the next driver.
 */
export async function warnDrivers(now: Temporal.Instant): Promise<void> {
  const [today, before] = [dayAt(now), await readNoticeDays('paper')]
  const keepers = await listKeepers(now)
  const ending = (await listDeadlines(now)).flatMap(({ holder, state, ofId, on, isOnItsWay, ...paper }) => {
    if (state !== 'accepted' || ofId === null || on === null || isOnItsWay || holder === 'company') return []
    const drivers = holder === 'driver' ? [ofId] : (keepers.get(ofId) ?? [])
    return drivers.length === 0 ? [] : [{ ...paper, holder, drivers, ends: on }]
  })
  const last = await lastWarnings(ending.map(({ id }) => id))
  const papers = ending.flatMap((paper) => {
    const days = warningDue(paper.ends, today, before)
    const warned = last.get(paper.id)
    return days === null || (warned !== undefined && warned <= days) ? [] : [{ ...paper, days }]
  })
  if (papers.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'paper.warn', now }, async (change) => {
    const warned_at = now.toString()
    const warnings = papers.map(({ id, days }) => ({ paper_id: id, days, warned_at }))
    for (const part of inParts(warnings)) await change.tx.insertInto('paper_warnings').values(part).execute()
    for (const { holder, drivers, kind, kindName, of, ends } of papers) {
      const event = ends < today ? 'ended' : 'ends'
      if (holder === 'driver')
        await tellByMailToo(change, drivers, { kind: 'paper', event, paper: kind, ...kindName, day: ends, reason: '' })
      else await writeNotices(change, drivers, { kind: 'car-paper', event, plate: of, ...kindName, day: ends })
      for (const driver of drivers)
        change.note({ subject: `driver:${driver}`, after: { paper: kind, expiresOn: ends } })
    }
    return null
  })
}

/**
 * Requests from drivers the next of each ending document, kind by kind. It leaves out those of cars and the operator,
 * kinds that drivers do not send, and documents sent meanwhile. Answers how many were requested. Refuses what
 * `askSeveral` refuses.
 */
export async function askAgain(
  change: Change,
  ids: readonly string[],
  input: Omit<RequestInput, 'kind'>,
): Promise<number> {
  const chosenIds = new Set(ids)
  const chosen = (await listDeadlines(change.now, change.tx)).filter(({ id }) => chosenIds.has(id))
  let count = 0
  for (const [kind, ending] of Map.groupBy(await sendableDeadlines(chosen, change.tx), (deadline) => deadline.kind)) {
    const drivers = [...new Set(ending.flatMap(({ ofId }) => ofId ?? []))]
    count += (await askSeveral(change, drivers, { kind, ...input })).count
  }
  return count
}

/** The drivers who have each car at this moment. */
async function listKeepers(now: Temporal.Instant): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('assignments')
    .select(['vehicle_id', 'driver_id'])
    .where(sql<boolean>`period @> ${now.toString()}::timestamptz`)
    .orderBy('driver_id')
    .execute()
  const byCar = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)
  return new Map([...byCar].map(([car, own]) => [car, own.map(({ driver_id }) => driver_id)]))
}

/** The last warning sent for each of these documents, as days before its end. */
async function lastWarnings(papers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('paper_warnings')
    .select(['paper_id', ({ fn }) => fn.min('days').as('days')])
    .where('paper_id', '=', sql<string>`any(${[...papers]}::uuid[])`)
    .groupBy('paper_id')
    .execute()
  return new Map(rows.map(({ paper_id, days }) => [paper_id, days]))
}
