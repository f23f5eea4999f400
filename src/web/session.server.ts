import {
  createContext,
  data,
  type HeadersArgs,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
} from 'react-router'
import { hasPower, homeOf, type OwnDriverId, type Power, type User } from '#domain/access.ts'
import { Refusal, REFUSALS } from '#domain/refusal.ts'
import { isRecent } from '#domain/session.ts'
import { resumeSession, signOut, type Started, type Visit } from '#features/sessions/commands.server.ts'
import { confirmHeld, holdForm } from '#features/sessions/held-forms/commands.server.ts'
import { findHeld } from '#features/sessions/held-forms/queries.server.ts'
import { findUnusedSession, type Session, type SessionOwner } from '#features/sessions/queries.server.ts'
import type { Entrance } from '#features/sessions/sign-ins/commands.server.ts'
import { inLanguage, languageOf, withoutLanguage } from '#messages/language.ts'
import { sha256 } from '#platform/hash.ts'
import { log } from '#platform/log.ts'
import { boundaryOf } from '#platform/multipart.ts'
import { newSecret } from '#platform/secret.ts'
import { isStatementTimeout, setSender } from '#platform/work.ts'
import { requestContext, userContext } from './context.ts'
import { ticketIn, withLate, withTicket, withoutTicket } from './held-form.ts'
import { cookie, openCookie, readCookie } from './cookies.server.ts'
import { tooSlow } from './page-work.server.ts'
import { isOffice } from './places.ts'
import { plainPath } from './plain-path.ts'
import { LARGEST_FORM, formReadHere, isSecret, typedIn } from './read-form.server.ts'
import { pathOnThisSite } from './same-origin.ts'
import { SIGNED_IN } from './shell/signed-in.ts'

/* Who may see what, in three rings: the layout's middleware (`shell/guards.ts`), the guards below in each loader and
 * action, and `OwnDriverId` in each query of the driver's area. Signed out: 303 to the sign-in page. A driver under
 * /admin: 403. An administrator without the second factor that the operator requires: 303 to where it is set up.
 * Another driver's record: 404, like one that does not exist. */

const sessionContext = createContext<Session | null>(null)
/** The session of this browser that ended because it was unused, and signs nobody in: it can hold a form. */
const unusedContext = createContext<SessionOwner | null>(null)
/** Whether the request changes something and does not only read. */
const changeContext = createContext(false)
/** Whether this is an administrator who has not shown the second factor that the operator requires. */
const factorContext = createContext(false)
/** The address to come back to after signing in. */
const returnContext = createContext<string | null>(null)
/** The address to which a form was sent that could be held, and the ticket under which it is held once it was interrupted. */
const sentContext = createContext<string | null>(null)
const ticketContext = createContext<string | null>(null)

/** Middleware of `root.tsx`: finds out who is signed in, for every request before any loader runs. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const token = readToken(request)
  const resumed = token ? await resumeSession(token, context.get(requestContext)).catch(rethrowAsTooSlow) : null
  const session = resumed?.session ?? null
  const unused = token && !session ? await findUnusedSession(token, context.get(requestContext).now) : null
  context.set(sessionContext, session)
  context.set(unusedContext, unused)
  context.set(userContext, session?.user ?? null)
  if (session) setSender(session.user.uid)
  context.set(returnContext, returnPath(request, url))
  context.set(factorContext, session?.lacksSecondFactor ?? false)
  const isChange = changesSomething(request, url)
  context.set(changeContext, isChange)
  if (session?.isStale && session.user.role === 'admin' && isChange) throw notNow()

  const holder = session ?? unused
  const kind = holder && mightBeInterrupted(request, session, context) ? kindOfHeld(request) : null
  const form = kind === 'words' ? request.clone() : null
  if (kind) context.set(sentContext, withoutTicket(url))

  let response = await next()
  const ticket = context.get(ticketContext)
  if (kind && holder && ticket) {
    const { now } = context.get(requestContext)
    const [path, back] = [withoutTicket(url), context.get(returnContext) ?? (session ? homeOf(session.user) : '/')]
    const body = form ? await form.text() : await wordsBesideFiles(request)
    if (body !== null) await holdForm(ticket, holder, { path, back, body, hasFiles: kind === 'files' }, now)
    else response = redirect(withNext(session ? '/login/confirm' : '/login', withLate(back, 'lost')), 303)
  }
  if (resumed?.token) addCookies(response.headers, startSession(request, { ...resumed, token: resumed.token }))
  return response
}

/** A locked table makes every page wait here first: answer like any page that waited too long. */
function rethrowAsTooSlow(error: unknown): never {
  throw isStatementTimeout(error) ? tooSlow() : error
}

