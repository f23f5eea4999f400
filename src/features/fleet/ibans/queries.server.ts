import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { RowQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { ibanState, legalNameOf } from '#domain/driver.ts'
import { maskIban } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'

/** SQL condition that an IBAN waits for a second person. */
const IS_UNCHECKED = sql<boolean>`exists (select from unchecked_ibans where unchecked_ibans.id = driver_ibans.id)`
export const isUnchecked = IS_UNCHECKED.as('is_unchecked')
/** The same condition for queries over every driver: it looks the waiting IBANs up once, because there are few. */
export const IS_AMONG_UNCHECKED = sql<boolean>`driver_ibans.id in (select unchecked_iban_ids())`

/**
 * The bank account to which a driver is paid. `heldUntil` is the end of the wait after a change; compare it with the
 * moment of payment.
 */
export type PayTarget = {
  driverId: string
  /** Sealed; only the code that makes payments opens it (`openIban`). */
  iban: SealedIban | null
  holder: string | null
  heldUntil: Temporal.Instant | null
  /** Whether the rule of two people applies and nobody but the person who entered this IBAN has checked it. */
  isUnchecked: boolean
  valid: boolean
}

/** A sealed IBAN: its last characters, and the index by which two equal ones are recognised. */
export type SealedIban = { ends: string; index: string; sealed: Uint8Array }

/** The newest IBAN of a driver with its hold, or `null`. */
export async function currentIban(on: Kysely<DB>, driverId: string): Promise<PayTarget | null> {
  return (await listPayTargets(on, [driverId])).get(driverId) ?? null
}

/** The account of each of these drivers, by driver. A driver without an IBAN has `iban: null`. */
export async function listPayTargets(on: Kysely<DB>, driverIds: readonly string[]): Promise<Map<string, PayTarget>> {
  if (driverIds.length === 0) return new Map()
  const rows = await on
    .selectFrom('drivers')
    .leftJoin('driver_ibans', 'driver_ibans.driver_id', 'drivers.id')
    .distinctOn('drivers.id')
    .select([
      'drivers.id as driverId',
      'name',
      'legal_name as legalName',
      'iban',
      'iban_index',
      'iban_ends',
      'iban_valid',
      'holder',
    ])
    .select(sql<Temporal.Instant | null>`greatest(driver_ibans.held_until, drivers.held_until)`.as('held_until'))
    .select(isUnchecked)
    .where('drivers.id', '=', sql<string>`any(${[...driverIds]}::uuid[])`)
    .orderBy('drivers.id')
    .orderBy('driver_ibans.id', (order) => order.desc().nullsLast())
    .execute()
  return new Map(
    rows.map(
      ({ driverId, name, legalName, iban, iban_index, iban_ends, iban_valid, holder, held_until, is_unchecked }) => [
        driverId,
        {
          driverId,
          // oxlint-disable-next-line typescript/no-non-null-assertion -- an IBAN is kept with its end and index
          iban: iban && { ends: iban_ends!, index: iban_index!.toString('hex'), sealed: iban },
          holder: holder ?? legalNameOf({ name, legalName }),
          heldUntil: held_until,
          isUnchecked: is_unchecked,
          valid: iban_valid === true,
        },
      ],
    ),
  )
}

/** The facts that decide whether a driver can be paid, for lists: without the IBAN itself. */
export type PayState = Pick<PayTarget, 'holder' | 'heldUntil' | 'isUnchecked' | 'valid'> & { hasIban: boolean }

type PayStateRow = [
  driver: string,
  hasIban: boolean,
  valid: boolean | null,
  holder: string | null,
  name: string,
  legalName: string | null,
  heldUntil: string | null,
  isUnchecked: boolean,
]

/**
 * The query for the pay state of every driver, or of these; `askTogether` can send it with others. Its rows are
 * arrays, because the names of columns would take up most of the answer.
 */
export const payStates = (
  only?: readonly string[],
): RowQuestion<{ rows: PayStateRow[] }, ReadonlyMap<string, PayState>> => ({
  ask: (on) => {
    const newest = on
      .selectFrom('drivers')
      .leftJoin('driver_ibans', 'driver_ibans.driver_id', 'drivers.id')
      .distinctOn('drivers.id')
      .select((of) =>
        sql`json_build_array(${sql.join([
          of.ref('drivers.id'),
          sql`iban is not null`,
          of.ref('iban_valid'),
          of.ref('holder'),
          of.ref('name'),
          of.ref('legal_name'),
          sql`greatest(driver_ibans.held_until, drivers.held_until)`,
          only === undefined ? sql`coalesce(${IS_AMONG_UNCHECKED}, false)` : IS_UNCHECKED,
        ])})`.as('row'),
      )
      .$if(only !== undefined, (query) => query.where('drivers.id', '=', sql<string>`any(${only}::uuid[])`))
      .orderBy('drivers.id')
      .orderBy('driver_ibans.id', (order) => order.desc().nullsLast())
    return sql`(select coalesce(json_agg(newest.row), '[]') as rows from ${newest} newest)`
  },
  read: ({ rows }) =>
    new Map(
      rows.map(([driver, hasIban, valid, holder, name, legalName, heldUntil, isWaiting]) => [
        driver,
        {
          hasIban,
          valid: valid === true,
          holder: holder ?? legalNameOf({ name, legalName }),
          heldUntil: heldUntil === null ? null : Temporal.Instant.from(heldUntil),
          isUnchecked: isWaiting,
        },
      ]),
    ),
})

/** Every bank account that each of these drivers ever had, the newest first, by driver. */
export async function listAccounts(driverIds: readonly string[], on: Kysely<DB>) {
  const rows = await on
    .selectFrom('driver_ibans')
    .select(['driver_id', 'iban', 'iban_index', 'iban_ends', 'iban_valid', 'holder', 'held_until'])
    .where('driver_id', '=', sql<string>`any(${driverIds}::uuid[])`)
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ driver_id }) => driver_id)
}

