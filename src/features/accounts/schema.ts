import { line } from '#forms/fields.ts'
import { z } from 'zod'
import { SCOPES } from '#domain/access.ts'
import { EMAIL, EMAIL_MAX } from '#domain/email.ts'
import { captchaToken, typedPassword } from '#features/sessions/sign-ins/schema.ts'

/** What somebody is called. */
export const displayName = line(120)

export const emailInput = z
  .string('identity.invalid-email')
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX, 'identity.invalid-email')
  .regex(EMAIL, 'identity.invalid-email')

export const signInInput = z.object({ email: emailInput, password: typedPassword, captcha: captchaToken })

export const firstAdminInput = z.object({
  displayName,
  email: emailInput,
  password: typedPassword,
  captcha: captchaToken,
})

export const newPasswordInput = z.object({ password: typedPassword, captcha: captchaToken })

/** The same, of a driver whose record has no e-mail. */
export const ownEmailInput = newPasswordInput.extend({ email: emailInput })

const scopes = z.array(z.enum(SCOPES)).max(SCOPES.length).default([])

export const invitedInput = z.object({
  displayName,
  email: emailInput,
  language: z.enum(['pt', 'en']),
  scopes: scopes.refine((chosen) => chosen.length > 0, 'field.required'),
})

/** What the house asks of administrators. */
export const rulesInput = z.object({ secondFactor: z.enum(['needed', 'offered'], 'field.choice') })

/** What the page that closes an account sends. */
export const closingInput = z.object({})

/** What the page that closes the own account sends: that it was read. */
export const closeOwnInput = z.object({ sure: z.literal('on', 'field.required') })

/** What the page of an account sends: one of its forms. */
export const accountDeed = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('access'), role: z.enum(['admin', 'driver']), scopes }),
  z.object({ intent: z.enum(['enable', 'reset', 'end-sessions', 'withdraw-factor']) }),
])
