import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { patientAsking, type Span, type Way } from './asking.ts'
import { type PlatformDriver, type ReadRows, type UnreadRow, readJson } from './bolt-answers.ts'
import { ConnectionFault } from './connection-fault.ts'
import { isFileAddress, type Outgoing, type OutgoingAnswer } from './outgoing.ts'
import type { Credentials, PlatformCompany } from './providers.ts'
import { readDriverPage, readLink, readOrganisations, readReport } from './uber-answers.ts'
import { UBER_DRIVER_SCOPES, UBER_REPORT_SCOPES } from './uber-scopes.ts'

const TOKEN = 'https://auth.uber.com/oauth/v2/token'
const BASE = 'https://api.uber.com/v1/vehicle-suppliers'

/** Drivers of a page. */
const PAGE = 100
type Scopes = typeof UBER_REPORT_SCOPES | typeof UBER_DRIVER_SCOPES
/** Seconds before its end at which a token is not used any more. */
const TOKEN_REST = 60
/** Bytes of a report, as it comes and unpacked: what one file of a drop may have. */
const MOST_OF_REPORT = 100_000_000
/** Uber makes no more reports of one company at once. */
export const REPORTS_AT_ONCE = 6

/** Reports of a week that are the same files as by hand, by the names that these have. */
export const WEEK_REPORTS = [
  'payments_driver',
  'payments_order',
  'trip_activity',
  'driver_activity',
  'driver_quality',
] as const
/** Asked for by one day: its only row has the transfer of that day. */
export const DAY_REPORT = 'payments_organization'
export type UberReport = (typeof WEEK_REPORTS)[number] | typeof DAY_REPORT

export type UberClient = ReturnType<typeof uberClient>

/** How far a report is: `pending` is neither of the others, in whatever words. */
export type ReportState = 'pending' | 'ready' | 'failed'

/**
 * Uber's interface for suppliers. What it throws is `ConnectionFault`. The token lives as long as this client, and in it alone; to where a
 * file lies it is never sent.
 */
