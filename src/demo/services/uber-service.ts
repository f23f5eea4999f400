import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Answers, type CommonMishap, cutOff, failAsSet, jsonOf, send, serve, textOf } from './serve.ts'

/*
 * Imitates Uber's API for suppliers as far as we know it (`formats.md` 1.5): a token by client credentials,
 * organisations, and reports that are requested, generated one by one, and fetched from a link that is valid for a
 * minute. `mishap` makes it fail as real services do.
 */

export type ServiceUberDriver = { driverUuid: string; firstName: string; lastName: string; onboardingStatus: string }
/** A car of the fleet; Uber gives an inactive one to nobody. */
export type ServiceUberCar = { vehicleId: string; licensePlate: string; isActive?: boolean }

export type ServiceOrganisation = {
  /** Encrypted, as Uber writes it. */
  id: string
  name: string | null
  parent?: string
  /** Its drivers with their states. */
  drivers?: readonly ServiceUberDriver[]
  vehicles?: readonly ServiceUberCar[]
  /** The file of a report (`payments_driver`…) between two moments in milliseconds; `null` for an unknown kind. */
  file: (report: string, from: number, to: number) => string | null
}

export type UberMishap =
  | CommonMishap
  /** The report failed, or is never finished. */
  | { is: 'failed' }
  | { is: 'stuck' }
  /** The link to the file names a host that is not Uber's. */
  | { is: 'elsewhere' }
  /** The request was carried out, but its answer was lost. */
  | { is: 'lost' }

export type UberRequest = { path: string; body: Record<string, unknown>; count: number }

type UberSetup = {
  clients: readonly { id: string; secret: string; scopes?: readonly string[] }[]
  organisations: readonly ServiceOrganisation[]
  /** Number of requests for the state of a report until it is finished. */
  looks?: number
  /** How a file is sent: plain, or compressed. */
  packed?: 'plain' | 'gzip'
  /** Whether answers about a report are inside `report`: public clients have seen both forms. */
  isWrapped?: boolean
  tokenLife?: number
  mishap?: (request: UberRequest) => UberMishap | null
  /** Seconds since 1970. */
  now?: () => number
}

/** Seconds after which an unfinished report no longer counts as being generated. */
const LONGEST_MAKING = 3_600
/** Maximum number of reports of one organisation that are generated at once. */
const AT_ONCE = 6
/** Seconds for which the link to a file is valid. */
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

type MadeReport = {
  organisation: ServiceOrganisation
  report: string
  from: number
  to: number
  askedAt: number
  looks: number
  file: string | null
}
type UberAnswer = { status: number; body: unknown }

/** What requests have changed: the cars of each driver, the drivers without cash trips, and every act carried out. */
export type UberState = { cars: Map<string, Set<string>>; noCash: Set<string>; acts: string[] }

/** An identifier as Uber encrypts it. */
export const sealed = (id: string) => Buffer.from(`sealed ${id}`).toString('base64url')

export type UberService = { url: string; asked: readonly UberRequest[]; close: () => Promise<void> }

export async function startUberService(setup: UberSetup, port = 0): Promise<UberService & { state: UberState }> {
  const { asked, answers, state } = uberAnswers(setup)
  return { asked, state, ...(await serve(answers, port)) }
}

