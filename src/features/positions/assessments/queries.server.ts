import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { NOTICE_VERSION } from '#domain/position.ts'
import { readNumber } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { findCompany } from '#features/company/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { countLinksSince } from '../links/queries.server.ts'
import { listHolds, listNotified, readSettings } from '../rules/queries.server.ts'
import { listZones } from '../zones/queries.server.ts'
import { renderAssessment } from './pdf.ts'
import { type Assessment, type AssessmentFacts, type Part, assessmentFacts } from './schema.ts'
import { partsOf } from './words.ts'

/** Number of past days whose looks are counted. */
export const LOOKS_DAYS = 90

/** The facts for an assessment of today. */
export async function readFacts(now: Temporal.Instant, on: Kysely<DB> = db): Promise<AssessmentFacts> {
  const since = moment(now.subtract({ hours: 24 * LOOKS_DAYS }))
  const [company, rules, drivers, holds, { rows: devices }, { rows: looks }, { rows: cars }, zones, links] =
    await Promise.all([
      findCompany(on),
      readSettings(on),
      listNotified(now, on),
      listHolds(now, on),
      sql<{ kind: keyof AssessmentFacts['devices']; count: number }>`
      select kind, count(*)::int as count from position_devices where ended_at is null group by kind`.execute(on),
      sql<{ role: keyof AssessmentFacts['looks']['by']; count: number; people: number }>`
      select role, count(*)::int as count, count(distinct reader)::int as people from position_looks
      where until_at > ${since} group by role`.execute(on),
      sql<{ count: number }>`
      select count(*)::int as count from vehicles left join vehicle_titles on vehicle_id = vehicles.id
      where status <> 'sold' and title is distinct from 'driver'`.execute(on),
      listZones(on),
      countLinksSince(since, on),
    ])
  return assessmentFacts.parse({
    company: company && { name: company.name, nipc: company.nipc },
    rules,
    notice: NOTICE_VERSION,
    cars: cars[0]?.count ?? 0,
    drivers: drivers.length,
    told: drivers.filter(({ notifiedAt }) => notifiedAt !== null).length,
    devices: {
      phone: 0,
      tracker: 0,
      server: 0,
      file: 0,
      ...Object.fromEntries(devices.map((device) => [device.kind, device.count])),
    },
    holds: holds.length,
    zones: zones.filter(({ tellsLeaving }) => tellsLeaving).length,
    links,
    looks: {
      people: looks.find(({ role }) => role === 'admin')?.people ?? 0,
      by: Object.fromEntries(looks.map(({ role, count }) => [role, count])),
    },
  })
}

/** Every version, the newest first. */
export async function listAssessments(on: Kysely<DB> = db): Promise<Assessment[]> {
  const rows = await on
    .selectFrom('position_assessments')
    .leftJoin('users', 'users.uid', 'made_by')
    .select(['version', 'made_at', 'facts', personName().as('by')])
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ version, made_at, facts, by }) => ({
    version,
    at: made_at.toString(),
    by,
    facts: assessmentFacts.parse(facts),
  }))
}

/** The content of an assessment of today, and whether the rules have changed since the newest version. */
export async function showAssessment(
  now: Temporal.Instant,
  t: Translator,
): Promise<{ parts: Part[]; isChanged: boolean }> {
  const [facts, [last]] = await Promise.all([readFacts(now), listAssessments()])
  const rulesOf = (assessment: AssessmentFacts) =>
    JSON.stringify([assessment.rules, assessment.notice, assessment.zones])
  return { parts: partsOf(facts, t), isChanged: last !== undefined && rulesOf(last.facts) !== rulesOf(facts) }
}

/** A version as a PDF. Refuses `record.not-found`. */
export async function drawAssessment(version: string, t: Translator) {
  const assessment = await getAssessment(readNumber(version))
  const name = `${t('page.assessment.title')} ${assessment.version}.pdf`
  return { name, bytes: await renderAssessment(assessment, t), mediaType: 'application/pdf' }
}

/** One version of the assessment. Refuses `record.not-found`. */
export async function getAssessment(version: number, on: Kysely<DB> = db): Promise<Assessment> {
  const found = (await listAssessments(on)).find((assessment) => assessment.version === version)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/**
 * How often each person of the office looked in that time, the most frequent first; only for the page, and stored nowhere.
 */
export async function countLookers(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ name: string; count: number }[]> {
  const rows = await on
    .selectFrom('position_looks')
    .innerJoin('users', 'users.uid', 'reader')
    .select([personName().as('name'), sql<number>`count(*)::int`.as('count')])
    .where('position_looks.role', '=', 'admin')
    .where('until_at', '>', moment(now.subtract({ hours: 24 * LOOKS_DAYS })))
    .groupBy('users.uid')
    .orderBy('count', 'desc')
    .execute()
  return rows.map(({ name, count }) => ({ name: name ?? '', count }))
}
