import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'

/** Where passkeys of this site are good: browsers bind each to a host name, never to an address by number. */
export type PasskeySite = { origin: string; host: string; name: string }

/** A passkey as it is kept: its public half. `id` and `publicKey` as the device made them, `id` in base64url. */
export type KnownPasskey = { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number; transports: string[] }
export type NewPasskey = KnownPasskey & { isSynced: boolean }

/** What the browser is to be asked with, as `PublicKeyCredential.parse…FromJSON` reads it. */
export type PasskeyQuestion = { challenge: string } & Readonly<Record<string, unknown>>

/** A question that a browser answers is asked again after this many milliseconds without an answer. */
const PATIENCE = 120_000
/** ES256 and RS256 (COSE): every phone and computer knows one of them. */
const ALGORITHMS = [-7, -257] as const

/**
 * Where passkeys of a site are good, or `null` where no browser makes any: behind an address by number, and without
 * https elsewhere than on this machine (WebAuthn level 2, 5.1.2).
 */
export function passkeySite(address: string, name: string): PasskeySite | null {
  const url = URL.parse(address)
  if (!url) return null
  const { hostname, origin, protocol } = url
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return isNumber || (protocol !== 'https:' && !isHere) ? null : { origin, host: hostname, name }
}

/** What a browser is asked to make a passkey with; `known`: those it must not make again, with where a browser finds them. */
export async function askForPasskey(
  site: PasskeySite,
  { uid, email, name }: { uid: string; email: string; name: string },
  {
    challenge,
    known,
  }: { challenge: Uint8Array<ArrayBuffer>; known: readonly Pick<KnownPasskey, 'id' | 'transports'>[] },
): Promise<PasskeyQuestion> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.host,
    userID: new Uint8Array(Buffer.from(uid)),
    userName: email,
    userDisplayName: name,
    challenge,
    timeout: PATIENCE,
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: [...known],
    // The passkey signs in alone: without a name typed first, and with the finger, the face or the PIN of its owner.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** What a browser is asked to sign in with: whichever passkey of this site its person chooses. */
export async function askToSignIn(site: PasskeySite, challenge: Uint8Array<ArrayBuffer>): Promise<PasskeyQuestion> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    challenge,
    timeout: PATIENCE,
    userVerification: 'required',
  })
  return { ...options }
}

/** Whether a challenge is one that this site asked and nobody answered yet, by its text in base64url. */
export type IsAsked = (challenge: string) => Promise<boolean>

/** The passkey a browser has made. Refuses `passkey.not-accepted`: not understood, of another site, or not what was asked. */
export async function readNewPasskey(answer: string, site: PasskeySite, isAsked: IsAsked): Promise<NewPasskey> {
  const response = readJson(answer, made)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await orNotAccepted(
    verifyRegistrationResponse({
      response,
      expectedChallenge: isAsked,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }),
  )
  if (!verified) throw new Refusal('passkey.not-accepted')
  const { credential, credentialBackedUp } = registrationInfo
  return {
    id: credential.id,
    publicKey: new Uint8Array(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialBackedUp,
  }
}

/** Which passkey an answer says it comes from. Refuses `passkey.not-accepted`: nothing was proved yet. */
export function passkeyNamedIn(answer: string): string {
  return readJson(answer, used).id
}

/**
 * Proves that an answer comes from a passkey; answers how often it was used by its own count. Refuses `passkey.not-accepted`: another
 * key's, another site's, a question not asked, without finger, face or PIN, or a count that went back, as a copied key's does.
 */
export async function proveAnswer(
  answer: string,
  passkey: KnownPasskey,
  site: PasskeySite,
  isAsked: IsAsked,
): Promise<{ counter: number; isSynced: boolean }> {
  const response = readJson(answer, used)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await orNotAccepted(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: isAsked,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      credential: { id: passkey.id, publicKey: passkey.publicKey, counter: passkey.counter },
    }),
  )
  if (!verified) throw new Refusal('passkey.not-accepted')
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
}

const text = z.string().max(20_000)
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const both = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.object({}) }

const made = z.object({
  ...both,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    // A way of reaching the key that is newer than this list says nothing we need.
    transports: z.array(transport.or(z.unknown().transform(() => null))).default([]),
  }),
})

const used = z.object({
  ...both,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
})

function readJson(answer: string, shape: typeof made): RegistrationResponseJSON
function readJson(answer: string, shape: typeof used): AuthenticationResponseJSON
function readJson(answer: string, shape: typeof made | typeof used): unknown {
  let sent: unknown
  try {
    sent = JSON.parse(answer)
  } catch {
    throw new Refusal('passkey.not-accepted')
  }
  const read = shape.safeParse(sent)
  if (!read.success) throw new Refusal('passkey.not-accepted')
  const { response } = read.data
  if (!('transports' in response)) return read.data
  return { ...read.data, response: { ...response, transports: response.transports.filter((way) => way !== null) } }
}

/** The library throws whatever is wrong with an answer: the log says what, the person that it was not accepted. */
async function orNotAccepted<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    log.info({ said: error instanceof Error ? error.message : '' }, 'a passkey was not accepted')
    throw new Refusal('passkey.not-accepted')
  }
}
