import { listAccounts, deleteAccounts, queryAccounts } from './account-list.ts'
import { importAccounts } from './account-import.ts'
import type { Call, Operation } from './call.ts'
import { sendOobCode } from './code-request.ts'
import { resetPassword } from './code-use.ts'
import {
  createAuthUri,
  notOffered,
  passwordPolicy,
  projectConfig,
  projectInfo,
  publicKeys,
  recaptchaConfig,
} from './configuration.ts'
import { badPayload, fault, missingKey, unknownPath, unreadablePayload } from './fault.ts'
import { signInWithIdp } from './idp.ts'
import { deleteAccount, lookup } from './lookup.ts'
import { revokeToken, token } from './refresh.ts'
import { finishEnrolment, startEnrolment, withdrawEnrolment } from './second-factor-enrolment.ts'
import { askSecondFactor, finishSecondFactor, startSecondFactor } from './second-factor-sign-in.ts'
import { createSessionCookie } from './session-cookie.ts'
import { signInWithPassword } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { update } from './update.ts'
import { vouch } from './vouch.ts'

/** Operations for anybody with an API key. */
const WITH_KEY: Record<string, Operation> = {
  'POST /v1/accounts:signUp': signUp,
  'POST /v1/accounts:signInWithPassword': signInWithPassword,
  'POST /v1/accounts:signInWithIdp': signInWithIdp,
  'POST /v1/accounts:lookup': lookup,
  'POST /v1/accounts:update': update,
  'POST /v1/accounts:delete': deleteAccount,
  'POST /v1/accounts:sendOobCode': sendOobCode,
  'POST /v1/accounts:resetPassword': resetPassword,
  'POST /v1/accounts:createAuthUri': createAuthUri,
  'POST /v1/accounts:sendVerificationCode': notOffered,
  'POST /v1/accounts:signInWithPhoneNumber': notOffered,
  'POST /v1/accounts:signInWithEmailLink': notOffered,
  'POST /v1/accounts:signInWithCustomToken': notOffered,
  'POST /v2/accounts/mfaEnrollment:start': startEnrolment,
  'POST /v2/accounts/mfaEnrollment:finalize': finishEnrolment,
  'POST /v2/accounts/mfaEnrollment:withdraw': withdrawEnrolment,
  'POST /v2/accounts/mfaSignIn:start': startSecondFactor,
  'POST /v2/accounts/mfaSignIn:finalize': finishSecondFactor,
  'POST /v2/accounts:revokeToken': revokeToken,
  'GET /v2/passwordPolicy': passwordPolicy,
  'GET /v2/recaptchaConfig': recaptchaConfig,
  'GET /v1/recaptchaParams': notOffered,
  'GET /v1/projects': projectInfo,
  'GET /v1/sessionCookiePublicKeys': publicKeys,
  'POST /v1/token': token,
}

/** Operations that need no key. */
const OPEN: Record<string, Operation> = {
  'GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': publicKeys,
}

/** Operations for the office's own server only. */
const PRIVILEGED: Record<string, Operation> = {
  'POST /v1/projects/{project}/accounts': signUp,
  'POST /v1/projects/{project}/accounts:lookup': lookup,
  'POST /v1/projects/{project}/accounts:update': update,
  'POST /v1/projects/{project}/accounts:delete': deleteAccount,
  'POST /v1/projects/{project}/accounts:sendOobCode': sendOobCode,
  'POST /v1/projects/{project}/accounts:askSecondFactor': askSecondFactor,
  'POST /v1/projects/{project}/accounts:vouch': vouch,
  'POST /v1/projects/{project}/accounts:query': queryAccounts,
  'POST /v1/projects/{project}:queryAccounts': queryAccounts,
  'GET /v1/projects/{project}/accounts:batchGet': listAccounts,
  'POST /v1/projects/{project}/accounts:batchCreate': importAccounts,
  'POST /v1/projects/{project}/accounts:batchDelete': deleteAccounts,
  'POST /v1/projects/{project}:createSessionCookie': createSessionCookie,
  'GET /v2/projects/{project}/config': projectConfig,
}

const ALL: Record<string, Operation> = { ...WITH_KEY, ...OPEN, ...PRIVILEGED }

/** Host at the beginning of the path: clients that use another address put the hosted service's host there. */
const HOST_IN_PATH = /^\/(identitytoolkit|securetoken|www)\.googleapis\.com(?=\/)/
const PROJECT_IN_PATH = /^(\/v[12]\/projects\/)([^/:]+)/

/** Finds the operation of a request, reads what was sent, and answers. Refusals are thrown as faults. */
export async function answer(request: Request, call: Call): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.replace(HOST_IN_PATH, '')
  const route = `${request.method} ${path.replace(PROJECT_IN_PATH, '$1{project}')}`
  const run = ALL[route]
  if (!run) return notFound(route, url)
  if (!(route in OPEN) && !call.isPrivileged && (route in PRIVILEGED || !hasKey(request, url))) throw missingKey()
  const project = PROJECT_IN_PATH.exec(path)?.[2]
  if (project !== undefined && project !== call.project().id) throw fault('PROJECT_NOT_FOUND')
  const result = await run(await sentWith(request, url), call)
  return Response.json(result, { headers: call.headers })
}

/** Answers an unknown address; for a known one with a wrong method, in the words of the hosted service. */
function notFound(route: string, url: URL): Response {
  const [method = '', path = ''] = route.split(' ')
  const others = Object.keys(ALL).some((known) => known.endsWith(` ${path}`))
  if (!others) throw unknownPath()
  return Response.json({ message: `Method ${method} not allowed for ${url.pathname}${url.search}` }, { status: 405 })
}

function hasKey(request: Request, url: URL): boolean {
  return Boolean(url.searchParams.get('key') || request.headers.get('x-goog-api-key'))
}

/** Reads the fields of a request from its query, a form, or JSON; `refresh_token` and `refreshToken` are the same. */
async function sentWith(request: Request, url: URL): Promise<Record<string, unknown>> {
  if (request.method === 'GET') return inCamelCase(Object.fromEntries(url.searchParams))
  const body = await request.text()
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  return inCamelCase(isForm ? Object.fromEntries(new URLSearchParams(body)) : parse(body))
}

function parse(body: string): object {
  let sent: unknown
  try {
    sent = body.trim() === '' ? {} : JSON.parse(body)
  } catch (error) {
    throw unreadablePayload(error instanceof Error ? error.message : '')
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw badPayload('/ must be object')
  return sent
}

function inCamelCase(sent: object): Record<string, unknown> {
  const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [camel(name), value]))
}
