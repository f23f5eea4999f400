import { ENDS_SOON, READING, reminderDue } from '#domain/contract.ts'
import { maskEmail } from '#domain/identifiers.ts'
import { ZONE } from '#domain/week.ts'
import { carryOut, type Change, SYSTEM } from '#features/audit/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { isOneAddress } from '#domain/email.ts'
import { daysOfLastLink } from '../links/queries.server.ts'
import {
  isBeingSigned,
  linkWayOf,
  listAbsent,
  listEnding,
  listReminders,
  listUnsigned,
  readerOf,
} from '../queries.server.ts'
import type { ContractView } from '../schema.ts'
import { notifyDriver, writeEvent } from '../commands.server.ts'
import { newLink } from '../signing/commands.server.ts'

/**
 * Reminds drivers of contracts to sign, 5 days after they were sent and then every 2 days, and of contracts that end
 * within 30 days; sends each reminder once. A driver who has left gets none.
 */
export async function remindOfContracts(now: Temporal.Instant): Promise<void> {
  const day = (moment: string) => Temporal.Instant.from(moment).toZonedDateTimeISO(ZONE).toPlainDate()
  const today = day(now.toString())
  const unsigned = (await listUnsigned()).flatMap((contract) => {
    const days = reminderDue(day(contract.since).until(today, { largestUnit: 'days' }).days)
    return days === null ? [] : [{ contract, about: 'unsigned' as const, days }]
  })
  const ending = (await listEnding(today.toString())).map((contract) => ({
    contract,
    about: 'ends' as const,
    days: ENDS_SOON,
  }))
  const alreadyReminded = await listReminders()
  const absent = await listAbsent()
  const due = [...unsigned, ...ending].filter(
    ({ contract, about, days }) =>
      !alreadyReminded.has(`${contract.id} ${about} ${days}`) && !absent.has(contract.driver.id),
  )
  if (due.length === 0) return
  await carryOut({ actor: SYSTEM, action: 'contract.remind', now }, async (change) => {
    for (const { contract, about, days } of due) {
      // Skip a contract that somebody is signing or withdrawing at this moment: if they do not finish, the next run
      // reminds.
      const locked = await change.tx
        .selectFrom('contracts')
        .select('state')
        .where('id', '=', contract.id)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (locked?.state !== contract.state) continue
      // Skip a driver who is reading or signing, because a new link would void the one in use; the next run reminds.
      const isInUse = about === 'unsigned' && (await isBeingSigned(contract.id, now.subtract(READING), change.tx))
      if (isInUse) continue
      const reminded = { contract_id: contract.id, about, days, reminded_at: now.toString() }
      await change.tx.insertInto('contract_reminders').values(reminded).execute()
      const byLink = about === 'unsigned' && (await mailLinkAgain(change, contract))
      await notifyDriver(change, contract, about, { byMail: !byLink })
      change.note({ subject: `contract:${contract.id}`, after: { contract: contract.kind } })
    }
    return null
  })
}

/**
 * Mails a new link to a driver without an account who was sent a link before; it is valid for as many days as that one. The
 * earlier link cannot be mailed again, because its token is not stored; the new link voids it. Returns whether a link was sent.
 */
async function mailLinkAgain(change: Change, contract: ContractView): Promise<boolean> {
  const reader = await readerOf(contract, change.tx)
  const { email: recipient, language } = reader
  if (reader.isRemoved || reader.hasAccount || recipient === null || !isOneAddress(recipient)) return false
  const days = await daysOfLastLink(contract.id, change.tx)
  if (days === null || (await linkWayOf(reader, change.now, change.tx)) === null) return false
  const { link, until } = await newLink(change, contract, reader, days)
  await writeMail(change, {
    template: 'contract-link',
    params: { number: contract.number, link, until, again: true },
    driverId: reader.driver,
    recipient,
    language,
  })
  await writeEvent(change, contract.id, 'link', { detail: maskEmail(recipient) })
  return true
}