/** Whether a form might be interrupted, because the sign-in is not fresh or has ended. */
function mightBeInterrupted({ method }: Request, session: Session | null, context: Context): boolean {
  return method === 'POST' && !(session && isRecent(session.signedInAt, context.get(requestContext).now))
}

/** What is held of an interrupted form: all of its words, or those beside its files; `null` for what is no form. */
function kindOfHeld({ headers }: Request): 'words' | 'files' | null {
  const type = headers.get('content-type')
  if (boundaryOf(type) !== null) return 'files'
  const isShort = Number(headers.get('content-length') ?? Number.NaN) <= LARGEST_FORM
  return isShort && /^application\/x-www-form-urlencoded\b/i.test(type ?? '') ? 'words' : null
}

/**
 * The words and the names of the files of an interrupted form, as text; `null` if the form can't be read, or has a secret,
 * which no page gives back.
 */
async function wordsBesideFiles(request: Request): Promise<string | null> {
  const typed = await typedIn(request, null, formReadHere())
  return typed && !typed.fields.some(([name]) => isSecret(name)) ? JSON.stringify(typed) : null
}

/** The answer while the identity service cannot confirm that somebody is still an administrator: the office changes nothing. */
function notNow() {
  const code = 'identity.network-request-failed'
  return data({ code, params: {} }, { status: REFUSALS[code], headers: { 'retry-after': '30' } })
}

function changesSomething({ method }: Request, { pathname }: URL): boolean {
  return method !== 'GET' && method !== 'HEAD' && !pathname.startsWith('/api/auth/')
}

type Context = Readonly<RouterContextProvider>

/** The session itself, for code that needs more than the person: when it ends, how fresh the sign-in is. */
export function sessionOf(context: Context): Session | null {
  return context.get(sessionContext)
}

/**
 * The signed-in person; anybody else is redirected to sign in and then comes back. A form that was sent after too long a
 * pause is carried out after that.
 */
export function requireUser(context: Context): User {
  const user = context.get(userContext)
  if (!user) throw redirectToLogin(heldAddress(context) ?? pageOfLost(context) ?? context.get(returnContext))
  return user
}

/** The page of a form that came without the session it was typed in, and so is lost; `null` for any other request. */
function pageOfLost(context: Context): string | null {
  const page = context.get(returnContext)
  return page !== null && context.get(changeContext) ? withLate(page, 'lost') : null
}

/**
 * The signed-in administrator with this power; every administrator may read. Refuses a driver with `access.denied`, and
 * an administrator without the power with `access.scope`. Without a second factor that the operator requires, redirects
 * to where it is set up.
 */
export function requireAdmin(context: Context, power: Power = 'read'): User {
  const user = requireUser(context)
  if (user.role !== 'admin') throw new Refusal('access.denied')
  if (wantsSecondFactor(context)) throw toSecondFactor(context)
  if (!hasPower(user, power)) throw new Refusal('access.scope')
  return user
}

/** Whether the operator requires a second factor that the reader has not shown: nothing of the office opens before. */
export function wantsSecondFactor(context: Context): boolean {
  return context.get(factorContext)
}

/** A redirect to the page where the second factor is set up, and back. */
export function toSecondFactor(context: Context): Response {
  return redirect(withNext('/login/second-factor', context.get(returnContext) ?? '/admin'), 303)
}

/**
 * For delicate acts: a person who signed in more than ten minutes ago has to confirm who they are. A form that was sent
 * is carried out after that (`held-forms`); any other request leads back to its page.
 */
export function requireRecentSignIn(context: Context): void {
  const user = requireUser(context)
  const session = context.get(sessionContext)
  if (session && isRecent(session.signedInAt, context.get(requestContext).now)) return
  throw toConfirm(context, user)
}

/** A redirect to the page where the person confirms who they are, and on from there. */
export function toConfirm(context: Readonly<RouterContextProvider>, user: User): Response {
  return redirect(withNext('/login/confirm', heldAddress(context) ?? context.get(returnContext) ?? homeOf(user)), 303)
}

