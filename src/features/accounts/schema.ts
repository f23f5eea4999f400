import { z } from 'zod'
import { SCOPES } from '#domain/access.ts'
import { EMAIL, EMAIL_MAX } from '#domain/email.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'

const NAME_MAX = 120

export const emailInput = z
  .string('identity.invalid-email')
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX, 'identity.invalid-email')
  .regex(EMAIL, 'identity.invalid-email')

const password = z
  .string('identity.missing-password')
  .min(1, 'identity.missing-password')
  .max(PASSWORD_LENGTH.driver.max, 'field.too-long')

export const signInInput = z.object({ email: emailInput, password })

export const firstAdminInput = z.object({
  displayName: z.string('field.required').trim().min(1, 'field.required').max(NAME_MAX, 'field.too-long'),
  email: emailInput,
  password,
})

export const newPasswordInput = z.object({ password })

const scopes = z.array(z.enum(SCOPES)).max(SCOPES.length).default([])

export const invitedInput = z.object({
  displayName: z.string('field.required').trim().min(1, 'field.required').max(NAME_MAX, 'field.too-long'),
  email: emailInput,
  language: z.enum(['pt', 'en']),
  scopes: scopes.refine((chosen) => chosen.length > 0, 'field.required'),
})

/** What the page of an account sends: one of its forms. */
export const accountDeed = z.discriminatedUnion('deed', [
  z.object({ deed: z.literal('access'), role: z.enum(['admin', 'driver']), scopes }),
  z.object({ deed: z.enum(['disable', 'enable', 'reset', 'end-sessions', 'withdraw-factor']) }),
])
