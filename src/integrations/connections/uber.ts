import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { patientAsking, type Span, type SendOptions } from './asking.ts'
import { type PlatformDriver, type ReadRows, readJson } from './bolt-answers.ts'
import { ConnectionFault } from './connection-fault.ts'
import { isFileAddress, type Outgoing, type OutgoingAnswer } from './outgoing.ts'
import type { ActAnswer, ActPort, WantedAct } from './acts.ts'
import type { Credentials, PlatformCompany } from './providers.ts'
import {
  type FleetCar,
  type FleetDriver,
  readCashBlocks,
  readDriverPage,
  readFleetCars,
  readFleetDrivers,
  readLink,
  readOrganisations,
  readReport,
  readWord,
} from './uber-answers.ts'
import {
  UBER_ASSIGN_SCOPES,
  UBER_CASH_READ_SCOPES,
  UBER_CASH_SCOPES,
  UBER_DRIVER_SCOPES,
  UBER_FLEET_SCOPES,
  UBER_REPORT_SCOPES,
} from './uber-scopes.ts'

const TOKEN = 'https://auth.uber.com/oauth/v2/token'
const API = 'https://api.uber.com'
const BASE = 'v1/vehicle-suppliers'

/** Drivers in a page. */
const PAGE = 100
type Scopes = readonly string[]
/** Seconds before its end from which a token is no longer used. */
const TOKEN_REST = 60
/** Most bytes of a report, packed and unpacked: as many as one file of a drop may have. */
const MAX_REPORT_BYTES = 100_000_000
/** Most reports of one company that Uber makes at once. */
export const REPORTS_AT_ONCE = 6

/** Weekly reports that are the same files as those downloaded by hand, under the same names. */
export const WEEK_REPORTS = [
  'payments_driver',
  'payments_order',
  'trip_activity',
  'driver_activity',
  'driver_quality',
] as const
/** Report asked for one day at a time: its only row has the transfer of that day. */
export const DAY_REPORT = 'payments_organization'
export type UberReport = (typeof WEEK_REPORTS)[number] | typeof DAY_REPORT

export type UberClient = ReturnType<typeof uberClient>

/** State of a report: `pending` is any word that means neither of the others. */
export type ReportState = 'pending' | 'ready' | 'failed'

/**
 * Makes a client of Uber's interface for suppliers. It throws `ConnectionFault`. The token is kept in this client only,
 * and is never sent to the host of a file.
 */
