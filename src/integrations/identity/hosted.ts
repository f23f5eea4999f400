import { decodeJwt, UnsecuredJWT } from 'jose'
import { asClaims, idTokenReader, publishedKeys } from './id-token.ts'
import { bearerOf, CUSTOM_TOKENS, customTokenOf, type ServiceAccount } from './service-account.ts'
import type { IdentityTarget, IdentityTransport } from './target.ts'

const KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

type Project = { projectId: string; apiKey: string; account: ServiceAccount | null }

/** Makes the target of a project of the hosted identity service. */
export function hostedTarget(
  { projectId, apiKey, account }: Project,
  transport: IdentityTransport = fetch,
): IdentityTarget {
  return {
    transport,
    identityToolkit: 'https://identitytoolkit.googleapis.com',
    secureToken: 'https://securetoken.googleapis.com',
    apiKey,
    projectId,
    bearer: account ? bearerOf(account, transport) : null,
    customToken: account ? (uid) => customTokenOf(account, uid, Temporal.Now.instant()) : null,
    readIdToken: idTokenReader({
      keys: publishedKeys(KEYS, transport),
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
    }),
  }
}

/** Makes the target of an emulator on this machine, for tests: its tokens are unsigned and accepted as they are. */
export function emulatorTarget(host: string, projectId: string, transport: IdentityTransport = fetch): IdentityTarget {
  return {
    transport,
    identityToolkit: `http://${host}/identitytoolkit.googleapis.com`,
    secureToken: `http://${host}/securetoken.googleapis.com`,
    apiKey: 'emulator',
    projectId,
    bearer: async () => 'owner',
    customToken: async (uid) => new UnsecuredJWT({ uid }).setAudience(CUSTOM_TOKENS).encode(),
    readIdToken: async (idToken) => asClaims(decodeJwt(idToken)),
  }
}
