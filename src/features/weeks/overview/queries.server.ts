import { firstOf } from '#domain/certain.ts'
import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { askByOnePlan, askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { namesApart } from '#domain/driver.ts'
import { type Cents, cents, sum, ZERO } from '#domain/money.ts'
import { startSteps } from '#domain/start.ts'
import { newestEnded, previousWeek, readDay, type Week, weekAt, weekName, ZONE } from '#domain/week.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import { reachedGoals, wantedGoals, weeksOfGoals } from '#features/adjustments/company-goals/queries.server.ts'
import { openGaps } from '#features/bank-gaps/queries.server.ts'
import { openApplications } from '#features/recruitment/queries.server.ts'
import { dueTasks } from '#features/recruitment/tasks/queries.server.ts'
import { connectionStates } from '#features/connections/queries.server.ts'
import { uninvitedDrivers } from '#features/accounts/queries.server.ts'
import { findCompany, lackingOf, missingIn } from '#features/company/queries.server.ts'
import { signedPapers, contractsToSeal } from '#features/contracts/queries.server.ts'
import { openPreparationRows, summarizePreparations } from '#features/contracts/preparations/queries.server.ts'
import { countToLookAt, sealedContracts } from '#features/contracts/terms/queries.server.ts'
import { blockedOnPlatforms } from '#features/connections/collected/queries.server.ts'
import { waitingActs } from '#features/connections/acts/queries.server.ts'
import { refusedPapers } from '#features/papers/platform-reviews/queries.server.ts'
import { waitingRequests } from '#features/fleet/shift-requests/queries.server.ts'
import { currentRecords } from '#features/fleet/current-drivers/queries.server.ts'
import { openCorrections } from '#features/fleet/corrections/queries.server.ts'
import { contestedDamages } from '#features/fleet/damages/queries.server.ts'
import { dueWork } from '#features/fleet/upkeep/queries.server.ts'
import { waitingReports } from '#features/fleet/damage-reports/queries.server.ts'
import { unreportedAccidents } from '#features/fleet/accidents/queries.server.ts'
import { pressingFines } from '#features/fleet/fines/queries.server.ts'
import { newMessages } from '#features/visitors/contact/queries.server.ts'
import { askedReceipts } from '#features/payments/green-receipts/queries.server.ts'
import { waitingTimes } from '#features/weeks/time-lists/queries.server.ts'
import { countUnseenTimes, lastWeeks, timesOfFleet } from '#features/weeks/working-times/queries.server.ts'
import { openRequests } from '#features/oversight/data-requests/queries.server.ts'
import { runningBreaches } from '#features/oversight/breaches/queries.server.ts'
import { changedMonths } from '#features/accounting/month-deliveries/queries.server.ts'
import { dueDuties } from '#features/accounting/duties/queries.server.ts'
import { endingPapers, tooOldCars } from '#features/papers/deadlines/queries.server.ts'
import { openFindings } from '#features/payments/receipt-checks/queries.server.ts'
import { waitingPapers } from '#features/papers/queries.server.ts'
import { openAlerts } from '#features/positions/alerts/queries.server.ts'
import { waitingTickets } from '#features/support/tickets/queries.server.ts'
import { openDisputes } from '#features/statements/disputes/queries.server.ts'
import { type DriverReadiness, listDrivers, readinessOfDrivers } from '#features/fleet/drivers/queries.server.ts'
import { listUnmatchedRows } from '#features/imports/owners/queries.server.ts'
import { weeksBeforeFirstPaid } from '#features/fleet/open-weeks/queries.server.ts'
import { weeksWithRows } from '#features/imports/queries.server.ts'
import { requestedPlans } from '#features/plans/queries.server.ts'
import { carriedBy } from '#features/ledger/queries.server.ts'
import { stuckMail } from '#features/mail/queries.server.ts'
import { isStep } from '#domain/week-status.ts'
import type { DriverName } from '#domain/driver.ts'
import { waitingLooks } from '#features/oversight/second-person/queries.server.ts'
import { frozenWeeks, listWeeks, unfinishedWeeks } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getWeekOutlines } from '#features/weeks/queries.server.ts'
import type { WeekOutline } from '#features/weeks/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { dataPath } from '#platform/env.server.ts'
import { gigabytes, isLow, spaceOf } from '#platform/space.ts'
import { wordsOf } from './need-words.ts'
import { type DriverNeed, type Need, type NeedShown, type Overview, SUBJECTS, type Start } from './schema.ts'
import { companyFigures } from '#features/weeks/figures/queries.server.ts'

