import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, monday, nextWeek, previousWeek, sunday, weekName } from '#domain/week.ts'
import { SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import {
  type Collected,
  type FetchReports,
  collect,
  collectDue,
  collectUnlessBusy,
} from '#features/connections/runs/commands.server.ts'
import { type ReceivedFile, receiveFile } from '#features/files/commands.server.ts'
import { connectionWay, deliver } from '#features/imports/deliveries/commands.server.ts'
import type { Span } from '#integrations/connections/asking.ts'
import { ConnectionFault } from '#integrations/connections/connection-fault.ts'
import type { PlatformCompany, Provider } from '#integrations/connections/providers.ts'
import { DAY_REPORT, REPORTS_AT_ONCE, type UberReport, WEEK_REPORTS } from '#integrations/connections/uber.ts'
import { uberWeek, uberWeekSpan } from '#integrations/uber/moments.ts'
import { readTransferInWorker } from '#integrations/worker/read-in-worker.ts'
import { listAsked } from './queries.server.ts'

/** Number of past weeks, and of past days, for which reports are requested. */
const [WEEKS, DAYS] = [4, 14]
/**
 * The report that is requested only for the newest week: it is by far the longest, and its money is also in the
 * week's other reports.
 */
const NEWEST_WEEK_ONLY: UberReport = 'payments_order'
/**
 * Hours. A report is requested again `after` its last arrival, unless that was later than `week` (or `day`) after its
 * end: adjustments come for days.
 */
const AGAIN = { after: 12, week: 8 * 24, day: 24 }
/** Maximum hours that Uber takes to make a report; one that is not there by then is requested anew. */
const MAX_MAKING_HOURS = 3
/**
 * Milliseconds between two checks of reports in the making, doubling from `first` to `longest`; `all` is the maximum
 * of one run.
 */
const LOOK = { first: 2_000, longest: 30_000, all: 10 * 60_000 }

const UBER = 'uber'

/** Collects as `collect` of connections does, and also delivers the reports that Uber gives as files. */
export function collectFrom(
  provider: Provider,
  asking: Omit<Parameters<typeof collect>[1], 'fetchReports'>,
): Promise<Collected> {
  return collect(provider, { ...asking, fetchReports })
}

/** Collects as `collectDue` of connections does. */
export function collectAllDue(now: Temporal.Instant): Promise<void> {
  return collectDue(now, { fetchReports })
}

/** Collects as `collectUnlessBusy` of connections does. */
export function collectFromUnlessBusy(
  provider: Provider,
  asking: Omit<Parameters<typeof collectUnlessBusy>[1], 'fetchReports'>,
): Promise<Collected | null> {
  return collectUnlessBusy(provider, { ...asking, fetchReports })
}

/** A report about some days. `week`: the week that the report covers; `null` for a report of one day. */
type WantedReport = { report: UberReport; from: Temporal.PlainDate; until: Temporal.PlainDate; week: Week | null }
type OrderedReport = WantedReport & { waitingFor: string }
type ArrivedReport = WantedReport & { file: ReceivedFile; before: string | null }

/**
 * Requests the wanted reports from Uber, waits for them together, and delivers each week once all its reports are
 * there.
 */
const fetchReports: FetchReports = async ({ companies, ...run }) => {
  for (const company of companies) await fetchOf({ ...run, company })
}

async function fetchOf(run: Omit<Parameters<FetchReports>[0], 'companies'> & { company: PlatformCompany }) {
  const { client, company, lists, now, rest } = run
  const requested = new Map((await listAsked(UBER, company.id)).map((report) => [keyOf(report), report]))
  const isMade = ({ waitingFor, askedAt }: { waitingFor: string | null; askedAt: Temporal.Instant }) =>
    waitingFor !== null && askedAt.until(now).total('hours') < MAX_MAKING_HOURS
  const wantedReports = wantedAt(now)
  const making: OrderedReport[] = wantedReports.flatMap((report) => {
    const known = requested.get(keyOf(report))
    return known?.waitingFor && isMade(known) ? [{ ...report, waitingFor: known.waitingFor }] : []
  })
  const queue = wantedReports.filter((report) => {
    const known = requested.get(keyOf(report))
    return !known || (!isMade(known) && isWantedAgain(report, known.cameAt, now))
  })
  const weeks = new Map<Week, { left: number; came: ArrivedReport[] }>()
  for (const { week } of [...queue, ...making])
    if (week) weeks.set(week, { left: (weeks.get(week)?.left ?? 0) + 1, came: [] })

  /** Counts a report as settled; delivers its week when no report is missing any more. */
  const settle = async (report: WantedReport, arrival: ArrivedReport | null) => {
    const of = report.week && weeks.get(report.week)
    if (!report.week || !of) return
    of.left -= 1
    if (arrival) of.came.push(arrival)
    if (of.left > 0) return
    weeks.delete(report.week)
    await deliverWeek(company.id, of.came, { now, lists })
  }
  const refuse = async (report: WantedReport, reason: string) => {
    lists.add('reports', { rows: [], unread: [{ of: nameOf(report), field: reason, key: keyOf(report) }] }, 0)
    await noteReport(company.id, report, { waiting_for: null, asked_at: now.toString() })
    await settle(report, null)
  }

  const [queuedCount, isFirst] = [queue.length, [...requested.values()].every(({ cameAt }) => cameAt === null)]
  let [totalWait, pause, forbidden] = [0, LOOK.first, 0]
  try {
    while (queue.length > 0 || making.length > 0) {
      let hasProgressed = false
      while (queue.length > 0 && making.length < REPORTS_AT_ONCE) {
        const [report] = queue as [WantedReport]
        const answer = await client.askReport(company.id, report.report, spanOf(report)).catch((error: unknown) => {
          // Uber makes no more reports at the same time: continue with those in the making.
          if (error instanceof ConnectionFault && error.trouble === 'busy' && making.length > 0) return null
          throw error
        })
        if (answer === null) break
        queue.shift()
        hasProgressed = true
        if ('refused' in answer) {
          forbidden += answer.refused === '403' ? 1 : 0
          await refuse(report, answer.refused)
          continue
        }
        await noteReport(company.id, report, { waiting_for: answer.id, asked_at: now.toString() })
        making.push({ ...report, waitingFor: answer.id })
      }
      for (const report of [...making]) {
        const state = await client.reportState(company.id, report.waitingFor)
        if (state === 'pending') continue
        hasProgressed = true
        making.splice(making.indexOf(report), 1)
        if (state === 'failed') await refuse(report, 'REPORT_STATUS_FAILED')
        else await take(report)
      }
      if (hasProgressed) pause = LOOK.first
      else {
        if (totalWait >= LOOK.all) throw new ConnectionFault('busy', `REPORT_STATUS ${making.length}`)
        await rest(pause)
        totalWait += pause
        pause = Math.min(LOOK.longest, pause * 2)
      }
    }
  } finally {
    for (const { came } of weeks.values()) for (const { file } of came) await file.forget()
  }
  if (isFirst && forbidden > 0 && forbidden === queuedCount) throw new ConnectionFault('access', '403')

  async function take(report: OrderedReport): Promise<void> {
    const bytes = await client.fetchReport(company.id, report.waitingFor)
    if (report.report === DAY_REPORT) return await saveTransfer(run, report, bytes)
    const file = await receiveFile(await fileName(company, report, bytes), pieces(bytes))
    const before = requested.get(keyOf(report))?.sha256 ?? null
    lists.add('reports', { rows: [report], unread: [] }, file.sha256 === before ? 0 : 1)
    await settle(report, { ...report, file, before })
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Delivers the files of a week that differ from the earlier ones, and only then saves that they came. */
async function deliverWeek(
  company: string,
  arrivals: readonly ArrivedReport[],
  { now, lists }: Pick<Parameters<FetchReports>[0], 'now' | 'lists'>,
): Promise<void> {
  try {
    const known = await importedHashes(arrivals.map(({ file }) => file.sha256))
    const fresh = arrivals.filter(({ file, before }) => file.sha256 !== before && !known.has(file.sha256))
    if (fresh.length > 0) {
      const deliveryWay = await carryOut({ actor: SYSTEM, action: 'delivery.take-reports', now }, (change) =>
        connectionWay(change, UBER),
      )
      await deliver(
        deliveryWay,
        fresh.map(({ file }) => file),
        now,
      ).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        const unread = fresh.map((report) => ({ of: nameOf(report), field: error.code, key: keyOf(report) }))
        lists.add('reports', { rows: [], unread }, 0)
      })
    }
    for (const { file, ...report } of arrivals)
      await noteReport(company, report, { waiting_for: null, came_at: now.toString(), sha256: file.sha256 })
  } finally {
    for (const { file } of arrivals) await file.forget()
  }
}

/** Those of the hashes whose files were imported already, under any name. */
async function importedHashes(hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('imports')
    .select('sha256')
    .where('sha256', '=', sql<string>`any(${[...hashes]}::text[])`)
    .where('undone_at', 'is', null)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

async function saveTransfer(
  { company, lists, now }: Parameters<typeof fetchOf>[0],
  report: OrderedReport,
  bytes: Uint8Array,
): Promise<void> {
  const amount = await readTransferInWorker(bytes)
  if (amount === null) {
    const unread = [{ of: nameOf(report), field: 'Transferred To Bank Account', key: keyOf(report) }]
    lists.add('transfers', { rows: [], unread }, 0)
  } else if (amount !== 'none') {
    const values = { amount_cents: amount, told_at: now.toString() }
    const changed = await db
      .insertInto('platform_transfers')
      .values({ provider: UBER, company: company.id, day: report.from.toString(), ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'company', 'day'])
          .doUpdateSet(values)
          .where(sql<boolean>`platform_transfers.amount_cents <> excluded.amount_cents`),
      )
      .returning('day')
      .execute()
    lists.add('transfers', { rows: [report], unread: [] }, changed.length)
  }
  await noteReport(company.id, report, { waiting_for: null, came_at: now.toString() })
}

/** The wanted reports: past weeks, the newest first, then past days, because on Mondays the week is needed first. */
function wantedAt(now: Temporal.Instant): WantedReport[] {
  // Uber's own week runs until Monday at four.
  const running = uberWeek(now)
  const weeks = Array.from({ length: WEEKS }, (_, at) => previousWeek(running, at + 1)).flatMap((week, at) =>
    WEEK_REPORTS.filter((report) => at === 0 || report !== NEWEST_WEEK_ONLY).map((report): WantedReport => ({
      report,
      from: monday(week),
      until: sunday(week),
      week,
    })),
  )
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const days = Array.from({ length: DAYS }, (_, at): WantedReport => {
    const day = today.subtract({ days: at + 1 })
    return { report: DAY_REPORT, from: day, until: day, week: null }
  })
  return [...weeks, ...days]
}

function isWantedAgain(report: WantedReport, cameAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  if (cameAt === null) return true
  const settled = spanOf(report).to.add({ hours: report.week ? AGAIN.week : AGAIN.day })
  return cameAt.until(now).total('hours') >= AGAIN.after && Temporal.Instant.compare(cameAt, settled) < 0
}

/** The time that a report covers: Uber's own week, or a day in Lisbon from midnight to midnight. */
function spanOf({ from, until, week }: WantedReport): Span {
  if (week) return uberWeekSpan(week)
  const midnight = (day: Temporal.PlainDate) => day.toZonedDateTime(ZONE).toInstant()
  return { from: midnight(from), to: midnight(until.add({ days: 1 })) }
}

const keyOf = ({
  report,
  from,
  until,
}: {
  report: string
  from: { toString(): string }
  until: { toString(): string }
}) => `${report} ${from.toString()} ${until.toString()}`

const nameOf = ({ report, from, week }: WantedReport) => `${report} ${week ? weekName(week) : from.toString()}`

/** The file name as Uber's portal gives it: with the day after the last one, and the company's name without accents. */
async function fileName(
  { name }: PlatformCompany,
  { report, from, week }: WantedReport,
  bytes: Uint8Array,
): Promise<string> {
  const compact = (day: { toString(): string }) => day.toString().replaceAll('-', '')
  const end = week ? monday(nextWeek(week)) : from.add({ days: 1 })
  const companyPart = (name ?? (await companyName()) ?? '')
    .normalize('NFD')
    .replaceAll(/[\p{Mn}.,]/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  return `${compact(from)}-${compact(end)}-${report}-${companyPart}.${isArchive ? 'zip' : 'csv'}`
}

async function companyName(): Promise<string | null> {
  return (await db.selectFrom('company').select('name').executeTakeFirst())?.name ?? null
}

type ReportFields = { waiting_for: string | null; asked_at?: string; came_at?: string; sha256?: string }

async function noteReport(company: string, { report, from, until }: WantedReport, fields: ReportFields): Promise<void> {
  const requestedAt = fields.asked_at ?? fields.came_at ?? Temporal.Now.instant().toString()
  await db
    .insertInto('platform_reports')
    .values({
      provider: UBER,
      company,
      report,
      from_day: from.toString(),
      until_day: until.toString(),
      ...fields,
      asked_at: requestedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'company', 'report', 'from_day', 'until_day']).doUpdateSet(fields),
    )
    .execute()
}
