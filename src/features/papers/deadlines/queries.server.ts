import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type Day, type PaperHolder, daysUntil } from '#domain/paper.ts'
import { readNoticeDays } from '#features/mail/notice-rules/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import type { Deadline } from './schema.ts'

type Row = {
  id: string
  kind: string
  pt: string
  en: string
  holder: PaperHolder
  ofId: string | null
  name: string | null
  plate: string | null
  state: Deadline['state']
  on: Day | null
  isOnItsWay: boolean
}

/** Days before its end from which on a paper is in the list; earlier where a driver is warned earlier. */
const SEEN_BEFORE = 60

/** Stands for the operator, whose papers are of neither driver nor car. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * What ends within the time of the first warning or has ended, and what was asked for, of everybody who is here: the nearest
 * first. Whoever has records that were merged is one person: what ends on one of them is no matter while another lasts longer.
 */
export async function listDeadlines(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Deadline[]> {
  const first = Math.max(SEEN_BEFORE, ...(await readNoticeDays('paper', on)))
  const today = dayAt(now)
  const { rows } = await sql<Row>`
    with recursive person as (
      select id, id as stays from drivers where merged_into is null and removed_at is null and status <> 'inactive'
      union all select drivers.id, stays from drivers join person on drivers.merged_into = person.id),
    whose as (
      select papers.*, coalesce(stays, vehicle_id, ${NOBODY}::uuid) as of_id
      from papers left join person on person.id = driver_id left join vehicles on vehicles.id = vehicle_id
      where (driver_id is null or stays is not null) and vehicles.status is distinct from 'sold'),
    sent as (select distinct of_id, kind from whose where state = 'sent')
    select whose.id, whose.kind, name_pt as pt, name_en as en, holder, nullif(whose.of_id, ${NOBODY}::uuid) as "ofId",
      drivers.name, plate, state, case state when 'asked' then due_on else expires_on end as on,
      sent.kind is not null as "isOnItsWay"
    from whose join paper_kinds on code = whose.kind
      left join sent on sent.of_id = whose.of_id and sent.kind = whose.kind
      left join drivers on drivers.id = whose.of_id left join vehicles on vehicles.id = whose.of_id
    where is_used
      and (state = 'asked' or state = 'accepted' and expires_on <= ${today}::date + ${first}::integer)
      and (applies_to = '{}' or (select regime from terms
        where terms.driver_id = whose.of_id and withdrawn_at is null and valid_from <= ${today}
        order by valid_from desc limit 1) = any(applies_to)
        or exists (select from vehicle_titles where vehicle_id = whose.of_id and title = any(applies_to))
        or 'slot' = any(applies_to) and exists (select from assignments join vehicle_titles using (vehicle_id)
          where assignments.driver_id = whose.of_id and title = 'driver' and period @> ${now.toString()}::timestamptz))
      and not exists (select from whose longer
        where longer.of_id = whose.of_id and longer.kind = whose.kind and longer.id <> whose.id
          and whose.state = 'accepted' and longer.state = 'accepted'
          and (longer.expires_on is null or (longer.expires_on, longer.ordinal) > (whose.expires_on, whose.ordinal)))
    order by 10 nulls last, whose.ordinal`.execute(on)
  return rows.map(({ pt, en, name, plate, ...row }) => ({
    ...row,
    kindName: { pt, en },
    of: name ?? (plate === null ? '' : showPlate(plate)),
    daysLeft: row.on === null ? null : daysUntil(row.on, today),
  }))
}

/** Days before its end from which the office is told of a paper. */
const TOLD_BEFORE = 30

/** How many papers that count end within a month or have ended, with no other on its way, and the nearest end. */
export async function countEnding(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ count: number; ended: number; first: Day | null }> {
  const ending = (await listDeadlines(now, on)).filter(isEnding)
  return {
    count: ending.length,
    ended: ending.filter(({ daysLeft }) => (daysLeft ?? 0) < 0).length,
    first: ending[0]?.on ?? null,
  }
}

/** Whether a paper ends within a month or has ended, and no other is on its way. */
export function isEnding({ state, daysLeft, isOnItsWay }: Deadline): boolean {
  return state === 'accepted' && !isOnItsWay && daysLeft !== null && daysLeft <= TOLD_BEFORE
}
