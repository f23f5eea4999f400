import { firstOf, requireValue } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { type Platform, findDoubleTolls, answerKeyOf } from '#domain/anomaly.ts'
import { type DriverName, ibanState } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import { type Source, perSource } from '#domain/import.ts'
import { type Cents, minus, sum } from '#domain/money.ts'
import { type PossibleTwin, findPossibleTwins } from '#domain/same-passage.ts'
import type { WorkshopStay } from '#domain/vehicle.ts'
import { type Week, ZONE, bounds } from '#domain/week.ts'
import { firstTermsAfter } from '#features/fleet/terms/queries.server.ts'
import { MAX_EVIDENCE, evidence } from '#features/imports/evidence/queries.server.ts'
import { type LiveRow, readPrintedTwice } from '#features/imports/rows/queries.server.ts'
import {
  type AnomalyAnswer,
  type InfoAnswer,
  type PastFigures,
  infoAnswersOf,
  watchWeek,
} from '#features/weeks/radar/queries.server.ts'
import type { WatchedAnomaly } from '#features/weeks/radar/schema.ts'
import { type DriverStatement, type WeekView, isFrozenWeek } from '#features/settlements/queries.server.ts'
import { type AcceptedDispute, overlapsIn } from '#features/statements/overlaps/queries.server.ts'
import type { ReceiptView } from '#features/payments/receipts/schema.ts'
import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import { askUnmatched, platformsOf } from '#features/weeks/unmatched/queries.server.ts'
import type { UnmatchedQuestion } from '#features/weeks/unmatched/schema.ts'
import type { Question, Tick, UsualTerms } from './schema.ts'

type Known = {
  sources: readonly { source: Source; files: readonly unknown[]; missing: boolean }[]
  past: ReadonlyMap<string, readonly PastFigures[]>
  /** Files about the week that could not be read, also those that are not needed. */
  refused: readonly RefusedFile[]
  /** Answers to anomalies and to questions that only inform. */
  answers: readonly AnomalyAnswer[]
  stays: ReadonlyMap<string, readonly WorkshopStay[]>
  /** Rows that their file prints twice; none once the whole week is approved. */
  twice: Parameters<typeof readPrintedTwice>[0]
  /** Approved statements that wait for a receipt. */
  awaited: readonly ReceiptView[]
  /** Accepted disputes about lines of the week. */
  accepted: readonly AcceptedDispute[]
  now: Temporal.Instant
}

type FoundQuestions = {
  questions: Question[]
  /** All anomalies, answered or not. */
  watched: WatchedAnomaly[]
  /** Answers to questions that only inform. */
  infoAnswers: InfoAnswer[]
  ticks: Map<string, Record<Source, Tick>>
}

/** The questions of a week for a person, the most pressing first, with its anomalies and the sources that each driver is in. */
export async function findQuestions(view: WeekView, known: Known, on: Kysely<DB> = db): Promise<FoundQuestions> {
  const platforms = platformsOf(view.directory)
  const present = new Set(known.sources.filter(({ files }) => files.length > 0).map(({ source }) => source))
  const ticks = new Map(
    view.statements.map((statement) => [
      statement.driver.id,
      ticksOf(statement, platforms.get(statement.driver.id), present),
    ]),
  )
  const [unmatched, twins, printedTwice] = await Promise.all([
    askUnmatched(view, view.directory, on),
    // Once the whole week is approved, rows that count are not asked about: what comes later makes a difference.
    isFrozenWeek(view) ? [] : twinQuestions(view, on),
    printedTwiceQuestions(known.twice, on),
  ])
  const awaited = new Set(
    unmatched.flatMap(({ source, suggestion }) =>
      suggestion && 'driver' in suggestion ? [`${source} ${suggestion.driver.id}`] : [],
    ),
  )
  const isIncomeWhole = !known.sources.some(
    ({ source, missing }) => missing && (source === 'uber' || source === 'bolt'),
  )
  const expected = (driverId: string): ReadonlySet<Platform> =>
    new Set(
      (['uber', 'bolt'] as const).filter(
        (platform) =>
          present.has(platform) && platforms.get(driverId)?.has(platform) && !awaited.has(`${platform} ${driverId}`),
      ),
    )
  const watched = watchWeek(view, {
    past: known.past,
    isIncomeWhole,
    expected,
    answers: known.answers,
    stays: known.stays,
  })

  const usual = usualTerms(view)
  const later = await laterTerms(view, on)
  const isOver = Temporal.Instant.compare(bounds(view.week).end, known.now) <= 0
  const answers = infoAnswersOf(known.answers)
  const answered = new Set(answers.map(({ anomaly }) => anomaly))
  const lasting = new Set(
    answers.flatMap(({ kind, driverId, isLasting }) => (isLasting ? [`${kind} ${driverId}`] : [])),
  )
  const byDriver = Map.groupBy(watched, ({ anomaly }) => anomaly.driverId)
  const names = new Map(view.statements.map(({ driver }) => [driver.id, driver.name]))
  const ofDrivers = view.statements.flatMap((statement) => {
    const ofDriver = byDriver.get(statement.driver.id) ?? []
    const ownQuestions = questionsOf(
      statement,
      known,
      { usual, later: later.get(statement.driver.id) ?? null },
      ofDriver,
      {
        isIncomeWhole,
        isOver,
        answered,
        carCounts: !lasting.has(`no-car ${statement.driver.id}`),
        week: view.week,
      },
    )
    return [
      ...ownQuestions,
      ...ofDriver.filter(isUnsettled).map((anomaly) => anomalyQuestion(statement, anomaly, known.past, names)),
    ]
  })
  const questions = [
    ...refusedQuestions(known.refused),
    ...unmatched.map((question) => ({ ...question, stay: stayOf(question, known.stays) })),
    ...twins,
    ...printedTwice,
    ...receiptQuestion(known.awaited),
    // A week before the first paid one has no statements, so only the owners of its rows are asked for: the rows go on
    // the open week.
    ...(view.isBeforeFirstPaid ? [] : ofDrivers),
  ]
  return {
    questions: questions.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    watched,
    infoAnswers: answers,
    ticks,
  }
}