/** Number of past weeks and, below, of rows that the queue of `/admin/data` asks about. */
const WEEKS_ASKED = 26

const MAX_ROWS = 2_000

const LICENCE_WARNING_DAYS = 60

const MAX_NAMED = 3

/** Counts of what waits, and since when, asked for in one statement. */
const waitingAt = (now: Temporal.Instant, today: string) => ({
  disputes: openDisputes,
  receipts: askedReceipts,
  findings: openFindings,
  applications: openApplications,
  messages: newMessages,
  mail: stuckMail,
  requests: requestedPlans,
  toSeal: contractsToSeal,
  signed: signedPapers,
  papers: waitingPapers,
  acts: waitingActs,
  corrections: openCorrections,
  tickets: waitingTickets,
  alerts: openAlerts,
  reported: waitingReports,
  overdue: overdueBatches(today),
  reopened: reopenedWeeks,
  fines: pressingFines(now),
  begun: openPreparationRows,
  refusedPapers,
  blockedOnPlatforms: blockedOnPlatforms(now),
  ending: endingPapers(now),
  tooOld: tooOldCars(now),
  duties: dueDuties(now),
  changedMonths,
  dataRequests: openRequests(now),
  breaches: runningBreaches(now),
  records: waitingTimes,
  shifts: waitingRequests(now),
  work: dueWork(now),
  tasks: dueTasks(today),
  contested: contestedDamages,
  accidents: unreportedAccidents(now),
  gaps: openGaps,
  connections: connectionStates,
  looks: waitingLooks,
  uninvited: uninvitedDrivers(now),
  ...timesOfFleet(now),
  wanted: wantedGoals(now),
  personOf: currentRecords,
  ...sealedContracts(),
  withRows: weeksWithRows,
  settled: frozenWeeks,
  unfinished: unfinishedWeeks,
  before: weeksBeforeFirstPaid,
  drivers: readinessOfDrivers(now),
  carried: carriedBy(),
})

