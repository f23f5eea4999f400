import type { AccountChange } from '#domain/notice.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { writeMail } from '../commands.server.ts'

/** Mails a person what was done to their account, in their language, in the transaction of the change. */
export async function mailAccountChange(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  uid: string,
  change: AccountChange,
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .leftJoin('drivers', 'drivers.uid', 'users.uid')
    .select(['users.email', 'users.language', 'drivers.language as driver_language'])
    .where('users.uid', '=', uid)
    .executeTakeFirst()
  if (!person) return
  const { email: recipient, language, driver_language: ofDriver } = person
  const params = { email: recipient, at: now.toString(), change }
  await writeMail({ tx, now }, { template: 'account-changed', params, recipient, language: ofDriver ?? language })
}
