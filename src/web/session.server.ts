import {
  createContext,
  type HeadersArgs,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
} from 'react-router'
import { homeOf, type OwnDriverId, type User } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { resumeSession, signOut, type Started } from '#features/accounts/commands.server.ts'
import type { Session } from '#features/accounts/queries.server.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import { requestContext, userContext } from './context.ts'
import { pathOnThisSite } from './same-origin.ts'

/*
 * Who may see what, in three rings: the layout's middleware (`shell/guards.ts`), the guards below in each loader and
 * action, and `OwnDriverId` in each query of the driver's area. Signed out: 303 to the sign-in page. A driver under
 * /admin: 403. Another driver's record: 404, as one that does not exist.
 */

const sessionContext = createContext<Session | null>(null)
/** Where to come back to after signing in. */
const returnContext = createContext<string | null>(null)

/** Of `root.tsx`: who is signed in, for every request before any loader runs. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const token = readToken(request)
  const session = token ? await resumeSession(token, context.get(requestContext).now) : null
  context.set(sessionContext, session)
  context.set(userContext, session?.user ?? null)
  context.set(returnContext, returnPath(request, url))
}

type Context = Readonly<RouterContextProvider>

/** The session itself, for what needs more than the person: when it ends, how fresh the sign-in is. */
export function sessionOf(context: Context): Session | null {
  return context.get(sessionContext)
}

/** The signed-in person; anybody else is sent to sign in and comes back. */
export function requireUser(context: Context): User {
  const user = context.get(userContext)
  if (!user) throw redirectToLogin(context.get(returnContext))
  return user
}

/** The signed-in administrator. Refuses a driver with `access.denied`. */
export function requireAdmin(context: Context): User {
  const user = requireUser(context)
  if (user.role !== 'admin') throw new Refusal('access.denied')
  return user
}

/** The driver record of the signed-in person: the only place an `OwnDriverId` is made. Refuses with `access.denied` who has none. */
export function ownDriver(context: Context): OwnDriverId {
  const { driverId } = requireUser(context)
  if (driverId === null) throw new Refusal('access.denied')
  return driverId as OwnDriverId
}

/** Signed in: on to the page that was asked for, else home, in the language of the sign-in page. */
export function enter(request: Request, url: URL, started: Started): Response {
  const { user } = started.session
  const home = inLanguage(homeOf(user), languageOf(url.pathname))
  const target = pathOnThisSite(url.searchParams.get('next')) ?? home
  return redirect(target, { status: 303, headers: { 'set-cookie': startSession(request, started) } })
}

/**
 * Ends the session of a request and answers the headers that say so to the browser, with `ok: false` when the session
 * itself could not be ended (spec 8): the cookie goes in any case.
 */
export async function leave(request: Request, context: Context): Promise<{ ok: boolean; headers: [string, string][] }> {
  const headers: [string, string][] = [
    ['set-cookie', endSession(request)],
    ['clear-site-data', '"cache"'],
    ['cache-control', 'no-store'],
  ]
  const token = readToken(request)
  const visit = context.get(requestContext)
  try {
    if (token) await signOut(token, visit)
    return { ok: true, headers }
  } catch (error) {
    log.error({ err: error, id: visit.id }, 'Erro ao fazer logout')
    return { ok: false, headers }
  }
}

/** Headers of a page that asks for a password: no browser keeps it, and "too many tries" says how long to wait. */
export function passwordPageHeaders({ actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(actionHeaders)
  headers.set('cache-control', 'no-store')
  return headers
}

/** The `Set-Cookie` of a new session. */
export function startSession(request: Request, { token, session }: Started): string {
  const seconds = Math.floor(session.signedInAt.until(session.endsAt).total('seconds'))
  return cookie(request, token, seconds)
}

/** The `Set-Cookie` that takes the session's cookie away. */
export function endSession(request: Request): string {
  return cookie(request, '', 0)
}

/** The session id a browser sent, or `null` when there is none or it can't be one. */
export function readToken(request: Request): string | null {
  const name = cookieName(request)
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

function redirectToLogin(back: string | null): Response {
  const login = inLanguage('/login', languageOf(back ?? '/'))
  return redirect(back ? `${login}?next=${encodeURIComponent(back)}` : login, 303)
}

/** The page that was asked for, or the page whose form was sent. */
function returnPath(request: Request, url: URL): string | null {
  if (request.method === 'GET' || request.method === 'HEAD') return pathOnThisSite(url.pathname + url.search)
  const referrer = URL.parse(request.headers.get('referer') ?? '')
  return referrer?.host === url.host ? pathOnThisSite(referrer.pathname + referrer.search) : null
}

const SECURE_NAME = '__Host-sid'
const PLAIN_NAME = 'sid'

function cookie(request: Request, value: string, seconds: number): string {
  const name = cookieName(request)
  const secure = name === SECURE_NAME ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

let warned = false

/** Browsers drop a secure cookie on plain HTTP, except on loopback: there only a plain one works, and the log says so. */
function cookieName(request: Request): string {
  const { protocol, hostname } = new URL(env().PUBLIC_URL ?? request.url)
  if (protocol === 'https:' || isLoopback(hostname)) return SECURE_NAME
  if (!warned)
    log.warn(
      { host: hostname },
      'sign-in over plain HTTP: whoever listens on the network can take sessions over; use HTTPS',
    )
  warned = true
  return PLAIN_NAME
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  )
}
