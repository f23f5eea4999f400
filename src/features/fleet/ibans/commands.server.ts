import { sql } from 'kysely'
import { requireValue } from '#domain/certain.ts'
import { legalNameOf } from '#domain/driver.ts'
import { sealedIban } from '#db/sealed-columns.server.ts'
import { inParts } from '#db/parts.ts'
import { isRecordId } from '#domain/record-id.ts'
import { takeEach } from '#domain/refusal.ts'
import { weekAt } from '#domain/week.ts'
import { actorHasPower, type Change } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { writeNoticesOfEach } from '#features/mail/inbox/commands.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { lockCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { listAccounts } from './queries.server.ts'
import type { IbanInput } from './schema.ts'

/**
 * Saves another bank account for a driver. The first valid one counts immediately when a person with `money` enters
 * it; a change, and a first one from anybody else, has to wait (`ibanHoldHours`). Mails inform the driver of a
 * change, so that a stranger's change is noticed before money moves: at the record's address, which the office may
 * change, and at the account's, which only its holder can change. The same account changes nothing. Refuses what
 * `requireCurrent` refuses.
 */
export async function changeIban(change: Change, driverId: string, input: IbanInput): Promise<void> {
  await changeIbans(change, [{ driverId, ...input }])
}

/** Saves bank accounts of several drivers, one each. Refuses what `changeIban` refuses. */
export async function changeIbans(
  change: Change,
  inputs: readonly (IbanInput & { driverId: string })[],
): Promise<void> {
  if (inputs.length === 0) return
  const ids = inputs.map(({ driverId }) => driverId.toLowerCase())
  const requireOne = await lockCurrent(ids, change.tx)
  const drivers = await lockPayees(change, ids.filter(isRecordId))
  const accounts = await listAccounts([...drivers.keys()], change.tx)
  const differing = takeEach(inputs, ({ driverId, iban, holder }) => {
    requireOne(driverId)
    const driver = requireValue(drivers, driverId.toLowerCase())
    const [current, ...earlier] = accounts.get(driver.id) ?? []
    const index = blindIndex('iban', iban)
    const isSame = (stored: { iban_index: Buffer | null }) => stored.iban_index?.equals(index) ?? false
    const name = legalNameOf(driver)
    if (current && isSame(current) && (current.holder ?? name) === (holder ?? name)) return null
    // No money was ever paid to an account that no bank would accept, so compare with the last valid one.
    const payable = [...(current ? [current] : []), ...earlier].find((version) => version.iban_valid)
    return { driver, iban, holder, current, payable, isChange: payable !== undefined && !isSame(payable) }
  }).filter((ibanChange) => ibanChange !== null)
  if (differing.length === 0) return
  const hasFirst = differing.some(({ payable }) => payable === undefined)
  const firstWaits = hasFirst && !(await actorHasPower(change, 'money'))
  const { ibanHoldHours } = await settingsIn(weekAt(change.now), change.tx)
  const changed = differing.map((ibanChange) => {
    const waits = ibanChange.isChange || (ibanChange.payable === undefined && firstWaits)
    return {
      ...ibanChange,
      heldUntil: waits ? change.now.add({ hours: ibanHoldHours }) : (ibanChange.payable?.held_until ?? null),
    }
  })
  const rows = changed.map(({ driver, iban, holder, heldUntil }) => ({
    driver_id: driver.id,
    ...sealedIban(driver.id, iban),
    holder,
    added_at: change.now.toString(),
    held_until: heldUntil?.toString() ?? null,
    added_by: change.actor.uid,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('driver_ibans').values(part).execute()
  for (const { driver, iban, current, heldUntil } of changed)
    change.note({
      subject: `driver:${driver.id}`,
      before: { ibanEnds: current?.iban_ends ?? null },
      after: { ibanEnds: iban.slice(-4), heldUntil: heldUntil?.toString() ?? null },
    })
  await announceIbans(
    change,
    changed.filter(({ isChange }) => isChange),
  )
}

type Payee = { id: string; name: string; legalName: string | null; email: string | null; language: string }

/** Locks these drivers, so that nobody else changes their accounts meanwhile. */
async function lockPayees({ tx }: Change, ids: readonly string[]): Promise<ReadonlyMap<string, Payee>> {
  const rows = await tx
    .selectFrom('drivers')
    .select(['id', 'name', 'legal_name as legalName', 'email', 'language'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type ChangedIban = { driver: Payee; iban: string; heldUntil: Temporal.Instant | null }

/** Informs each driver in their area, and by mail at the address of the record and at that of the account. */
async function announceIbans(change: Change, changed: readonly ChangedIban[]): Promise<void> {
  if (changed.length === 0) return
  const notified = changed.map(({ driver, iban, heldUntil }) => ({
    driver,
    facts: { ends: iban.slice(-4), heldUntil: heldUntil?.toString() ?? '' },
  }))
  await writeNoticesOfEach(
    change,
    'iban-changed',
    notified.map(({ driver, facts }) => ({ driverId: driver.id, facts })),
  )
  const accounts = await change.tx
    .selectFrom('drivers')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select(['drivers.id', 'users.email'])
    .where('drivers.id', '=', sql<string>`any(${notified.map(({ driver }) => driver.id)}::uuid[])`)
    .execute()
  const accountOf = new Map(accounts.map(({ id, email }) => [id, email]))
  const mails = notified.flatMap(({ driver, facts }) => {
    const recipients = new Set([driver.email, accountOf.get(driver.id)].filter((address) => address != null))
    return [...recipients].map((recipient) => ({
      recipient,
      language: driver.language,
      template: 'iban-changed',
      params: JSON.stringify({ name: driver.name, ...facts }),
      driver_id: driver.id,
      created_at: change.now.toString(),
    }))
  })
  for (const part of inParts(mails)) await change.tx.insertInto('mail_outbox').values(part).execute()
}
