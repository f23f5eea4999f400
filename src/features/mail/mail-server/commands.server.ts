import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import { db } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { findMailFault } from '#integrations/email/email.ts'
import { findSetServer, urlOf } from './queries.server.ts'
import { type MailServerInput, mailServerRecord } from './schema.ts'

/**
 * Signs in to the mail server of a form, without sending anything, and ends within seconds. It runs before anything is
 * written, so that no transaction waits for a distant server. Refuses `mail-server.…` by what was wrong, with the
 * server's `words`.
 */
export async function tryMailServer(input: MailServerInput): Promise<void> {
  const row = await db.selectFrom('mail_server').select(['host', 'login', 'password']).executeTakeFirst()
  const { host, port, safety, login } = input
  const fault = await findMailFault(urlOf({ host, port, safety, login, password: passwordOf(input, row ?? null) }))
  if (fault !== null) throw new Refusal(`mail-server.${fault.kind}`, { host: input.host, words: fault.words })
}

/**
 * Sets the mail server for all messages from now on; without a password the stored one stays, as long as server and user are the
 * same.
 */
export async function setMailServer(change: Change, input: MailServerInput): Promise<void> {
  const before = await change.tx.selectFrom('mail_server').selectAll().forUpdate().executeTakeFirst()
  const password = passwordOf(input, before ?? null)
  const values = {
    ...mailServerRecord.columns(input),
    password: sealFor('mail_server.password', '1', password),
    set_at: change.now.toString(),
    set_by: change.actor.uid,
  }
  await change.tx
    .insertInto('mail_server')
    .values(values)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
    .execute()
  change.note({
    subject: 'mail-server',
    before: before ? { ...mailServerRecord.read(before) } : null,
    after: { ...mailServerRecord.only(input), newPassword: input.password !== '' },
  })
}

/** Removes the settings of the screen; does nothing where there are none. */
export async function removeMailServer(change: Change): Promise<void> {
  const before = await findSetServer(change.tx)
  await change.tx.deleteFrom('mail_server').execute()
  if (before) change.note({ subject: 'mail-server', before: { host: before.host, port: before.port }, after: null })
}

type Known = { host: string; login: string | null; password: Uint8Array | null }

/** The password to store. A stored one is only for its own server and user: for another one it must be typed again. */
function passwordOf({ host, login, password }: MailServerInput, known: Known | null): string | null {
  if (password !== '') return password
  if (login === null || known?.host !== host || known.login !== login) return null
  return openOf('mail_server.password', '1', known.password)
}
