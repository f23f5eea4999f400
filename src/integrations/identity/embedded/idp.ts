import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { db } from '#db/client.server.ts'
import {
  accountLinkedTo,
  accountWith,
  type Account,
  changeAccount,
  insertAccount,
  linkProvider,
  readEmail,
} from './accounts.ts'
import { type Answer, type Call, operation } from './call.ts'
import { Fault, fault } from './fault.ts'
import { flag, text } from './fields.ts'
import type { Provider } from './project.ts'
import { letIn } from './sign-in.ts'
import { newTokens, readIdToken, tokensAtSignIn } from './tokens.ts'
import { countTry } from './tries.ts'

const fields = z.object({
  requestUri: text,
  postBody: text,
  idToken: text,
  autoCreate: flag,
  returnIdpCredential: flag,
})
type Input = z.output<typeof fields>

/** Statement of another service about a person, signed by it. */
type Assertion = {
  provider: Provider
  idToken: string
  accessToken: string | undefined
  claims: z.output<typeof assertedClaims>
}

const assertedClaims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string(),
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)])
    .default(false),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  picture: z.string().optional(),
  nonce: z.string().optional(),
})

/** `accounts:signInWithIdp`: signs in by the ID token of another service; with a token of ours beside it, links the two. */
export const signInWithIdp = operation(fields, async (input, call) => {
  const assertion = await readAssertion(input, call)
  const described = describeAssertion(assertion)
  try {
    const signedIn = input.idToken
      ? await linkToOwn(assertion, input.idToken, call)
      : await signInByAssertion(assertion, input, call)
    return { ...described, ...signedIn }
  } catch (error) {
    // The official client asks for the error beside the credential, so that it can go on with that.
    if (!(error instanceof Fault) || !input.returnIdpCredential || !input.idToken) throw error
    return { ...described, errorMessage: error.message }
  }
})

async function linkToOwn(assertion: Assertion, idToken: string, call: Call): Promise<Answer> {
  const { account, signIn } = await readIdToken(idToken, call)
  await link(account, assertion)
  return { localId: account.uid, ...(await newTokens(account, signIn, call)) }
}

/**
 * Finds whom an assertion signs in: the account linked to that person's number there; else the account of the e-mail,
 * if that service has verified it; else a new one.
 */
async function signInByAssertion(assertion: Assertion, input: Input, call: Call): Promise<Answer> {
  const { provider, claims } = assertion
  const linked = await accountLinkedTo(provider.id, claims.sub)
  if (linked) return signInWith(linked, provider.id, call)
  const email = readEmail(claims.email)
  const known = await accountWith(email)
  if (known && !claims.email_verified) return { needConfirmation: true, verifiedProvider: ['password'], email }
  if (known) {
    const owned = await trustEmail(known, call)
    await link(owned, assertion)
    return signInWith(owned, provider.id, call)
  }
  if (input.autoCreate === false) throw fault('USER_NOT_FOUND')
  if (call.project().signUp === 'office') throw fault('ADMIN_ONLY_OPERATION')
  await countTry('sign-up', { email, address: call.address }, call.now())
  const account = await insertAccount({
    email,
    email_verified: claims.email_verified,
    display_name: claims.name ?? null,
    photo_url: claims.picture ?? null,
    created_at: call.now(),
  })
  await link(account, assertion)
  const tokens = await tokensAtSignIn(account, { provider: provider.id, factorId: null }, call)
  return { isNewUser: true, localId: account.uid, ...tokens }
}

async function signInWith(account: Account, provider: string, call: Call): Promise<Answer> {
  if (account.disabled) throw fault('USER_DISABLED')
  return { localId: account.uid, ...(await letIn(account, provider, call)) }
}

/** Gives the account to the owner of its e-mail: an unverified account may be somebody else's, who loses every way into it. */
async function trustEmail(account: Account, call: Call): Promise<Account> {
  if (account.email_verified) return account
  await db.deleteFrom('identity_providers').where('uid', '=', account.uid).execute()
  return changeAccount(account.uid, { email_verified: true, password_hash: null, valid_since: call.now() })
}

function link({ uid }: Account, { provider, claims }: Assertion): Promise<void> {
  const { sub, email, name, picture } = claims
  const shown = { email, display_name: name ?? null, photo_url: picture ?? null }
  return linkProvider({ uid, provider_id: provider.id, raw_id: sub, ...shown })
}

async function readAssertion(input: Input, call: Call): Promise<Assertion> {
  if (!input.requestUri) throw fault('MISSING_REQUEST_URI')
  const uri = URL.parse(input.requestUri)
  if (!uri?.host) throw fault('INVALID_REQUEST_URI')
  const sent = new URLSearchParams(input.postBody ?? uri.search)
  const providerId = sent.get('providerId')
  const idToken = sent.get('id_token')
  if (!providerId) {
    uri.search = input.postBody ?? uri.search
    throw fault('INVALID_CREDENTIAL_OR_PROVIDER_ID', `Invalid IdP response/credential: ${uri.href}`)
  }
  const { providers, domains } = call.project()
  const provider = providers.find(({ id }) => id === providerId)
  if (!provider) throw fault('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.')
  if (!domains.includes(uri.hostname)) throw fault('UNAUTHORIZED_DOMAIN')
  if (!idToken) throw fault('INVALID_IDP_RESPONSE', 'An id_token is needed.')
  const claims = await verify(idToken, provider, call)
  requireNonce(claims.nonce, sent.get('nonce'))
  return { provider, idToken, accessToken: sent.get('access_token') ?? undefined, claims }
}

async function verify(idToken: string, provider: Provider, call: Call) {
  try {
    const { payload } = await jwtVerify(idToken, provider.keys, {
      issuer: [...provider.issuers],
      audience: provider.audience,
      algorithms: ['RS256', 'ES256'],
      clockTolerance: 60,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(call.now().epochMilliseconds),
    })
    return assertedClaims.parse(payload)
  } catch (error) {
    const isTheirs = error instanceof errors.JOSEError || error instanceof TypeError || error instanceof z.ZodError
    throw isTheirs ? fault('INVALID_IDP_RESPONSE', 'The id_token could not be verified.') : error
  }
}

/** Checks that a token was made for this sign-in: by the nonce itself, or its SHA-256, as some services send it. */
function requireNonce(expected: string | undefined, sent: string | null): void {
  if (expected === undefined) return
  const hashed = createHash('sha256')
    .update(sent ?? '')
    .digest('hex')
  if (sent !== expected && hashed !== expected) throw fault('MISSING_OR_INVALID_NONCE')
}

function describeAssertion({ provider, idToken, accessToken, claims }: Assertion): Answer {
  const { sub, email, email_verified, name, given_name, family_name, picture } = claims
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId: provider.id,
    federatedId: `${provider.federatedIdPrefix}${sub}`,
    email: email.toLowerCase(),
    emailVerified: email_verified,
    displayName: name,
    fullName: name,
    firstName: given_name,
    lastName: family_name,
    photoUrl: picture,
    rawUserInfo: JSON.stringify({ id: sub, email, verified_email: email_verified, name, picture }),
    oauthIdToken: idToken,
    oauthAccessToken: accessToken,
  }
}
