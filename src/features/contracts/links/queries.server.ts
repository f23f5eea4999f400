import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import { LINK_TRIES } from '#domain/contract.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { papersOf } from '#features/papers/queries.server.ts'
import { hashOfSecret } from '#platform/secret.ts'

/** The valid link with this token, and its contract; `null` for any other token. */
export async function findLink(
  token: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ id: string; contract: string; until: string } | null> {
  const link = await selectValidLinks(now, on).where('token_hash', '=', hashOfSecret(token)).executeTakeFirst()
  return link ? { id: link.id, contract: link.contract_id, until: link.expires_at.toString() } : null
}

/** The contract's valid link, for the office: when it was made, and when it expires. */
export async function findOpenLink(
  contract: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ madeAt: string; expiresAt: string } | null> {
  const link = await selectValidLinks(now, on)
    .where('contract_id', '=', contract)
    .orderBy('made_at', 'desc')
    .executeTakeFirst()
  return link ? { madeAt: link.made_at.toString(), expiresAt: link.expires_at.toString() } : null
}

/**
 * Number of days for which the last link of a contract was valid, if another link like it may be made. `null` without
 * a link, or when the office voided the last one or wrong answers ended it, because then the office has to decide.
 */
export async function daysOfLastLink(contract: string, on: Kysely<DB> = db): Promise<number | null> {
  const last = await on
    .selectFrom('contract_links')
    .select(['made_at', 'expires_at', 'revoked_at', 'tries'])
    .where('contract_id', '=', contract)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.revoked_at !== null || last.tries >= LINK_TRIES) return null
  return Math.round(last.made_at.until(last.expires_at).total('days'))
}

function selectValidLinks(now: Temporal.Instant, on: Kysely<DB>) {
  return on
    .selectFrom('contract_links')
    .innerJoin('contracts', 'contracts.id', 'contract_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['contract_links.id', 'contract_id', 'made_at', 'expires_at'])
    .where('contracts.state', '=', 'sent')
    .where('drivers.removed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .where('tries', '<', LINK_TRIES)
    .where('expires_at', '>', moment(now))
    .where('made_at', '<=', moment(now))
}

/**
 * The facts of a record that a person can be asked for: the NIF, and the last characters of the driving licence's
 * number.
 */
export type Facts = { nif: string; licence: string | null }
export type TypedFacts = { nif?: string | undefined; licence?: string | undefined }

/** The facts of a record; `null` when it has no NIF, because without it nobody can prove who they are. */
export async function factsOf(driver: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Facts | null> {
  const { nif } = await getDriver(driver, on)
  if (nif === null) return null
  const papers = await papersOf({ holder: 'driver', id: driver }, now, on)
  const licence = papers.find(({ kind, state }) => kind === 'driving-licence' && state === 'accepted')?.number ?? ''
  const end = lastCharacters(licence)
  return { nif, licence: end.length === LICENCE_CHARACTERS ? end : null }
}

/** The numbers on a driver's documents, which no page shows to somebody without an account. */
export async function documentNumbersOf(driver: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<string[]> {
  const papers = await papersOf({ holder: 'driver', id: driver }, now, on)
  return papers.flatMap(({ number }) => number ?? [])
}

/** Number of last characters of the licence's number that are asked for. */
const LICENCE_CHARACTERS = 4

function lastCharacters(number: string): string {
  return number
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '')
    .slice(-LICENCE_CHARACTERS)
}

/** Whether the typed answers match the record. */
export function areFactsRight(typed: TypedFacts, facts: Facts): boolean {
  const nif = (typed.nif ?? '').replaceAll(/\D/g, '')
  return nif === facts.nif && (facts.licence === null || lastCharacters(typed.licence ?? '') === facts.licence)
}