const ORDER: readonly Question['kind'][] = [
  'refused-file',
  'unmatched',
  'twin',
  'no-terms',
  'changed',
  'corrected-twice',
  'no-car',
  'iban',
  'receipts',
  'printed-twice',
  'no-reading',
  'no-trips',
  'negative',
  'anomaly',
]

function personOf({ driver: { id, ref, name } }: DriverStatement): DriverName {
  return { id, ref, name }
}

function refusedQuestions(files: readonly RefusedFile[]): Question[] {
  return files.flatMap((file) =>
    file.state === 'open' ? [{ kind: 'refused-file' as const, id: `refused-file-${file.id}`, file }] : [],
  )
}

/** One question for all awaited receipts, as they are answered together. */
function receiptQuestion(awaited: readonly ReceiptView[]): Question[] {
  if (awaited.length === 0) return []
  const amount = sum(awaited.map(({ payable }) => payable))
  return [{ kind: 'receipts', id: 'receipts', count: awaited.length, amount }]
}

function questionsOf(
  statement: DriverStatement,
  { past, now, accepted }: Known,
  { usual, later }: { usual: UsualTerms | null; later: { from: string; regime: string } | null },
  anomalies: readonly WatchedAnomaly[],
  {
    isIncomeWhole,
    isOver,
    answered,
    carCounts,
    week,
  }: { isIncomeWhole: boolean; isOver: boolean; answered: ReadonlySet<string>; carCounts: boolean; week: Week },
): Question[] {
  const { settlement, state, wouldBe, pay, unread, carless, tripUnknownTolls } = statement
  const driver = personOf(statement)
  const questions: Question[] = []
  const id = (kind: string) => `${kind}-${driver.ref}`

  if (!settlement) {
    const total = sum(statement.rows.map(({ amount }) => amount))
    return [{ kind: 'no-terms', id: id('no-terms'), driver, total, usual, own: later }]
  }
  if (wouldBe !== null)
    questions.push({ kind: 'changed', id: id('changed'), driver, by: sum([wouldBe, minus(settlement.net)]), state })
  for (const { dispute, line, given, on, before, now: today, overlap, isOpen } of overlapsIn(statement, accepted))
    if (isOpen)
      questions.push({
        kind: 'corrected-twice',
        id: `corrected-twice-${dispute}`,
        driver,
        dispute,
        line,
        given,
        on,
        before,
        now: today,
        overlap,
      })
  const iban = ibanState(pay?.hasIban ? pay : null, now)
  if (iban !== 'ready' && settlement.payable > 0 && state !== 'paid' && state !== 'in-batch') {
    questions.push({
      kind: 'iban',
      id: id('iban'),
      driver,
      state: iban,
      until: pay?.heldUntil?.toString() ?? null,
      amount: settlement.payable,
    })
  }
  const isOpen = state === 'draft' || state === 'issued'
  if (carless > 0 && carCounts && state === 'draft' && isOver) {
    const answerKey = answerKeyOf('no-car', driver.id, week, String(carless))
    if (!answered.has(answerKey)) questions.push({ kind: 'no-car', id: id('no-car'), answerKey, driver, rent: carless })
  }
  if (unread !== null && isOpen && isOver) {
    const answerKey = answerKeyOf('no-reading', driver.id, week, unread)
    if (!answered.has(answerKey))
      questions.push({ kind: 'no-reading', id: id('no-reading'), answerKey, driver, vehicle: unread })
  }
  if (tripUnknownTolls.count > 0 && isOpen && isOver) {
    const answerKey = answerKeyOf('no-trips', driver.id, week, String(tripUnknownTolls.amount))
    if (!answered.has(answerKey))
      questions.push({ kind: 'no-trips', id: id('no-trips'), answerKey, driver, ...tripUnknownTolls })
  }
  // The radar already asks about a silent platform and a first debt; earnings that are only half in show no debt yet.
  const isInRadar = anomalies.some(({ anomaly: { kind } }) => kind === 'first-negative' || kind === 'silent-platform')
  if (isOpen && settlement.net < 0 && isIncomeWhole && !isInRadar) {
    const nets = (past.get(driver.id) ?? []).map(({ net }) => net)
    const { net, groups } = settlement
    const answerKey = answerKeyOf('negative', driver.id, week, String(Math.floor(net / 50_00)))
    if (!answered.has(answerKey))
      questions.push({
        kind: 'negative',
        id: id('negative'),
        answerKey,
        driver,
        net,
        earnings: groups.earnings,
        past: nets,
      })
  }
  return questions
}

