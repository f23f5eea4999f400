import { z } from 'zod'
import { emailInput } from '#features/accounts/schema.ts'
import { verificationCode } from '#features/sign-ins/schema.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'

const password = z
  .string('identity.missing-password')
  .min(1, 'identity.missing-password')
  .max(PASSWORD_LENGTH.driver.max, 'field.too-long')

/** What the page of the own account sends: one of its forms. */
export const ownDeed = z.discriminatedUnion('deed', [
  z.object({
    deed: z.literal('person'),
    displayName: z.string('field.required').trim().min(1, 'field.required').max(120, 'field.too-long'),
    language: z.enum(['pt', 'en']),
  }),
  z.object({ deed: z.literal('email'), email: emailInput }),
  z.object({ deed: z.literal('password'), oldPassword: password, password }),
  z.object({ deed: z.literal('start-factor') }),
  z.object({
    deed: z.literal('confirm-factor'),
    code: verificationCode,
    secret: z.string().max(200),
    setup: z.string().max(500),
  }),
  z.object({ deed: z.literal('withdraw-factor'), factor: z.string().max(200) }),
  z.object({ deed: z.literal('end-session'), session: z.uuid() }),
  z.object({ deed: z.literal('end-others') }),
])
export type OwnDeed = z.output<typeof ownDeed>
