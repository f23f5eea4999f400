import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import { cents, sum } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { isNameOfPerson, movesNoMoney } from '#domain/matching.ts'
import type { RowAnswer } from '#domain/row-answer.ts'
import type { Terms } from '#domain/terms.ts'
import { type Week, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addTerms, addTermsToEach } from '#features/fleet/terms/commands.server.ts'
import { firstTermsAfter, termsInForce } from '#features/fleet/terms/queries.server.ts'
import { countOnce, countTwice, rememberKey } from '#features/imports/commands.server.ts'
import { isOfKey, listPrintedTwice } from '#features/imports/rows/queries.server.ts'
import { addKey, forgetKey } from '#features/fleet/keys/commands.server.ts'
import { lockWeeks } from '#features/ledger/commands.server.ts'
import { findUnmatchedRow } from '#features/imports/owners/queries.server.ts'
import { causeOf, listOpenRows, listRecognised } from '#features/weeks/unmatched/queries.server.ts'
import { type RecognisedInput, ownerValue } from '#features/weeks/unmatched/schema.ts'
import { doubledTolls, possibleTwins } from '#features/weeks/questions/queries.server.ts'
import { takeBackAnomalyAnswer } from '#features/weeks/radar/commands.server.ts'
import { askRefusedAgain } from '#features/imports/refused-files/commands.server.ts'
import { type WeekView, getWeek, isFrozenWeek } from '#features/settlements/queries.server.ts'
import { removeAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { findRow } from './queries.server.ts'

/**
 * Records for ever whether two rows are one passage; if they are, the second counts nothing. The pair is asked about as
 * twins of two files, or as a toll that comes again within minutes. Refuses `record.not-found` when the pair is no longer
 * asked about, and `week.frozen` once the whole week is approved.
 */
export async function answerPassage(
  change: Change,
  week: Week,
  { kept, other, isSame }: { kept: string; other: string; isSame: boolean },
): Promise<void> {
  await lockWeeks(change.tx, [week])
  const view = await getWeek(week, change.tx)
  refuseFrozen(view)
  const pairs = [...possibleTwins(view), ...doubledTolls(view)]
  if (!pairs.some((pair) => pair.kept.id === kept && pair.other.id === other)) throw new Refusal('record.not-found')
  const rows = await change.tx
    .selectFrom('import_rows')
    .select(['id', 'source', 'key'])
    .where('id', 'in', [Number(kept), Number(other)])
    .execute()
  // oxlint-disable-next-line typescript/no-non-null-assertion -- both passages were asked for
  const keyOf = (id: string) => rows.find((row) => String(row.id) === id)!.key
  const keys = { kept_key: keyOf(kept), other_key: keyOf(other) }
  const { id } = await change.tx
    .insertInto('passage_answers')
    .values({
      source: firstOf(rows).source,
      week,
      ...keys,
      is_same: isSame,
      answered_at: change.now.toString(),
      answered_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `passage:${id}`, after: { ...keys, week, isSame } })
}

/**
 * Answers several questions with the owner that the list suggested for each, all or none; each answer can be taken back by
 * itself. Refuses `recognised.changed` when one of them is asked no longer, or suggests another owner by now.
 */
export async function answerRecognised(change: Change, from: Week, chosen: RecognisedInput): Promise<number> {
  const questions = new Map((await listRecognised(from, change.tx)).map((question) => [question.id, question]))
  const answered = chosen.map(({ id, owner }) => {
    const question = questions.get(id)
    if (!question || ownerValue(question.suggestion) !== owner) throw new Refusal('recognised.changed')
    return question
  })
  for (const { id, suggestion } of answered) {
    const found = await findUnmatchedRow(id.replace('row-', ''), change.tx)
    if (!found) throw new Refusal('recognised.changed')
    const owner = 'driver' in suggestion ? { driverId: suggestion.driver.id } : { vehicleId: suggestion.vehicle.id }
    await rememberKey(change, found.row.source, found.attribution.key, owner)
  }
  return answered.length
}

/** Refuses `week.frozen` once the week is approved: an answer could no longer change its statements. */
function refuseFrozen(view: WeekView): void {
  if (isFrozenWeek(view)) throw new Refusal('week.frozen', { week: weekName(view.week) })
}

/**
 * Takes the answer back: both rows of the passage count again, and the question is asked again. Refuses
 * `record.not-found` and `week.frozen`.
 */
async function takeBackPassage(change: Change, id: number): Promise<void> {
  const answer = await change.tx.selectFrom('passage_answers').select('week').where('id', '=', id).executeTakeFirst()
  if (!answer) throw new Refusal('record.not-found')
  await lockWeeks(change.tx, [answer.week as Week])
  refuseFrozen(await getWeek(answer.week as Week, change.tx))
  const withdrawn = await change.tx
    .deleteFrom('passage_answers')
    .where('id', '=', id)
    .returning(['week', 'kept_key', 'other_key', 'is_same as isSame'])
    .executeTakeFirst()
  if (!withdrawn) throw new Refusal('record.not-found')
  change.note({ subject: `passage:${id}`, before: withdrawn })
}

/**
 * Records for ever, under the key of the row, what the file cannot know about it (`row-answer.ts`). Refuses
 * `record.not-found` when the row no longer allows this answer, and `row.answered` when it has an answer already. On a row
 * of an approved statement the answer makes a difference, which is put to the office for an open week.
 */
export async function answerRow(
  change: Change,
  week: Week,
  { row: id, says, reason }: { row: string; says: RowAnswer; reason: string },
): Promise<void> {
  await lockWeeks(change.tx, [week])
  const row = await findRow(week, id, change.tx)
  if (row?.answer) throw new Refusal('row.answered')
  if (!row?.can.includes(says)) throw new Refusal('record.not-found')
  await writeAnswers(change, { rows: [id], says, reason })
}

/**
 * Leaves several rows of a week to the company in one press, which is taken back as one: those of a car that stood in a workshop.
 * Refuses as `answerRow`.
 */
export async function leaveToCompany(change: Change, week: Week, rows: readonly string[]): Promise<void> {
  await lockWeeks(change.tx, [week])
  for (const id of rows) {
    const row = await findRow(week, id, change.tx)
    if (row?.answer) throw new Refusal('row.answered')
    if (!row?.can.includes('company')) throw new Refusal('record.not-found')
  }
  await writeAnswers(change, { rows, says: 'company', reason: '' })
}

/**
 * Says of all rows of a file that repeat another of its rows, and have no answer yet, that they are two movements or one.
 * Refuses `record.changed-meanwhile` when their number is not the one that was seen.
 */
export async function answerPrintedTwice(
  change: Change,
  week: Week,
  { importId, count, says }: { importId: number; count: number; says: 'twice' | 'once' },
): Promise<void> {
  await lockWeeks(change.tx, [week])
  refuseFrozen(await getWeek(week, change.tx))
  const rows = (await listPrintedTwice(week, change.tx)).filter((row) => row.importId === importId)
  if (rows.length === 0 || rows.length !== count) throw new Refusal('record.changed-meanwhile')
  await writeAnswers(change, { rows: rows.map(({ id }) => id), says, reason: '' })
}

/**
 * Leaves a row, and all that are asked about with it, to the company: these rows, and none that comes later. When all rows
 * under a person's name are zero, the name itself is kept as nobody's, so that zeros are asked about no more; money under it
 * still is. With `from` it takes the rows of all weeks from that one on, as the queue of questions does; without it those of
 * the row's own week. Refuses `record.not-found` when the row is no longer asked about.
 */
export async function answerCompany(change: Change, rowId: string, from: Week | null = null): Promise<void> {
  const found = await findUnmatchedRow(rowId, change.tx)
  if (!found) throw new Refusal('record.not-found')
  const openRows = async () =>
    from === null ? (await getWeek(found.row.week, change.tx)).unmatched : listOpenRows(from, change.tx)
  const rowsOfQuestion = async () => (await openRows()).filter((row) => causeOf(row) === causeOf(found))
  await lockWeeks(change.tx, [...new Set((await rowsOfQuestion()).map(({ row }) => row.week))])
  const rows = await rowsOfQuestion()
  if (!rows.some(({ row }) => row.id === rowId)) throw new Refusal('record.not-found')
  const { key, reason } = found.attribution
  if (reason === 'unknown-driver' && isNameOfPerson(key.kind) && rows.every(({ row }) => movesNoMoney(row)))
    await addKey(change, found.row.source, key, { company: true }, { isAnswer: true })
  else await writeAnswers(change, { rows: rows.map(({ row }) => row.id), says: 'company', reason: '' })
}

/**
 * Says of rows that come to nothing and belong to nobody here that they do not count, with the reason, so that they are
 * asked about no more. One press for each week of theirs. Refuses `record.changed-meanwhile` when one of them carries
 * money by now.
 */
export async function leaveRowsOfNothing(change: Change, rows: readonly string[], reason: string): Promise<void> {
  if (rows.length === 0) return
  const storedRows = await change.tx
    .selectFrom('import_rows')
    .select(['id', 'week', 'amount_cents as amount'])
    .where('id', 'in', rows.map(Number))
    .execute()
  if (storedRows.some(({ amount }) => amount !== 0)) throw new Refusal('record.changed-meanwhile')
  await lockWeeks(change.tx, [...new Set(storedRows.map(({ week }) => week as Week))])
  await writeAnswers(change, { rows: storedRows.map(({ id }) => String(id)), says: 'nothing', reason })
}

async function writeAnswers(
  change: Change,
  { rows, says, reason }: { rows: readonly string[]; says: RowAnswer; reason: string },
): Promise<void> {
  const press = crypto.randomUUID()
  const answeredRows = sql`import_rows.id = any(${rows.map(Number)}::bigint[])`
  // Delete answers that were given while the row had another amount: they no longer hold.
  await sql`delete from row_answers answer using import_rows where ${answeredRows} and ${isOfKey('import_rows')}`.execute(
    change.tx,
  )
  const { rows: written } = await sql<{ week: string; amount: number }>`
    with said as (
      insert into row_answers (press, source, report, account, week, key, says, reason, amount_cents, answered_at, answered_by)
      select ${press}, source, report, account, week, key, ${says}, ${reason}, amount_cents, ${change.now.toString()}::timestamptz,
        ${change.actor.uid}
      from import_rows where ${answeredRows})
    select week, amount_cents as amount from import_rows where ${answeredRows} order by week`.execute(change.tx)
  if (says === 'twice') await countTwice(change.tx, press)
  const amount = sum(written.map((row) => cents(row.amount)))
  const { week } = firstOf(written)
  change.note({ subject: `row-answer:${press}`, after: { week, says, rows: rows.length, amount, reason } })
}

/**
 * Takes the answers of one press back: the rows count as the files have them, and their questions are asked again.
 * Refuses `record.not-found`.
 */
async function takeBackRows(change: Change, press: string): Promise<void> {
  const answers = await change.tx
    .selectFrom('row_answers')
    .select(['week', 'says', 'reason'])
    .where('press', '=', readRecordId(press))
    .execute()
  const [first] = answers
  if (!first) throw new Refusal('record.not-found')
  await lockWeeks(change.tx, [...new Set(answers.map(({ week }) => week as Week))])
  await countOnce(change.tx, press)
  await change.tx.deleteFrom('row_answers').where('press', '=', press).execute()
  change.note({
    subject: `row-answer:${press}`,
    before: { week: first.week, says: first.says, rows: answers.length, reason: first.reason },
  })
}

/**
 * Agrees with a driver, from a week on, the terms that are in force for `like`; where `like` is the driver, those
 * agreed with them from a later week on. Refuses `record.not-found` when there are none, and as `addTerms`.
 */
export async function giveSameTerms(
  change: Change,
  week: Week,
  { driverId, like, reason }: { driverId: string; like: string; reason: string },
): Promise<void> {
  const isOwn = like === driverId
  const agreed = isOwn
    ? await firstTermsAfter(driverId, week, change.tx)
    : (await termsInForce(change.tx, week)).get(like)
  if (!agreed) throw new Refusal('record.not-found')
  await addTerms(change, driverId, { from: week, terms: agreed.terms, reason })
}

/**
 * Gives the terms of `like` to those of these drivers who still have none, and answers how many they are. Refuses
 * `record.not-found` when nothing is in force for `like`, and as `addTerms`.
 */
export async function giveAllSameTerms(
  change: Change,
  week: Week,
  { drivers, like, reason }: { drivers: readonly string[]; like: string; reason: string },
): Promise<number> {
  const agreed = (await termsInForce(change.tx, week)).get(like)
  if (!agreed) throw new Refusal('record.not-found')
  return giveFirstTerms(change, week, { drivers, terms: agreed.terms, reason })
}

/**
 * Agrees these terms, from a week on, with those of these drivers who still have none, and answers how many they are. Refuses
 * as `addTerms`.
 */
export async function giveFirstTerms(
  change: Change,
  week: Week,
  { drivers, terms, reason }: { drivers: readonly string[]; terms: Terms; reason: string },
): Promise<number> {
  const inForce = await termsInForce(change.tx, week)
  const termless = [...new Set(drivers)].filter((driverId) => !inForce.has(driverId))
  await addTermsToEach(
    change,
    termless.map((driverId) => ({ driverId, from: week, terms, reason })),
  )
  return termless.length
}

/** Takes an answer back, as `GivenAnswer` names it. Refuses `record.not-found` when it is gone already. */
export async function takeBack(change: Change, answer: string): Promise<void> {
  const [kind, id = '', of = ''] = answer.split(':')
  if (kind === 'key') return forgetKey(change, Number(id))
  if (kind === 'passage') return takeBackPassage(change, Number(id))
  if (kind === 'row') return takeBackRows(change, id)
  if (kind === 'anomaly') return takeBackAnomalyAnswer(change, Number(id))
  if (kind === 'refused-file') return askRefusedAgain(change, Number(id))
  return removeAssignment(change, readRecordId(id), readRecordId(of))
}
