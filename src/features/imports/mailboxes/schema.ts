import { z } from 'zod'
import { isSender } from '#domain/mail-proof.ts'
import type { ConnectionState } from '#features/connections/schema.ts'
import { choice, optional, nameList, text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { MAILBOX_FAULTS, MAILBOX_SAFETIES, type MailboxFault } from '#integrations/mailbox/mailbox-words.ts'

export { type MailboxFault }

const MAX_SENDERS = 40
/** Names and addresses of this machine: a password may go unencrypted only to it. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1'])

/** A mailbox's fields as the office sets them, without the password, which is sealed and never shown. */
export const mailboxRecord = record(
  {
    name: text(80, { required: true }),
    host: text(253, { required: true })
      .regex(/^[a-z0-9.:_-]+$/i, 'field.mail-host')
      .meta({ field: { control: 'text', longest: 253, required: true, example: 'imap.example.com' } }),
    port: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, 'field.mail-port')
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535, 'field.mail-port')
      .meta({
        field: { control: 'text', longest: 5, digits: true, required: true, typed: (port: number) => String(port) },
      }),
    safety: choice(MAILBOX_SAFETIES, (safety) => `page.mailboxes.safeties.${safety}`),
    login: text(254, { required: true }),
    folder: text(200, { required: true }),
    movesTo: optional(200),
    senders: nameList(4_000, /[\n,;]/, (sender) => sender.toLowerCase())
      .refine((senders) => senders.length > 0, 'field.required')
      .refine((senders) => senders.length <= MAX_SENDERS && senders.every(isSender), 'field.mail-senders')
      .meta({
        field: {
          control: 'lines',
          longest: 4_000,
          required: true,
          example: '@example.com',
          typed: (kept: readonly string[] | string) => [kept].flat().join('\n'),
        },
      }),
    proof: optional(253),
    takesIn: tick(),
  },
  (name) => `page.mailboxes.${name}`,
  [
    { legend: 'page.mailboxes.where', rows: ['name', ['host', 'port'], 'safety', ['login', 'password'], 'folder'] },
    { legend: 'page.mailboxes.what', rows: ['senders', 'proof', 'takesIn', 'movesTo'] },
  ],
)

/** A password, used as it is typed, with its spaces. */
export const mailboxPassword = z
  .string()
  .max(500, 'field.too-long')
  .meta({ field: { control: 'text', longest: 500 } })

/**
 * The form that saves a mailbox. An empty password keeps the known one; `unasked` saves without asking the server
 * first.
 */
export const mailboxInput = mailboxRecord.input
  .extend({
    password: mailboxPassword.default(''),
    unasked: z.literal('on').optional(),
    intent: z.literal('save'),
  })
  .superRefine(({ safety, host, takesIn, proof, folder, movesTo }, ctx) => {
    const reportProblem = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    if (safety === 'none' && !THIS_MACHINE.has(host.toLowerCase())) reportProblem('safety', 'field.mailbox-unsafe')
    // Anybody can write any sender, so an unproved mail needs a person to look at it.
    if (takesIn && proof === null) reportProblem('proof', 'field.mailbox-proof')
    if (movesTo === folder) reportProblem('movesTo', 'field.mailbox-folder')
  })
export type MailboxInput = z.output<typeof mailboxInput>

/** The forms of a mailbox's page. */
export const mailboxAct = z.union([z.object({ intent: z.enum(['test', 'look', 'pause', 'resume']) }), mailboxInput])

/** A mailbox that is read, without its password. */
export type MailboxView = z.output<typeof mailboxRecord.input> & {
  id: string
  state: ConnectionState
  /** The moment since which the mailbox is in this state. */
  since: string
  fault: MailboxFault | null
  nextAt: string
  lookedAt: string | null
  paused: { at: string; by: string | null } | null
}

/** The outcomes of a mail. */
export const MAIL_OUTCOMES = [
  'taken',
  'same',
  'sender',
  'unproved',
  'too-large',
  'too-many',
  'no-files',
  'refused',
] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]

export type LookedAtMail = {
  id: string
  at: string
  sender: string | null
  files: number
  outcome: MailOutcome
  /** The code of a refusal. */
  reason: string | null
  drop: string | null
  movedAt: string | null
}

/** Reads the stored fault of the last look; `null` for one of another version of the product. */
export function readFault(word: string | null): MailboxFault | null {
  return word !== null && Object.hasOwn(MAILBOX_FAULTS, word) ? (word as MailboxFault) : null
}
