import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { type RowQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { maskIban } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CheckedIban, LookKind, SecondLook, UncheckedIban } from './schema.ts'

/** The moment since which two people are needed; `null` while one is enough. */
export async function twoPeopleSince(on: Kysely<DB> = db): Promise<Temporal.Instant | null> {
  const company = await on.selectFrom('company').select('two_people_since').executeTakeFirst()
  return company?.two_people_since ?? null
}

/** Whether the rule of two people is on. */
export const takesTwoPeople: RowQuestion<{ takesTwo: boolean } | null, boolean> = {
  ask: (on) => on.selectFrom('company').select(sql<boolean>`two_people_since is not null`.as('takesTwo')),
  read: (company) => company?.takesTwo ?? false,
}

/** Hours for which a person who gains a permission while the rule is on cannot be the second person. */
const FRESH_HOURS = 72

export type FreshPerson = { uid: string; name: string; until: Temporal.Instant }

/**
 * People of the office with such new permissions that they might be a second mailbox of the first person: the others were
 * told, and have this long to object. Nobody while the rule is off.
 */
export async function listFreshPeople(now: Temporal.Instant, on: Kysely<DB> = db): Promise<FreshPerson[]> {
  const rows = await on
    .selectFrom('users')
    .innerJoin('company', (join) => join.on('two_people_since', 'is not', null))
    .select(['uid', 'users.email', 'display_name', 'scopes_since'])
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .whereRef('scopes_since', '>', 'two_people_since')
    .where('scopes_since', '>', now.subtract({ hours: FRESH_HOURS }))
    .orderBy('scopes_since')
    .execute()
  return rows.map(({ uid, email, display_name, scopes_since }) => ({
    uid,
    name: display_name ?? email,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the conditions above leave only rows in which it is set
    until: scopes_since!.add({ hours: FRESH_HOURS }),
  }))
}

/** Refuses `two-people.fresh` if one of these people may not be one of the two yet. */
export async function refuseFresh(
  people: readonly (string | null)[],
  { tx, now }: { tx: Kysely<DB>; now: Temporal.Instant },
): Promise<void> {
  refuseAnyFresh(await listFreshPeople(now, tx), people)
}

/** Refuses `two-people.fresh` if one of these people is among the fresh ones. */
export function refuseAnyFresh(freshPeople: readonly FreshPerson[], people: readonly (string | null)[]): void {
  const freshPerson = freshPeople.find(({ uid }) => people.includes(uid))
  if (freshPerson) throw new Refusal('two-people.fresh', { name: freshPerson.name, at: freshPerson.until.toString() })
}

/** Whether a second person is needed, and the refusal of a new one, for a command of a feature that does not import this one. */
export async function secondPersonOf(change: { tx: Kysely<DB>; now: Temporal.Instant }) {
  return {
    isNeeded: (await twoPeopleSince(change.tx)) !== null,
    refuseFresh: (people: readonly (string | null)[]) => refuseFresh(people, change),
  }
}

/** Number of active people of the office who may change money. */
export async function countMoneyPeople(on: Kysely<DB> = db): Promise<number> {
  const { count } = await on
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .where(sql<boolean>`scopes && array['owner', 'finance']`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes that wait for a second person, the oldest first. */
export async function listLooks(on: Kysely<DB> = db): Promise<SecondLook[]> {
  const rows = await on
    .selectFrom('second_looks')
    .innerJoin('users', 'users.uid', 'asked_by')
    .select(['second_looks.id', 'kind', 'before', 'after', 'asked_at', 'asked_by', 'email', 'display_name'])
    .where('decision', 'is', null)
    .orderBy('second_looks.id')
    .execute()
  return rows.map(({ id, kind, before, after, asked_at, asked_by, email, display_name }) => ({
    id,
    kind: kind as LookKind,
    before: before as Record<string, unknown>,
    after: after as Record<string, unknown>,
    askedAt: asked_at.toString(),
    askedBy: { uid: asked_by, name: display_name ?? email },
  }))
}

/** IBANs in force that wait to be looked at by somebody who did not write them. */
export async function listUncheckedIbans(on: Kysely<DB> = db): Promise<UncheckedIban[]> {
  const rows = await on
    .selectFrom('unchecked_ibans')
    .innerJoin('drivers', 'drivers.id', 'unchecked_ibans.driver_id')
    .innerJoin('users', 'users.uid', 'added_by')
    .select([
      'drivers.id',
      'drivers.name',
      'unchecked_ibans.id as iban_id',
      'iban',
      'holder',
      'added_by',
      'users.email',
      'display_name',
    ])
    .where('drivers.status', '<>', 'inactive')
    .orderBy('drivers.name')
    .execute()
  return rows.map(({ id, name, iban_id, iban, holder, added_by, email, display_name }) => ({
    driver: { id, name },
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the conditions above leave only rows in which it is set
    masked: maskIban(openOf('driver_ibans.iban', id, iban!)),
    seen: String(iban_id),
    holder: holder ?? name,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the conditions above leave only rows in which it is set
    by: { uid: added_by!, name: display_name ?? email },
  }))
}

/**
 * IBANs in force that count because a second person checked them, the last check first: all those that no bank file was made with yet, or
 * the one of a driver.
 */
export async function listCheckedIbans(
  { driver: only }: { driver?: string } = {},
  on: Kysely<DB> = db,
): Promise<CheckedIban[]> {
  const isInFile = sql<boolean>`iban_is_in_bank_file(driver_ibans.id)`
  const rows = await on
    .selectFrom('iban_checks')
    .innerJoin('driver_ibans', 'driver_ibans.id', 'iban_checks.iban_id')
    .innerJoin('company', (join) => join.onRef('two_people_since', '<=', 'driver_ibans.added_at'))
    .innerJoin('drivers', 'drivers.id', 'driver_ibans.driver_id')
    .leftJoin('users', 'users.uid', 'checked_by')
    .select([
      'drivers.id as driver',
      'drivers.name',
      'driver_ibans.id',
      'iban',
      'iban_ends',
      'holder',
      'checked_at',
      'checked_by',
      'users.email',
      'display_name',
    ])
    .select(isInFile.as('is_in_file'))
    .where(
      sql<boolean>`not exists (select from driver_ibans later
        where later.driver_id = driver_ibans.driver_id and later.id > driver_ibans.id)`,
    )
    .where((where) =>
      only === undefined
        ? where.and([where('drivers.status', '<>', 'inactive'), sql<boolean>`not ${isInFile}`])
        : where('drivers.id', '=', readRecordId(only)),
    )
    .orderBy('checked_at', 'desc')
    .execute()
  return rows.map(
    ({ driver, name, id, iban, iban_ends, holder, checked_at, checked_by, email, display_name, is_in_file }) => ({
      id,
      driver: { id: driver, name },
      masked: maskIban(openOf('driver_ibans.iban', driver, iban)),
      ends: iban_ends,
      holder: holder ?? name,
      at: checked_at.toString(),
      by: { uid: checked_by, name: display_name ?? email ?? '' },
      isInFile: is_in_file,
    }),
  )
}

/** Number of things that wait for a second person, IBANs included. */
export const waitingLooks = {
  ask: () => sql`(select (select count(*) from second_looks join users on uid = asked_by where decision is null)
    + (select count(*) from unchecked_iban_ids() waiting join driver_ibans on driver_ibans.id = waiting
      join drivers on drivers.id = driver_ibans.driver_id join users on users.uid = added_by
      where drivers.status <> 'inactive') as count)`,
  read: ({ count }: { count: number }) => count,
}
