import { z } from 'zod'
import { accountWith, readEmail } from './accounts.ts'
import { operation } from './call.ts'
import { fault } from './fault.ts'
import { text } from './fields.ts'
import { newSecret } from '#platform/secret.ts'
import { policyAnswer } from './policy.ts'
import { describeAccounts } from './user-info.ts'

const nothing = z.object({})

/** `GET v2/passwordPolicy`. */
export const passwordPolicy = operation(nothing, (_, call) => policyAnswer(call.project().passwordPolicy))

/** `GET v2/recaptchaConfig`: this service limits tries instead. */
export const recaptchaConfig = operation(nothing, () => ({
  recaptchaEnforcementState: [
    { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
    { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
  ],
}))

/** `GET v1/projects`. */
export const projectInfo = operation(nothing, (_, call) => {
  const { number, domains } = call.project()
  return { projectId: number, authorizedDomains: domains }
})

/** `GET v2/projects/{project}/config`, privileged. */
export const projectConfig = operation(nothing, (_, call) => {
  const emailPrivacyConfig = { enableImprovedEmailPrivacy: call.project().emailPrivacy }
  return { signIn: { allowDuplicateEmails: false }, blockingFunctions: {}, emailPrivacyConfig }
})

/** Public keys, for whoever verifies tokens. */
export const publicKeys = operation(nothing, async (_, call) => ({ keys: await call.keys.published(call.now()) }))

/** `accounts:createAuthUri`: says how a person may sign in. With e-mail privacy it says nothing. */
export const createAuthUri = operation(z.object({ identifier: text, continueUri: text }), async (input, call) => {
  if (!input.identifier) throw fault('MISSING_IDENTIFIER')
  if (!input.continueUri) throw fault('MISSING_CONTINUE_URI')
  if (!URL.canParse(input.continueUri)) throw fault('INVALID_CONTINUE_URI')
  const email = identifierOf(input.identifier)
  const answer = { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId: newSecret() }
  if (call.project().emailPrivacy) return answer
  const account = await accountWith(email)
  const [info] = account ? await describeAccounts([account]) : []
  const providers = info?.providerUserInfo.map(({ providerId }) => providerId) ?? []
  return { ...answer, registered: account !== null, allProviders: providers, signinMethods: providers }
})

/** Parts of the protocol this service leaves to the hosted one: SMS, links that sign in, custom tokens. */
export const notOffered = operation(nothing, () => {
  throw fault('OPERATION_NOT_ALLOWED')
})

function identifierOf(written: string): string {
  try {
    return readEmail(written)
  } catch {
    throw fault('INVALID_IDENTIFIER')
  }
}
