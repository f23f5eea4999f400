import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { askAlone, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { env } from '#platform/env.server.ts'
import { siteAddress } from '#platform/running.server.ts'
import { type MailSafety, type MailWay, type SetBy, mailServerRecord } from './schema.ts'

/** The settings of the screen without the password; `null` for none. */
export async function findSetServer(on: Kysely<DB> = db) {
  const row = await on.selectFrom('mail_server').selectAll().executeTakeFirst()
  if (!row) return null
  return { ...mailServerRecord.read(row), hasPassword: row.password !== null, setAt: row.set_at.toString() }
}

/** Whether messages are sent at all: without a mail server they are only kept. */
export async function isMailServerSet(on: Kysely<DB> = db): Promise<boolean> {
  if (env().SMTP_URL !== undefined) return true
  return askAlone(hasMailServer, on)
}

/** Whether a mail server is set, as one of several questions. */
export const hasMailServer = listQuestion(
  (on) => on.selectFrom('mail_server').select('single'),
  (rows: unknown[]) => env().SMTP_URL !== undefined || rows.length > 0,
)

/** The address of the mail server in force, with its password; `null` for none. The environment overrides the screen. */
export async function mailServerUrl(on: Kysely<DB> = db): Promise<string | null> {
  const { SMTP_URL } = env()
  if (SMTP_URL !== undefined) return SMTP_URL
  const row = await on.selectFrom('mail_server').selectAll().executeTakeFirst()
  if (!row) return null
  const { host, port, login } = row
  const password = openOf('mail_server.password', '1', row.password)
  return urlOf({ host, port, safety: row.safety as MailSafety, login, password })
}

type Server = { host: string; port: number; safety: MailSafety; login: string | null; password: string | null }

/**
 * A mail server as one address. `smtps://` encrypts from the first byte; with `start-tls` the encryption after the
 * greeting is required.
 */
export function urlOf({ host, port, safety, login, password }: Server): string {
  const person = login === null ? '' : `${encodeURIComponent(login)}:${encodeURIComponent(password ?? '')}@`
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (safety === 'tls') return `smtps://${person}${place}`
  return `smtp://${person}${place}?${safety === 'none' ? 'ignoreTLS' : 'requireTLS'}=true`
}

/**
 * The sender of messages: `MAIL_FROM`, as an address or `Name <address>`; else the one of the screen; else the company
 * at the site's own name.
 */
export async function readSender(
  company: string,
  on: Kysely<DB> = db,
): Promise<{ name: string; address: string; setBy: SetBy | null }> {
  const { MAIL_FROM } = env()
  if (MAIL_FROM !== undefined) return { ...senderIn(MAIL_FROM, company), setBy: 'environment' }
  const row = await on.selectFrom('mail_server').select(['sender_name', 'sender_address']).executeTakeFirst()
  return {
    name: row?.sender_name ?? company,
    address: row?.sender_address ?? `no-reply@${new URL(siteAddress()).hostname}`,
    setBy: row?.sender_name || row?.sender_address ? 'screen' : null,
  }
}

function senderIn(sender: string, company: string): { name: string; address: string } {
  const named = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(sender)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the pattern has the group
  return named ? { name: named[1]!.replaceAll('"', ''), address: named[2]! } : { name: company, address: sender.trim() }
}

/** The mail server and sender in force, without the password. */
export async function mailWay(on: Kysely<DB> = db): Promise<MailWay> {
  const { name, address, setBy } = await readSender((await brandIn('pt', on)).name, on)
  return { server: await serverOf(on), sender: `${name} <${address}>`, senderBy: setBy }
}

async function serverOf(on: Kysely<DB>): Promise<MailWay['server']> {
  const { SMTP_URL } = env()
  if (SMTP_URL === undefined) {
    const row = await on.selectFrom('mail_server').select(['host', 'port', 'safety', 'login']).executeTakeFirst()
    if (!row) return null
    return { host: row.host, port: row.port, safety: row.safety as MailSafety, user: row.login, setBy: 'screen' }
  }
  const url = URL.parse(SMTP_URL)
  if (url === null) return null
  const isSecure = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    safety: isSecure ? ('tls' as const) : ('if-offered' as const),
    setBy: 'environment' as const,
    user: decodeURIComponent(url.username) || null,
  }
}