export function uberClient(
  { clientId, clientSecret }: Credentials,
  way: Way,
  now: () => Temporal.Instant = () => Temporal.Now.instant(),
) {
  const tokens = new Map<Scopes, { text: string; until: Temporal.Instant }>()
  const { ask, sent } = patientAsking(way)

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
      // The account is known, and its application may not have what is asked for.
      const isOfScope = error === 'invalid_scope' || error === 'unauthorized_client'
      throw new ConnectionFault(isOfScope ? 'access' : 'credentials', isOfScope ? error : `${answer.status}`)
    }
    if (answer.status !== 200) throw new ConnectionFault('answer', `token ${answer.status}`)
    const said = tokenAnswer.safeParse(readJson(answer.text)?.value)
    if (!said.success) throw new ConnectionFault('answer', 'token')
    const { access_token: text, expires_in: seconds } = said.data
    tokens.set(scopes, { text, until: now().add({ seconds: Math.max(0, Math.floor(seconds) - TOKEN_REST) }) })
    return text
  }

  async function bearer(scopes: Scopes): Promise<string> {
    const token = tokens.get(scopes)
    return token && Temporal.Instant.compare(now(), token.until) < 0 ? token.text : freshToken(scopes)
  }

  async function call(path: string, body: object | null, scopes: Scopes = UBER_REPORT_SCOPES): Promise<OutgoingAnswer> {
    const request = async (): Promise<Outgoing> => ({
      url: `${BASE}/${path}`,
      method: body === null ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${await bearer(scopes)}`,
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body: body === null ? null : JSON.stringify(body),
    })
    let answer = await ask(request)
    if (answer.status === 401) {
      // One that ended early, or was withdrawn: a fresh one is asked for once.
      tokens.delete(scopes)
      answer = await ask(request)
      if (answer.status === 401) throw new ConnectionFault('credentials', '401')
    }
    return answer
  }

  return {
    sent,

    async companies(): Promise<PlatformCompany[]> {
      const found = readOrganisations(jsonOf(await call('orgs', null), 'orgs'))
      if (found === null) throw new ConnectionFault('answer', 'orgs organizations')
      return found
    },

    /** Every driver of a company and how each stands, page by page; a page that names the next one again is the end of no list. */
    async drivers(company: string): Promise<ReadRows<PlatformDriver>> {
      const rows = new Map<string, PlatformDriver>()
      const unread = new Map<string, UnreadRow>()
      const seen = new Set<string>()
      for (let page = ''; ;) {
        const query = new URLSearchParams({
          org_id: company,
          page_size: String(PAGE),
          ...(page ? { page_token: page } : {}),
        })
        const answer = await call(`drivers/actions?${query}`, null, UBER_DRIVER_SCOPES)
        const said = readDriverPage(jsonOf(answer, 'drivers'))
        if (said === null) throw new ConnectionFault('answer', 'drivers driverStatusOverviews')
        for (const row of said.rows) rows.set(row.id, row)
        for (const row of said.unread) unread.set(row.key, row)
        if (said.next === null) return { rows: [...rows.values()], unread: [...unread.values()] }
        if (seen.has(said.next)) throw new ConnectionFault('answer', 'drivers nextPageToken')
        seen.add(said.next)
        page = said.next
      }
    },

    /** Has a report made of a time; answers its identifier, or why it is not made: the number of the answer. */
    async askReport(company: string, report: UberReport, span: Span): Promise<{ id: string } | { refused: string }> {
      const answer = await call(`suppliers/${encodeURIComponent(company)}/reports`, {
        reportType: `REPORT_TYPE_${report.toUpperCase()}`,
        filters: [{ field: 'dateRange', operator: 'OPERATOR_IN_RANGE', value: millisecondsOf(span) }],
      })
      if (REFUSALS.has(answer.status)) return { refused: String(answer.status) }
      const said = readReport(jsonOf(answer, 'reports'))
      if (!said?.id) throw new ConnectionFault('answer', 'reports id')
      return { id: said.id }
    },

    /** How far a report is. One that Uber does not know any more has failed. */
    async reportState(company: string, report: string): Promise<ReportState> {
      const answer = await call(reportPath(company, report), null)
      if (answer.status === 404) return 'failed'
      const said = readReport(jsonOf(answer, 'report'))
      if (said === null) throw new ConnectionFault('answer', 'report status')
      if (said.status === 'REPORT_STATUS_COMPLETED') return 'ready'
      return said.status === 'REPORT_STATUS_FAILED' || said.status === 'REPORT_STATUS_CANCELLED' ? 'failed' : 'pending'
    },

    /** The file of a report, unpacked where it came packed alone; several in an archive stay one. */
    async fetchReport(company: string, report: string): Promise<Uint8Array> {
      const address = readLink(jsonOf(await call(`${reportPath(company, report)}/link`, {}), 'link'))
      if (address === null) throw new ConnectionFault('answer', 'link signedUrl')
      if (!isFileAddress(address)) throw new ConnectionFault('answer', 'link host')
      // The address is all that is needed there: the token is not for that host.
      const answer = await ask(async () => ({
        url: address,
        method: 'GET',
        headers: {},
        body: null,
        mostBytes: MOST_OF_REPORT,
      }))
      if (answer.status !== 200) throw new ConnectionFault('answer', `file ${answer.status}`)
      const bytes = await unpacked(answer.bytes)
      // A page that stands in the way is no report: it would be taken for one that came.
      if (isPage(bytes)) throw new ConnectionFault('answer', 'file page')
      return bytes
    },
  }
}

const reportPath = (company: string, report: string) =>
  `suppliers/${encodeURIComponent(company)}/reports/${encodeURIComponent(report)}`

/** A report that is not made is one thing, an account that is not let in another. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 422])

/** From the first millisecond to the last, as words: Uber counts both in. */
function millisecondsOf({ from, to }: Span): [string, string] {
  return [String(from.epochMilliseconds), String(to.epochMilliseconds - 1)]
}

/** Whether it begins as a page of the web does; tables and archives begin otherwise. */
function isPage(bytes: Uint8Array): boolean {
  return /^\s*</.test(
    Buffer.from(bytes.subarray(0, 200))
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MOST_OF_REPORT })
  } catch {
    throw new ConnectionFault('answer', 'file gzip')
  }
}

const tokenAnswer = z.object({ access_token: z.string().min(1).max(20_000), expires_in: z.number().min(0) })

function errorOf(answer: OutgoingAnswer): string {
  const said = z.object({ error: z.string() }).safeParse(readJson(answer.text)?.value)
  return said.success ? said.data.error : ''
}

function jsonOf(answer: OutgoingAnswer, of: string): unknown {
  if (answer.status === 403) throw new ConnectionFault('access', '403')
  if (answer.status < 200 || answer.status > 299) throw new ConnectionFault('answer', `${of} ${answer.status}`)
  const said = readJson(answer.text)
  if (said === null) throw new ConnectionFault('answer', `${of} JSON`)
  return said.value
}