export function uberClient(
  { clientId, clientSecret }: Credentials,
  options: SendOptions,
  now: () => Temporal.Instant = () => Temporal.Now.instant(),
) {
  const tokens = new Map<Scopes, { text: string; until: Temporal.Instant }>()
  const { ask, sent } = patientAsking(options)
  const once = patientAsking({ ...options, tries: 1 })

  async function freshToken(scopes: Scopes): Promise<string> {
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
      scope: scopes.join(' '),
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const answer = await ask(async () => ({ url: TOKEN, method: 'POST', headers, body }))
    if (answer.status === 403) throw new ConnectionFault('access', '403')
    if (answer.status === 400 || answer.status === 401) {
      const error = errorOf(answer)
      // Uber knows the account, but its application may not have this scope.
      const isOfScope = error === 'invalid_scope' || error === 'unauthorized_client'
      throw new ConnectionFault(isOfScope ? 'access' : 'credentials', isOfScope ? error : `${answer.status}`)
    }
    if (answer.status !== 200) throw new ConnectionFault('answer', `token ${answer.status}`)
    const parsed = tokenAnswer.safeParse(readJson(answer.text)?.value)
    if (!parsed.success) throw new ConnectionFault('answer', 'token')
    const { access_token: text, expires_in: seconds } = parsed.data
    tokens.set(scopes, { text, until: now().add({ seconds: Math.max(0, Math.floor(seconds) - TOKEN_REST) }) })
    return text
  }

  async function bearer(scopes: Scopes): Promise<string> {
    const token = tokens.get(scopes)
    return token && Temporal.Instant.compare(now(), token.until) < 0 ? token.text : freshToken(scopes)
  }

  async function call(
    path: string,
    body: object | null,
    scopes: Scopes = UBER_REPORT_SCOPES,
    base = BASE,
  ): Promise<OutgoingAnswer> {
    const request = async () => requestOf(`${API}/${base}/${path}`, body, await bearer(scopes))
    let answer = await ask(request)
    if (answer.status === 401) {
      // The token ended early, or was withdrawn: ask once for a fresh one.
      tokens.delete(scopes)
      answer = await ask(request)
      if (answer.status === 401) throw new ConnectionFault('credentials', '401')
    }
    return answer
  }

  /**
   * Sends an act once. A token that ended early, or an answer that asks to wait, leaves everything as it was; after an
   * answer that breaks off nobody knows what was done.
   */
  async function act(path: string, body: object, scopes: Scopes): Promise<ActAnswer> {
    try {
      let answer = await once.ask(async () => requestOf(`${API}/${BASE}/${path}`, body, await fetchedToken(scopes)))
      if (answer.status === 401) {
        tokens.delete(scopes)
        await bearer(scopes)
        answer = await once.ask(async () => requestOf(`${API}/${BASE}/${path}`, body, await fetchedToken(scopes)))
      }
      return answerOfAct(answer)
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error
      const { trouble, detail, wait } = error
      if (trouble === 'busy') return { is: 'later', detail: detail, wait }
      if (trouble === 'credentials' || trouble === 'access') return { is: 'refused', trouble, detail: detail }
      return { is: 'unknown', detail: detail }
    }
  }

  /** Answers the token that `prepare` fetched already, so that `send` makes only the request of the act. */
  async function fetchedToken(scopes: Scopes): Promise<string> {
    return tokens.get(scopes)?.text ?? ''
  }

  /** Reads every row of a list page by page; a page that names itself as the next one is an error, not the end. */
  async function pages<Row>(
    label: string,
    fetchPage: (page: string) => Promise<OutgoingAnswer>,
    read: (value: unknown) => (ReadRows<Row> & { next: string | null }) | null,
  ): Promise<ReadRows<Row>> {
    const all: ReadRows<Row> = { rows: [], unread: [] }
    const seen = new Set<string>()
    for (let page = ''; ;) {
      const reading = read(jsonOf(await fetchPage(page), label))
      if (reading === null) throw new ConnectionFault('answer', label)
      all.rows.push(...reading.rows)
      all.unread.push(...reading.unread)
      if (reading.next === null) return all
      if (seen.has(reading.next)) throw new ConnectionFault('answer', `${label} nextPageToken`)
      seen.add(reading.next)
      page = reading.next
    }
  }

  const paged = (company: string, page: string, more: Record<string, string> = {}) =>
    new URLSearchParams({
      org_id: company,
      page_size: String(PAGE),
      ...more,
      ...(page ? { page_token: page } : {}),
    })

  /** Finds a driver for an act; `null` for one that the fleet does not have there. */
  async function findDriver({ company, driver }: WantedAct): Promise<FleetDriver | null> {
    const fetchPage = (page: string) =>
      call(`drivers?${paged(company, page, { include_assigned_vehicles: 'true' })}`, null, UBER_FLEET_SCOPES)
    const { rows } = await pages('drivers', fetchPage, readFleetDrivers)
    return rows.find(({ id }) => id === driver.toLowerCase()) ?? null
  }

  async function findCar({ company, plate }: WantedAct): Promise<FleetCar | null> {
    const fetchPage = (page: string) =>
      call(`vehicles?${paged(company, page)}`, null, UBER_FLEET_SCOPES, 'v2/vehicle-suppliers')
    const { rows } = await pages('vehicles', fetchPage, readFleetCars)
    return rows.find((car) => car.plate === plate) ?? null
  }

  const acts: ActPort = {
    async prepare(order) {
      const driver = await findDriver(order)
      if (driver === null) return { refused: 'driver_not_found' }
      if (order.kind === 'cash-off' || order.kind === 'cash-on') return await prepareCash(order, driver)
      const car = await findCar(order)
      if (car === null) return { refused: 'vehicle_not_found' }
      const [isGiven, verb] = [order.kind === 'assign', order.kind === 'assign' ? 'assign' : 'unassign']
      await bearer(UBER_ASSIGN_SCOPES)
      return {
        isSo: driver.cars.some((givenCar) => givenCar === car.id || givenCar === car.key) === isGiven,
        send: () =>
          act(`vehicles/${encodeURIComponent(car.key)}/${verb}`, { driver_id: driver.key }, UBER_ASSIGN_SCOPES),
      }
    },
  }

  async function prepareCash({ kind, company }: WantedAct, driver: FleetDriver) {
    const [isOff, supplier] = [kind === 'cash-off', { value: company }]
    const earner = { value: driver.key }
    await bearer(UBER_CASH_SCOPES)
    const body = { supplier_uuid: supplier, earner_uuids: [earner] }
    const blocks = readCashBlocks(jsonOf(await call('query-cash-block-actions', body, UBER_CASH_READ_SCOPES), 'cash'))
    const block = blocks?.find(({ driver: blockedDriver }) => blockedDriver === driver.key)
    // A driver without an entry never had a block: cash trips are on, the default.
    const isSo = blocks === null ? null : (block?.isOff ?? false) === isOff
    return {
      isSo,
      send: () =>
        act(
          'cash-block-action',
          {
            supplier_uuid: supplier,
            earner_cash_block_actions: [
              { earner_uuid: earner, action: `CASH_BLOCK_ACTION_${isOff ? 'ENABLE' : 'DISABLE'}` },
            ],
            effective_at: now().round('second').toString(),
          },
          UBER_CASH_SCOPES,
        ),
    }
  }

  return {
    sent: () => sent() + once.sent(),
    acts,

    async companies(): Promise<PlatformCompany[]> {
      const found = readOrganisations(jsonOf(await call('orgs', null), 'orgs'))
      if (found === null) throw new ConnectionFault('answer', 'orgs organizations')
      return found
    },

    /** Lists every driver of a company with the state of each. */
    async drivers(company: string): Promise<ReadRows<PlatformDriver>> {
      const fetchPage = (page: string) => call(`drivers/actions?${paged(company, page)}`, null, UBER_DRIVER_SCOPES)
      const { rows, unread } = await pages('drivers', fetchPage, readDriverPage)
      return {
        rows: [...new Map(rows.map((row) => [row.id, row])).values()],
        unread: [...new Map(unread.map((row) => [row.key, row])).values()],
      }
    },

    /** Orders a report of a time; answers its identifier, or the status number of the refusal. */
    async askReport(company: string, report: UberReport, span: Span): Promise<{ id: string } | { refused: string }> {
      const answer = await call(`suppliers/${encodeURIComponent(company)}/reports`, {
        reportType: `REPORT_TYPE_${report.toUpperCase()}`,
        filters: [{ field: 'dateRange', operator: 'OPERATOR_IN_RANGE', value: millisecondsOf(span) }],
      })
      if (REFUSALS.has(answer.status)) return { refused: String(answer.status) }
      const reading = readReport(jsonOf(answer, 'reports'))
      if (!reading?.id) throw new ConnectionFault('answer', 'reports id')
      return { id: reading.id }
    },

    /** Answers the state of a report. One that Uber no longer knows has failed. */
    async reportState(company: string, report: string): Promise<ReportState> {
      const answer = await call(reportPath(company, report), null)
      if (answer.status === 404) return 'failed'
      const reading = readReport(jsonOf(answer, 'report'))
      if (reading === null) throw new ConnectionFault('answer', 'report status')
      if (reading.status === 'REPORT_STATUS_COMPLETED') return 'ready'
      return reading.status === 'REPORT_STATUS_FAILED' || reading.status === 'REPORT_STATUS_CANCELLED'
        ? 'failed'
        : 'pending'
    },

    /** Fetches the file of a report, unpacked if it is alone in an archive; several in an archive stay packed. */
    async fetchReport(company: string, report: string): Promise<Uint8Array> {
      const address = readLink(jsonOf(await call(`${reportPath(company, report)}/link`, {}), 'link'))
      if (address === null) throw new ConnectionFault('answer', 'link signedUrl')
      if (!isFileAddress(address)) throw new ConnectionFault('answer', 'link host')
      // The address is enough there: the token must not go to that host.
      const answer = await ask(async () => ({
        url: address,
        method: 'GET',
        headers: {},
        body: null,
        mostBytes: MAX_REPORT_BYTES,
      }))
      if (answer.status !== 200) throw new ConnectionFault('answer', `file ${answer.status}`)
      const bytes = await unpack(answer.bytes)
      // A web page in place of the file is refused: it would be taken for the report.
      if (isPage(bytes)) throw new ConnectionFault('answer', 'file page')
      return bytes
    },
  }
}

