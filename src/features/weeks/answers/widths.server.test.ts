import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { FileToRead } from '#domain/import.ts'
import { sum } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { answerRow as answerWhose } from '#features/imports/commands.server.ts'
import { previewDrop } from '#features/imports/previews/queries.server.ts'
import { saveDrop } from '#features/imports/drops/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import {
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  asOwner,
  makeChange,
  drop,
  edited,
  publicFile,
  textOf,
} from '#test/factories.ts'
import { answerCompany, answerRow, takeBack } from './commands.server.ts'
import { findRow } from './queries.server.ts'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const BOLT = publicFile('2026W23')
const [HEADINGS, ...LINES] = textOf(BOLT).trimEnd().split('\n')
const ACCEPTED = { acceptSameFigures: true, acceptOtherWeek: true }

/** A line of Bolt's report for an unknown person, with the money of one of its lines or with none. */
function lineOf(person: string, money: number | null): string {
  const cells = (LINES[money ?? 0] ?? '').split('","')
  const figures = cells.slice(3, -2).map((figure) => (money === null ? '0.00' : figure))
  const id = `99999999-0000-4000-8000-${person.padStart(12, '0')}`
  const name = [`"Pessoa ${person}`, `pessoa${person}@example.org`, `+3519999${person.padStart(5, '0')}`]
  return [...name, ...figures, id, `${id.slice(0, -1)}f"`].join('","')
}

const bolt = (week: string, lines: readonly string[]): FileToRead =>
  edited(BOLT, () => `${[HEADINGS, ...lines].join('\n')}\n`, BOLT.name.replace('2026W23', week))

const asked = async (week: Week) =>
  (await getWeekPage(week, MONDAY)).questions.flatMap((one) => (one.kind === 'unmatched' ? [one] : []))
const answers = async (week: Week) => (await getWeekPage(week, MONDAY)).answers
const checks = async (week: Week) => (await getWeek(week)).checks

test('a name that brought nothing can be nobody’s while nothing comes: money under it asks, in the preview and in the week', async () => {
  await drop([bolt('2026W23', [lineOf('1', null)])])
  const [empty] = await asked(WEEK)
  expect(empty).toMatchObject({ tellsNothing: true, total: 0 })
  const actor = { uid: 'office', role: 'admin' as const, address: null, requestId: null }
  await makeChange((change) => answerCompany(change, empty!.rows[0]!.id), { actor })
  expect([await asked(WEEK), await answers(WEEK)]).toMatchObject([
    [],
    [{ kind: 'key', owner: null, isFromNewRecord: false }],
  ])

  const file = bolt('2026W24', [lineOf('1', 0)])
  const id = await makeChange((change) => saveDrop(change, [file], null))
  const [seen] = (await previewDrop(id, MONDAY)).files
  expect(seen?.ok && seen.read.unmatched).toMatchObject({ count: 1, total: seen?.ok && seen.read.amount })
  await drop([file], ACCEPTED)
  const [paid] = await asked(NEXT_WEEK)
  expect(await checks(NEXT_WEEK)).toMatchObject({ company: 0, unmatched: paid!.total, sourcesIn: paid!.total })

  // Where there is money, the answer is for these rows alone; the next week asks about the name again.
  await makeChange((change) => answerCompany(change, paid!.rows[0]!.id))
  expect([await asked(NEXT_WEEK), await checks(NEXT_WEEK)]).toMatchObject([[], { company: paid!.total, unmatched: 0 }])
  const [said] = await answers(NEXT_WEEK)
  await makeChange((change) => takeBack(change, said!.id))
  expect(await asked(NEXT_WEEK)).toHaveLength(1)
})

test('a newer version of a report that says another amount asks again of what was answered', async () => {
  await drop([bolt('2026W23', [lineOf('1', null), lineOf('2', 0)])])
  const [first, second] = await asked(WEEK)
  await makeChange((change) => answerRow(change, WEEK, { row: first!.rows[0]!.id, says: 'nothing', reason: 'Vazia' }))
  await makeChange((change) => answerCompany(change, second!.rows[0]!.id))
  expect(await asked(WEEK)).toEqual([])
  await drop([bolt('2026W23', [lineOf('1', 1), lineOf('2', 0)])])
  const [again, ...others] = await asked(WEEK)
  expect([again!.total > 0, others]).toEqual([true, []])
  const row = again!.rows[0]!.id
  expect((await findRow(WEEK, row))!.answer).toBeNull()
  await makeChange((change) => answerRow(change, WEEK, { row, says: 'nothing', reason: 'Engano' }))
  expect((await checks(WEEK)).sourcesIn).toBe(second!.total)
})

test('what an earlier version remembered of a person asks when money comes', async () => {
  const id = `99999999-0000-4000-8000-000000000001`
  await asOwner(`insert into source_keys (source, kind, value, company) values ('bolt', 'driver', '${id}', true)`)
  await drop([bolt('2026W23', [lineOf('1', 0)])])
  expect(await asked(WEEK)).toMatchObject([{ reason: 'unknown-driver', key: { value: id } }])
})

/** For each of three people in a week: not in the report, with nothing, or with the money of a line. */
const people = fc.array(fc.constantFrom('out', 'zero', 0, 1, 2), { minLength: 3, maxLength: 3 })
/** The answer to each question: a driver, the company, that the row does not count, or none. */
const said = fc.array(fc.constantFrom('driver', 'company', 'nothing', 'leave'), { minLength: 3, maxLength: 3 })

const linesOf = (kinds: readonly (string | number)[]) =>
  kinds.flatMap((kind, at) => (kind === 'out' ? [] : [lineOf(String(at + 1), kind === 'zero' ? null : Number(kind))]))

test('however the questions of a week are answered, no money of the next goes anywhere unseen', async () => {
  await fc.assert(
    fc.asyncProperty(people, people, said, async (now, then, ways) => {
      fleet = await aFleet()
      await drop([bolt('2026W23', linesOf(now))], ACCEPTED)
      const owners = new Map<string, string>()
      for (const [at, question] of (await asked(WEEK)).entries()) {
        const row = question.rows[0]!.id
        const way = ways[at]
        const driverId = fleet.driver(`D${at + 1}`)
        if (way === 'driver') {
          await makeChange((change) => answerWhose(change, row, { driverId }))
          owners.set(question.key.value, driverId)
        } else if (way === 'company') await makeChange((change) => answerCompany(change, row))
        else if (way === 'nothing')
          await makeChange((change) => answerRow(change, WEEK, { row, says: 'nothing', reason: 'Engano' }))
      }
      const [outcome] = await drop([bolt('2026W24', linesOf(then))], ACCEPTED)
      const { statements, unmatched, companyRows, checks: next } = await getWeek(NEXT_WEEK)
      // All that the file brought counts, and none of it is the company's.
      expect(next.sourcesIn).toBe(outcome?.tally?.amount ?? 0)
      expect(sum(companyRows.map(({ amount }) => amount))).toBe(0)
      // A driver gets the rows that were given to them, and nothing else.
      for (const { driver, rows } of statements)
        for (const { keys } of rows) expect(keys.map(({ value }) => owners.get(value))).toContain(driver.id)
      // The rest is asked about, name by name.
      const questions = await asked(NEXT_WEEK)
      expect(sum(questions.map(({ total }) => total))).toBe(sum(unmatched.map(({ row }) => row.amount)))
      for (const { row } of unmatched) expect(row.keys.some(({ value }) => owners.has(value))).toBe(false)
    }),
    { numRuns: 12 },
  )
})