/** The office's first page. `now` decides what is late, held or over. */
export async function getOverview(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Overview> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const [waiting, company] = await Promise.all([askByOnePlan(waitingAt(now, today), on), findCompany(on)])
  const { withRows, settled, before, carried, drivers } = waiting
  const known = new Set([...withRows, ...settled])
  const unfinished = new Set(waiting.unfinished)
  const closed = settled.filter((week) => !unfinished.has(week) && !waiting.reopened.has(week))
  const paid = new Set(closed)
  // On a Monday morning the week that has just ended has no files yet, and is the thing to do.
  const ended = known.size > 0 || drivers.length > 0 ? [previousWeek(weekAt(now))] : []
  // Weeks before the first that drivers are paid for are no work.
  const beforeFirstPaid = new Set(before)
  const open = [...new Set([...known, ...ended])]
    .filter((week) => !paid.has(week) && !beforeFirstPaid.has(week))
    .toSorted()
  const [oldest] = open

  const { wanted, personOf } = waiting
  const reading = activityOfWeeks([...new Set([...lastWeeks(now), ...weeksOfGoals(wanted)])], on)
  const [week, unmatched, figures, toLookAt, hours, activity] = await Promise.all([
    oldest === undefined ? null : getWeekOutlines([oldest], now, on, { left: before, carried }).then(firstOf),
    // For the week that is worked out, rows without an owner are known already.
    withRows.some((weekWithRow) => weekWithRow !== oldest)
      ? listUnmatchedRows(previousWeek(firstOf(withRows), WEEKS_ASKED), MAX_ROWS, on)
      : [],
    companyFigures(closed, on),
    countToLookAt(now, on, waiting),
    countUnseenTimes(now, on, { fleet: waiting, activity: reading }),
    reading,
  ])
  const { disputes, receipts, applications, messages, mail, requests, papers, acts, tickets, alerts, reported } =
    waiting
  const { fines, work, gaps, duties, dataRequests, breaches, accidents, contested, tooOld, uninvited, looks } = waiting
  const { since: contractSince, ...contracts } = waiting.toSeal
  const { since: signedSince, ...signed } = waiting.signed
  const { since: writtenSince, ...written } = toLookAt
  const { first, ...ending } = waiting.ending
  const { since: recordsSince, ...records } = waiting.records
  const { since, ...corrections } = waiting.corrections
  const { since: shiftSince, ...shifts } = waiting.shifts
  const { since: taskSince, ...tasks } = waiting.tasks
  const begun = await summarizePreparations(waiting.begun, now, on)
  const needs = [
    ...(alerts ? [{ kind: 'car-alert' as const, ...alerts }] : []),
    ...(work.vehicle === null ? [] : [{ kind: 'upkeep' as const, count: work.count, vehicle: work.vehicle }]),
    ...(fines ? [{ kind: 'fine' as const, ...fines }] : []),
    ...(week ? needsOfWeek(week, today) : []),
    ...(gaps > 0 ? [{ kind: 'bank-gaps' as const, count: gaps }] : []),
    ...waiting.overdue.filter(({ batch }) => batch !== week?.status.batch),
    ...unmatchedElsewhere(unmatched, week),
    ...(contractSince ? [{ kind: 'contract' as const, since: contractSince, ...contracts }] : []),
    ...(signedSince ? [{ kind: 'signed-paper' as const, since: signedSince, ...signed }] : []),
    ...(writtenSince ? [{ kind: 'contract-terms' as const, since: writtenSince, ...written }] : []),
    ...(begun ? [{ kind: 'contract-begun' as const, ...begun }] : []),
    ...(papers.since ? [{ kind: 'paper' as const, count: papers.count, since: papers.since }] : []),
    ...(waiting.refusedPapers ? [{ kind: 'paper-refused' as const, ...waiting.refusedPapers }] : []),
    ...(waiting.blockedOnPlatforms ? [{ kind: 'platform-refused' as const, ...waiting.blockedOnPlatforms }] : []),
    ...(acts ? [{ kind: 'platform-act' as const, ...acts }] : []),
    ...(first ? [{ kind: 'papers-ending' as const, first, ...ending }] : []),
    ...(hours ? [{ kind: 'working-time' as const, ...hours }] : []),
    ...(recordsSince ? [{ kind: 'times-waiting' as const, since: recordsSince, ...records }] : []),
    ...(duties ? [{ kind: 'duty' as const, ...duties }] : []),
    ...(waiting.changedMonths ? [{ kind: 'month-changed' as const, ...waiting.changedMonths }] : []),
    ...(dataRequests ? [{ kind: 'data-request' as const, ...dataRequests }] : []),
    ...(breaches ? [{ kind: 'breach' as const, ...breaches }] : []),
    ...connectionNeed(waiting.connections, now),
    ...(tooOld ? [{ kind: 'car-age' as const, ...tooOld }] : []),
    ...(since ? [{ kind: 'correction' as const, since, ...corrections }] : []),
    ...(shiftSince ? [{ kind: 'shift' as const, since: shiftSince, ...shifts }] : []),
    ...(disputes.count > 0
      ? [{ kind: 'dispute' as const, ...disputes, late: disputes.by !== null && disputes.by < today }]
      : []),
    ...(tickets.by === null
      ? []
      : [
          {
            kind: 'ticket' as const,
            count: tickets.count,
            only: tickets.only,
            by: tickets.by,
            late: tickets.by < today,
          },
        ]),
    ...receiptNeeds([receipts, waiting.findings]),
    ...(accidents ? [{ kind: 'accident' as const, ...accidents }] : []),
    ...(reported ? [{ kind: 'damage-report' as const, ...reported }] : []),
    ...(contested ? [{ kind: 'damage' as const, ...contested }] : []),
    ...(requests > 0 ? [{ kind: 'requests' as const, count: requests }] : []),
    ...needsOfDrivers(drivers),
    ...debts(drivers, carried, week),
    ...(looks > 0 ? [{ kind: 'looks' as const, count: looks }] : []),
    ...(mail > 0 ? [{ kind: 'mail' as const, count: mail }] : []),
    ...(applications > 0 ? [{ kind: 'applications' as const, count: applications }] : []),
    ...(taskSince ? [{ kind: 'task' as const, since: taskSince, ...tasks }] : []),
    ...(messages > 0 ? [{ kind: 'messages' as const, count: messages }] : []),
    ...needsOfCompany(company, now),
    ...(settled.length > 0 ? leftOfStart(company, uninvited) : []),
  ]
  return {
    needs: needs.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    week,
    othersOpen: open.length - (week ? 1 : 0),
    figures,
    goals: reachedGoals(wanted, activity, personOf),
    isNew: known.size === 0 && drivers.length === 0,
    start: settled.length > 0 ? null : startOf({ company, drivers, weeks: withRows, uninvited, now }),
  }
}

