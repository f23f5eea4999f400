import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { exportJWK, importPKCS8, jwtVerify, SignJWT } from 'jose'
import { hostedTarget } from '#integrations/identity/hosted.ts'
import type { ServiceAccount } from '#integrations/identity/service-account.ts'

/*
 * A stand-in for the hosted identity service: the documented answers of the operations that this site uses, signed with
 * a key of its own. Nobody here has ever talked to the real one; where its documentation is silent, so is this.
 */

export const PROJECT = 'frota-exemplo'
const KEY = 'web-key'
const ISSUER = `https://securetoken.google.com/${PROJECT}`
const ACCOUNT_EMAIL = `site@${PROJECT}.iam.gserviceaccount.com`

type Person = {
  localId: string
  email: string
  password: string | null
  emailVerified: boolean
  displayName?: string
  disabled: boolean
  customAttributes?: string
  validSince: number
  googleSub?: string
  totp?: string
}

export type Fake = Awaited<ReturnType<typeof hostedService>>

function rsa() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), privateKey, publicKey }
}

const signing = rsa()
const account = rsa()

export const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: PROJECT,
  private_key_id: 'account-1',
  private_key: account.pem,
  client_email: ACCOUNT_EMAIL,
})

const asAccount: ServiceAccount = {
  projectId: PROJECT,
  email: ACCOUNT_EMAIL,
  keyId: 'account-1',
  privateKey: account.pem,
}

class Word extends Error {}

