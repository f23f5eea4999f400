import { legalNameOf } from '#domain/driver.ts'
import { sealedIban } from '#db/sealed-columns.server.ts'
import { inParts } from '#db/parts.ts'
import { weekAt } from '#domain/week.ts'
import { actorHasPower, type Deed } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import type { IbanInput } from './schema.ts'

/**
 * Gives a driver another account to be paid to. The first one that a bank would take counts at once when somebody with
 * `money` gives it; a change, and a first one from anybody else, waits (`ibanHoldHours`). A change is told to the driver by
 * e-mail, so that somebody else's hand is noticed before money moves: at the address of the record, which the office may
 * change, and at the account's, which nobody but its holder changes. The same account changes nothing. Refuses what
 * `requireStanding` does.
 */
export async function changeIban(deed: Deed, driverId: string, { iban, holder }: IbanInput): Promise<void> {
  await requireStanding(driverId, deed.tx)
  const driver = await deed.tx
    .selectFrom('drivers')
    .select(['id', 'name', 'legal_name as legalName', 'email', 'language'])
    .where('id', '=', driverId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const [current, ...earlier] = await deed.tx
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
  const waits = isChange || (payable === undefined && !(await actorHasPower(deed, 'money')))
  const { ibanHoldHours } = await settingsIn(weekAt(deed.now), deed.tx)
  const heldUntil = waits ? deed.now.add({ hours: ibanHoldHours }) : (payable?.held_until ?? null)
  await deed.tx
    .insertInto('driver_ibans')
    .values({
      driver_id: driverId,
      ...sealedIban(driverId, iban),
      holder,
      added_at: deed.now.toString(),
      held_until: heldUntil?.toString() ?? null,
      added_by: deed.actor.uid,
    })
    .execute()
  deed.note({
    subject: `driver:${driverId}`,
    before: { ibanEnds: current?.iban_ends ?? null },
    after: { ibanEnds: iban.slice(-4), heldUntil: heldUntil?.toString() ?? null },
  })
  if (isChange) {
    const facts = { ends: iban.slice(-4), heldUntil: heldUntil?.toString() ?? '' }
    await writeNotices(deed, [driverId], { kind: 'iban-changed', ...facts })
  }
  if (isChange) await announceIban(deed, driver, iban, heldUntil)
}

async function announceIban(
  deed: Deed,
  driver: { id: string; name: string; email: string | null; language: string },
  iban: string,
  heldUntil: Temporal.Instant | null,
): Promise<void> {
  const account = await deed.tx
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
    created_at: deed.now.toString(),
  }))
  for (const part of inParts(mails)) await deed.tx.insertInto('mail_outbox').values(part).execute()
}
