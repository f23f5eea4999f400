import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import { listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { basisPoints, cents, type Cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Fee, FEE_BASES, REGIMES, type Terms, TOLL_POLICIES, TRIP_VATS } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'

/** Terms, and the Monday from which they are in force. */
export type TermsInForce = { terms: Terms; from: string }

/** The terms in force in a week, by driver: the latest that begin by its Monday and were not withdrawn. */
export async function termsInForce(on: Kysely<DB>, week: Week): Promise<ReadonlyMap<string, TermsInForce>> {
  return (await termsInForceIn(on))(week)
}

/** The terms in force in any week, read once for all weeks; with `only`, of these drivers. */
export async function termsInForceIn(
  on: Kysely<DB>,
  only?: readonly string[],
): Promise<(week: Week) => ReadonlyMap<string, TermsInForce>> {
  const agreed = only === undefined ? await keptTerms(null, on) : await readAgreed(on, only)
  return (week) =>
    new Map(
      [...agreed].flatMap(([driver, own]) => {
        const latest = own.find(({ from }) => from <= week)
        return latest ? [[driver, latest.inForce] as const] : []
      }),
    )
}

/** The terms of a driver that are in force in a week; `null` without any. */
export async function findTermsOf(driverId: string, week: Week, on: Kysely<DB> = db): Promise<Terms | null> {
  return (await termsInForceIn(on, [driverId]))(week).get(driverId)?.terms ?? null
}

/** The first Monday from which each driver has terms that were not withdrawn. */
export const firstTerms = listQuestion(
  (on) =>
    on
      .selectFrom('terms')
      .select(['driver_id as driver', sql`min(valid_from)`.as('from')])
      .where('withdrawn_at', 'is', null)
      .groupBy('driver_id'),
  (rows: { driver: string; from: string }[]): ReadonlyMap<string, string> =>
    new Map(rows.map(({ driver, from }) => [driver, from])),
)

const keptTerms = keptByTables(
  () => '',
  () => [{ table: 'terms' }],
  (_: null, on) => readAgreed(on),
  1,
)

/** Terms that were not withdrawn, without the person who agreed them and the weeks that used them. */
type Agreed = Pick<AgreedTerms, 'id' | 'from' | 'terms' | 'at'> & { inForce: TermsInForce }

/** The terms of each driver that were not withdrawn, the latest week first. */
async function readAgreed(on: Kysely<DB>, only?: readonly string[]): Promise<ReadonlyMap<string, Agreed[]>> {
  const rows = await on
    .selectFrom('terms')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('driver_id', '=', sql<string>`any(${only}::uuid[])`))
    .orderBy('driver_id')
    .orderBy('valid_from', 'desc')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ driver_id }) => driver_id)].map(([driver, own]) => [
      driver,
      own.map((row) => {
        const inForce = { terms: readTerms(row), from: row.valid_from }
        return { ...inForce, id: row.id, at: row.created_at.toString(), inForce }
      }),
    ]),
  )
}

/** A version of a driver's terms, as its screen shows it. */
export type AgreedTerms = {
  id: number
  from: string
  terms: Terms
  reason: string
  by: string | null
  at: string
  /** The first approved week that used the terms: because of it they can no longer change. */
  approvedWeek: string | null
  /** When the terms were withdrawn, by whom and why; `null` when they were not. */
  withdrawn: { at: string; by: string | null; purpose: 'change' | 'removal'; reason: string } | null
}

/** All terms of a driver that were not withdrawn, the latest week first. */
export async function listTerms(driverId: string, on: Kysely<DB> = db): Promise<AgreedTerms[]> {
  return (await listEveryTerms(driverId, on)).filter(({ withdrawn }) => withdrawn === null)
}

/**
 * All terms ever agreed with a driver, the latest week first; within a week, first those not withdrawn, then the last
 * withdrawn.
 */
export async function listEveryTerms(driverId: string, on: Kysely<DB> = db): Promise<AgreedTerms[]> {
  const id = readRecordId(driverId)
  return (await listEveryTermsOf([id], on)).get(id) ?? []
}

/** All terms ever agreed with several drivers, by driver; leaves out drivers who never had terms. */
export async function listEveryTermsOf(
  driverIds: readonly string[],
  on: Kysely<DB> = db,
): Promise<Map<string, AgreedTerms[]>> {
  const rows = driverIds.length === 0 ? [] : await everyTerms(driverIds, on)
  const termsByDriver = Map.groupBy(rows, ({ driverId }) => driverId)
  return new Map([...termsByDriver].map(([driver, all]) => [driver, all.map(({ terms }) => terms)]))
}

/**
 * The Monday from which the terms of a week are in force, and their last Sunday when others follow; `null` without
 * terms.
 */
export async function findOwnTermsSpan(
  driverId: OwnDriverId,
  week: Week,
): Promise<{ from: string; until: string | null } | null> {
  const terms = await listTerms(driverId)
  const at = terms.findIndex(({ from }) => from <= week)
  const [held, next] = [terms[at], terms[at - 1]]
  if (!held) return null
  return { from: held.from, until: next ? Temporal.PlainDate.from(next.from).subtract({ days: 1 }).toString() : null }
}

/**
 * The terms of every driver that were not withdrawn, the latest week first, without the person who agreed them and
 * the weeks that used them.
 */
export function listAllTerms(on: Kysely<DB> = db): Promise<ReadonlyMap<string, readonly Agreed[]>> {
  return keptTerms(null, on)
}

