import { argon2Sync } from 'node:crypto'
import { db } from '#db/client.server.ts'
import type { CodeMessage } from '#integrations/identity/embedded/code-message.ts'
import { ADDRESS_HEADER, embeddedIdentity } from '#integrations/identity/embedded/embedded-identity.ts'
import { DEVICE_HEADER } from '#integrations/identity/known-device.ts'
import { DEFAULT_POLICY } from '#integrations/identity/embedded/policy.ts'
import type { Project } from '#integrations/identity/embedded/project.ts'

export const PASSWORD = 'rua azul 12345'

// A hash that is cheap to compute: tests need many, and none is about its cost.
const salt = Buffer.alloc(16, 1)
const tag = argon2Sync('argon2id', {
  message: PASSWORD,
  nonce: salt,
  memory: 64,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
})
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
export const LIGHT_HASH = `$argon2id$v=19$m=64,t=1,p=1$${unpadded(salt)}$${unpadded(tag)}`

/** JSON without a type: a test states the shape by what it expects. */
type Json = Awaited<ReturnType<Response['json']>>

type Answered = { status: number; body: Json; code: string | null; headers: Headers }
type From = { address?: string; device?: string | null; privileged?: boolean; locale?: string }

/** An identity service with a clock of its own, and the messages that it mailed. */
export function anIdentity(change: Partial<Project> = {}, start = '2026-06-01T08:00:00Z') {
  let now = Temporal.Instant.from(start)
  const mailed: CodeMessage[] = []
  const project: Project = {
    id: 'volante',
    number: '1',
    issuer: 'https://frota.exemplo.pt/identity/volante',
    actionUrl: 'https://frota.exemplo.pt/auth/action',
    domains: ['frota.exemplo.pt'],
    passwordPolicy: DEFAULT_POLICY,
    emailPrivacy: true,
    signUp: 'anyone',
    providers: [],
    ...change,
  }
  const service = embeddedIdentity({
    project: () => project,
    deliver: async (message) => void mailed.push(message),
    now: () => now,
  })

  async function send(method: string, path: string, body?: unknown, from: From = {}): Promise<Answered> {
    const headers = new Headers({ 'content-type': 'application/json', [ADDRESS_HEADER]: from.address ?? '192.0.2.1' })
    if (from.device) headers.set(DEVICE_HEADER, from.device)
    if (from.locale) headers.set('x-firebase-locale', from.locale)
    if (from.privileged) headers.set('authorization', `Bearer ${service.serviceToken}`)
    const written = typeof body === 'string' ? body : JSON.stringify(body)
    const url = `https://identity.invalid${path}${path.includes('?') ? '&' : '?'}key=any`
    const response = await service.handle(
      new Request(url, { method, headers, ...(body !== undefined && { body: written }) }),
    )
    const answer: Json = await response.json()
    const message: string | null = answer.error?.message ?? null
    return { status: response.status, body: answer, code: message?.split(' : ')[0] ?? null, headers: response.headers }
  }

  return {
    service,
    mailed,
    send,
    now: () => now,
    wait: (duration: Temporal.DurationLike) => void (now = now.add(duration)),
    post: (operation: string, body: unknown, from?: From) => send('POST', `/v1/accounts:${operation}`, body, from),
    mfa: (operation: string, body: unknown) => send('POST', `/v2/accounts/${operation}`, body),
    office: (operation: string, body: unknown) =>
      send('POST', `/v1/projects/volante/accounts${operation}`, body, { privileged: true }),
    refresh: (refreshToken: string) =>
      send('POST', '/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken }),
  }
}

let people = 0

/** Adds a person with a password to the database. */
export async function aPerson(change: { emailVerified?: boolean; role?: 'admin' | 'driver' } = {}) {
  const uid = `person${++people}`
  const email = `${uid}@exemplo.pt`
  await db
    .insertInto('users')
    .values({
      uid,
      email,
      password_hash: LIGHT_HASH,
      email_verified: change.emailVerified ?? true,
      role: change.role ?? 'driver',
      created_at: '2026-01-01T00:00:00Z',
    })
    .execute()
  return { uid, email }
}

/** Adds a person with a password who is signed in. Signing in renews the cheap hash, so it is put back. */
export async function aSignedIn(identity: ReturnType<typeof anIdentity>, change: Parameters<typeof aPerson>[0] = {}) {
  const person = await aPerson(change)
  const { body } = await identity.post('signInWithPassword', { email: person.email, password: PASSWORD })
  await makeLight(person.uid)
  return { ...person, idToken: body.idToken as string, refreshToken: body.refreshToken as string }
}

export async function makeLight(uid: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: LIGHT_HASH }).where('uid', '=', uid).execute()
}