/** Decrypts an IBAN, for a payment or for somebody who gave a reason. */
export function openIban({ driverId, iban }: { driverId: string; iban: SealedIban }): string {
  return openOf('driver_ibans.iban', driverId, iban.sealed)
}

/** Every IBAN a driver had, newest first, masked. */
export async function listIbans(driverId: string, now: Temporal.Instant, on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('driver_ibans')
    .innerJoin('drivers', 'drivers.id', 'driver_ibans.driver_id')
    .leftJoin('users', 'users.uid', 'added_by')
    .select([
      'driver_ibans.id',
      'iban',
      'iban_valid',
      'holder',
      'added_at',
      'driver_ibans.held_until',
      personName().as('by'),
      'added_by',
    ])
    .select(isUnchecked)
    .select('drivers.held_until as record_held')
    .where('driver_ibans.driver_id', '=', readRecordId(driverId))
    .orderBy('driver_ibans.id', 'desc')
    .execute()
  return rows.map(
    ({ id, iban, iban_valid, holder, added_at, added_by, held_until, record_held, by, is_unchecked }, index) => {
      // A hold on the record also holds its newest account.
      const heldUntil = index === 0 ? laterMoment(held_until, record_held) : held_until
      const state = ibanState({ valid: iban_valid === true, heldUntil, isUnchecked: is_unchecked }, now)
      return {
        id,
        masked: maskIban(openOf('driver_ibans.iban', driverId, iban)),
        holder,
        by,
        writer: added_by,
        addedAt: added_at.toString(),
        heldUntil: heldUntil?.toString() ?? null,
        state,
        // The reason for the wait: the account was changed, or names of another record were moved to this one.
        heldFor: state !== 'held' ? null : heldUntil === held_until ? ('change' as const) : ('names' as const),
      }
    },
  )
}

function laterMoment(one: Temporal.Instant | null, other: Temporal.Instant | null): Temporal.Instant | null {
  if (one === null || other === null) return one ?? other
  return Temporal.Instant.compare(one, other) < 0 ? other : one
}
