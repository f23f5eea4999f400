import { createRemoteJWKSet } from 'jose'
import { db } from '#db/client.server.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { siteAddress } from '#platform/running.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type { CodeMessage } from './embedded/code-message.ts'
import { embeddedIdentity } from './embedded/embedded-identity.ts'
import { DEFAULT_POLICY } from './embedded/policy.ts'
import type { Project, Provider } from './embedded/project.ts'
import { idTokenReader, publishedKeys } from './id-token.ts'
import type { IdentityTarget } from './target.ts'
import { ofOperator } from '#platform/operator.ts'

const PROJECT_ID = 'volante'
/** Address at which nobody listens: requests with this host are answered in this process. */
const HERE = 'http://identity.invalid'

/** Makes the target of the embedded identity service, in this process. */
export function embeddedTarget(): IdentityTarget {
  const { handle, serviceToken } = embeddedIdentity({ project, deliver })
  // A replacement key signs at once, so a cached list may be too old; asking this process again is cheap.
  const keys = publishedKeys(`${HERE}/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`, handle, 0)
  return {
    transport: handle,
    identityToolkit: `${HERE}/identitytoolkit.googleapis.com`,
    secureToken: `${HERE}/securetoken.googleapis.com`,
    apiKey: 'here',
    projectId: PROJECT_ID,
    bearer: async () => serviceToken,
    customToken: null,
    // The address of the site may change while it runs, and with it the issuer.
    readIdToken: (idToken) => idTokenReader({ keys, issuer: project().issuer, audience: PROJECT_ID })(idToken),
  }
}

/** A message with a code; `newEmail` is the address the account has, or will have. */
export type CodeMail = CodeMessage & { newEmail: string }

let mailCode = async ({ type }: CodeMail): Promise<void> => {
  log.warn({ type }, 'identity: nobody is there to mail a code')
}

/** Sets the function that writes and mails the messages of the embedded service. */
export function mailCodesBy(work: (message: CodeMail) => Promise<void>): void {
  mailCode = work
}

async function deliver(message: CodeMessage): Promise<void> {
  const isAfterwards = message.type === 'RECOVER_EMAIL'
  return mailCode({ ...message, newEmail: (isAfterwards && (await addressNow(message.code))) || message.to })
}

/** Answers the current address of the account that a code is for. */
async function addressNow(code: string): Promise<string | null> {
  const account = await db
    .selectFrom('identity_codes')
    .innerJoin('users', 'users.uid', 'identity_codes.uid')
    .select('users.email')
    .where('code_hash', '=', hashOfSecret(code))
    .executeTakeFirst()
  return account?.email ?? null
}

function project(): Project {
  const site = siteAddress()
  return {
    id: PROJECT_ID,
    number: '1',
    issuer: `${site}/identity/${PROJECT_ID}`,
    actionUrl: `${site}/auth/action`,
    domains: ['localhost', new URL(site).hostname],
    passwordPolicy: DEFAULT_POLICY,
    emailPrivacy: true,
    signUp: 'office',
    providers: googleProvider(),
  }
}

const google = ofOperator<{ audience: string; provider: Provider } | null>(() => null)

function googleProvider(): readonly Provider[] {
  const { GOOGLE_CLIENT_ID: audience } = env()
  if (!audience) return []
  if (google.value?.audience !== audience) {
    const keys = createRemoteJWKSet(new URL('https://www.googleapis.com/oauth2/v3/certs'))
    const issuers = ['https://accounts.google.com', 'accounts.google.com']
    const federatedIdPrefix = 'https://accounts.google.com/'
    google.value = { audience, provider: { id: 'google.com', issuers, audience, keys, federatedIdPrefix } }
  }
  return [google.value.provider]
}
