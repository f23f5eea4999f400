import { line, openChoice, oneOfList } from '#forms/fields.ts'
import { opened } from '#forms/merge.ts'
import { record } from '#forms/record.ts'
import { z } from 'zod'
import { SCOPES } from '#domain/access.ts'
import { EMAIL, EMAIL_MAX } from '#domain/email.ts'
import { captchaToken, typedPassword } from '#features/sessions/sign-ins/schema.ts'

/** A person's name. */
export const displayName = line(120)
/** The name that people type for themselves, which browsers may fill in. */
export const ownName = line(120, { autofill: 'name' })

export const emailInput = z
  .string('identity.invalid-email')
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX, 'identity.invalid-email')
  .regex(EMAIL, 'identity.invalid-email')
  .meta({ field: { control: 'email', longest: EMAIL_MAX, required: true } })

export const signInInput = z.object({ email: emailInput, password: typedPassword, captcha: captchaToken })

export const firstAdminInput = z.object({
  displayName,
  email: emailInput,
  password: typedPassword,
  captcha: captchaToken,
})

export const newPasswordInput = z.object({ password: typedPassword, captcha: captchaToken })

/** A new password with an e-mail address, typed by a driver whose record has none. */
export const ownEmailInput = newPasswordInput.extend({ email: emailInput })

const scopes = z
  .array(z.enum(SCOPES))
  .max(SCOPES.length)
  .default([])
  .meta({
    field: { control: 'some', options: SCOPES.map((value) => ({ value, words: `page.users.scopes.${value}` })) },
  })

/** A new person in the office. The form draws the scopes itself, each with its explanation. */
export const invitedRecord = record(
  { displayName, email: emailInput, language: oneOfList(z.enum(['pt', 'en'])) },
  (name) =>
    name === 'email' ? 'page.account.email' : name === 'language' ? 'page.users.invite.language' : 'page.account.name',
  ['displayName', 'email', 'language', 'scopes'],
)
export const invitedInput = invitedRecord.input.extend({
  scopes: scopes.refine((chosen) => chosen.length > 0, 'field.required'),
})

/** The rules for administrators. */
export const rulesRecord = record(
  { secondFactor: openChoice(['needed', 'offered'] as const, (rule) => `page.users.rules.${rule}`) },
  () => 'page.users.rules.secondFactor',
)

/** The form that closes an account. */
export const closingInput = z.object({})

/** The form that closes one's own account: it confirms that the warning was read. */
export const closeOwnInput = z.object({ sure: z.literal('on', 'field.required') })

/** Whether an account belongs to the office, and its scopes; the form draws each scope with its explanation. */
export const accessRecord = record(
  { role: openChoice(['admin', 'driver'] as const, (role) => `common.role.${role}`), scopes },
  (name) => (name === 'scopes' ? 'page.users.invite.scopes' : `page.users.account.${name}`),
  ['role', 'scopes'],
)

/** The forms of the page of an account. */
export const accountPageInput = z
  .discriminatedUnion('intent', [
    accessRecord.input.extend({ intent: z.literal('access') }),
    z.object({ intent: z.enum(['enable', 'reset', 'end-sessions', 'withdraw-factor', 'withdraw-passkeys']) }),
  ])
  .and(opened)
