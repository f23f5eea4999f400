import { z } from 'zod'
import { choice, email, optional, text } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** How the connection is encrypted: from its first byte, after the greeting, or not at all, as within an own network. */
export const SAFETIES = ['tls', 'start-tls', 'none'] as const
export type MailSafety = (typeof SAFETIES)[number]

/** Whether a text is the name or number of a machine, and nothing more of an address. */
function isHost(host: string): boolean {
  return host.includes(':') ? URL.canParse(`http://[${host}]/`) : /^[a-z0-9._-]+$/i.test(host)
}

/** The mail server as the office sets it, without the password, which is sealed and shown to nobody. */
export const mailServerRecord = record(
  {
    host: text(253, { required: true })
      .refine(isHost, 'field.mail-host')
      .meta({ field: { control: 'text', longest: 253, required: true, example: 'smtp.example.com' } }),
    port: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, 'field.mail-port')
      .transform(Number)
      .refine((port) => port >= 1 && port <= 65_535, 'field.mail-port')
      .meta({
        field: { control: 'text', longest: 5, digits: true, required: true, typed: (port: number) => String(port) },
      }),
    safety: choice(SAFETIES, (safety) => `page.mail.server.safeties.${safety}`),
    login: optional(254),
    senderName: optional(100),
    senderAddress: email(),
  },
  (name) => `page.mail.server.${name}`,
  [
    { legend: 'page.mail.server.where', rows: [['host', 'port'], 'safety', ['login', 'password']] },
    { legend: 'page.mail.server.who', rows: ['senderName', 'senderAddress'] },
  ],
)

/** Taken as typed, including spaces. */
export const mailPassword = z
  .string()
  .max(500, 'field.too-long')
  .meta({ field: { control: 'text', longest: 500 } })

/** An empty password keeps the stored one; `unasked` saves without asking the server first. */
export const mailServerInput = mailServerRecord.input
  .extend({
    password: mailPassword.default(''),
    unasked: z.literal('on').optional(),
    intent: z.literal('save'),
  })
  .superRefine(({ safety, login, password }, ctx) => {
    if (safety === 'none' && (login !== null || password !== ''))
      ctx.addIssue({ code: 'custom', path: ['safety'], message: 'field.mail-unsafe' })
    if (password !== '' && login === null) ctx.addIssue({ code: 'custom', path: ['login'], message: 'field.required' })
  })
export type MailServerInput = z.output<typeof mailServerInput>

/** The acts of the page of the mail server: new settings, their removal, or a test message. */
export const mailServerAct = z.union([z.object({ intent: z.enum(['remove', 'test']) }), mailServerInput])

/** Who set it: the installer, in the environment, or the office, on the screen. */
export type SetBy = 'environment' | 'screen'

/** The mail server and sender in force, without the password. */
export type MailWay = {
  server: { host: string; port: number; safety: MailSafety | 'if-offered'; user: string | null; setBy: SetBy } | null
  sender: string
  /** `null`: nobody set one, so it is the company at the site's own name. */
  senderBy: SetBy | null
}
