import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Answers,
  type CommonMishap,
  type RowMishap,
  cutOff,
  failAsSet,
  jsonOf,
  withMishap,
  send,
  serve,
  textOf,
} from './serve.ts'

/*
 * Imitates Bolt's Fleet Integration API as documented: a token by client credentials, one GET and otherwise POST with
 * JSON, errors inside answers with status 200, lists by offset and limit. `mishap` makes it fail as real services do.
 */

export type ServiceOrder = {
  order_reference: string
  order_status: string
  driver_uuid: string
  driver_name: string
  driver_phone: string
  vehicle_license_plate: string
  vehicle_model: string
  payment_method: string
  order_created_timestamp: number
  order_accepted_timestamp: number | null
  order_pickup_timestamp: number | null
  order_drop_off_timestamp: number | null
  order_finished_timestamp: number | null
  order_cancelled_timestamp: number | null
  payment_confirmed_timestamp: number | null
  /** When the price was last reviewed; the filter `price_review` uses it. */
  reviewed: number
  ride_distance: number
  order_price: Record<string, number>
}
export type ServiceDriver = {
  driver_uuid: string
  first_name: string
  last_name: string
  email: string
  phone: string
  state: string
  has_cash_payment?: boolean
  active_vehicle?: { reg_number: string } | null
  suspension_reason?: string | null
}
export type ServiceVehicle = {
  uuid: string
  reg_number: string
  model: string
  state: string
  suspension_reason?: string | null
}
export type ServiceState = { driver_uuid: string; vehicle_uuid: string; state: string; created: number }

export type ServiceCompany = {
  id: number
  name: string
  drivers: readonly ServiceDriver[]
  vehicles: readonly ServiceVehicle[]
  /** Makes the orders of a span on request, so that years of orders need not exist in advance. */
  orders: (from: number, to: number) => readonly ServiceOrder[]
  states: (from: number, to: number) => readonly ServiceState[]
}

/** How a request fails: like any service, with wrong rows, or with one of Bolt's codes. */
export type Mishap = CommonMishap | RowMishap | { is: 'code'; code: number }

export type BoltRequest = { path: string; body: Record<string, unknown>; count: number }

type BoltSetup = {
  clients: readonly { id: string; secret: string }[]
  companies: readonly ServiceCompany[]
  /** Seconds for which a token is valid. */
  tokenLife?: number
  mishap?: (request: BoltRequest) => Mishap | null
  /** Whether lists of orders have their total count; lists of states never have it. */
  now?: () => number
}

const OK = 0
const INVALID = 702
const START = 498_805
const RANGE = 498_806
const NOT_ALLOWED = 498_810
/** Seconds: the longest span of one request. */
const MONTH = 31 * 86_400

export type Service = { url: string; asked: readonly BoltRequest[]; close: () => Promise<void> }

/** Serves on loopback, on a free port or on this one; `url` stands for `https://` of every host it knows. */
export async function startBoltService(setup: BoltSetup, port = 0): Promise<Service> {
  const { asked, answers } = boltAnswers(setup)
  return { asked, ...(await serve(answers, port)) }
}

