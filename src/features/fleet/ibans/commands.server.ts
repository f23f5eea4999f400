import { legalNameOf } from '#domain/driver.ts'
import { sealedIban } from '#db/sealed-columns.server.ts'
import { inParts } from '#db/parts.ts'
import { weekAt } from '#domain/week.ts'
import { actorHasPower, type Change } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import type { IbanInput } from './schema.ts'

/**
 * Gives a driver another account to be paid to. The first one that a bank would take counts at once when somebody with
 * `money` gives it; a change, and a first one from anybody else, waits (`ibanHoldHours`). A change is told to the driver by
 * e-mail, so that somebody else's hand is noticed before money moves: at the address of the record, which the office may
 * change, and at the account's, which nobody but its holder changes. The same account changes nothing. Refuses what
 * `requireCurrent` does.
 */
export async function changeIban(change: Change, driverId: string, { iban, holder }: IbanInput): Promise<void> {
  await requireCurrent(driverId, change.tx)
  const driver = await change.tx
    .selectFrom('drivers')
    .select(['id', 'name', 'legal_name as legalName', 'email', 'language'])
    .where('id', '=', driverId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const [current, ...earlier] = await change.tx
    .selectFrom('driver_ibans')
    .select(['iban_index', 'iban_ends', 'iban_valid', 'holder', 'held_until'])
    .where('driver_id', '=', driverId)
    .orderBy('id', 'desc')
    .execute()
  const index = blindIndex('iban', iban)
  const isSame = (one: { iban_index: Buffer | null }) => one.iban_index?.equals(index) ?? false
  if (current && isSame(current) && (current.holder ?? legalNameOf(driver)) === (holder ?? legalNameOf(driver))) return

  // No money ever went to an account that no bank would take: what replaces it is compared with the one before.
  const payable = [...(current ? [current] : []), ...earlier].find((one) => one.iban_valid)
  const isChange = payable !== undefined && !isSame(payable)
  const waits = isChange || (payable === undefined && !(await actorHasPower(change, 'money')))
  const { ibanHoldHours } = await settingsIn(weekAt(change.now), change.tx)
  const heldUntil = waits ? change.now.add({ hours: ibanHoldHours }) : (payable?.held_until ?? null)
  await change.tx
    .insertInto('driver_ibans')
    .values({
      driver_id: driverId,
      ...sealedIban(driverId, iban),
      holder,
      added_at: change.now.toString(),
      held_until: heldUntil?.toString() ?? null,
      added_by: change.actor.uid,
    })
    .execute()
  change.note({
    subject: `driver:${driverId}`,
    before: { ibanEnds: current?.iban_ends ?? null },
    after: { ibanEnds: iban.slice(-4), heldUntil: heldUntil?.toString() ?? null },
  })
  if (isChange) {
    const facts = { ends: iban.slice(-4), heldUntil: heldUntil?.toString() ?? '' }
    await writeNotices(change, [driverId], { kind: 'iban-changed', ...facts })
  }
  if (isChange) await announceIban(change, driver, iban, heldUntil)
}

async function announceIban(
  change: Change,
  driver: { id: string; name: string; email: string | null; language: string },
  iban: string,
  heldUntil: Temporal.Instant | null,
): Promise<void> {
  const account = await change.tx
    .selectFrom('drivers')
    .innerJoin('users', 'users.uid', 'drivers.uid')
    .select('users.email')
    .where('drivers.id', '=', driver.id)
    .executeTakeFirst()
  const recipients = new Set([driver.email, account?.email].filter((address) => address != null))
  const mails = [...recipients].map((recipient) => ({
    recipient,
    language: driver.language,
    template: 'iban-changed',
    params: JSON.stringify({ name: driver.name, ends: iban.slice(-4), heldUntil: heldUntil?.toString() ?? '' }),
    driver_id: driver.id,
    created_at: change.now.toString(),
  }))
  for (const part of inParts(mails)) await change.tx.insertInto('mail_outbox').values(part).execute()
}
