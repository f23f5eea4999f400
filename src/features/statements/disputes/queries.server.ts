import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import { type Waiting } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type DisputeCause, answerBy } from '#domain/dispute.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import { type Week, ZONE, weekAt, weekName } from '#domain/week.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { ContestedLine, Dispute, Opinions, OtherOfLine, WithdrawnAnswer } from './schema.ts'

/**
 * The driver's opinions on the statement of a week, line by line. A new version also shows disputes that are still open
 * on the same line of a voided one: an open one goes before one that was answered. `null` while nothing is issued.
 */
export async function findOpinions(
  driverId: string,
  week: Week,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Opinions | null> {
  const { rows } = await sql<OpinionRow>`
    select line.ordinal, settlement.issued_at, acceptance.accepted_at, corrected.*, latest.*
    from settlements settlement
    join settlement_lines line on line.settlement_id = settlement.id
    left join line_acceptances acceptance using (settlement_id, ordinal)
    left join lateral (
      select dispute.id, cause, words, dispute.file_name, dispute.state, opened_at, reopened_at, closed_at, answer,
        outcome.week as settled_on, outcome.amount_cents as settled_cents, ${withdrawnAnswers('dispute')} as withdrawn
      from disputes dispute
      join settlements other on other.id = dispute.settlement_id
      join settlement_lines same on same.settlement_id = dispute.settlement_id and same.ordinal = dispute.ordinal
      left join adjustments outcome on outcome.id = dispute.adjustment_id
      where other.driver_id = settlement.driver_id and other.week = settlement.week and same.code = line.code
        and same.adjustment_id is not distinct from line.adjustment_id
        and (other.id = settlement.id or dispute.state = 'open')
      order by dispute.state = 'open' desc, opened_at desc limit 1) latest on true
    left join lateral (
      select outcome.week as corrected_on, outcome.amount_cents as corrected_cents
      from disputes earlier
      join settlements other on other.id = earlier.settlement_id
      join settlement_lines same on same.settlement_id = earlier.settlement_id and same.ordinal = earlier.ordinal
      join adjustments outcome on outcome.id = earlier.adjustment_id
      where other.driver_id = settlement.driver_id and other.week = settlement.week and other.id <> settlement.id
        and same.code = line.code and same.adjustment_id is not distinct from line.adjustment_id
      order by closed_at desc limit 1) corrected on true
    where settlement.driver_id = ${driverId} and settlement.week = ${week} and settlement.state <> 'void'
    order by line.ordinal`.execute(on)
  const [first] = rows
  if (!first) return null
  const { disputeHours } = await settingsIn(weekAt(first.issued_at), on, first.issued_at)
  const until = first.issued_at.add({ hours: disputeHours })
  return {
    until: until.toString(),
    isOpen: Temporal.Instant.compare(now, until) < 0,
    lines: Object.fromEntries(
      rows.map(({ ordinal, accepted_at, corrected_on, corrected_cents, ...latest }) => [
        ordinal,
        {
          isRight: accepted_at !== null,
          dispute: latest.id === null ? null : withoutNames(disputeOf(latest)),
          corrected: settledOf(corrected_on, corrected_cents),
        },
      ]),
    ),
  }
}

type DisputeRow = {
  id: string
  cause: string
  words: string
  file_name: string | null
  state: string
  opened_at: Temporal.Instant
  reopened_at: Temporal.Instant | null
  closed_at: Temporal.Instant | null
  answer: string
  settled_on: string | null
  settled_cents: number | null
  withdrawn: readonly WithdrawnRow[]
}
/** JSON from the database. */
type WithdrawnRow = Omit<WithdrawnAnswer, 'given'> & { given: { amount: number; week: Week } | null }
type OpinionRow = {
  ordinal: number
  issued_at: Temporal.Instant
  accepted_at: Temporal.Instant | null
  corrected_on: string | null
  corrected_cents: number | null
} & (DisputeRow | { id: null })

/** The answers to a dispute that were taken back, as a JSON list. */
function withdrawnAnswers(dispute: 'dispute' | 'disputes') {
  const id = sql.ref(`${dispute}.id`)
  return sql<readonly WithdrawnRow[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('answer', back.answer, 'answeredAt', back.answered_at, 'given', back.given,
      'withdrawnAt', back.at, 'by', ${personName('withdrawer')}) order by back.at), '[]')
    from (
      select promised.reason as answer, promised.decided_at as answered_at, promised.withdrawn_at as at,
        promised.withdrawn_by as by, jsonb_build_object('amount', promised.amount_cents, 'week', promised.week) as given
      from dispute_reopenings reopening join adjustments promised on promised.id = reopening.adjustment_id
      where reopening.dispute_id = ${id}
      union all
      select answer, answered_at, taken_back_at, taken_back_by, null from dispute_answers_back where dispute_id = ${id}) back
    left join users withdrawer on withdrawer.uid = back.by)`
}

/** A dispute as the driver sees it: the office answers as one, without the names of its people. */
function withoutNames(dispute: Dispute): Dispute {
  return { ...dispute, withdrawn: dispute.withdrawn.map((answer) => ({ ...answer, by: null })) }
}

/** The moment from which the office has its days for an answer. */
const waitsSince = sql<Temporal.Instant>`coalesce(reopened_at, opened_at)`

function settledOf(week: string | null, amount: number | null): Dispute['settled'] {
  return week === null || amount === null ? null : { week: week as Week, amount: cents(amount) }
}

function disputeOf(row: DisputeRow): Dispute {
  const { id, cause, words, file_name, state, opened_at, reopened_at, closed_at, answer, withdrawn } = row
  return {
    id,
    cause: cause as DisputeCause,
    words,
    fileName: file_name,
    state: state as Dispute['state'],
    openedAt: opened_at.toString(),
    answerBy: answerBy(reopened_at ?? opened_at),
    closedAt: closed_at?.toString() ?? null,
    answer,
    settled: settledOf(row.settled_on, row.settled_cents),
    withdrawn: withdrawn.map((withdrawnRow) => ({
      ...withdrawnRow,
      given: withdrawnRow.given && { ...withdrawnRow.given, amount: cents(withdrawnRow.given.amount) },
      answeredAt: Temporal.Instant.from(withdrawnRow.answeredAt).toString(),
      withdrawnAt: Temporal.Instant.from(withdrawnRow.withdrawnAt).toString(),
    })),
  }
}

/** All contested lines: first those that wait for an answer, the oldest first, then the latest answered. */
export async function listDisputes(now: Temporal.Instant, on: Kysely<DB> = db): Promise<ContestedLine[]> {
  const rows = await selectContested(on)
    .orderBy(sql`closed_at is not null`)
    .orderBy('closed_at', 'desc')
    .orderBy('opened_at')
    .execute()
  return rows.map((row) => contestedLine(row, now))
}

/** One contested line. Refuses `record.not-found`. */
export async function getContestedLine(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<ContestedLine> {
  const row = await selectContested(on).where('disputes.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return contestedLine(row, now)
}

/**
 * The other disputes of the same line that whoever accepts this one should know, in any version of its statement: those that are
 * open, and those that were accepted, with what they gave. A line of a new version can be contested although an older one was
 * corrected already.
 */
export async function listOthersOfSameLine(id: string, on: Kysely<DB> = db): Promise<OtherOfLine[]> {
  const { rows } = await sql<{ id: string; week: string | null; amount: number | null }>`
    select other.id, outcome.week, outcome.amount_cents as amount from disputes dispute
    join settlements settlement on settlement.id = dispute.settlement_id
    join settlement_lines line on line.settlement_id = dispute.settlement_id and line.ordinal = dispute.ordinal
    join settlements version on version.driver_id = settlement.driver_id and version.week = settlement.week
    join settlement_lines same on same.settlement_id = version.id and same.code = line.code
      and same.adjustment_id is not distinct from line.adjustment_id
    join disputes other on other.settlement_id = same.settlement_id and other.ordinal = same.ordinal
    left join adjustments outcome on outcome.id = other.adjustment_id
    where dispute.id = ${readRecordId(id)} and other.id <> dispute.id and other.state in ('open', 'accepted')
    order by other.opened_at`.execute(on)
  return rows.map(({ id: other, week, amount }) => ({
    id: other,
    settled: settledOf(week, amount),
  }))
}

/** Whether an accepted dispute promises this adjustment. */
export async function isAnswerOfDispute(adjustmentId: string, on: Kysely<DB> = db): Promise<boolean> {
  const row = await on
    .selectFrom('disputes')
    .select('id')
    .where('adjustment_id', '=', readRecordId(adjustmentId))
    .executeTakeFirst()
  return row !== undefined
}

/** Contested lines whose day for an answer is over and about which the office was not reminded, the oldest first. */
export async function listLateUnreminded(now: Temporal.Instant, on: Kysely<DB> = db): Promise<ContestedLine[]> {
  const rows = await selectContested(on)
    .where('disputes.state', '=', 'open')
    .where(
      sql<boolean>`not exists (select from dispute_reminders
        where dispute_id = disputes.id and (reopened_at is null or reminded_at > reopened_at))`,
    )
    .orderBy('opened_at')
    .execute()
  return rows.map((row) => contestedLine(row, now)).filter(({ isLate }) => isLate)
}

/**
 * The document that the driver sent with a dispute; with `driver`, only of that person. Refuses `record.not-found`, also for
 * somebody else's.
 */
export async function readDisputeFile(id: string, driver: OwnDriverId | null, on: Kysely<DB> = db) {
  const row = await on
    .selectFrom('disputes')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'file_name', 'media_type'])
    .where('disputes.id', '=', readRecordId(id))
    .$if(driver !== null, (query) => query.where(sql<string>`standing_record(driver_id)`, '=', driver))
    .executeTakeFirst()
  if (!row?.file_name) throw new Refusal('record.not-found')
  return { name: row.file_name, mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

/**
 * The number of open disputes, the day by which the first is to be answered, and the sum of the amounts of their lines
 * (cents, ≥ 0).
 */
export const openDisputes = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('disputes')
      .innerJoin('settlement_lines as line', (join) =>
        join.onRef('line.settlement_id', '=', 'disputes.settlement_id').onRef('line.ordinal', '=', 'disputes.ordinal'),
      )
      .where('state', '=', 'open')
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number>`coalesce(sum(abs(amount_cents)), 0)::bigint`.as('total'),
        sql<string | null>`min(disputes.id::text)`.as('only'),
        sql`min(${waitsSince})`.as('since'),
      ]),
  read: ({ count, total, only, since }: Waiting & { total: number }) => ({
    count,
    total: cents(total),
    only: count === 1 ? only : null,
    by: since === null ? null : answerBy(Temporal.Instant.from(since)),
  }),
}

function selectContested(on: Kysely<DB>) {
  return on
    .selectFrom('disputes')
    .innerJoin('settlements as settlement', 'settlement.id', 'disputes.settlement_id')
    .innerJoin('settlement_lines as line', (join) =>
      join.onRef('line.settlement_id', '=', 'disputes.settlement_id').onRef('line.ordinal', '=', 'disputes.ordinal'),
    )
    .innerJoin('drivers', 'drivers.id', 'settlement.driver_id')
    .leftJoin('adjustments as contested', 'contested.id', 'line.adjustment_id')
    .leftJoin('adjustments as outcome', 'outcome.id', 'disputes.adjustment_id')
    .select([
      'disputes.id',
      'cause',
      'words',
      'disputes.file_name',
      'disputes.state',
      'opened_at',
      'reopened_at',
      'closed_at',
      'answer',
    ])
    .select(withdrawnAnswers('disputes').as('withdrawn'))
    .select([
      'drivers.id as driver_id',
      'drivers.ref',
      'drivers.name',
      'settlement.week',
      'settlement.state as settlement_state',
    ])
    .select(['disputes.ordinal', 'line.code', 'line.amount_cents', 'line.adjustment_id', 'contested.about'])
    .select(['outcome.week as settled_on', 'outcome.amount_cents as settled_cents'])
    .select(
      sql<number>`(select coalesce(sum(same.amount_cents), 0)::bigint from settlement_lines same
        where same.settlement_id = (select id from settlements version
            where version.driver_id = settlement.driver_id and version.week = settlement.week order by version.version desc limit 1)
          and same.code = line.code and same.adjustment_id is not distinct from line.adjustment_id
          and same.plan_id is not distinct from line.plan_id)`.as('amount_now'),
    )
}

type Contested = Awaited<ReturnType<ReturnType<typeof selectContested>['execute']>>[number]

function contestedLine(row: Contested, now: Temporal.Instant): ContestedLine {
  const dispute = disputeOf(row)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return {
    ...dispute,
    days: Math.floor((row.closed_at ?? now).since(row.opened_at).total('hours') / 24),
    isLate: dispute.state === 'open' && today > dispute.answerBy,
    driver: { id: row.driver_id, ref: row.ref, name: row.name },
    week: row.week as Week,
    weekName: weekName(row.week as Week),
    line: {
      ordinal: row.ordinal,
      code: row.code as LineCode,
      adjustment: row.adjustment_id === null ? null : { about: row.about as Week | null },
      amount: cents(row.amount_cents),
      now: cents(row.amount_now),
    },
    isVoid: row.settlement_state === 'void',
  }
}
