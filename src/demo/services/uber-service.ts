import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Answers, type CommonMishap, cutOff, goneWrong, jsonOf, send, serve, textOf } from './serve.ts'

/*
 * A small service that speaks Uber's interface for suppliers as far as our facts go (`formats.md` 1.5): token by client credentials,
 * organisations, reports that are asked for, made one by one and fetched from an address that is good for a minute. It knows nothing of
 * who asks it. `mishap` makes it fail as services do.
 */

export type ServiceUberDriver = { driverUuid: string; firstName: string; lastName: string; onboardingStatus: string }

export type ServiceOrganisation = {
  /** Encrypted, as Uber says it. */
  id: string
  name: string | null
  parent?: string
  /** Its drivers and how each stands; without any nobody is named. */
  drivers?: readonly ServiceUberDriver[]
  /** The file of a report (`payments_driver`…) from a millisecond to a millisecond; `null` where there is none of the kind. */
  file: (report: string, from: number, to: number) => string | null
}

export type UberMishap =
  | CommonMishap
  /** The report that is asked about was not made, or will never be. */
  | { is: 'failed' }
  | { is: 'stuck' }
  /** Another host than one of Uber's is named for the file. */
  | { is: 'elsewhere' }

export type UberAsked = { path: string; body: Record<string, unknown>; count: number }

type Given = {
  clients: readonly { id: string; secret: string; scopes?: readonly string[] }[]
  organisations: readonly ServiceOrganisation[]
  /** Looks at a report until it is made. */
  looks?: number
  /** How a file comes: as it is, or packed alone. */
  packed?: 'plain' | 'gzip'
  /** How an answer about a report is written: public clients met it alone and inside `report`. */
  isWrapped?: boolean
  tokenLife?: number
  mishap?: (asked: UberAsked) => UberMishap | null
  /** Seconds since 1970. */
  now?: () => number
}

/** Seconds after which a report is not being made any more, whoever looks or not: it holds no place then. */
const LONGEST_MAKING = 3_600
/** Reports of one organisation that are made at once. */
const AT_ONCE = 6
/** Seconds for which the address of a file is good. */
const LINK_LIFE = 60
const FILES = '/supplier-reports.s3.eu-west-1.amazonaws.com/'
const TYPES = new Set(
  [
    'PAYMENTS_DRIVER',
    'PAYMENTS_ORDER',
    'PAYMENTS_ORGANIZATION',
    'TRIP_ACTIVITY',
    'DRIVER_ACTIVITY',
    'DRIVER_QUALITY',
  ].map((name) => `REPORT_TYPE_${name}`),
)

type Made = {
  organisation: ServiceOrganisation
  report: string
  from: number
  to: number
  askedAt: number
  looks: number
  has: string | null
}
type Answered = { status: number; said: unknown }

export type UberService = { url: string; asked: readonly UberAsked[]; close: () => Promise<void> }

export async function startUberService(given: Given, port = 0): Promise<UberService> {
  const { asked, answers } = uberAnswers(given)
  return { asked, ...(await serve(answers, port)) }
}

