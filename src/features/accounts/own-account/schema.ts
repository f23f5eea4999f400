import { z } from 'zod'
import { RHYTHMS } from '#domain/digest.ts'
import { choice, oneOfList } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { emailInput, ownName } from '#features/accounts/schema.ts'
import { pushChoicesInput, pushSubscription } from '#features/mail/push/schema.ts'
import { consentInput } from '#features/mail/whatsapp/schema.ts'
import { passkeyAnswer, passkeyRecord } from '#features/sessions/passkeys/schema.ts'
import { typedPassword } from '#features/sessions/sign-ins/schema.ts'

const factorForms = [
  z.object({ intent: z.literal('start-factor') }),
  z.object({
    intent: z.literal('confirm-factor'),
    // The schema accepts a code of any form, so that the identity service refuses a wrong one and the page still
    // shows the picture that the code belongs to.
    code: z
      .string()
      .max(20)
      .transform((text) => text.replaceAll(/\s/g, '')),
    secret: z.string().max(200),
    setup: z.string().max(500),
  }),
] as const

/** The forms of the page on which a second factor must be set up first. */
export const factorInput = z.discriminatedUnion('intent', factorForms)

/** The person's name and language. */
export const ownPerson = record(
  {
    displayName: ownName,
    language: oneOfList(z.enum(['pt', 'en'])),
  },
  (name) => (name === 'language' ? 'page.security.language' : 'page.account.name'),
  undefined,
  { besides: { intent: z.literal('person') } },
)

/** How often somebody in the office gets a mail about open work. */
export const ownDigest = record(
  { rhythm: choice(RHYTHMS, (rhythm) => `page.security.digest.rhythms.${rhythm}`) },
  () => 'page.security.digest.rhythm',
  undefined,
  { besides: { intent: z.literal('digest') } },
)

/** The forms of the page of one's own account. */
export const ownAccountInput = z.discriminatedUnion('intent', [
  ownPerson.input,
  ownDigest.input,
  z.object({ intent: z.literal('email'), email: emailInput }),
  z.object({ intent: z.literal('password'), oldPassword: typedPassword, password: typedPassword }),
  ...factorForms,
  z.object({ intent: z.literal('withdraw-factor'), factor: z.string().max(200) }),
  z.object({ intent: z.literal('add-passkey'), passkey: passkeyAnswer }),
  passkeyRecord.input.extend({ intent: z.literal('rename-passkey'), id: z.uuid() }),
  z.object({ intent: z.literal('remove-passkey'), id: z.uuid() }),
  z.object({ intent: z.literal('add-push'), subscription: pushSubscription }),
  z.object({ intent: z.literal('remove-push'), id: z.uuid() }),
  pushChoicesInput.extend({ intent: z.literal('choose-push') }),
  consentInput.extend({ intent: z.literal('allow-whatsapp') }),
  z.object({ intent: z.literal('withdraw-whatsapp') }),
  z.object({ intent: z.literal('end-session'), session: z.uuid() }),
  z.object({ intent: z.literal('end-others') }),
])
export type OwnAccountInput = z.output<typeof ownAccountInput>