/** The counts in the menu of every page of the office. */
export function countForMenu(on: Kysely<DB> = db) {
  return askTogether({ tickets: waitingTickets, reports: waitingReports, alerts: openAlerts }, on)
}

/** Receipts that wait for a decision, both those that drivers sent and those of a checked list. */
function receiptNeeds(waiting: readonly { count: number; since: string | null }[]): Need[] {
  const [since] = waiting.flatMap((waitingItem) => waitingItem.since ?? []).toSorted()
  return since === undefined
    ? []
    : [{ kind: 'receipt', count: waiting.reduce((all, { count }) => all + count, 0), since }]
}

/** Gigabytes free on the disk of the data folder if these are few, else `null`. */
export async function findLowSpace(): Promise<number | null> {
  const space = await spaceOf(dataPath())
  return isLow(space) ? gigabytes(space.free) : null
}

/** A new operator's progress towards the first approved week. */
function startOf({
  company,
  drivers,
  weeks,
  uninvited,
  now,
}: {
  company: Awaited<ReturnType<typeof findCompany>>
  drivers: readonly DriverReadiness[]
  weeks: readonly Week[]
  uninvited: number
  now: Temporal.Instant
}): Start {
  const missing = lackingOf(company)
  const working = drivers.filter(({ status }) => status !== 'inactive')
  const termless = working.filter(({ regime }) => regime === null).length
  const unpayable = working.filter(({ iban }) => iban === 'missing' || iban === 'invalid').length
  const hasFleet = working.length > 0
  // Take the newest week that has ended, which can be settled whole: an older one is mostly there because of a file too
  // many in the first drop.
  const first = newestEnded(weeks, now) ?? weeks[0]
  return {
    steps: startSteps({
      company: missing.length === 0,
      files: weeks.length > 0,
      fleet: hasFleet,
      terms: hasFleet && termless === 0,
      ibans: hasFleet && unpayable === 0,
      invitations: hasFleet && uninvited === 0,
      week: false,
    }),
    missing,
    week: first === undefined ? null : weekName(first),
    drivers: working.length,
    termless,
    unpayable,
    uninvited,
  }
}

/** Steps that a new operator has not done; once a week is approved, nothing is left of this. */
function leftOfStart(company: Awaited<ReturnType<typeof findCompany>>, uninvited: number): Need[] {
  const facts = missingIn(company && { ...company, licence_number: company.licenceNumber })
  return [
    ...(facts.length > 0 ? [{ kind: 'facts' as const, count: facts.length }] : []),
    ...(uninvited > 0 ? [{ kind: 'uninvited' as const, count: uninvited }] : []),
  ]
}