/** Has the form that was sent held, and answers the address that carries it out; `null` where none can be held. */
function heldAddress(context: Context): string | null {
  const sentTo = context.get(sentContext)
  if (sentTo === null) return null
  const ticket = newSecret()
  context.set(ticketContext, ticket)
  return withTicket(sentTo, ticket)
}

function withNext(page: string, back: string): string {
  return `${inLanguage(page, languageOf(back))}?next=${encodeURIComponent(back)}`
}

/** Whether somebody of the office sends a form while looking at a driver's area, in whatever spelling of its address. */
export function changesWhileViewing(context: Context): boolean {
  return sessionOf(context)?.viewing != null && context.get(changeContext)
}

/**
 * The driver record of the signed-in person: the only place an `OwnDriverId` is made. Refuses a person without a record
 * with `access.denied`, and with `access.viewing` somebody of the office who would change something while looking at a
 * driver's area.
 */
export function ownDriver(context: Context): OwnDriverId {
  const { driverId } = requireUser(context)
  if (driverId === null) throw new Refusal('access.denied')
  if (changesWhileViewing(context)) throw new Refusal('access.viewing')
  return driverId as OwnDriverId
}

/**
 * After a sign-in: redirects to the requested page, else home, in the language of the sign-in page; or to the second
 * factor first. A form that was interrupted by the sign-in belongs to the new session from now on.
 */
export async function redirectAfterSignIn(
  request: Request,
  url: URL,
  entrance: Entrance,
  context: Context,
): Promise<Response> {
  const language = languageOf(url.pathname)
  const next = pathOnThisSite(url.searchParams.get('next'))
  const { remember } = entrance
  const deviceCookies = remember && DEVICE.test(remember) ? [cookie(request, 'device', remember, DEVICE_SECONDS)] : []
  if (entrance.outcome === 'second-factor') {
    const page = inLanguage('/login/mfa', language) + (next ? `?next=${encodeURIComponent(next)}` : '')
    const response = redirect(page, 303)
    addCookies(response.headers, [cookie(request, 'ticket', entrance.ticket, 600), ...deviceCookies])
    return response
  }
  const ticket = ticketIn(next)
  const before = context.get(sessionContext) ?? context.get(unusedContext)
  const isLost = ticket !== null && !(before && (await confirmHeld(ticket, before, entrance.session)))
  const home = inLanguage(homeOf(entrance.session.user), language)
  // The address of a form that cannot be carried out may be no page. Only who sent it is told that it is not done.
  const afterLost = before?.user.uid === entrance.session.user.uid ? withLate(home) : home
  const response = redirect(isLost ? afterLost : landingPage(entrance.session.user, next, home), 303)
  addCookies(response.headers, [...startSession(request, entrance), cookie(request, 'ticket', '', 0), ...deviceCookies])
  return response
}

/** The page that somebody asked for before they signed in, or home where its area is another person's. */
export function landingPage({ role, driverId }: User, next: string | null, home: string): string {
  if (next === null) return home
  const isOfAnother = isOffice(next) ? role !== 'admin' : isDriverArea(next) && role === 'admin' && driverId === null
  return isOfAnother ? home : next
}

function isDriverArea(path: string): boolean {
  return /^\/dashboard\b/.test(withoutLanguage(plainPath(path)))
}

/**
 * Finds the form that was held back for this sign-in and is, or was, sent after it: the page of the form (`back`), and
 * whether its files must be chosen again. `null` when the address names no such form, or it is too old.
 */
export async function findHeldForm(url: URL, context: Context): Promise<{ back: string; hasFiles: boolean } | null> {
  const ticket = ticketIn(url.searchParams.get('next'))
  const session = context.get(sessionContext) ?? context.get(unusedContext)
  const held = ticket && session ? await findHeld(ticket, session, context.get(requestContext).now) : null
  return held && held.state !== 'late' ? { back: held.back, hasFiles: held.hasFiles } : null
}

/** The facts of a sign-in request, with the cookie that remembers an earlier sign-in of this browser. */
export function visitOf(request: Request, context: Context): Visit {
  return {
    ...context.get(requestContext),
    remembered: readCookie(request, 'device', DEVICE),
    pushMark: readPushMark(request),
  }
}