/** Uber's answers, by host. */
export function uberAnswers(setup: UberSetup): { asked: readonly UberRequest[]; answers: Answers; state: UberState } {
  const state: UberState = { cars: new Map(), noCash: new Set(), acts: [] }
  const asked: UberRequest[] = []
  const tokens = new Map<string, { until: number; scopes: ReadonlySet<string> }>()
  const reports = new Map<string, MadeReport>()
  const links = new Map<string, { until: number; text: string }>()
  const now = setup.now ?? (() => Math.floor(Date.now() / 1_000))
  return { asked, answers: answer, state }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const text = await textOf(request)
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    const body = (isForm ? Object.fromEntries(new URLSearchParams(text)) : jsonOf(text)) ?? {}
    const question = { path, body, count: asked.length }
    asked.push(question)
    const mishap = setup.mishap?.(question) ?? null
    if (await failAsSet(response, mishap)) return
    if (path.startsWith(FILES)) return sendFile(request, response, path.slice(FILES.length), mishap)
    const { status, body: answerBody } =
      path === '/auth.uber.com/oauth/v2/token' ? token(request, body) : call(request, path, body, mishap)
    // A request whose answer breaks off or is lost was carried out all the same.
    if (mishap?.is === 'cut') return cutOff(response, status === 204 ? 200 : status, JSON.stringify(answerBody ?? {}))
    if (mishap?.is === 'lost') return send(response, 502, { code: 'bad_gateway' })
    if (status === 204) return void response.writeHead(204).end()
    send(response, status, answerBody)
  }

  function token(request: IncomingMessage, body: Record<string, unknown>): UberAnswer {
    if (request.method !== 'POST' || body['grant_type'] !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    const client = setup.clients.find(({ id, secret }) => id === body['client_id'] && secret === body['client_secret'])
    if (!client) return { status: 401, body: { error: 'invalid_client' } }
    const scopes = String(body['scope'] ?? '').split(' ')
    if (client.scopes && scopes.some((scope) => !client.scopes?.includes(scope)))
      return { status: 400, body: { error: 'invalid_scope' } }
    const life = setup.tokenLife ?? 30 * 86_400
    const text = `uber-token-${tokens.size + 1}-${now()}`
    tokens.set(text, { until: now() + life, scopes: new Set(scopes) })
    return {
      status: 200,
      body: { access_token: text, token_type: 'Bearer', expires_in: life, scope: scopes.join(' ') },
    }
  }

  function call(
    request: IncomingMessage,
    path: string,
    body: Record<string, unknown>,
    mishap: UberMishap | null,
  ): UberAnswer {
    const prefix = '/api.uber.com/v1/vehicle-suppliers/'
    const carsPath = '/api.uber.com/v2/vehicle-suppliers/vehicles'
    if (!path.startsWith(prefix) && path !== carsPath) return missing()
    const known = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!known || known.until <= now()) return { status: 401, body: { code: 'unauthorized' } }
    const query = new URLSearchParams((request.url ?? '').split('?')[1])
    if (path === carsPath) return known.scopes.has('solutions.suppliers.metrics.read') ? cars(query) : forbidden()
    const [first, ...rest] = path.slice(prefix.length).split('/').map(decodeURIComponent)
    if (first === 'drivers' && rest.length === 0 && request.method === 'GET')
      return known.scopes.has('solutions.suppliers.metrics.read') ? roster(query) : forbidden()
    if (first === 'vehicles' && request.method === 'POST' && (rest[1] === 'assign' || rest[1] === 'unassign'))
      return known.scopes.has('vehicle_suppliers.vehicles.assignment')
        ? changeCar(rest[0] ?? '', rest[1], body)
        : forbidden()
    if (first === 'cash-block-action' && request.method === 'POST')
      return known.scopes.has('vehicle_suppliers.cash_block.write') ? blockCash(body) : forbidden()
    if (first === 'query-cash-block-actions' && request.method === 'POST')
      return known.scopes.has('vehicle_suppliers.cash_block.read') ? cashBlocks(body) : forbidden()
    if (first === 'orgs' && request.method === 'GET') {
      if (!known.scopes.has('vehicle_suppliers.organizations.read')) return forbidden()
      const organizations = setup.organisations.map(({ id, name, parent }) => ({
        id,
        name,
        parent_org_id: parent ?? null,
      }))
      return { status: 200, body: { organizations } }
    }
    if (first === 'drivers' && rest[0] === 'actions' && request.method === 'GET') {
      if (!known.scopes.has('solutions.suppliers.drivers.status.read')) return forbidden()
      return overviews(query)
    }
    const [company, list, id, link] = rest
    const organisation = setup.organisations.find((candidate) => candidate.id === company)
    if (first !== 'suppliers' || list !== 'reports') return missing()
    if (!organisation || !known.scopes.has('solutions.suppliers.reports')) return forbidden()
    if (id === undefined) return request.method === 'POST' ? requestReport(organisation, body) : missing()
    const report = reports.get(id)
    if (!report || report.organisation !== organisation) return missing()
    if (link === 'link' && request.method === 'POST') return linkTo(report, mishap)
    return link === undefined && request.method === 'GET' ? statusAnswer(id, report, mishap) : missing()
  }

  function overviews(query: URLSearchParams): UberAnswer {
    const organisation = setup.organisations.find(({ id }) => id === query.get('org_id'))
    if (!organisation) return forbidden()
    const { page, nextPageToken } = pageOf(organisation.drivers ?? [], query)
    const driverStatusOverviews = page.map(({ onboardingStatus, ...driverInfo }) => ({
      driverInfo,
      onboardingStatus,
      statusEntries: null,
    }))
    return { status: 200, body: { driverStatusOverviews, paginationResult: { nextPageToken } } }
  }

  function roster(query: URLSearchParams): UberAnswer {
    const organisation = setup.organisations.find(({ id }) => id === query.get('org_id'))
    if (!organisation) return forbidden()
    const { page, nextPageToken } = pageOf(organisation.drivers ?? [], query)
    const driverInformation = page.map(({ driverUuid, firstName, lastName }) => ({
      driverId: driverUuid,
      driverIdEncrypted: sealed(driverUuid),
      firstName,
      lastName,
      assignedVehicles:
        query.get('include_assigned_vehicles') === 'true'
          ? [...(state.cars.get(driverUuid) ?? [])].map((vehicleId) => ({ vehicleId }))
          : [],
    }))
    return { status: 200, body: { driverInformation, paginationResult: { nextPageToken } } }
  }

  function cars(query: URLSearchParams): UberAnswer {
    const organisation = setup.organisations.find(({ id }) => id === query.get('org_id'))
    if (!organisation) return forbidden()
    const { page, nextPageToken } = pageOf(organisation.vehicles ?? [], query)
    const vehicleInformation = page.map(({ vehicleId, licensePlate }) => ({
      vehicleId,
      vehicleIdEncrypted: sealed(vehicleId),
      licensePlate,
    }))
    return { status: 200, body: { vehicleInformation, paginationResult: { nextPageToken } } }
  }

  function changeCar(
    key: string,
    verb: 'assign' | 'unassign',
    { driver_id: driverKey }: Record<string, unknown>,
  ): UberAnswer {
    const allCars = setup.organisations.flatMap(({ vehicles }) => vehicles ?? [])
    const car = allCars.find(({ vehicleId }) => key === vehicleId || key === sealed(vehicleId))
    if (!car) return { status: 404, body: { code: 'vehicle_not_found' } }
    const driver = driverOf(driverKey)
    if (!driver) return { status: 404, body: { code: 'driver_not_found' } }
    if (verb === 'assign' && car.isActive === false) return { status: 422, body: { code: 'vehicle_not_active' } }
    if (verb === 'assign' && !driver.onboardingStatus.endsWith('_ACTIVE'))
      return { status: 422, body: { code: 'driver_not_active' } }
    const carsOfDriver = state.cars.get(driver.driverUuid) ?? new Set()
    if (verb === 'assign') carsOfDriver.add(car.vehicleId)
    else carsOfDriver.delete(car.vehicleId)
    state.cars.set(driver.driverUuid, carsOfDriver)
    state.acts.push(`${verb} ${driver.driverUuid} ${car.vehicleId}`)
    return { status: 204, body: null }
  }

  function blockCash({
    supplier_uuid: supplier,
    earner_cash_block_actions: wanted,
  }: Record<string, unknown>): UberAnswer {
    const organisation = setup.organisations.find(({ id }) => id === valueOf(supplier))
    if (!organisation) return forbidden()
    const actions = (Array.isArray(wanted) ? wanted : []) as { earner_uuid?: unknown; action?: unknown }[]
    if (actions.length === 0) return { status: 400, body: { code: 'bad_request' } }
    for (const { earner_uuid: earner, action } of actions) {
      const driver = driverOf(valueOf(earner))
      if (!driver) return { status: 404, body: { code: 'driver_not_found' } }
      if (action === 'CASH_BLOCK_ACTION_ENABLE') state.noCash.add(driver.driverUuid)
      else if (action === 'CASH_BLOCK_ACTION_DISABLE') state.noCash.delete(driver.driverUuid)
      else return { status: 400, body: { code: 'bad_request' } }
      state.acts.push(`${action} ${driver.driverUuid}`)
    }
    return { status: 200, body: {} }
  }

  function cashBlocks({ earner_uuids: earners }: Record<string, unknown>): UberAnswer {
    const keys = (Array.isArray(earners) ? earners : []).map((earner) => String(valueOf(earner)))
    const actions = keys.flatMap((key) => {
      const driver = driverOf(key)
      if (!driver) return []
      const action = `CASH_BLOCK_ACTION_${state.noCash.has(driver.driverUuid) ? 'ENABLE' : 'DISABLE'}`
      return [{ earner_uuid: { value: key }, action }]
    })
    return { status: 200, body: { earner_cash_block_actions: actions } }
  }

  function driverOf(key: unknown): ServiceUberDriver | undefined {
    const allDrivers = setup.organisations.flatMap(({ drivers }) => drivers ?? [])
    return allDrivers.find(({ driverUuid }) => key === sealed(driverUuid))
  }

  function requestReport(
    organisation: ServiceOrganisation,
    { reportType, filters }: Record<string, unknown>,
  ): UberAnswer {
    const [filter] = (Array.isArray(filters) ? filters : []) as {
      field?: unknown
      operator?: unknown
      value?: unknown
    }[]
    const [from, to] = (Array.isArray(filter?.value) ? filter.value : []).map(Number)
    const isAsked = filter?.field === 'dateRange' && filter.operator === 'OPERATOR_IN_RANGE'
    if (!isAsked || !TYPES.has(String(reportType)) || from === undefined || to === undefined || !(from < to))
      return { status: 400, body: { code: 'bad_request', message: 'invalid request' } }
    if (to > now() * 1_000) return { status: 400, body: { code: 'bad_request', message: 'endDate is too late' } }
    const making = [...reports.values()].filter(
      (madeReport) =>
        madeReport.organisation === organisation && madeReport.looks > 0 && now() - madeReport.askedAt < LONGEST_MAKING,
    )
    if (making.length >= AT_ONCE) return { status: 429, body: { code: 'too_many_requests' } }
    const report = String(reportType).replace('REPORT_TYPE_', '').toLowerCase()
    const file = organisation.file(report, from, to)
    if (file === null) return { status: 400, body: { code: 'bad_request', message: 'unsupported report type' } }
    const id = `report-${reports.size + 1}`
    reports.set(id, { organisation, report, from, to, askedAt: now(), looks: setup.looks ?? 1, file })
    return { status: 200, body: wrapped({ id, status: 'REPORT_STATUS_IN_PROGRESS', reportType }) }
  }

  function statusAnswer(id: string, report: MadeReport, mishap: UberMishap | null): UberAnswer {
    if (mishap?.is === 'failed') report.file = null
    else if (mishap?.is !== 'stuck') report.looks = Math.max(0, report.looks - 1)
    if (report.file === null) {
      report.looks = 0
      return { status: 200, body: wrapped({ id, status: 'REPORT_STATUS_FAILED' }) }
    }
    return {
      status: 200,
      body: wrapped({ id, status: report.looks > 0 ? 'REPORT_STATUS_IN_PROGRESS' : 'REPORT_STATUS_COMPLETED' }),
    }
  }

  function linkTo(report: MadeReport, mishap: UberMishap | null): UberAnswer {
    if (report.looks > 0 || report.file === null) return { status: 400, body: { code: 'bad_request' } }
    const key = `${report.report}-${links.size + 1}`
    links.set(key, { until: now() + LINK_LIFE, text: report.file })
    const host = mishap?.is === 'elsewhere' ? '/example.org/' : FILES
    return {
      status: 200,
      body: { signedUrl: { value: `https://${host.slice(1)}${key}?X-Amz-Signature=assinatura-${links.size}` } },
    }
  }

  function sendFile(request: IncomingMessage, response: ServerResponse, key: string, mishap: UberMishap | null): void {
    const link = links.get(key)
    // Such a store refuses requests with two kinds of credentials.
    if (request.headers.authorization !== undefined) return send(response, 400, { error: 'InvalidArgument' })
    if (!link || link.until <= now()) return send(response, 403, { error: 'AccessDenied' })
    const bytes = setup.packed === 'gzip' ? gzipSync(link.text) : Buffer.from(link.text)
    const type = setup.packed === 'gzip' ? 'application/gzip' : 'text/csv'
    if (mishap?.is === 'cut') return cutOff(response, 200, bytes, type)
    response.writeHead(200, { 'content-type': type }).end(bytes)
  }

  function wrapped(report: object): object {
    return setup.isWrapped ? { report } : report
  }
}

const valueOf = (field: unknown) =>
  field && typeof field === 'object' ? (field as { value?: unknown }).value : undefined

function pageOf<Row>(rows: readonly Row[], query: URLSearchParams): { page: Row[]; nextPageToken: string } {
  const size = Number(query.get('page_size') ?? 50)
  const from = Number(query.get('page_token') ?? 0)
  return {
    page: rows.slice(from, from + size),
    nextPageToken: from + size < rows.length ? String(from + size) : '',
  }
}

const missing = (): UberAnswer => ({ status: 404, body: { code: 'not_found' } })
const forbidden = (): UberAnswer => ({ status: 403, body: { code: 'forbidden' } })