function isUnsettled({ answer }: WatchedAnomaly): boolean {
  return answer === null || answer.said === 'talk'
}

function anomalyQuestion(
  statement: DriverStatement,
  { anomaly, answer }: WatchedAnomaly,
  past: Known['past'],
  names: ReadonlyMap<string, string>,
): Question {
  const driver = personOf(statement)
  const ids = 'rows' in anomaly ? anomaly.rows : []
  return {
    kind: 'anomaly',
    id: `a-${anomaly.id.replaceAll(/[^\w-]/g, '-')}`,
    driver,
    anomaly,
    other: anomaly.kind === 'two-drivers' ? (names.get(anomaly.other) ?? null) : null,
    rows: ids.slice(0, MAX_EVIDENCE).flatMap((id) => statement.rows.filter((row) => row.id === id).map(evidence)),
    // oxlint-disable-next-line typescript/no-non-null-assertion -- an anomaly is one of a settlement
    past: [...(past.get(driver.id) ?? []).map(({ earnings }) => earnings), statement.settlement!.groups.earnings],
    isFollowedUp: answer !== null,
  }
}

/** The stay in a workshop in which nobody had the car, from the first day to the last: nobody but the workshop used it. */
function stayOf({ vehicle, rows }: UnmatchedQuestion, stays: Known['stays']): WorkshopStay | null {
  const at = rows.find((row) => row.at !== null)?.at
  if (vehicle === null || !at) return null
  const day = Temporal.Instant.from(at).toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return (
    (stays.get(vehicle.id) ?? []).find(({ from, until }) => from <= day && (until === null || day <= until)) ?? null
  )
}

/** For each driver without terms in the week, the first terms that are agreed with them from a later week on. */
async function laterTerms({ week, statements }: WeekView, on: Kysely<DB>) {
  const termless = statements.filter(({ settlement }) => !settlement)
  const found = await Promise.all(
    termless.map(async ({ driver }) => [driver.id, await firstTermsAfter(driver.id, week, on)] as const),
  )
  return new Map(found.map(([id, agreed]) => [id, agreed && { from: agreed.from, regime: agreed.terms.regime }]))
}

/** The terms that most drivers of the week have: they are offered to a new driver with one press. */
function usualTerms({ statements }: WeekView): UsualTerms | null {
  const agreed = statements.flatMap(({ driver, terms }) => (terms ? [{ like: driver.id, terms: terms.terms }] : []))
  const alike = [...Map.groupBy(agreed, ({ terms }) => JSON.stringify(terms)).values()]
  const [commonest] = alike.toSorted((a, b) => b.length - a.length)
  return commonest
    ? { like: firstOf(commonest).like, regime: firstOf(commonest).terms.regime, count: commonest.length }
    : null
}

/**
 * For each source, whether the driver has rows in it. A platform that knows the driver and has no rows of theirs,
 * though its file is here, is a question.
 */
function ticksOf(
  { rows, state }: DriverStatement,
  platforms: ReadonlySet<string> | undefined,
  present: ReadonlySet<Source>,
): Record<Source, Tick> {
  const has = new Set(rows.filter(({ kind }) => kind !== 'activity').map(({ source }) => source))
  const tick = (source: Source): Tick => {
    if (has.has(source)) return 'yes'
    const isOpen = state === 'draft' || state === 'issued'
    return isOpen && platforms?.has(source) && present.has(source) ? 'question' : 'none'
  }
  return perSource(tick)
}

