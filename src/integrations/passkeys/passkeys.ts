import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'

/** Site for which passkeys are valid: browsers bind each to a host name, never to an address by number. */
export type PasskeySite = { origin: string; host: string; name: string }

/** A stored passkey: its public half. `id` and `publicKey` as the device made them, `id` in base64url. */
export type KnownPasskey = { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number; transports: string[] }
export type NewPasskey = KnownPasskey & { isSynced: boolean }

/** Question for the browser, as `PublicKeyCredential.parse…FromJSON` reads it. */
export type PasskeyQuestion = { challenge: string } & Readonly<Record<string, unknown>>

/** Milliseconds that a browser waits for an answer to a question. */
const TIMEOUT_MS = 120_000
/** Algorithms ES256 and RS256 (COSE): every phone and computer supports one of them. */
const ALGORITHMS = [-7, -257] as const

/**
 * Answers the site for passkeys, or `null` where browsers make none: at an address by number, and without https, except
 * on this machine (WebAuthn level 2, 5.1.2).
 */
export function passkeySite(address: string, name: string): PasskeySite | null {
  const url = URL.parse(address)
  if (!url) return null
  const { hostname, origin, protocol } = url
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return isNumber || (protocol !== 'https:' && !isHere) ? null : { origin, host: hostname, name }
}

/** Makes the question for a new passkey; `known`: those that must not be made again, with how a browser reaches them. */
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
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: [...known],
    // The passkey signs in alone: without a typed name, and with the finger, the face or the PIN of its owner.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** Makes the question for a sign-in with any passkey of this site that the person chooses. */
export async function askToSignIn(site: PasskeySite, challenge: Uint8Array<ArrayBuffer>): Promise<PasskeyQuestion> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: site.host,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
  return { ...options }
}

/** Whether this site asked a challenge and nobody has answered it yet, by its text in base64url. */
export type IsAsked = (challenge: string) => Promise<boolean>

/** Reads the passkey that a browser has made. Refuses `passkey.not-accepted`: not understood, of another site, or not what was asked. */
export async function readNewPasskey(answer: string, site: PasskeySite, isAsked: IsAsked): Promise<NewPasskey> {
  const response = readJson(answer, registrationAnswer)
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

/** Reads which passkey an answer claims to come from. Refuses `passkey.not-accepted`; nothing is proved yet. */
export function passkeyNamedIn(answer: string): string {
  return readJson(answer, signInAnswer).id
}

/**
 * Proves that an answer comes from a passkey; answers the number of its uses by its own count. Refuses
 * `passkey.not-accepted`: another key or site, a question that was not asked, no finger, face or PIN, or a count that
 * went back, as that of a copied key does.
 */
export async function proveAnswer(
  answer: string,
  passkey: KnownPasskey,
  site: PasskeySite,
  isAsked: IsAsked,
): Promise<{ counter: number; isSynced: boolean }> {
  const response = readJson(answer, signInAnswer)
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
const commonFields = { id: text, rawId: text, type: z.literal('public-key'), clientExtensionResults: z.object({}) }

const registrationAnswer = z.object({
  ...commonFields,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    // Ignore a way of reaching the key that is newer than this list: we do not need it.
    transports: z.array(transport.or(z.unknown().transform(() => null))).default([]),
  }),
})

const signInAnswer = z.object({
  ...commonFields,
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text, userHandle: text.optional() }),
})

function readJson(answer: string, shape: typeof registrationAnswer): RegistrationResponseJSON
function readJson(answer: string, shape: typeof signInAnswer): AuthenticationResponseJSON
function readJson(answer: string, shape: typeof registrationAnswer | typeof signInAnswer): unknown {
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

/** Refuses `passkey.not-accepted` for whatever the library throws about an answer; the log has the reason. */
async function orNotAccepted<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    log.info({ said: error instanceof Error ? error.message : '' }, 'a passkey was not accepted')
    throw new Refusal('passkey.not-accepted')
  }
}