/** The mark of this browser's subscription to notices, or `null`. */
export function readPushMark(request: Request): string | null {
  return readCookie(request, 'push', SECRET)
}

/** The cookie that marks this browser's subscription, for as long as browsers keep one. */
export function pushMark(request: Request, mark: string): string {
  return cookie(request, 'push', mark, PUSH_SECONDS)
}
const PUSH_SECONDS = 400 * 24 * 3600

/** Shape of the cookie that remembers an earlier sign-in, for 90 days: worth nothing without the password. */
const DEVICE = /^[\w-]{1,500}$/
const DEVICE_SECONDS = 90 * 24 * 3600

/** The ticket of a sign-in that waits for its second factor, or `null`. */
export function readTicket(request: Request): string | null {
  return readCookie(request, 'ticket', SECRET)
}

/**
 * Ends the session of a request and answers the headers that tell the browser so. `ok` is false if the session itself
 * could not be ended (spec 8): the cookie is removed in any case.
 */
export async function signOutVisitor(
  request: Request,
  context: Context,
): Promise<{ ok: boolean; headers: [string, string][] }> {
  const headers: [string, string][] = [
    ...endSession(request).map((value): [string, string] => ['set-cookie', value]),
    // The pages that a driver's phone keeps are cleared too; hand-overs that wait on an office phone stay (`108`).
    ['clear-site-data', sessionOf(context)?.user.role === 'driver' ? '"cache", "storage"' : '"cache"'],
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

/** Headers of a page that asks for a password: browsers do not store it, and "too many tries" says how long to wait. */
export function passwordPageHeaders({ actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(actionHeaders)
  headers.set('cache-control', 'no-store')
  // The address may hold the code of a link, so do not pass it to other sites.
  headers.set('referrer-policy', 'same-origin')
  return headers
}

/** The cookies of a new session: its id, which no script reads, and a hint for the scripts of cached pages. */
export function startSession(request: Request, { token, session }: Pick<Started, 'token' | 'session'>): string[] {
  const seconds = Math.floor(session.signedInAt.until(session.endsAt).total('seconds'))
  return [cookie(request, 'sid', token, seconds), openCookie(request, SIGNED_IN, hintOf(session), seconds)]
}

/**
 * Marks a session and its person for the scripts of the pages: they can tell whether it is still the same one, but cannot sign in
 * with it.
 */
function hintOf({ id, user }: Session): string {
  return `1${sha256(id).slice(0, 12)}${personMark(user.uid)}`
}

/** Marks a person for scripts, on a phone that goes from hand to hand. */
export function personMark(uid: string): string {
  return sha256(uid).slice(0, 12)
}

/** A week: pages shown without a network are no older. */
const KEPT_HOURS = 7 * 24

/** The moment until which a driver's phone may keep the driver's area; `null` if somebody of the office looks at it. */
export function areaKeptUntil(context: Context): string | null {
  const session = sessionOf(context)
  if (session === null || session.viewing !== null) return null
  const week = context.get(requestContext).now.add({ hours: KEPT_HOURS })
  return (Temporal.Instant.compare(week, session.endsAt) < 0 ? week : session.endsAt).toString()
}

/** Removes the cookies of a session. */
export function endSession(request: Request): string[] {
  return [cookie(request, 'sid', '', 0), openCookie(request, SIGNED_IN, '', 0)]
}

function addCookies(headers: Headers, cookies: readonly string[]): void {
  for (const value of cookies) headers.append('set-cookie', value)
}

/** The shape of a session id and a ticket: 32 bytes as text. */
const SECRET = /^[\w-]{43}$/

/** The session id a browser sent, or `null` when there is none or it can't be one. */
export function readToken(request: Request): string | null {
  return readCookie(request, 'sid', SECRET)
}

function redirectToLogin(back: string | null): Response {
  return redirect(back ? withNext('/login', back) : '/login', 303)
}

/** The page that was requested, or the page whose form was sent. */
function returnPath(request: Request, url: URL): string | null {
  if (request.method === 'GET' || request.method === 'HEAD') return pathOnThisSite(url.pathname + url.search)
  const referrer = URL.parse(request.headers.get('referer') ?? '')
  return referrer?.host === url.host ? pathOnThisSite(referrer.pathname + referrer.search) : null
}