/** One question for each file that prints rows twice: the rows count once, and are asked about together. */
async function printedTwiceQuestions(repeatedRows: Known['twice'], on: Kysely<DB>): Promise<Question[]> {
  const rows = await readPrintedTwice(repeatedRows, on)
  return [...Map.groupBy(rows, ({ importId }) => importId).values()].map((own) => ({
    kind: 'printed-twice' as const,
    id: `printed-twice-${firstOf(own).importId}`,
    importId: firstOf(own).importId,
    file: evidence(firstOf(own)).file,
    count: own.length,
    total: sum(own.map(({ amount }) => amount)),
    pairs: own.slice(0, MAX_EVIDENCE).map((row) => ({ first: evidence(row.repeats), second: evidence(row) })),
  }))
}

/** Pairs of passages that two files may report twice, and about which nobody has said whether they are one. */
async function twinQuestions(view: WeekView, on: Kysely<DB>): Promise<Question[]> {
  const pairs = possibleTwins(view)
  if (pairs.length === 0) return []
  const answered = await answeredTwins(pairs, view.week, on)
  const owners = new Map(
    view.statements.flatMap((statement) => statement.rows.map((row) => [row.id, personOf(statement)])),
  )
  return pairs
    .filter(({ kept, other }) => !answered.has(`${kept.id} ${other.id}`))
    .map(({ kept, other }) => ({
      kind: 'twin' as const,
      id: `twin-${kept.id}-${other.id}`,
      plate: showPlate(kept.plate),
      driver: owners.get(kept.id) ?? null,
      kept: evidence(kept.row),
      other: evidence(other.row),
    }))
}

/** Tolls that come again so soon that they may be one: the same that the radar reports. */
export function doubledTolls({ statements }: Pick<WeekView, 'statements'>): PossibleTwin<Passage>[] {
  return statements.flatMap(({ rows }) => {
    const tolls = new Map(rows.flatMap(passageOf).map((passage) => [passage.id, passage]))
    const tollPassages = rows.filter(({ kind }) => kind === 'toll').flatMap(passageOf)
    return findDoubleTolls(
      tollPassages.map(({ id, plate, at, amount, row }) => ({
        row: id,
        plate,
        place: row.facts['place'] ?? '',
        at,
        amount: minus(amount),
      })),
    ).map(({ first, second }) => ({ kept: requireValue(tolls, first.row), other: requireValue(tolls, second.row) }))
  })
}

type Passage = { id: string; importId: number; plate: string; at: Temporal.Instant; amount: Cents; row: LiveRow }

/** Pairs of rows that may be one passage; both count. */
export function possibleTwins({
  statements,
  unmatched,
}: Pick<WeekView, 'statements' | 'unmatched'>): PossibleTwin<Passage>[] {
  const rows = [...statements.flatMap((statement) => statement.rows), ...unmatched.map(({ row }) => row)]
  return findPossibleTwins(rows.flatMap(passageOf))
}

function passageOf(row: LiveRow): Passage[] {
  const plate = row.keys.find(({ kind }) => kind === 'plate')?.value
  if ((row.kind !== 'toll' && row.kind !== 'parking') || !row.at || plate === undefined) return []
  return [{ id: row.id, importId: row.importId, plate, at: row.at, amount: row.amount, row }]
}

/** The pairs that the office has answered, by their row ids; an answer holds whichever of the two came first. */
async function answeredTwins(pairs: readonly PossibleTwin<Passage>[], week: Week, on: Kysely<DB>) {
  const ids = pairs.flatMap(({ kept, other }) => [kept.id, other.id])
  const [keys, answers] = await Promise.all([
    on
      .selectFrom('import_rows')
      .select(['id', 'key'])
      .where('id', '=', sql<number>`any(${ids.map(Number)})`)
      .execute(),
    on.selectFrom('passage_answers').select(['kept_key', 'other_key']).where('week', '=', week).execute(),
  ])
  const keyOf = new Map(keys.map(({ id, key }) => [String(id), key]))
  const answered = new Set(
    answers.flatMap((answer) =>
      [
        [answer.kept_key, answer.other_key],
        [answer.other_key, answer.kept_key],
      ].map(String),
    ),
  )
  return new Set(
    pairs
      .filter(({ kept, other }) => answered.has(String([keyOf.get(kept.id), keyOf.get(other.id)])))
      .map(({ kept, other }) => `${kept.id} ${other.id}`),
  )
}
