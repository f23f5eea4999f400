import { z } from 'zod'
import { patientAsking, REST, type Span, TRIES, type SendOptions } from './asking.ts'
import {
  type PlatformDriver,
  type BoltOrder,
  type BoltState,
  type BoltVehicle,
  type ReadRows,
  type UnreadRow,
  readDrivers,
  readJson,
  readOrders,
  readStates,
  readVehicles,
} from './bolt-answers.ts'
import { BOLT_SCOPE } from './bolt-scope.ts'
import { ConnectionFault } from './connection-fault.ts'
import type { Outgoing, OutgoingAnswer } from './outgoing.ts'
import type { Credentials } from './providers.ts'

const TOKEN = 'https://oidc.bolt.eu/token'
const BASE = 'https://node.bolt.eu/fleet-integration-gateway/fleetIntegration/v1'

/** Seconds before its end from which a token is no longer used. */
const TOKEN_REST = 60
/** Rows asked for in a page; for vehicles Bolt gives fewer. */
const PAGE = 1_000
const PAGE_OF_VEHICLES = 100
/** Time that is asked for at once. A month would do, except in October, which has an hour more. */
export const WINDOW = Temporal.Duration.from({ hours: 7 * 24 })
/** Hours down to which a time is halved that is too much for Bolt. */
const LEAST_WINDOW_HOURS = 6
/** Most pages, more than any week has: a service that never comes to an end must not hold a run for ever. */
const MAX_PAGES = 500
/** Most consecutive pages without anything new. */
const MAX_IDLE_TURNS = 3

/** Bolt's error numbers, which come inside an otherwise good answer. */
const CODES = { tooMany: 1005, invalid: 702, range: 498_806, start: 498_805, notActive: 498_809, notAllowed: 498_810 }

export type BoltClient = ReturnType<typeof boltClient>

/**
 * Makes a client of Bolt's Fleet Integration. Each list is complete or throws `ConnectionFault`: a missing page is
 * never taken for the end. The token is kept in this client only, and lives as long as it does.
 */