function requestOf(url: string, body: object | null, token: string): Outgoing {
  return {
    url,
    method: body === null ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    body: body === null ? null : JSON.stringify(body),
  }
}

/** Reads the answer to an act. Success is 2xx with an empty body, or with JSON that names no error. */
function answerOfAct(answer: OutgoingAnswer): ActAnswer {
  const { status, text } = answer
  const json = text.trim() === '' ? { value: null } : readJson(text)
  const errorWord = readWord(json?.value)
  if (status === 401) return { is: 'refused', trouble: 'credentials', detail: '401' }
  if (status === 403) return { is: 'refused', trouble: 'access', detail: errorWord ?? '403' }
  if (status >= 400 && status < 500) return { is: 'refused', trouble: 'answer', detail: errorWord ?? String(status) }
  if (status < 200 || status > 299 || json === null)
    return { is: 'unknown', detail: json === null ? 'JSON' : `${status}` }
  return errorWord === null ? { is: 'done' } : { is: 'refused', trouble: 'answer', detail: errorWord }
}

const reportPath = (company: string, report: string) =>
  `suppliers/${encodeURIComponent(company)}/reports/${encodeURIComponent(report)}`

/** Status numbers of a refused report; an account that is not let in is another case. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 422])

/** Writes the first and the last millisecond of a time: Uber includes both. */
function millisecondsOf({ from, to }: Span): [string, string] {
  return [String(from.epochMilliseconds), String(to.epochMilliseconds - 1)]
}

/** Whether a file begins like a web page; tables and archives begin differently. */
function isPage(bytes: Uint8Array): boolean {
  return /^\s*</.test(
    Buffer.from(bytes.subarray(0, 200))
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )
}

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_REPORT_BYTES })
  } catch {
    throw new ConnectionFault('answer', 'file gzip')
  }
}

const tokenAnswer = z.object({ access_token: z.string().min(1).max(20_000), expires_in: z.number().min(0) })

function errorOf(answer: OutgoingAnswer): string {
  const parsed = z.object({ error: z.string() }).safeParse(readJson(answer.text)?.value)
  return parsed.success ? parsed.data.error : ''
}

function jsonOf(answer: OutgoingAnswer, label: string): unknown {
  if (answer.status === 403) throw new ConnectionFault('access', '403')
  if (answer.status < 200 || answer.status > 299) throw new ConnectionFault('answer', `${label} ${answer.status}`)
  const json = readJson(answer.text)
  if (json === null) throw new ConnectionFault('answer', `${label} JSON`)
  return json.value
}
