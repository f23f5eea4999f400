import { z } from 'zod'

/** Six digits as apps show them, which people also type with a space between. */
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
