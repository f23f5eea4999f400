import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow'
import { ConnectionFault } from '#integrations/connections/connection-fault.ts'
import { callOut } from '#platform/outgoing-call.ts'
import { MAILBOX_FAULTS, type MailboxFault, type MailboxSafety } from './mailbox-words.ts'

export type MailboxAccess = {
  host: string
  port: number
  safety: MailboxSafety
  login: string
  password: string
  /** Folder that is read. */
  folder: string
}

/** Answers the fault in an error of this file. */
export function mailboxFault({ detail }: ConnectionFault): MailboxFault {
  return Object.hasOwn(MAILBOX_FAULTS, detail) ? (detail as MailboxFault) : 'answer'
}

/** A file of a mail, before it is fetched. */
export type Attachment = { part: string; name: string; encoding: string; size: number }

/** Facts about a mail before its files are fetched. `sender` is `null` where it names none, or several. */
export type MailHead = {
  uid: number
  sender: string | null
  /** Its `Authentication-Results`, from the top. */
  proofs: readonly string[]
  bytes: number
  attachments: readonly Attachment[]
}

/** An open folder of a mailbox. Each function throws `ConnectionFault`, whose `detail` is a `MailboxFault`. */
export type Mailbox = {
  /** The folder's `UIDVALIDITY`: with another value its numbers name other mails. */
  validity: bigint
  /** Lists the mails that came since, by their numbers, the oldest first. */
  list: (since: Temporal.Instant) => Promise<number[]>
  /** Reads a mail's head; `null` for one that is gone. */
  look: (uid: number) => Promise<MailHead | null>
  read: (uid: number, attachment: Attachment) => Promise<Uint8Array>
  /** Moves a mail to another folder, which is created if missing; answers whether it is there now. */
  move: (uid: number, folder: string) => Promise<boolean>
}

/** Most bytes of one answer: a mail of the largest accepted size, with its encoding. */
const MAX_BYTES = 60_000_000

/** Opens a folder, has `work` done there, and leaves it, all within `patience` milliseconds. */
export async function inMailbox<Result>(
  access: MailboxAccess,
  patience: number,
  work: (mailbox: Mailbox) => Promise<Result>,
): Promise<Result> {
  const { host, port, safety, login, password } = access
  // Load the library only where there is a mailbox.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host,
    port,
    secure: safety === 'tls',
    ...(safety === 'tls' ? {} : { doSTARTTLS: safety === 'start-tls' }),
    auth: { user: login, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: Math.min(patience, 20_000),
    greetingTimeout: Math.min(patience, 20_000),
    socketTimeout: Math.min(patience, 60_000),
    maxLiteralSize: MAX_BYTES,
    maxResponseSize: MAX_BYTES + 1_000_000,
  })
  let isLate = false
  // A broken connection also emits an event here; a waiting caller gets its own error.
  client.on('error', () => {})
  const end = setTimeout(() => {
    isLate = true
    client.close()
  }, patience)
  const ask = async <Answer>(
    question: () => Promise<Answer>,
    otherwise: MailboxFault = 'cut',
    refusalFault: MailboxFault = 'answer',
  ): Promise<Answer> => {
    try {
      return await question()
    } catch (error) {
      throw faultOf(isLate ? 'slow' : faultCodeOf(error, otherwise, refusalFault))
    }
  }
  try {
    await callOut('mailbox', host, () => ask(() => client.connect(), 'unreachable'))
    const opened = await ask(() => client.mailboxOpen(access.folder), 'cut', 'folder')
    const result = await work({
      validity: opened.uidValidity,
      list: (since) =>
        ask(async () => {
          const found = await client.search({ since: new Date(since.epochMilliseconds) }, { uid: true })
          return (found || []).toSorted((one, other) => one - other)
        }),
      look: (uid) => ask(async () => headOf(await client.fetchOne(String(uid), HEAD, { uid: true }))),
      read: (uid, attachment) =>
        ask(async () => {
          const { part } = attachment
          const found = await client.fetchOne(String(uid), { uid: true, bodyParts: [part] }, { uid: true })
          const bytes = found ? found.bodyParts?.get(part) : undefined
          if (found === false || bytes === undefined) throw faultOf('answer')
          return found.binaryParts?.has(part) ? bytes : decodeBytes(bytes, attachment.encoding)
        }),
      move: (uid, folder) =>
        ask(async () => {
          if (await moveMail(client, uid, folder)) return true
          await client.mailboxCreate(folder).catch(() => null)
          return await moveMail(client, uid, folder)
        }),
    })
    // The caller has the result: do not wait for the server's goodbye.
    client.close()
    return result
  } finally {
    clearTimeout(end)
    client.close()
  }
}

