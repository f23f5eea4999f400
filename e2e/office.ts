import { createHmac } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { keepSession } from './signed-in.ts'
import { PUBLIC_SET, printed, type Site, volante } from './site.ts'

/** An administrator without a browser: sends forms as a browser would, and reads the answers as they come. */
export type Office = {
  get: (path: string) => Promise<Response>
  post: (path: string, form: Record<string, string> | FormData) => Promise<Response>
}

export type Person = { displayName: string; email: string; password: string }

export const OWNER: Person = {
  displayName: 'Marta Lousada',
  email: 'marta.lousada@example.org',
  password: 'ponte-sobre-o-tejo-26',
}

export function office(url: string, cookie: string): Office {
  // Ask for it uncompressed: compression was a part of the work of each page, and `headers.e2e.ts` tests that.
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'identity' }
  return {
    get: (path) => fetch(url + path, { headers, redirect: 'manual' }),
    post: (path, form) => {
      const body = form instanceof FormData ? form : new URLSearchParams(form)
      return fetch(url + path, { method: 'POST', headers, body, redirect: 'manual' })
    },
  }
}

/** Registers the first administrator by the link that the site printed at its start; answers the cookie. */
export async function registerFirst(site: Site, admin: Person): Promise<string> {
  const answer = await register(site.url, await setupLink(site), admin)
  keepSession(site, admin.email, answer)
  return cookieOf(answer)
}

/**
 * The link by which the first administrator registers: the site prints it after its address, and journeys wait for
 * that.
 */
export async function setupLink(site: Site): Promise<string> {
  while (!/setup\?code=\S+\s/.test(site.output())) await pause(20)
  return printed(site, /registar o primeiro:\s+/)
}

/** Registers an administrator by a link the command line makes; answers the cookie. */
export async function registerAdmin(url: string, data: string, admin: Person): Promise<string> {
  const { link } = JSON.parse(volante(data, 'users', 'create-admin', '--json')) as { link: string }
  return cookieOf(await register(url, link, admin))
}

function register(url: string, link: string, admin: Person): Promise<Response> {
  const { pathname, search } = new URL(link)
  return office(url, '').post(pathname + search, admin)
}

export async function signIn(url: string, { email, password }: Person): Promise<string> {
  return cookieOf(await office(url, '').post('/login', { email, password }))
}

/** The cookie of the session that an answer starts. */
export function cookieOf(answer: Response): string {
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`no session was started: ${answer.status}`)
  return cookie
}

/** Every file of the published week as one drop of the page of that week. */
export function publicDrop(key: string): FormData {
  const form = new FormData()
  form.set('idempotencyKey', key)
  for (const folder of ['uber', 'bolt', 'viaverde', 'prio']) {
    for (const name of readdirSync(join(PUBLIC_SET, folder)))
      form.append('files', new File([readFileSync(join(PUBLIC_SET, folder, name))], name))
  }
  return form
}

/** The values of a page's hidden fields, by name. */
export function hiddenFields(page: string): Record<string, string> {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name, value]) => [name!, value!]))
}

/** The code an authenticator shows now (RFC 6238). */
export function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => parseInt(byte, 2)),
  )
  const moment = Buffer.alloc(8)
  moment.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(moment).digest()
  const at = digest.at(-1)! & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
