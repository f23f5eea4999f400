import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { type DutyFacts, dutiesGoingOn } from '#domain/duty.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { type DutyKey, type DutyRow, type DutyRules, type DutyNote, type DutyState, dutyRulesRecord } from './schema.ts'

/** Days before its due date from which a duty is shown. */
const SHOWN_BEFORE = 14

/** Maximum days by which the law's due date moves, to reach the next working day. */
const MAX_MOVED_DAYS = 7

/** The facts that decide the company's duties, and the day since which duties are shown; `null` until somebody saves them. */
export async function findDutyRules(on: Kysely<DB> = db): Promise<(DutyRules & { since: string }) | null> {
  const row = await on.selectFrom('duty_rules').selectAll().executeTakeFirst()
  return row ? { ...dutyRulesRecord.read(row), since: row.since } : null
}

/** The facts of most companies, offered until somebody describes this one. */
export const USUAL_RULES: DutyRules = {
  vat: 'quarter',
  employs: false,
  withholds: false,
  invoices: true,
  managersRecordOn: null,
}

/** The duties of a year that fall due after the company's facts were first saved, the earliest first; none until then. */
export async function listDuties(year: number, now: Temporal.Instant, on: Kysely<DB> = db): Promise<DutyRow[]> {
  const facts = await selectFacts(on).executeTakeFirst()
  return ofYears([year], now, facts ?? null)
}

/** Selects the company's facts and what was noted of each duty; no row until somebody saves the facts. */
function selectFacts(on: Kysely<DB>) {
  return on
    .selectFrom('duty_rules')
    .select(['vat', 'employs', 'withholds', 'invoices', 'managers_record_on', 'since'])
    .select(sql<string | null>`(select licence_expires_on from company)`.as('licence_until'))
    .select(
      jsonArrayFrom(
        on
          .selectFrom('duties_done')
          .leftJoin('users', 'users.uid', 'said_by')
          .select(['kind', 'period', 'done_on', 'note', 'file_name', personName().as('by')])
          .where('withdrawn_at', 'is', null),
      ).as('said'),
    )
}

type Facts = Awaited<ReturnType<ReturnType<typeof selectFacts>['executeTakeFirstOrThrow']>>

function ofYears(years: readonly number[], now: Temporal.Instant, facts: Facts | null): DutyRow[] {
  if (facts === null) return []
  const notes = new Map(
    facts.said.map(({ kind, period, done_on, note, file_name, by }) => [
      `${kind} ${period}`,
      { on: done_on, note, file: file_name, by },
    ]),
  )
  const has: DutyFacts = { ...dutyRulesRecord.read(facts), licenceUntil: facts.licence_until }
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const duties = years.flatMap((year) => dutiesGoingOn(year, has, new Set(notes.keys())))
  return duties.flatMap(({ kind, period, by }): DutyRow[] => {
    const answer = notes.get(`${kind} ${period}`) ?? null
    if (answer === null && by.toString() < facts.since) return []
    return [{ kind, period, by: by.toString(), note: answer, state: stateOf(answer, today.until(by).days) }]
  })
}

function stateOf(note: DutyNote | null, daysLeft: number): DutyState {
  if (note !== null) return note.on === null ? 'none' : 'done'
  if (daysLeft < 0) return 'late'
  return daysLeft <= SHOWN_BEFORE ? 'soon' : 'open'
}

/** One duty of a year. Refuses `record.not-found` for a duty that the company does not have. */
export async function getDuty(
  { year, kind, period }: DutyKey,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<DutyRow> {
  const duties = Number.isInteger(year) && year > 1999 && year < 2200 ? await listDuties(year, now, on) : []
  const found = duties.find((duty) => duty.kind === kind && duty.period === period)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** Duties of last year, this one and the next that are late or due within two weeks; `null` when there are none. */
export const dueDuties = (now: Temporal.Instant) => ({
  ask: (on: Kysely<DB>) => selectFacts(on),
  read: (facts: Facts | null) => {
    if (facts === null) return null
    const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
    // In December, duties of early January are shown already; and a duty of last December may have moved to January.
    const soon = today.add({ days: SHOWN_BEFORE }).year
    const first = Temporal.PlainDate.from(facts.since).subtract({ days: MAX_MOVED_DAYS }).year
    const years = [today.year - 1, today.year, today.year + 1].filter((year) => first <= year && year <= soon)
    const due = ofYears(years, now, facts).filter(({ state }) => state === 'late' || state === 'soon')
    const [next] = due
    if (!next) return null
    const late = due.filter(({ state }) => state === 'late').length
    return { count: due.length, late, first: { kind: next.kind, by: next.by } }
  },
})

/** The receipt of a duty that was done. Refuses `record.not-found` when there is none. */
export async function readDutyPaper({ kind, period }: Omit<DutyKey, 'year'>) {
  const row = await db
    .selectFrom('duties_done')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'media_type', 'file_name'])
    .where('kind', '=', kind)
    .where('period', '=', period)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.file_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}