async function everyTerms(
  drivers: readonly string[],
  on: Kysely<DB>,
): Promise<{ driverId: string; terms: AgreedTerms }[]> {
  const rows = await on
    .selectFrom('terms')
    .leftJoin('users', 'users.uid', 'created_by')
    .leftJoin('users as withdrawer', 'withdrawer.uid', 'withdrawn_by')
    .selectAll('terms')
    .select([personName().as('by'), personName('withdrawer').as('withdrawer')])
    .select((of) =>
      of
        .selectFrom('settlements')
        .whereRef('settlements.driver_id', '=', 'terms.driver_id')
        .whereRef('settlements.terms_from', '=', 'terms.valid_from')
        .where('state', 'in', APPROVED)
        .select(sql<string | null>`min(week)`.as('week'))
        .as('approved_week'),
    )
    .where('terms.driver_id', '=', sql<string>`any(${drivers}::uuid[])`)
    .orderBy('valid_from', 'desc')
    .orderBy('withdrawn_at', (order) => order.desc().nullsFirst())
    .orderBy('terms.id', 'desc')
    .execute()
  return rows.map((row) => ({
    driverId: row.driver_id,
    terms: {
      id: row.id,
      from: row.valid_from,
      terms: readTerms(row),
      reason: row.reason,
      by: row.by,
      at: row.created_at.toString(),
      approvedWeek: row.approved_week,
      withdrawn: row.withdrawn_at && {
        at: row.withdrawn_at.toString(),
        by: row.withdrawer,
        purpose: row.withdrawn_for === 'removal' ? ('removal' as const) : ('change' as const),
        reason: row.withdrawal_reason ?? '',
      },
    },
  }))
}

/** One version of the terms, withdrawn or not. Refuses `record.not-found`, also for another driver's terms. */
export async function getTerms(driverId: string, termsId: number, on: Kysely<DB> = db): Promise<AgreedTerms> {
  const found = (await listEveryTerms(driverId, on)).find(({ id }) => id === termsId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** A week's rent that was waived. */
export type WaivedRent = { id: number; driverId: string; at: string }

/** The query for the waived rents of some weeks: the driver had no car in the week by the assignments. */
export const waivedRents = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('waived_rents')
        .select(['id', 'driver_id as driverId', 'waived_at as at', 'week'])
        .where('week', '=', sql<string>`any(${weeks}::date[])`),
    (rows: (WaivedRent & { week: Week })[]) => {
      const rents = rows.map((row) => ({ ...row, at: momentOf(row.at) }))
      return (ofWeek: Week): WaivedRent[] => rents.filter(({ week }) => week === ofWeek)
    },
  )

/** The states in which a settlement no longer follows its terms. */
export const APPROVED = ['approved', 'in-batch', 'paid']

type StoredTerms = {
  rules: unknown
  regime: string
  fee_mode: string
  fee_cents: number | null
  fee_always: boolean
  fee_basis_points: number | null
  fee_base: string | null
  trip_vat: string
  toll_policy: string
  rent_cents: number
  rent_by_days: boolean
  driver_share_basis_points: number | null
  energy_cap_cents: number | null
}

function readTerms(row: StoredTerms): Terms {
  const { floor, cap, chargingCap, ...rules } = row.rules as TermsRules
  const fee = readFee(row)
  return {
    ...rules,
    regime: oneOf(REGIMES, row.regime),
    fee:
      fee.mode === 'percent'
        ? { ...fee, ...(floor === undefined ? {} : { floor }), ...(cap === undefined ? {} : { cap }) }
        : fee,
    tripVat: oneOf(TRIP_VATS, row.trip_vat),
    tollPolicy: oneOf(TOLL_POLICIES, row.toll_policy),
    rent: cents(row.rent_cents),
    rentByDays: row.rent_by_days,
    split:
      row.driver_share_basis_points === null
        ? null
        : {
            driverShare: basisPoints(row.driver_share_basis_points),
            energyCap: row.energy_cap_cents === null ? null : cents(row.energy_cap_cents),
            ...(chargingCap === undefined ? {} : { chargingCap }),
          },
  }
}

/** The rarely agreed rules, as the database stores them. */
export type TermsRules = Pick<
  Terms,
  'feeByDays' | 'exemption' | 'kilometres' | 'ceiling' | 'receipt' | 'receiptBase' | 'follows'
> & {
  floor?: Cents
  cap?: Cents
  chargingCap?: Cents
}

function readFee(row: StoredTerms): Fee {
  if (row.fee_mode === 'fixed') return { mode: 'fixed', amount: cents(row.fee_cents ?? 0), always: row.fee_always }
  if (row.fee_mode === 'percent') {
    return { mode: 'percent', rate: basisPoints(row.fee_basis_points ?? 0), base: oneOf(FEE_BASES, row.fee_base ?? '') }
  }
  return { mode: 'none' }
}

/** Reads one of the known words. The database checks them when they are saved, so an unknown one is a defect. */
function oneOf<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((known) => known === text)
  if (word === undefined) throw new TypeError(`"${text}" is none of ${words.join(', ')}`)
  return word
}

/** The first terms of a driver that begin after a week; `null` for none. */
export async function firstTermsAfter(driverId: string, week: Week, on: Kysely<DB> = db) {
  const later = (await listTerms(driverId, on)).filter(({ from }) => from > week)
  return later.toSorted((terms, other) => terms.from.localeCompare(other.from))[0] ?? null
}

/**
 * Whether the orders of at least one complete week were fetched from a platform: only then may terms use the times of
 * trips.
 */
export async function hasTripTimes(on: Kysely<DB> = db): Promise<boolean> {
  const row = await on
    .selectFrom('platform_weeks')
    .select('week')
    .where('is_whole', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