export function boltClient(
  { clientId, clientSecret }: Credentials,
  { send, rest, page = PAGE, tries = TRIES }: SendOptions & { page?: number },
  now: () => Temporal.Instant = () => Temporal.Now.instant(),
) {
  let token: { text: string; until: Temporal.Instant } | null = null
  const asking = patientAsking({ send, rest, tries, busyOf })
  const patiently = (request: () => Promise<Outgoing>, isWholeWindow: boolean) => asking.ask(request, { isWholeWindow })

  async function freshToken(): Promise<string> {
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
      scope: BOLT_SCOPE,
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const answer = await patiently(async () => ({ url: TOKEN, method: 'POST', headers, body }), false)
    if (answer.status === 400 || answer.status === 401) throw new ConnectionFault('credentials', `${answer.status}`)
    if (answer.status === 403) throw new ConnectionFault('access', '403')
    if (answer.status !== 200) throw new ConnectionFault('answer', `token ${answer.status}`)
    const parsed = tokenAnswer.safeParse(readJson(answer.text)?.value)
    if (!parsed.success) throw new ConnectionFault('answer', 'token')
    const { access_token: text, expires_in: seconds } = parsed.data
    token = { text, until: now().add({ seconds: Math.max(0, seconds - TOKEN_REST) }) }
    return text
  }

  async function bearer(): Promise<string> {
    return token && Temporal.Instant.compare(now(), token.until) < 0 ? token.text : freshToken()
  }

  /** Answers the `data` of a good answer. */
  async function call(path: string, body: object | null, isWindow = false): Promise<Data> {
    const request = async () => ({
      url: `${BASE}/${path}`,
      method: body === null ? ('GET' as const) : ('POST' as const),
      headers: {
        authorization: `Bearer ${await bearer()}`,
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body: body === null ? null : JSON.stringify(body),
    })
    let answer = await patiently(request, isWindow)
    if (answer.status === 401) {
      // The token ended early, or was withdrawn: ask once for a fresh one.
      token = null
      answer = await patiently(request, isWindow)
      if (answer.status === 401) throw new ConnectionFault('credentials', '401')
    }
    return dataOf(answer, path)
  }

  /**
   * Reads a whole list, page by page. The next page begins after the known rows, so that a short page, or a repeated
   * row, costs nothing. The list ends when as many rows are known as there are in all, or, where the total is not
   * given, at a page without rows that is empty again when asked for twice.
   */
  async function list<Row>(request: ListAsked<Row>): Promise<ReadRows<Row>> {
    for (let left = tries - 1; ; left -= 1) {
      const { rows, unread, total } = await pages(request)
      const known = rows.size + unread.size
      if (total === null || known >= total) return { rows: [...rows.values()], unread: [...unread.values()] }
      if (left === 0) throw new ConnectionFault('answer', `${request.path} ${known}/${total}`)
      await rest(REST)
    }
  }

  async function pages<Row>({ path, name, body, limit: maxRows, read, keyOf, better, isWindow }: ListAsked<Row>) {
    const limit = Math.min(maxRows, page)
    const rows = new Map<string, Row>()
    const unread = new Map<string, UnreadRow>()
    let [offset, total, idle, empty] = [0, null as number | null, 0, 0]
    for (let turn = 0; turn < MAX_PAGES && idle < MAX_IDLE_TURNS; turn += 1) {
      const data = await call(path, { ...body, offset, limit }, isWindow)
      const items = data[name]
      if (!Array.isArray(items)) throw new ConnectionFault('answer', `${path} ${name}`)
      const before = rows.size + unread.size
      const reading = read(items)
      for (const row of reading.rows) {
        const known = rows.get(keyOf(row))
        rows.set(keyOf(row), known && better ? better(known, row) : row)
      }
      for (const row of reading.unread) unread.set(row.key, row)
      const known = rows.size + unread.size
      total = totalOf(data)
      if (total !== null && known >= total) break
      if (items.length === 0) {
        empty += 1
        if (total !== null || empty === 2) break
        continue
      }
      // A page with only known rows is skipped.
      idle = known > before ? 0 : idle + 1
      offset = idle === 0 ? known : offset + items.length
    }
    return { rows, unread, total }
  }

  /** Reads a list of a time, in parts that Bolt can bear: a part that is too much is halved. */
  async function during<Row>(span: Span, ask: (window: Span) => Promise<ReadRows<Row>>): Promise<ReadRows<Row>[]> {
    const found: ReadRows<Row>[] = []
    for (const window of windowsOf(span)) found.push(...(await halving(window, ask)))
    return found
  }

  async function halving<Row>(window: Span, ask: (window: Span) => Promise<ReadRows<Row>>): Promise<ReadRows<Row>[]> {
    try {
      return [await ask(window)]
    } catch (error) {
      const isTooMuch =
        error instanceof ConnectionFault && (error.detail === 'slow' || error.detail === String(CODES.range))
      const hours = window.from.until(window.to).total('hours')
      if (!isTooMuch || hours / 2 < LEAST_WINDOW_HOURS) throw error
      const middle = window.from.add({ seconds: Math.floor((hours * 3_600) / 2) })
      return [
        ...(await halving({ from: window.from, to: middle }, ask)),
        ...(await halving({ from: middle, to: window.to }, ask)),
      ]
    }
  }

  return {
    /** Number of requests sent so far. */
    sent: asking.sent,

    /** Lists the fleet's companies; fails only with `ConnectionFault`. */
    async companies(): Promise<string[]> {
      const parsed = z
        .array(z.union([z.string(), z.number()]))
        .safeParse((await call('getCompanies', null))['company_ids'])
      if (!parsed.success) throw new ConnectionFault('answer', 'getCompanies company_ids')
      return parsed.data.map(String)
    },

    async drivers(company: string): Promise<ReadRows<PlatformDriver>> {
      const body = { company_id: asNumber(company) }
      return list({ ...DRIVERS, body, isWindow: false })
    },

    async vehicles(company: string): Promise<ReadRows<BoltVehicle>> {
      const body = { company_id: asNumber(company) }
      return list({ ...VEHICLES, body, isWindow: false })
    },

    /**
     * Lists orders that were made, or whose price was checked again, in a time and a day around it. An order that comes
     * twice is one; its newest version counts.
     */
    async orders(company: string, span: Span): Promise<ReadRows<BoltOrder>> {
      // Do not ask for the future: Bolt refuses a time that begins there.
      const dayAfter = span.to.add({ hours: 24 })
      const to = Temporal.Instant.compare(dayAfter, now()) < 0 ? dayAfter : now()
      const wide = { from: span.from.subtract({ hours: 24 }), to }
      const parts: ReadRows<BoltOrder>[] = []
      for (const filter of ['created', 'price_review'] as const) {
        const base = { company_ids: [asNumber(company)], company_id: asNumber(company), time_range_filter_type: filter }
        parts.push(
          ...(await during(wide, (window) =>
            list({ ...ORDERS, body: { ...base, ...seconds(window) }, isWindow: true }),
          )),
        )
      }
      const rows = new Map<string, BoltOrder>()
      for (const row of parts.flatMap((part) => part.rows)) {
        const known = rows.get(row.reference)
        rows.set(row.reference, known ? betterOrder(known, row) : row)
      }
      const unread = new Map(parts.flatMap((part) => part.unread).map((row) => [row.key, row]))
      return { rows: [...rows.values()], unread: [...unread.values()] }
    },

    async states(company: string, span: Span): Promise<ReadRows<BoltState>> {
      const base = { company_id: asNumber(company) }
      const parts = await during(span, (window) =>
        list({ ...STATES, body: { ...base, ...seconds(window) }, isWindow: true }),
      )
      return { rows: parts.flatMap((part) => part.rows), unread: parts.flatMap((part) => part.unread) }
    },
  }
}

type Data = Readonly<Record<string, unknown>>

type ListAsked<Row> = {
  path: string
  name: string
  body: object
  limit: number
  read: (items: readonly unknown[]) => ReadRows<Row>
  keyOf: (row: Row) => string
  /** Chooses which of two rows with one key counts; without it, the later one does. */
  better?: (one: Row, other: Row) => Row
  isWindow: boolean
}
type KnownList<Row> = Omit<ListAsked<Row>, 'body' | 'isWindow'>

const DRIVERS: KnownList<PlatformDriver> = {
  path: 'getDrivers',
  name: 'drivers',
  limit: PAGE,
  read: readDrivers,
  keyOf: ({ id }) => id,
}
const VEHICLES: KnownList<BoltVehicle> = {
  path: 'getVehicles',
  name: 'vehicles',
  limit: PAGE_OF_VEHICLES,
  read: readVehicles,
  keyOf: ({ id }) => id,
}
const ORDERS: KnownList<BoltOrder> = {
  path: 'getFleetOrders',
  name: 'orders',
  limit: PAGE,
  read: readOrders,
  keyOf: ({ reference }) => reference,
  better: betterOrder,
}
const STATES: KnownList<BoltState> = {
  path: 'getFleetStateLogs',
  name: 'state_logs',
  limit: PAGE,
  read: readStates,
  keyOf: ({ driver, vehicle, state, at }) => `${driver} ${vehicle} ${state} ${at.epochMilliseconds}`,
}

/** Chooses between two versions of one order: one that has ended never goes back, so it counts, else the later one. */
export function betterOrder(known: BoltOrder, later: BoltOrder): BoltOrder {
  return known.status === 'finished' && later.status !== 'finished' ? known : later
}

/** Splits a time into parts of at most seven days. */
export function windowsOf({ from, to }: Span): Span[] {
  const windows: Span[] = []
  for (let start = from; Temporal.Instant.compare(start, to) < 0;) {
    const end = start.add(WINDOW)
    const until = Temporal.Instant.compare(end, to) < 0 ? end : to
    windows.push({ from: start, to: until })
    start = until
  }
  return windows
}

const seconds = ({ from, to }: Span) => ({
  start_ts: Math.floor(from.epochMilliseconds / 1_000),
  end_ts: Math.floor(to.epochMilliseconds / 1_000),
})

const asNumber = (company: string) => (/^\d{1,15}$/.test(company) ? Number(company) : company)

const tokenAnswer = z.object({ access_token: z.string().min(1).max(20_000), expires_in: z.number().min(0) })
const envelope = z.object({ code: z.number().nullish(), data: z.record(z.string(), z.unknown()).nullish() })

/** Finds where Bolt asks to wait inside an otherwise good answer. */
function busyOf(answer: OutgoingAnswer): string | null {
  return codeOf(answer) === CODES.tooMany ? String(CODES.tooMany) : null
}

function codeOf(answer: OutgoingAnswer): number | null {
  // Most answers are long lists: look only at short ones.
  if (answer.status !== 200 || answer.bytes.length > 4_000) return null
  const parsed = envelope.safeParse(readJson(answer.text)?.value)
  return parsed.success ? (parsed.data.code ?? null) : null
}

function dataOf(answer: OutgoingAnswer, path: string): Data {
  if (answer.status === 403) throw new ConnectionFault('access', '403')
  if (answer.status < 200 || answer.status > 299) throw new ConnectionFault('answer', `${path} ${answer.status}`)
  const parsed = envelope.safeParse(readJson(answer.text)?.value)
  if (!parsed.success) throw new ConnectionFault('answer', `${path} JSON`)
  const { code, data } = parsed.data
  if (code === CODES.notActive || code === CODES.notAllowed) throw new ConnectionFault('access', String(code))
  if (code) throw new ConnectionFault('answer', String(code))
  if (!data) throw new ConnectionFault('answer', `${path} data`)
  return data
}

/** Reads the total number of rows, where it is given. */
function totalOf(data: Data): number | null {
  const total = data['total_orders'] ?? data['total_rows'] ?? data['total']
  return typeof total === 'number' && Number.isInteger(total) ? total : null
}
