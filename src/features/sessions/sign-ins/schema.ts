import { z } from 'zod'
import { PASSWORD_LENGTH } from '#domain/password.ts'

/** A password as typed; the identity service decides whether it is good. */
export const typedPassword = z
  .string('identity.missing-password')
  .min(1, 'identity.missing-password')
  .max(PASSWORD_LENGTH.driver.max, 'field.too-long')

/** A solved reCAPTCHA, where the page was told to get one. */
export const captchaToken = z
  .string()
  .max(8_192, 'identity.invalid-recaptcha-token')
  .optional()
  .transform((token) => token || null)

/** Six digits as apps show them, which people also type with a space between. */
/** Six digits, and the space in the middle that some apps show. */
export const LONGEST_CODE = 8

export const verificationCode = z
  .string('identity.missing-verification-code')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'identity.missing-verification-code')
      .regex(/^\d{6}$/, 'identity.invalid-verification-code'),
  )

export const confirmSignInInput = z.object({
  code: verificationCode,
  factorId: z.string().max(200).nullable().default(null),
})

/** Confirms the person: a code of the app, or the password. */
export const confirmInput = z.discriminatedUnion('intent', [
  confirmSignInInput.extend({ intent: z.literal('code') }),
  z.object({ intent: z.literal('password'), password: typedPassword, captcha: captchaToken }),
])