/** What Uber answers, by the hosts it is asked at. */
export function uberAnswers(given: Given): { asked: readonly UberAsked[]; answers: Answers } {
  const asked: UberAsked[] = []
  const tokens = new Map<string, { until: number; scopes: ReadonlySet<string> }>()
  const reports = new Map<string, Made>()
  const links = new Map<string, { until: number; text: string }>()
  const now = given.now ?? (() => Math.floor(Date.now() / 1_000))
  return { asked, answers: answer }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const text = await textOf(request)
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    const body = (isForm ? Object.fromEntries(new URLSearchParams(text)) : jsonOf(text)) ?? {}
    const question = { path, body, count: asked.length }
    asked.push(question)
    const mishap = given.mishap?.(question) ?? null
    if (await goneWrong(response, mishap)) return
    if (path.startsWith(FILES)) return file(request, response, path.slice(FILES.length), mishap)
    const { status, said } =
      path === '/auth.uber.com/oauth/v2/token' ? token(request, body) : call(request, path, body, mishap)
    if (mishap?.is === 'cut') return cutOff(response, status, JSON.stringify(said))
    send(response, status, said)
  }

  function token(request: IncomingMessage, body: Record<string, unknown>): Answered {
    if (request.method !== 'POST' || body['grant_type'] !== 'client_credentials')
      return { status: 400, said: { error: 'unsupported_grant_type' } }
    const client = given.clients.find(({ id, secret }) => id === body['client_id'] && secret === body['client_secret'])
    if (!client) return { status: 401, said: { error: 'invalid_client' } }
    const scopes = String(body['scope'] ?? '').split(' ')
    if (client.scopes && scopes.some((scope) => !client.scopes?.includes(scope)))
      return { status: 400, said: { error: 'invalid_scope' } }
    const life = given.tokenLife ?? 30 * 86_400
    const text = `uber-token-${tokens.size + 1}-${now()}`
    tokens.set(text, { until: now() + life, scopes: new Set(scopes) })
    return {
      status: 200,
      said: { access_token: text, token_type: 'Bearer', expires_in: life, scope: scopes.join(' ') },
    }
  }

  function call(
    request: IncomingMessage,
    path: string,
    body: Record<string, unknown>,
    mishap: UberMishap | null,
  ): Answered {
    const prefix = '/api.uber.com/v1/vehicle-suppliers/'
    if (!path.startsWith(prefix)) return missing()
    const known = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!known || known.until <= now()) return { status: 401, said: { code: 'unauthorized' } }
    const [first, ...rest] = path.slice(prefix.length).split('/').map(decodeURIComponent)
    if (first === 'orgs' && request.method === 'GET') {
      if (!known.scopes.has('vehicle_suppliers.organizations.read')) return forbidden()
      const organizations = given.organisations.map(({ id, name, parent }) => ({
        id,
        name,
        parent_org_id: parent ?? null,
      }))
      return { status: 200, said: { organizations } }
    }
    if (first === 'drivers' && rest[0] === 'actions' && request.method === 'GET') {
      if (!known.scopes.has('solutions.suppliers.drivers.status.read')) return forbidden()
      return overviews(new URLSearchParams((request.url ?? '').split('?')[1]))
    }
    const [company, list, id, link] = rest
    const organisation = given.organisations.find((one) => one.id === company)
    if (first !== 'suppliers' || list !== 'reports') return missing()
    if (!organisation || !known.scopes.has('solutions.suppliers.reports')) return forbidden()
    if (id === undefined) return request.method === 'POST' ? make(organisation, body) : missing()
    const report = reports.get(id)
    if (!report || report.organisation !== organisation) return missing()
    if (link === 'link' && request.method === 'POST') return linkTo(report, mishap)
    return link === undefined && request.method === 'GET' ? told(id, report, mishap) : missing()
  }

  function overviews(query: URLSearchParams): Answered {
    const organisation = given.organisations.find(({ id }) => id === query.get('org_id'))
    if (!organisation) return forbidden()
    const size = Number(query.get('page_size') ?? 50)
    const from = Number(query.get('page_token') ?? 0)
    const drivers = organisation.drivers ?? []
    const page = drivers.slice(from, from + size).map(({ onboardingStatus, ...driverInfo }) => ({
      driverInfo,
      onboardingStatus,
      statusEntries: null,
    }))
    const nextPageToken = from + size < drivers.length ? String(from + size) : ''
    return { status: 200, said: { driverStatusOverviews: page, paginationResult: { nextPageToken } } }
  }

  function make(organisation: ServiceOrganisation, { reportType, filters }: Record<string, unknown>): Answered {
    const [filter] = (Array.isArray(filters) ? filters : []) as {
      field?: unknown
      operator?: unknown
      value?: unknown
    }[]
    const [from, to] = (Array.isArray(filter?.value) ? filter.value : []).map(Number)
    const isAsked = filter?.field === 'dateRange' && filter.operator === 'OPERATOR_IN_RANGE'
    if (!isAsked || !TYPES.has(String(reportType)) || from === undefined || to === undefined || !(from < to))
      return { status: 400, said: { code: 'bad_request', message: 'invalid request' } }
    if (to > now() * 1_000) return { status: 400, said: { code: 'bad_request', message: 'endDate is too late' } }
    const making = [...reports.values()].filter(
      (one) => one.organisation === organisation && one.looks > 0 && now() - one.askedAt < LONGEST_MAKING,
    )
    if (making.length >= AT_ONCE) return { status: 429, said: { code: 'too_many_requests' } }
    const report = String(reportType).replace('REPORT_TYPE_', '').toLowerCase()
    const has = organisation.file(report, from, to)
    if (has === null) return { status: 400, said: { code: 'bad_request', message: 'unsupported report type' } }
    const id = `report-${reports.size + 1}`
    reports.set(id, { organisation, report, from, to, askedAt: now(), looks: given.looks ?? 1, has })
    return { status: 200, said: wrapped({ id, status: 'REPORT_STATUS_IN_PROGRESS', reportType }) }
  }

  function told(id: string, report: Made, mishap: UberMishap | null): Answered {
    if (mishap?.is === 'failed') report.has = null
    else if (mishap?.is !== 'stuck') report.looks = Math.max(0, report.looks - 1)
    if (report.has === null) {
      report.looks = 0
      return { status: 200, said: wrapped({ id, status: 'REPORT_STATUS_FAILED' }) }
    }
    return {
      status: 200,
      said: wrapped({ id, status: report.looks > 0 ? 'REPORT_STATUS_IN_PROGRESS' : 'REPORT_STATUS_COMPLETED' }),
    }
  }

  function linkTo(report: Made, mishap: UberMishap | null): Answered {
    if (report.looks > 0 || report.has === null) return { status: 400, said: { code: 'bad_request' } }
    const key = `${report.report}-${links.size + 1}`
    links.set(key, { until: now() + LINK_LIFE, text: report.has })
    const host = mishap?.is === 'elsewhere' ? '/example.org/' : FILES
    return {
      status: 200,
      said: { signedUrl: { value: `https://${host.slice(1)}${key}?X-Amz-Signature=assinatura-${links.size}` } },
    }
  }

  function file(request: IncomingMessage, response: ServerResponse, key: string, mishap: UberMishap | null): void {
    const link = links.get(key)
    // Such a store refuses two ways of saying who one is.
    if (request.headers.authorization !== undefined) return send(response, 400, { error: 'InvalidArgument' })
    if (!link || link.until <= now()) return send(response, 403, { error: 'AccessDenied' })
    const bytes = given.packed === 'gzip' ? gzipSync(link.text) : Buffer.from(link.text)
    const type = given.packed === 'gzip' ? 'application/gzip' : 'text/csv'
    if (mishap?.is === 'cut') return cutOff(response, 200, bytes, type)
    response.writeHead(200, { 'content-type': type }).end(bytes)
  }

  function wrapped(report: object): object {
    return given.isWrapped ? { report } : report
  }
}

const missing = (): Answered => ({ status: 404, said: { code: 'not_found' } })
const forbidden = (): Answered => ({ status: 403, said: { code: 'forbidden' } })
