import type { Kysely, Selectable } from 'kysely'
import { db } from '#db/client.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { tellAuthorityBy } from '#domain/data-request.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { drawParts } from '#integrations/pdf/parts.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import type { Breach, BreachState } from './schema.ts'
import { breachParts } from './words.ts'

/** Every breach, the newest first. */
export async function listBreaches(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Breach[]> {
  const rows = await on.selectFrom('data_breaches').selectAll().orderBy('ordinal', 'desc').execute()
  return rows.map((row) => breachOf(row, now))
}

function breachOf(row: Selectable<DB['data_breaches']>, now: Temporal.Instant): Breach {
  const by = tellAuthorityBy(row.known_at)
  const isSaid = row.authority_told_at !== null || row.authority_why !== ''
  const state: BreachState =
    row.closed_at !== null ? 'closed' : isSaid ? 'told' : Temporal.Instant.compare(by, now) < 0 ? 'late' : 'running'
  return {
    id: row.id,
    knownAt: row.known_at.toString(),
    happened: row.happened,
    data: row.data,
    peopleKinds: row.people_kinds,
    peopleCount: row.people_count,
    effects: row.effects,
    measures: row.measures,
    by: by.toString(),
    hoursLeft: hoursLeft(row.known_at, now),
    state,
    authorityNotifiedAt: row.authority_told_at?.toString() ?? null,
    authorityWhy: row.authority_why,
    peopleNotifiedAt: row.people_told_at?.toString() ?? null,
    peopleWhy: row.people_why,
    closedAt: row.closed_at?.toString() ?? null,
  }
}

/** One breach. Refuses `record.not-found`. */
export async function getBreach(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Breach> {
  const row = await on.selectFrom('data_breaches').selectAll().where('id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return breachOf(row, now)
}

/**
 * Breaches about which the authority has to be notified: how many, and the hours left for the first; `null` without any.
 */
export const runningBreaches = (now: Temporal.Instant) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('data_breaches')
        .select(['id', 'known_at'])
        .where('closed_at', 'is', null)
        .where('authority_told_at', 'is', null)
        .where('authority_why', '=', '')
        .orderBy('ordinal', 'desc'),
    (rows: { id: string; known_at: string }[]) => {
      const [first] = rows
        .map(({ id, known_at }) => ({ id, hoursLeft: hoursLeft(Temporal.Instant.from(known_at), now) }))
        .toSorted((a, b) => a.hoursLeft - b.hoursLeft)
      return first ? { count: rows.length, ...first } : null
    },
  )

function hoursLeft(knownAt: Temporal.Instant, now: Temporal.Instant): number {
  return Math.floor(tellAuthorityBy(knownAt).since(now).total('hours'))
}

/** A breach as a PDF, as the company documents it. Refuses `record.not-found`. */
export async function drawBreach(id: string, now: Temporal.Instant, t: Translator) {
  const [breach, company] = await Promise.all([getBreach(id, now), findCompany()])
  const title = t('page.privacy.breaches.one')
  const dated = t('page.privacy.breaches.dated', { at: formatInstant(breach.knownAt, t.language) })
  const bytes = await drawParts({
    title,
    author: company?.name ?? '',
    language: t.language,
    createdAt: now,
    under: [company?.name, company?.nipc, dated].filter(Boolean).join(' · '),
    foot: dated,
    parts: breachParts(breach, t),
  })
  return { name: `${title} ${breach.knownAt.slice(0, 10)}.pdf`, bytes, mediaType: 'application/pdf' }
}

/** The parts of a breach for its page. */
export const showBreach = (breach: Breach, t: Translator) => breachParts(breach, t)