/** The next step towards the first approved week; `null` once there is one, or when no step is missing for every driver. */
export async function firstWeekLacks(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<'fleet' | 'terms' | 'ibans' | null> {
  if ((await listWeeks(on)).length > 0) return null
  const working = (await listDrivers(now, on)).filter(({ status }) => status !== 'inactive')
  if (working.length === 0) return 'fleet'
  if (working.every(({ regime }) => regime === null)) return 'terms'
  return working.every(({ iban }) => iban === 'missing') ? 'ibans' : null
}

/** Rows without an owner, except those of the week that waits for its decisions, which counts them itself. */
function unmatchedElsewhere(
  unmatched: Awaited<ReturnType<typeof listUnmatchedRows>>,
  week: WeekOutline | null,
): Need[] {
  const others = unmatched.filter(({ row }) => row.week !== week?.week)
  const approval = week && week.status.word !== 'decide' ? week.approval : null
  const count = others.length + (approval?.unmatched ?? 0)
  if (count === 0) return []
  return [
    {
      kind: 'unmatched',
      count,
      total: sum([...others.map(({ row }) => row.amount), approval?.unmatchedTotal ?? ZERO]),
    },
  ]
}

/** Makes the words of a need on the server, because a browser needs only a few of all these sentences. */
export function shownNeed(need: Need, t: Translator): NeedShown {
  return {
    ...wordsOf(need, t),
    subject: SUBJECTS[need.kind],
    key: need.kind === 'late-batch' ? `${need.kind} ${need.batch}` : need.kind,
    named: 'drivers' in need ? { count: need.count, drivers: need.drivers } : null,
  }
}

/** First needs about money that should have moved, then those that hold money up, then those that can wait. */
const ORDER: readonly Need['kind'][] = [
  'breach',
  'car-alert',
  'week',
  'late-batch',
  'company-iban',
  'unmatched',
  'connection',
  'bank-gaps',
  'fine',
  'accident',
  'damage-report',
  'ticket',
  'dispute',
  'receipt',
  'contract',
  'signed-paper',
  'contract-terms',
  'contract-begun',
  'paper',
  'working-time',
  'times-waiting',
  'paper-refused',
  'platform-refused',
  'platform-act',
  'correction',
  'shift',
  'damage',
  'requests',
  'looks',
  'mail',
  'messages',
  'task',
  'applications',
  'no-terms',
  'iban-missing',
  'iban-invalid',
  'iban-held',
  'data-request',
  'month-changed',
  'duty',
  'papers-ending',
  'car-age',
  'source-missing',
  'negative',
  'upkeep',
  'no-keys',
  'uninvited',
  'facts',
  'licence',
  'company-nipc',
]

/** Hours after which somebody should look at a connection that does not answer. */
const FAILING = 24

/**
 * Connections that need somebody: at once where only a person can repair them; after a day where the platform is away, or
 * answers what nobody understands.
 */
function connectionNeed(connections: ReturnType<typeof connectionStates.read>, now: Temporal.Instant): Need[] {
  const asking = connections.flatMap(({ provider, state, since, isPaused }) => {
    if (isPaused || state === 'connected') return []
    const isPersons = state === 'expired' || state === 'needs-access'
    const isLong = Temporal.Instant.from(since).until(now).total('hours') > FAILING
    return isPersons || isLong ? [{ provider, state, since, isPersons }] : []
  })
  const [first] = asking.toSorted((one, other) => Number(other.isPersons) - Number(one.isPersons))
  if (!first) return []
  const { provider, state, since } = first
  return [{ kind: 'connection', count: asking.length, provider, state, since }]
}

function needsOfWeek({ week, name, isOver, status }: WeekOutline, today: string): Need[] {
  const { state, word, count, total, sources, batch, batchDay, isBeforeFirstPaid } = status
  const rest: Need[] =
    isOver && sources.length > 0 && word !== 'files'
      ? [{ kind: 'source-missing', week, name, sources: [...sources] }]
      : []
  const late = word === 'confirm' && batchDay !== null && batchDay < today
  return isStep(word)
    ? [
        { kind: 'week', week, name, state, word, count, total, sources, batch, batchDay, isBeforeFirstPaid, late },
        ...rest,
      ]
    : rest
}

/** Bank files whose day has passed and that nobody has confirmed as paid. */
const overdueBatches = (today: string) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('payment_batches')
        .select(['id as batch', 'week', 'execution_on as on', 'payments as count', 'control_sum_cents as total'])
        .where('state', '=', 'exported')
        .where('execution_on', '<', today)
        .orderBy('execution_on'),
    (rows: { batch: number; week: Week; on: string; count: number; total: number }[]) =>
      rows.map((row) => ({ kind: 'late-batch' as const, ...row, total: cents(row.total) })),
  )