async function moveMail(client: ImapFlow, uid: number, folder: string): Promise<boolean> {
  return Boolean(await client.messageMove(String(uid), folder, { uid: true }))
}

const HEAD = { uid: true, envelope: true, bodyStructure: true, size: true, headers: ['authentication-results'] }

function faultOf(fault: MailboxFault): ConnectionFault {
  return new ConnectionFault(MAILBOX_FAULTS[fault], fault)
}

/** Codes of servers that ask us to come again, which say nothing about the account (RFC 5530). */
const BUSY = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN', 'EXPUNGEISSUED'])
/** Errors of OpenSSL and Node about a certificate that is not the server's, has expired, or has no known issuer. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|^ERR_(SSL|TLS)|^EPROTO$/

/**
 * Names the fault behind an error of the library, without its text, which may hold what was sent. `refused`: what a
 * refusal of the server means.
 */
function faultCodeOf(error: unknown, otherwise: MailboxFault, refusalFault: MailboxFault): MailboxFault {
  if (error instanceof ConnectionFault) return mailboxFault(error)
  if (!(error instanceof Error)) return otherwise
  const { code, reason, authenticationFailed, tlsFailed, mailboxMissing, serverResponseCode, responseStatus } =
    error as Error & {
      code?: string
      reason?: string
      authenticationFailed?: boolean
      tlsFailed?: boolean
      mailboxMissing?: boolean
      serverResponseCode?: string
      responseStatus?: string
    }
  if (BUSY.has(serverResponseCode ?? '')) return 'busy'
  // The server hung up: without a reason the connection was cut, with one it accepts no more connections.
  if (code?.startsWith('ClosedAfterConnect')) return reason === undefined ? 'cut' : 'busy'
  if (authenticationFailed) return 'sign-in'
  if (tlsFailed || CERTIFICATE.test(code ?? '')) return 'encryption'
  if (mailboxMissing || serverResponseCode === 'NONEXISTENT') return 'folder'
  if (/TIMEOUT|TIMEDOUT/i.test(code ?? '')) return 'slow'
  if (responseStatus === 'NO' || responseStatus === 'BAD') return refusalFault
  if (/TooLarge|TooMany|Parser/.test(code ?? '')) return 'answer'
  return otherwise
}

function headOf(found: FetchMessageObject | false): MailHead | null {
  if (found === false) return null
  const { uid, envelope, bodyStructure, size, headers } = found
  const from = envelope?.from ?? []
  return {
    uid,
    sender: (from.length === 1 && from[0]?.address?.toLowerCase()) || null,
    proofs: valuesIn(headers),
    bytes: size ?? 0,
    attachments: bodyStructure ? attachmentsIn(bodyStructure) : [],
  }
}

/** Reads each requested header, without its name, lines joined. */
function valuesIn(headers: Buffer | undefined): string[] {
  return (headers?.toString('utf8') ?? '')
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
}

/** Parts that belong to the letter and are no files: its pictures and its signature. */
const PART_OF_LETTER = /^application\/(x-)?pkcs7-signature$|^application\/pgp-signature$|^message\//

function attachmentsIn(node: MessageStructureObject): Attachment[] {
  const [filename, other] = [node.dispositionParameters?.['filename'], node.parameters?.['name']]
  // The library reads "_" as a space in a name after RFC 2231; if the other name has it there, that one is right.
  const name = filename !== undefined && other?.replaceAll('_', ' ') === filename ? other : (filename ?? other)
  const type = node.type.toLowerCase()
  if (PART_OF_LETTER.test(type)) return []
  if (node.childNodes) return node.childNodes.flatMap(attachmentsIn)
  const isInside = type.startsWith('image/') && (node.disposition?.toLowerCase() === 'inline' || node.id !== undefined)
  if (!name || isInside) return []
  return [
    {
      part: node.part ?? '1',
      // oxlint-disable-next-line no-control-regex -- a name of a file has none
      name: name.replaceAll(/[/\\\u0000-\u001f\u007f]/g, '_').slice(-120),
      encoding: node.encoding?.toLowerCase() ?? '7bit',
      size: node.size ?? 0,
    },
  ]
}

/** Decodes a file from its mail encoding (RFC 2045); its characters stay as they are, since a CSV's reader finds their encoding. */
function decodeBytes(bytes: Buffer, encoding: string): Uint8Array {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  if (encoding !== 'quoted-printable') return bytes
  const text = bytes
    .toString('latin1')
    .replaceAll(/[ \t]+(?=\r?\n|$)/g, '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(text, 'latin1')
}