/** Bolt's answers, by host. */
export function boltAnswers(setup: BoltSetup): { asked: readonly BoltRequest[]; answers: Answers } {
  const asked: BoltRequest[] = []
  const tokens = new Map<string, number>()
  const now = setup.now ?? (() => Math.floor(Date.now() / 1_000))
  return { asked, answers: answer }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const text = await textOf(request)
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : jsonOf(text)
    const entry = { path, body: body ?? {}, count: asked.length }
    asked.push(entry)
    const mishap = setup.mishap?.(entry) ?? null
    if (await failAsSet(response, mishap)) return
    const { status, said } = path === '/oidc.bolt.eu/token' ? token(request, body) : call(request, path, body, mishap)
    if (mishap?.is === 'cut') return cutOff(response, status, JSON.stringify(said))
    send(response, status, said)
  }

  function token(request: IncomingMessage, body: Record<string, unknown> | null) {
    const isAsked =
      request.method === 'POST' &&
      body?.['grant_type'] === 'client_credentials' &&
      body['scope'] === 'fleet-integration:api'
    if (!isAsked) return { status: 400, said: { error: 'invalid_request' } }
    const isKnown = setup.clients.some(({ id, secret }) => id === body['client_id'] && secret === body['client_secret'])
    if (!isKnown) return { status: 401, said: { error: 'invalid_client' } }
    const life = setup.tokenLife ?? 600
    const text = `token-${tokens.size + 1}-${now()}`
    tokens.set(text, now() + life)
    return { status: 200, said: { access_token: text, token_type: 'Bearer', expires_in: life, scope: body['scope'] } }
  }

  function call(
    request: IncomingMessage,
    path: string,
    body: Record<string, unknown> | null,
    mishap: Mishap | null,
  ): { status: number; said: unknown } {
    const prefix = '/node.bolt.eu/fleet-integration-gateway/fleetIntegration/v1/'
    if (!path.startsWith(prefix)) return { status: 404, said: { message: 'Not found' } }
    const name = path.slice(prefix.length)
    const until = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (until === undefined || until <= now()) return { status: 401, said: { message: 'Unauthorized' } }
    if (mishap?.is === 'code') return fault(mishap.code)
    if (name === 'getCompanies') {
      if (request.method !== 'GET') return { status: 405, said: { message: 'Method not allowed' } }
      return fine({ company_ids: setup.companies.map(({ id }) => id) })
    }
    if (request.method !== 'POST') return { status: 405, said: { message: 'Method not allowed' } }
    if (body === null) return fault(INVALID)
    const ids = name === 'getFleetOrders' ? body['company_ids'] : [body['company_id']]
    const company = setup.companies.find(({ id }) => Array.isArray(ids) && ids[0] === id)
    if (!company) return fault(NOT_ALLOWED)
    const { offset, limit } = body
    const most = name === 'getVehicles' ? 100 : 1_000
    if (!isCount(offset) || !isCount(limit) || limit < 1 || limit > most) return fault(INVALID)
    const page = <Row>(rows: readonly Row[]) => withMishap(rows.slice(offset, offset + limit), mishap)
    if (name === 'getDrivers') return fine({ drivers: page(company.drivers) })
    if (name === 'getVehicles') return fine({ vehicles: page(company.vehicles) })
    if (name !== 'getFleetOrders' && name !== 'getFleetStateLogs')
      return { status: 404, said: { message: 'Not found' } }
    const { start_ts: from, end_ts: to } = body
    if (!isCount(from) || !isCount(to)) return fault(INVALID)
    if (from > now()) return fault(START)
    if (to < from || to - from > MONTH) return fault(RANGE)
    if (name === 'getFleetStateLogs') {
      const states = company.states(from, to).filter(({ created }) => created >= from && created <= to)
      return fine({ state_logs: page(states.toSorted((a, b) => a.created - b.created)) })
    }
    const filter = body['time_range_filter_type']
    if (filter !== 'created' && filter !== 'price_review') return fault(INVALID)
    const at = (order: ServiceOrder) => (filter === 'created' ? order.order_created_timestamp : order.reviewed)
    const orders = company
      .orders(from, to)
      .filter((order) => at(order) >= from && at(order) <= to)
      .toSorted((a, b) => b.order_created_timestamp - a.order_created_timestamp)
    return fine({
      company_id: company.id,
      company_name: company.name,
      total_orders: orders.length,
      orders: page(orders.map((order) => ({ ...order, reviewed: undefined }))),
    })
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

function fine(data: object) {
  return { status: 200, said: { code: OK, message: 'OK', data } }
}

function fault(code: number) {
  return { status: 200, said: { code, message: 'INVALID', validation_errors: [] } }
}