/** Weeks in which a voided statement has no new version yet. */
const reopenedWeeks = listQuestion(
  (on) =>
    on
      .selectFrom('settlements as voided')
      .select('week')
      .distinct()
      .where('state', '=', 'void')
      .where((of) =>
        of.not(
          of.exists(
            of
              .selectFrom('settlements as live')
              .select('live.id')
              .whereRef('live.week', '=', 'voided.week')
              .whereRef('live.driver_id', '=', 'voided.driver_id')
              .where('live.state', '<>', 'void'),
          ),
        ),
      ),
  (rows: { week: string }[]) => new Set(rows.map(({ week }) => week)),
)

const LACKS: Readonly<Record<DriverNeed, (driver: DriverReadiness) => boolean>> = {
  'no-terms': ({ regime }) => regime === null,
  'iban-missing': ({ iban }) => iban === 'missing',
  'iban-invalid': ({ iban }) => iban === 'invalid',
  'iban-held': ({ iban }) => iban === 'held',
  'no-keys': ({ hasKeys, status }) => !hasKeys && status !== 'pending',
}

const DRIVER_NEEDS = ['no-terms', 'iban-missing', 'iban-invalid', 'iban-held', 'no-keys'] as const

function needsOfDrivers(drivers: readonly DriverReadiness[]): Need[] {
  const present = namesApart(drivers.filter(({ status }) => status !== 'inactive'))
  return DRIVER_NEEDS.flatMap((kind): Need[] => {
    const lacking = present.filter(LACKS[kind])
    return lacking.length > 0
      ? [{ kind, count: lacking.length, drivers: lacking.slice(0, MAX_NAMED).map(driverNameOf) }]
      : []
  })
}

function driverNameOf({ id, ref, name }: DriverName): DriverName {
  return { id, ref, name }
}

/** Drivers who owe, the largest debt first, including those who have left. */
function debts(
  drivers: readonly DriverReadiness[],
  carried: ReadonlyMap<string, Cents>,
  week: WeekOutline | null,
): Need[] {
  const inWeek = new Set(week?.drivers.map(({ id }) => id))
  const owing = namesApart(drivers)
    .map((driver) => ({
      ...driverNameOf(driver),
      balance: carried.get(driver.id) ?? ZERO,
      inWeek: inWeek.has(driver.id),
    }))
    .filter(({ balance }) => balance < 0)
    .toSorted((a, b) => a.balance - b.balance)
  if (owing.length === 0) return []
  const named = owing.slice(0, MAX_NAMED)
  return [
    {
      kind: 'negative',
      count: owing.length,
      drivers: named,
      total: sum(owing.map(({ balance }) => balance)),
      week: week?.name ?? null,
    },
  ]
}

function needsOfCompany(company: Awaited<ReturnType<typeof findCompany>>, now: Temporal.Instant): Need[] {
  const needs: Need[] = []
  if (!company?.debtorIban) needs.push({ kind: 'company-iban', state: 'missing' })
  else if (!company.debtorIbanValid) needs.push({ kind: 'company-iban', state: 'invalid' })
  if (!company?.nipc) needs.push({ kind: 'company-nipc', state: 'missing' })
  else if (!company.nipcValid) needs.push({ kind: 'company-nipc', state: 'invalid' })

  const ends = company?.licenceExpiresOn ? readDay(company.licenceExpiresOn) : null
  if (ends) {
    const days = now.toZonedDateTimeISO(ZONE).toPlainDate().until(ends).total('days')
    if (days <= LICENCE_WARNING_DAYS)
      needs.push({ kind: 'licence', on: ends.toString(), state: days < 0 ? 'expired' : 'expiring' })
  }
  return needs
}
