import { type Kysely, type Selectable, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import { askAlone, askTogether, listQuestion, momentOf } from '#db/together.server.ts'
import type { CommissionRules, DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { OwnDriverId } from '#domain/access.ts'
import {
  type ReferredWeek,
  type CommissionRule,
  type Earned,
  type RewardBase,
  SIDES,
  type Side,
  earnedBy,
  idleReferrals,
  maximumOf,
} from '#domain/commission.ts'
import { type Cents, ZERO, basisPoints, cents } from '#domain/money.ts'
import { slugOf } from '#domain/referral-link.ts'
import { type Week, nextWeek, weekAt, weekOf, weeksBetween } from '#domain/week.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import { readPersons } from '#features/fleet/current-drivers/queries.server.ts'
import type { ReferralView, RuleVersion, SideView } from './schema.ts'

/** One side of a referral: who is paid and for whom, by which rule, and what statements paid so far. */
export type ReferralSide = {
  /** The current record of the person who is paid. */
  driverId: string
  /** The name of the person on the other side. */
  other: string
  rule: (CommissionRule & { name: string }) | null
  given: Cents
  /**
   * `lastPaid` is the newest week whose statement paid or took back; `paidOn` has all such weeks, and `written` also
   * those whose statement was voided.
   */
  lastPaid: Week | null
  written: readonly Week[]
  paidOn: readonly Week[]
}

/** A referral with everything that its rewards are calculated from. */
export type ReadReferral = Omit<ReferralView, 'sides'> & {
  sides: Record<Side, ReferralSide>
  /** The earnings of a side up to the statement of a week. */
  earned: (side: Side, by: Week) => Earned
}

/** All referrals in the order in which they were saved; with `only`, those that pay these drivers. */
export async function readReferrals(on: Kysely<DB> = db, only?: readonly string[]): Promise<ReadReferral[]> {
  const { all, rules, given } = await askTogether({ all: allReferrals, rules: everyRule, given: givenRewards }, on)
  const referrals = all.filter(
    ({ referrer, referred }) => only === undefined || only.includes(referrer.person) || only.includes(referred.person),
  )
  if (referrals.length === 0) return []
  const persons = [...new Set(referrals.map(({ referred }) => referred.person))]
  const broughtBy = only === undefined ? listBroughtWeeks : readBroughtWeeks
  const weeks = await broughtBy(persons, on)
  const personOf = new Map(
    all.flatMap(({ referrer, referred }) => [referrer, referred].map((driver) => [driver.id, driver.person])),
  )
  // Of several referrals of one person only one counts; finding it needs all referrals, not just those of `only`.
  const idle = idleReferrals(
    all
      .filter(({ withdrawReason }) => withdrawReason === null)
      .map(({ id, referrer, referred }) => ({ id, referrer: referrer.id, referred: referred.id })),
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the query above asks only for those that have it
    (record) => personOf.get(record)!,
  )
  const ruleOf = (side: Side, since: Week) => rules.findLast((rule) => rule.side === side && rule.from <= since) ?? null
  const asksTrips = referrals.some(({ since }) => SIDES.some((side) => (ruleOf(side, since)?.rule?.minTrips ?? 0) > 0))
  const tripsOf = asksTrips ? await readTrips(weeks, on) : () => null

  return referrals.map(({ referrer, referred, withdrawReason, leftIn, ...referral }): ReadReferral => {
    const idleReason = withdrawReason === null ? (idle.get(referral.id) ?? null) : 'withdrawn'
    const brought = (weeks.get(referred.person) ?? []).map((week) => ({
      ...week,
      trips: tripsOf(referred.person, week.week),
    }))
    const sideOf = (side: Side): ReferralSide => {
      const [paid, other] = side === 'referrer' ? [referrer, referred] : [referred, referrer]
      const version = ruleOf(side, referral.since)
      const rewards = given.filter((reward) => reward.referral === referral.id && reward.side === side)
      const counting = rewards.filter(({ state }) => state === 'accepted')
      return {
        driverId: paid.person,
        other: other.name,
        rule: version?.rule ? { ...version.rule, name: version.name } : null,
        given: cents(counting.reduce((total, { amount }) => total + amount, 0)),
        lastPaid:
          counting
            .map(({ week }) => week)
            .toSorted()
            .at(-1) ?? null,
        written: rewards.map(({ week }) => week),
        paidOn: counting.map(({ week }) => week).toSorted(),
      }
    }
    const sides = { referrer: sideOf('referrer'), referred: sideOf('referred') }
    return {
      ...referral,
      referrer: { id: referrer.person, name: referrer.name },
      referred: { id: referred.person, name: referred.name },
      idle: idleReason,
      withdrawReason,
      sides,
      earned: (side, by) => {
        const { rule } = sides[side]
        if (rule === null || idleReason !== null) return { ...NOTHING, weeks: brought.length }
        return earnedBy(rule, brought, { by, since: referral.since, leftIn })
      },
    }
  })
}

const NOTHING: Earned = { amount: ZERO, reached: ZERO, weeks: 0, trips: 0, state: 'waiting' }

/** Every referral as its pages show it, the newest first, with its earnings up to the current week. */
export async function listReferrals(now: Temporal.Instant, on: Kysely<DB> = db): Promise<ReferralView[]> {
  const by = nextWeek(weekAt(now))
  return (await readReferrals(on)).toReversed().map(({ sides, earned, ...referral }) => ({
    ...referral,
    sides: {
      referrer: viewOf(sides.referrer, earned('referrer', by)),
      referred: viewOf(sides.referred, earned('referred', by)),
    },
  }))
}

function viewOf({ rule, given, paidOn }: ReferralSide, earned: Earned): SideView {
  return {
    rule: rule && { name: rule.name, most: maximumOf(rule), minWeeks: rule.minWeeks, minTrips: rule.minTrips },
    earned,
    paid: given,
    on: paidOn,
  }
}

/**
 * The signed-in driver's referrals, newest first: those in which they are the referrer, and the one in which they
 * were referred, if it pays them.
 */
export async function listOwnReferrals(driverId: OwnDriverId, now: Temporal.Instant): Promise<ReferralView[]> {
  const referrals = await listReferrals(now)
  return referrals.filter(
    ({ referrer, referred, sides }) =>
      referrer.id === driverId || (referred.id === driverId && sides.referred.rule !== null),
  )
}

/** Every version of both rules, the oldest first. */
export async function listRules(on: Kysely<DB> = db): Promise<RuleVersion[]> {
  return askAlone(everyRule, on)
}

/** Whether somebody was referred under a version, even if the referral was withdrawn since: then it stays. */
export async function hasPromised(id: string, on: Kysely<DB> = db): Promise<boolean> {
  const { rows } = await sql<{ promised: boolean }>`
    select rule_has_promised(rule) as promised from commission_rules rule where id = ${readRecordId(id)}`.execute(on)
  return rows[0]?.promised ?? false
}

const everyRule = listQuestion(
  (on) => on.selectFrom('commission_rules').selectAll().orderBy('starts_on'),
  (rows: RuleRow[]) => rows.map(ruleVersion),
)

type RuleRow = Omit<Selectable<CommissionRules>, 'created_at'> & { created_at: string }

function ruleVersion(row: RuleRow): RuleVersion {
  return {
    id: row.id,
    side: row.side as Side,
    from: row.starts_on as Week,
    name: row.name,
    reason: row.reason,
    writtenAt: momentOf(row.created_at),
    rule:
      row.kind === 'none'
        ? null
        : {
            pays:
              row.kind === 'fixed'
                ? // oxlint-disable-next-line typescript/no-non-null-assertion -- the query above asks only for those that have it
                  { kind: 'fixed', amount: cents(row.amount_cents!) }
                : // oxlint-disable-next-line typescript/no-non-null-assertion -- the query above asks only for those that have it
                  { kind: 'percent', rate: basisPoints(row.rate_basis_points!), base: row.base as RewardBase },
            first: row.first_week,
            weeks: row.weeks,
            minWeeks: row.min_weeks,
            minTrips: row.min_trips,
            hold: row.hold_weeks,
            cap: row.cap_cents === null ? null : cents(row.cap_cents),
            clawback: row.clawback_weeks,
          },
  }
}

/** The driver whom a personal link names, by short name (`ref`) or by full name; `null` for nobody. */
export async function findReferrer(slug: string, on: Kysely<DB> = db): Promise<string | null> {
  const drivers = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name', 'created_at'])
    .where('is_gone', '=', false)
    .where('status', '<>', 'inactive')
    .execute()
  return whoseLink(drivers, slug)?.id ?? null
}

type LinkOwner = { ref: string; name: string; created_at: Temporal.Instant }

/**
 * The driver whose short name the link ends with, otherwise the one with that full name. Of several drivers with the
 * same name it is the one whose record was made first, because that driver handed the link out before the others
 * came. Nobody when the first two records were made at the same moment.
 */
function whoseLink<Driver extends LinkOwner>(drivers: readonly Driver[], slug: string) {
  const byRef = drivers.filter(({ ref }) => slugOf(ref) === slugOf(slug))
  const [first, next] = (
    byRef.length > 0 ? byRef : drivers.filter(({ name }) => slugOf(name) === slugOf(slug))
  ).toSorted((driver, other) => Temporal.Instant.compare(driver.created_at, other.created_at))
  return first && next?.created_at.equals(first.created_at) ? undefined : first
}

/** The names of the owners of these links, for people who read applications; leaves out links whose owner is gone. */
export async function listReferrerNames(slugs: readonly string[], on: Kysely<DB> = db): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const drivers = await on
    .selectFrom('drivers')
    .select(['ref', 'name', 'created_at'])
    .where('is_gone', '=', false)
    .execute()
  const named = slugs.flatMap((slug) => {
    const found = whoseLink(drivers, slug)
    return found ? [[slug, found.name] as const] : []
  })
  return new Map(named)
}

/**
 * The ending of a driver's personal link: the full name when a link with it leads to this driver, otherwise the short
 * name; `null` for a driver who has left, whom no link leads to.
 */
export async function readReferralSlug(driverId: OwnDriverId, on: Kysely<DB> = db): Promise<string | null> {
  const { ref, name, status } = await on
    .selectFrom('drivers')
    .select(['ref', 'name', 'status'])
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
  if (status === 'inactive') return null
  const byName = slugOf(name)
  return byName !== '' && byName.length <= 40 && (await findReferrer(byName, on)) === driverId ? byName : slugOf(ref)
}

/** Open applications that came by the signed-in driver's link: only the first name and the state. */
export async function listOwnApplications(
  driverId: OwnDriverId,
): Promise<{ name: string; state: string; sentAt: string }[]> {
  const rows = await db
    .selectFrom('applications')
    .select(['name', 'state', 'sent_at', 'referral', 'driver_id'])
    .where('referral', 'is not', null)
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .execute()
  const own: { name: string; state: string; sentAt: string }[] = []
  for (const { name, state, sent_at, referral, driver_id } of rows) {
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the query above asks only for those that have it
    if (driver_id !== null || (await findReferrer(referral!)) !== driverId) continue
    // oxlint-disable-next-line typescript/no-non-null-assertion -- a name has a first word; the query above asks only for those that have it
    own.push({ name: name.split(' ')[0]!, state, sentAt: sent_at!.toString() })
  }
  return own
}

/**
 * SQL for the record that this one was merged into. Most records were never merged, so it calls the database function
 * only for merged ones.
 */
function currentRecordOf(driver: string) {
  const id = sql.ref(`${driver}.id`)
  return sql<string>`case when ${sql.ref(`${driver}.merged_into`)} is null then ${id} else standing_record(${id}) end`
}

const allReferrals = listQuestion(
  (on) =>
    on
      .selectFrom('referrals')
      .innerJoin('drivers as named_referrer', 'named_referrer.id', 'referrer_id')
      .innerJoin('drivers as named_referred', 'named_referred.id', 'referred_id')
      .innerJoin('drivers as referrer', (join) => join.on('referrer.id', '=', currentRecordOf('named_referrer')))
      .innerJoin('drivers as referred', (join) => join.on('referred.id', '=', currentRecordOf('named_referred')))
      .select(['referrals.id', 'since', 'origin', 'reason', 'withdraw_reason', 'referrer_id', 'referred_id'])
      .select([
        'referrer.id as above',
        'referrer.name as above_name',
        'referred.id as below',
        'referred.name as below_name',
      ])
      .select('referred.ended_on')
      .orderBy('referrals.ordinal'),
  (rows: ReferralRow[]) =>
    rows.map((row) => ({
      id: row.id,
      since: row.since,
      origin: row.origin,
      reason: row.reason,
      withdrawReason: row.withdraw_reason,
      referrer: { id: row.referrer_id, person: row.above, name: row.above_name },
      referred: { id: row.referred_id, person: row.below, name: row.below_name },
      leftIn: row.ended_on === null ? null : weekOf(Temporal.PlainDate.from(row.ended_on)),
    })),
)

type ReferralRow = {
  id: string
  since: Week
  origin: 'link' | 'office'
  reason: string
  withdraw_reason: string | null
  referrer_id: string
  referred_id: string
  above: string
  above_name: string
  below: string
  below_name: string
  ended_on: string | null
}

/** The rewards that statements paid for referrals or took back. */
const givenRewards = listQuestion(
  (on) =>
    on
      .selectFrom('adjustments')
      .select(['referral_id as referral', 'reward_side as side', 'week', 'amount_cents as amount', 'state'])
      .where('referral_id', 'is not', null),
  (rows: { referral: string; side: Side; week: Week; amount: number; state: string }[]) =>
    rows.map((row) => ({ ...row, amount: cents(row.amount) })),
)

type IncomeWeek = Omit<ReferredWeek, 'trips'>

/**
 * The sums of each person's approved statements, week by week, over all their records, including rows that came late
 * and were settled in a later week.
 */
async function readBroughtWeeks(
  persons: readonly string[],
  on: Kysely<DB>,
): Promise<ReadonlyMap<string, readonly IncomeWeek[]>> {
  const { rows } = await sql<{ person: string; week: Week; income: number; vat: number; fee: number }>`
    with recursive own (person, id) as (
      select person, person from unnest(${persons}::uuid[]) person
      union select own.person, d.id from own join drivers d on d.merged_into = own.id),
    approved as (
      select own.person, s.id, s.week from own join settlements s on s.driver_id = own.id and s.state in ('approved', 'in-batch', 'paid')),
    parts as (
      -- Look the lines up for each statement (offset 0): a join would read the lines of all years.
      select person, week, code, amount_cents as amount from approved, lateral (select code, amount_cents from settlement_lines
        where settlement_id = approved.id and line_group in ('A', 'B', 'C') offset 0) line
      union all
      -- In a week that was issued again, amounts that another statement settled are subtracted here, because they count there.
      select person, week, step ->> 'term', (step ->> 'amount')::bigint
        from approved, lateral (select steps from settlement_lines
          where settlement_id = approved.id and code = 'adjustment.settled' offset 0) line, jsonb_array_elements(steps) step
        where step ->> 'kind' = 'change'
      union all
      select own.person, a.about, change ->> 'code', (change ->> 'to')::bigint - (change ->> 'from')::bigint
        from own join adjustments a on a.driver_id = own.id and a.kind = 'late' and a.state = 'accepted', jsonb_array_elements(a.changes) change
        where exists (select from settlement_lines l join settlements s on s.id = l.settlement_id and s.state <> 'void' where l.adjustment_id = a.id))
    select person, week, coalesce(sum(amount) filter (where code like 'income.%'), 0)::bigint as income,
      coalesce(sum(amount) filter (where code = 'vat.trips'), 0)::bigint as vat,
      coalesce(-sum(amount) filter (where code in ('fee.fixed', 'fee.percent', 'fee.split')), 0)::bigint as fee
    from parts where exists (select from approved where approved.person = parts.person and approved.week = parts.week)
    group by person, week order by week`.execute(on)
  const weeks = rows.map(({ person, week, income, vat, fee }) => ({
    person,
    sums: { week, income: cents(income), incomeLessVat: cents(income + vat), fee: cents(fee) },
  }))
  return new Map(
    [...Map.groupBy(weeks, ({ person }) => person)].map(([person, own]) => [person, own.map(({ sums }) => sums)]),
  )
}

/**
 * The weeks of all referred drivers, kept in memory until a statement or a record changes. Its argument is the list
 * of persons.
 */
export const listBroughtWeeks = keptByTables(
  (persons: readonly string[]) => persons.join(),
  (persons) => {
    // Find the records of all persons in one query: calling the database function for each person took longer than
    // reading the statements.
    const isOfPersons = sql`driver_id = any(array(with recursive own (id) as (select unnest(${persons}::uuid[])
      union select d.id from own join drivers d on d.merged_into = own.id) select id from own))`
    return [
      { table: 'settlements', where: sql<boolean>`state <> 'void' and ${isOfPersons}` },
      { table: 'drivers' },
      { table: 'adjustments', where: sql<boolean>`kind = 'late' and ${isOfPersons}` },
    ]
  },
  readBroughtWeeks,
  1,
)

/** Trips of each person in these weeks, from the files that count. */
async function readTrips(
  weeks: ReadonlyMap<string, readonly IncomeWeek[]>,
  on: Kysely<DB>,
): Promise<(person: string, week: Week) => number | null> {
  const personOf = await readPersons(on)
  const allWeeks = weeksBetween([...weeks.values()].flatMap((own) => own.map(({ week }) => week)))
  const trips = new Map<string, number>()
  for (const [week, done] of await activityOfWeeks(allWeeks, on)) {
    for (const [record, { trips: ofRecord }] of done) {
      const name = `${personOf(record)} ${week}`
      if (ofRecord !== null) trips.set(name, (trips.get(name) ?? 0) + ofRecord)
    }
  }
  return (person, week) => trips.get(`${person} ${week}`) ?? null
}
