import { z } from 'zod'
import { EMAIL, EMAIL_MAX } from '#domain/email.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'

const NAME_MAX = 120

const email = z
  .string('identity.invalid-email')
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX, 'identity.invalid-email')
  .regex(EMAIL, 'identity.invalid-email')

const password = z
  .string('identity.missing-password')
  .min(1, 'identity.missing-password')
  .max(PASSWORD_LENGTH.driver.max, 'field.too-long')

export const signInInput = z.object({ email, password })

export const firstAdminInput = z.object({
  displayName: z.string('field.required').trim().min(1, 'field.required').max(NAME_MAX, 'field.too-long'),
  email,
  password,
})

export const newPasswordInput = z.object({ password })