/** A fake hosted service; tests set its faults on it. */
export async function hostedService() {
  const people = new Map<string, Person>()
  const refreshTokens = new Map<string, { uid: string; issuedAt: number }>()
  const codes = new Map<string, { requestType: string; email: string; newEmail?: string }>()
  const pending = new Map<string, string>()
  const jwk = { ...(await exportJWK(signing.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }

  const fake = {
    /** Paths asked for, oldest first. */
    asked: [] as string[],
    people,
    codes,
    /** A connection fails. */
    isDown: false,
    /** Every request is accepted and gets no answer until this resolves. */
    silence: null as Promise<void> | null,
    /** Seconds the service's clock is ahead of ours. */
    ahead: 0,
    emailPrivacy: true,
    passwordSignIn: true,
    captcha: 'OFF' as 'OFF' | 'AUDIT' | 'ENFORCE',
    domains: ['localhost', 'frota.exemplo.pt'],
    policy: { minPasswordLength: 8 } as Record<string, unknown>,
    /** Claims of an ID token in addition to the true ones, or in their place. */
    forge: {} as Record<string, unknown>,
    add,
    idTokenOf,
    handle,
    target: (withAccount = true) =>
      hostedTarget({ projectId: PROJECT, apiKey: KEY, account: withAccount ? asAccount : null }, handle),
  }

  function seconds(): number {
    return Math.floor(Date.now() / 1000) + fake.ahead
  }

  function add(person: Partial<Person> & { email: string }): Person {
    const localId = person.localId ?? `hosted${people.size}`.padEnd(28, 'x')
    const whole = {
      password: 'rua azul 12345',
      emailVerified: true,
      disabled: false,
      validSince: 0,
      ...person,
      localId,
    }
    people.set(localId, whole)
    return whole
  }

  function idTokenOf(person: Person, provider = 'password', factor?: string): Promise<string> {
    const claims = person.customAttributes ? (JSON.parse(person.customAttributes) as Record<string, unknown>) : {}
    return new SignJWT({
      ...claims,
      ...(person.displayName ? { name: person.displayName } : {}),
      email: person.email,
      email_verified: person.emailVerified,
      auth_time: seconds(),
      user_id: person.localId,
      firebase: {
        identities: { email: [person.email] },
        sign_in_provider: provider,
        ...(factor ? { sign_in_second_factor: factor } : {}),
      },
      iss: ISSUER,
      aud: PROJECT,
      sub: person.localId,
      iat: seconds(),
      exp: seconds() + 3600,
      ...fake.forge,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: 'JWT' })
      .sign(signing.privateKey)
  }

  async function signedIn(person: Person, provider?: string, factor?: string) {
    if (person.disabled) throw new Word('USER_DISABLED')
    if (person.totp && !factor) {
      const credential = `pending-${pending.size}`
      pending.set(credential, person.localId)
      const mfaInfo = [{ mfaEnrollmentId: 'totp-1', displayName: 'telemóvel', enrolledAt: '2026-05-01T08:00:00Z' }]
      return { localId: person.localId, mfaPendingCredential: credential, mfaInfo }
    }
    const refreshToken = `refresh-${refreshTokens.size}`
    refreshTokens.set(refreshToken, { uid: person.localId, issuedAt: seconds() })
    const idToken = await idTokenOf(person, provider, factor)
    return { localId: person.localId, email: person.email, idToken, refreshToken, expiresIn: '3600' }
  }

  const byEmail = (email: unknown) => [...people.values()].find((person) => person.email === email)

  type Sent = Record<string, unknown>
  const open: Record<string, (sent: Sent) => Promise<unknown> | unknown> = {
    'accounts:signInWithPassword': (sent) => {
      if (!fake.passwordSignIn) throw new Word('PASSWORD_LOGIN_DISABLED')
      if (fake.captcha === 'ENFORCE' && sent['captchaResponse'] !== 'solved') throw new Word('MISSING_RECAPTCHA_TOKEN')
      const person = byEmail(sent['email'])
      if (!person) throw new Word(fake.emailPrivacy ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND')
      if (person.password !== sent['password'])
        throw new Word(fake.emailPrivacy ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD')
      return signedIn(person)
    },
    'accounts:signInWithIdp': (sent) => {
      const given = new URLSearchParams(String(sent['postBody']))
      const [, payload = ''] = (given.get('id_token') ?? '').split('.')
      const google = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string; email: string }
      const known = [...people.values()].find(({ googleSub }) => googleSub === google.sub)
      if (!known && byEmail(google.email)) return { needConfirmation: true, verifiedProvider: ['password'] }
      return signedIn(known ?? add({ email: google.email, googleSub: google.sub, password: null }), 'google.com')
    },
    'accounts/mfaSignIn:finalize': (sent) => {
      const uid = pending.get(String(sent['mfaPendingCredential']))
      const person = uid ? people.get(uid) : undefined
      if (!person) throw new Word('INVALID_MFA_PENDING_CREDENTIAL')
      const { verificationCode } = sent['totpVerificationInfo'] as { verificationCode: string }
      if (verificationCode !== person.totp) throw new Word('INVALID_CODE')
      return signedIn(person, 'password', 'totp')
    },
    'accounts:resetPassword': (sent) => {
      const code = codes.get(String(sent['oobCode']))
      if (!code) throw new Word('INVALID_OOB_CODE')
      if (typeof sent['newPassword'] === 'string') {
        if (sent['newPassword'].length < 8)
          throw new Word(
            'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain at least 8 characters]',
          )
        byEmail(code.email)!.password = sent['newPassword']
        codes.delete(String(sent['oobCode']))
      }
      return code
    },
    'accounts:lookup': async (sent) => {
      const token = await jwtVerify(String(sent['idToken']), signing.publicKey).catch(() => null)
      const person = people.get(String(token?.payload.sub))
      if (!person) throw new Word('USER_NOT_FOUND')
      if (person.disabled) throw new Word('USER_DISABLED')
      return { users: [record(person)] }
    },
    'accounts:sendOobCode': (sent) => {
      if (!byEmail(sent['email']) && !fake.emailPrivacy) throw new Word('EMAIL_NOT_FOUND')
      return { email: sent['email'] }
    },
    passwordPolicy: () => ({ customStrengthOptions: fake.policy, schemaVersion: 1, enforcementState: 'ENFORCE' }),
    recaptchaConfig: () => ({
      recaptchaKey: `projects/${PROJECT}/keys/site-key`,
      recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: fake.captcha }],
    }),
    projects: () => ({ projectId: '123456789', authorizedDomains: fake.domains }),
  }

  const owned: Record<string, (sent: Sent) => unknown> = {
    accounts: (sent) => {
      if (byEmail(sent['email'])) throw new Word('EMAIL_EXISTS')
      if (String(sent['password']).length < 8)
        throw new Word('WEAK_PASSWORD : Password should be at least 8 characters')
      return { localId: add(sent as unknown as Person).localId }
    },
    'accounts:lookup': (sent) => {
      const ids = (sent['localId'] ?? []) as string[]
      const emails = (sent['email'] ?? []) as string[]
      const users = [...people.values()].filter((one) => ids.includes(one.localId) || emails.includes(one.email))
      return users.length > 0 ? { users: users.map(record) } : { kind: 'identitytoolkit#GetAccountInfoResponse' }
    },
    'accounts:update': (sent) => {
      const person = people.get(String(sent['localId']))
      if (!person) throw new Word('USER_NOT_FOUND')
      if (typeof sent['disableUser'] === 'boolean') person.disabled = sent['disableUser']
      if (typeof sent['customAttributes'] === 'string') person.customAttributes = sent['customAttributes']
      if (typeof sent['password'] === 'string')
        Object.assign(person, { password: sent['password'], validSince: seconds() })
      if (sent['validSince']) person.validSince = Number(sent['validSince'])
      return { localId: person.localId }
    },
    'accounts:delete': (sent) => {
      if (!people.delete(String(sent['localId']))) throw new Word('USER_NOT_FOUND')
      return {}
    },
    'accounts:sendOobCode': (sent) => {
      if (!byEmail(sent['email'])) throw new Word('EMAIL_NOT_FOUND')
      const code = `oob-${codes.size}`
      codes.set(code, { requestType: String(sent['requestType']), email: String(sent['email']) })
      return { email: sent['email'], oobCode: code, oobLink: `https://${PROJECT}.firebaseapp.com/?oobCode=${code}` }
    },
    'accounts:batchGet': () => ({ users: [...people.values()].map(record) }),
  }

  async function handle(request: Request): Promise<Response> {
    const { hostname, pathname, searchParams } = new URL(request.url)
    fake.asked.push(`${request.method} ${hostname}${pathname}`)
    if (fake.isDown) throw new TypeError('fetch failed')
    const text = await request.text()
    try {
      if (hostname === 'www.googleapis.com') return Response.json({ keys: [jwk] })
      if (hostname === 'oauth2.googleapis.com') return await grant(new URLSearchParams(text))
      const privileged = /^\/v1\/projects\/([^/]+)\/(accounts.*)$/.exec(pathname)
      if (privileged) return await asOwner(request, privileged[1]!, privileged[2]!, text)
      if (searchParams.get('key') !== KEY && searchParams.get('key') !== 'emulator') return badKey()
      if (hostname === 'securetoken.googleapis.com') return Response.json(await renew(new URLSearchParams(text)))
      const operation = open[/^\/v[12]\/(.*)$/.exec(pathname)?.[1] ?? '']
      if (!operation) return Response.json({ error: { code: 404, message: 'Not Found' } }, { status: 404 })
      return Response.json(await operation(text ? (JSON.parse(text) as Sent) : {}))
    } catch (error) {
      if (!(error instanceof Word)) throw error
      const said = { message: error.message, reason: 'invalid', domain: 'global' }
      return Response.json({ error: { code: 400, message: error.message, errors: [said] } }, { status: 400 })
    }
  }

  async function grant(form: URLSearchParams): Promise<Response> {
    const now = new Date(seconds() * 1000)
    const key = await importPKCS8(account.pem, 'RS256').then(() => account.publicKey)
    const assertion = await jwtVerify(form.get('assertion') ?? '', key, {
      audience: 'https://oauth2.googleapis.com/token',
      issuer: ACCOUNT_EMAIL,
      currentDate: now,
    }).catch(() => null)
    const headers = { date: now.toUTCString() }
    if (!assertion || Math.abs(Number(assertion.payload.iat) - seconds()) > 300) {
      const why = 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
      return Response.json({ error: 'invalid_grant', error_description: why }, { status: 400, headers })
    }
    return Response.json({ access_token: 'bearer-1', expires_in: 3599, token_type: 'Bearer' }, { headers })
  }

  async function asOwner(request: Request, project: string, operation: string, text: string): Promise<Response> {
    if (!['Bearer bearer-1', 'Bearer owner'].includes(request.headers.get('authorization') ?? ''))
      return Response.json(
        { error: { code: 401, message: 'Request had invalid authentication credentials.' } },
        { status: 401 },
      )
    if (project !== PROJECT)
      return Response.json({ error: { code: 403, message: 'PERMISSION_DENIED' } }, { status: 403 })
    const work = owned[operation]
    if (!work) return Response.json({ error: { code: 404, message: 'Not Found' } }, { status: 404 })
    return Response.json(await work(text ? (JSON.parse(text) as Sent) : {}))
  }

  async function renew(form: URLSearchParams) {
    const known = refreshTokens.get(form.get('refresh_token') ?? '')
    if (!known) throw new Word('INVALID_REFRESH_TOKEN')
    const person = people.get(known.uid)
    if (!person) throw new Word('USER_NOT_FOUND')
    if (person.disabled) throw new Word('USER_DISABLED')
    if (known.issuedAt < person.validSince) throw new Word('TOKEN_EXPIRED')
    const { idToken, refreshToken } = (await signedIn(person, 'password', 'none')) as {
      idToken: string
      refreshToken: string
    }
    return {
      id_token: idToken,
      access_token: idToken,
      refresh_token: refreshToken,
      expires_in: '3600',
      user_id: known.uid,
    }
  }

  function badKey(): Response {
    const message = 'API key not valid. Please pass a valid API key.'
    return Response.json({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, { status: 400 })
  }

  function record({ localId, email, emailVerified, displayName, disabled, customAttributes, ...person }: Person) {
    return {
      localId,
      email,
      emailVerified,
      displayName,
      disabled,
      customAttributes,
      createdAt: '1780000000000',
      validSince: String(person.validSince),
      providerUserInfo: [{ providerId: person.password === null ? 'google.com' : 'password' }],
    }
  }

  return fake
}

/** Serves a fake on a port, where the settings for an emulator find it; answers a function that takes it away. */
export async function serveHosted(fake: Fake): Promise<() => void> {
  const answer = createRequestListener((request) => {
    const { pathname, search } = new URL(request.url)
    return fake.handle(new Request(`https:/${pathname}${search}`, request))
  })
  const server = createServer((incoming, outgoing) => {
    if (fake.isDown) {
      fake.asked.push('nobody answers')
      incoming.destroy()
    } else if (fake.silence) void fake.silence.then(() => answer(incoming, outgoing))
    else answer(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = `127.0.0.1:${port}`
  process.env['FIREBASE_PROJECT_ID'] = PROJECT
  return () => {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST']
    delete process.env['FIREBASE_PROJECT_ID']
    server.closeAllConnections()
    server.close()
  }
}
