import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canBeSetUp } from '#domain/import.ts'
import { isWeeklyReport } from '#domain/imported-file.ts'
import { readWeek } from '#domain/week.ts'
import { readWhole, type WholeResult } from '#test/read-whole.ts'
import { FOREIGN, KNOWN, type List } from './lists.ts'
import { cellsOf, doubled, listOf, WAYS, type Written } from './ways.ts'

const WEEK = { week: readWeek('2026-W25') }

async function read(file: Written): Promise<WholeResult> {
  const [result, ...others] = await readWhole(file, WEEK)
  expect(others).toEqual([])
  return result!
}

const inEuros = (cents: number) => (cents / 100).toFixed(2)

/** The content of a file in the words of the lists. */
function said(result: WholeResult): string {
  if (!result.ok) return result.code
  const { source, kind, rows } = result.file
  const once = rows.filter(({ repeats }) => repeats === undefined)
  return `${source} ${kind}: ${once.map((row) => `${row.kind} ${inEuros(row.amount)}`).join(', ')}`
}

const keysOf = (result: WholeResult) =>
  result.ok ? result.file.rows.flatMap(({ key, repeats }) => (repeats === undefined ? [key] : [])).toSorted() : []

test('the corpus has every report, and lists of nobody here', () => {
  expect(KNOWN.length + FOREIGN.length).toBeGreaterThanOrEqual(40)
  expect(Object.keys(WAYS).length).toBeGreaterThanOrEqual(15)
  expect(new Set([...KNOWN, ...FOREIGN].map(({ name }) => name)).size).toBe(KNOWN.length + FOREIGN.length)
})

test.each(KNOWN.map((list) => [list.name, list] as const))('%s says the same however it came', async (_, list) => {
  const keys = keysOf(await read(WAYS['as it comes']!(list)))
  for (const [way, write] of Object.entries(WAYS)) {
    const result = await read(write(list))
    expect([way, said(result)], JSON.stringify(result.ok ? '' : result.problems)).toEqual([way, list.says])
    expect([way, keysOf(result)]).toEqual([way, keys])
  }
})

test.each(FOREIGN.map((list) => [list.name, list] as const))(
  '%s is refused however it came, and can be taught',
  async (_, list) => {
    for (const [way, write] of Object.entries(WAYS)) {
      const result = await read(write(list))
      expect([way, said(result)]).toEqual([way, list.says])
      expect([way, !result.ok && canBeSetUp(result)]).toEqual([way, true])
    }
  },
)

/** Lists whose rows do not cover a whole week: every one may be cut, doubled and shuffled. */
const MOVEMENTS = KNOWN.filter(({ says }) => !/payments|activity|earnings|quality|performance/.test(says))

async function counted(...files: Written[]): Promise<Map<string, number>> {
  const union = new Map<string, number>()
  for (const file of files) {
    const result = await read(file)
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    expect(isWeeklyReport(result.file.kind)).toBe(false)
    for (const { key, amount, repeats } of result.file.rows) {
      if (repeats === undefined && !union.has(key)) union.set(key, amount)
    }
  }
  return new Map([...union].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const way = fc.constantFrom(...Object.values(WAYS))

test.each(MOVEMENTS.map((list) => [list.name, list] as const))(
  '%s: doubled, shuffled, cut into two files that overlap, and saved in any way, the same counts to the cent',
  async (_, list) => {
    const [headings = [], ...all] = cellsOf(list)
    // A sale's further product means nothing without the line that has the sale's amount.
    const rows = all.filter((row) => !row.includes('-'))
    const whole = await counted(WAYS['as it comes']!(listOf(list, [headings, ...rows])))
    expect(await counted(WAYS['as it comes']!(doubled(listOf(list, [headings, ...rows]))))).toEqual(whole)
    const part = fc.shuffledSubarray([...rows.keys(), ...rows.keys()], { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(part, part, way, way, async (one, other, writeOne, writeOther) => {
        const missing = [...rows.keys()].filter((row) => !one.includes(row) && !other.includes(row))
        const ofRows = (places: readonly number[]) => listOf(list, [headings, ...places.map((place) => rows[place]!)])
        const files = [writeOne(ofRows([...one, ...missing])), writeOther(ofRows(other))]
        expect(await counted(...files)).toEqual(whole)
      }),
      { numRuns: 12 },
    )
  },
)

/** Rows that differ in one business column are two rows, wherever they stand in the file. */
test.each([
  ['PRIO fleet card', 'KMS', '79546'],
  ['PRIO fleet card', 'HORA', '@21:16'],
  ['PRIO fleet card', 'POSTO', 'PRIO SINTRA'],
  ['PRIO fleet card', 'LITROS', '#38.13'],
  ['PRIO fleet card', 'CARTÃO', '7082000000000022'],
  ['BP', 'Km', '1002'],
  ['BP', 'Posto', 'BP SINTRA'],
  ['Repsol, Portuguese', 'ESTABELECIMENTO', 'E.S. OEIRAS'],
  ['EDP', 'Energia (kWh)', '#18.50'],
  ['Via Verde, portal', 'Exit Date', '@2026-06-15 19:39:40'],
  ['Via Verde, portal', 'Entry Point', 'Sacavém A1'],
])('%s: a line that differs in %s alone is another movement', async (name, heading, cell) => {
  const list = KNOWN.find((one) => one.name === name)!
  const [headings = [], first = [], ...rows] = cellsOf(list)
  const other = first.with(headings.indexOf(heading), cell)
  expect(other).not.toEqual(first)
  const result = await read(WAYS['as it comes']!(listOf(list, [headings, first, ...rows, other])))
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  expect(result.file.rows.filter(({ repeats }) => repeats !== undefined)).toEqual([])
  expect(new Set(result.file.rows.map(({ key }) => key)).size).toBe(result.file.rows.length)
})

test.each([
  ['Via Verde, portal', 'System Entry Date', '@2026-06-18 01:00:00'],
  ['Via Verde, portal', 'Is Payed', 'FALSE'],
  ['Via Verde, portal', 'OBU', '41900000034'],
  ['PRIO fleet card', 'Nº FATURA', 'FT 1/2'],
  ['BP', 'Status', 'ok'],
])('%s: a line that differs in %s alone says nothing new', async (name, heading, cell) => {
  const list = KNOWN.find((one) => one.name === name)!
  const [headings = [], first = [], ...rows] = cellsOf(list)
  const other = first.with(headings.indexOf(heading), cell)
  const result = await read(WAYS['as it comes']!(listOf(list, [headings, first, ...rows, other])))
  expect(said(result)).toBe(list.says)
})

/** The sum of a file that was read without a warning about its amounts; `null` for a refused file. */
async function sumOf(list: List): Promise<number | null> {
  const result = await read(WAYS['saved by Excel in Portugal']!(list))
  if (!result.ok) {
    if (result.code === 'columns-missing' || result.code === 'unknown-format') expect(canBeSetUp(result)).toBe(true)
    return null
  }
  if (result.file.warnings.some(({ code }) => code === 'value-assumed')) return null
  return result.file.rows.reduce((sum, { amount }) => sum + amount, 0)
}

test.each(KNOWN.map((list) => [list.name, list] as const))(
  '%s: with a column lost or its heading cut, it says the same, or is refused, or warns',
  async (_, list) => {
    const cells = cellsOf(list)
    const whole = await sumOf(list)
    for (const [column, heading] of cells[0]!.entries()) {
      const without = listOf(
        list,
        cells.map((row) => row.filter((_cell, at) => at !== column)),
      )
      const cut = (length: number) =>
        listOf(list, [cells[0]!.with(column, heading.slice(0, length).trim()), ...cells.slice(1)])
      const cuts = new Set(
        [10, heading.length - 2, Math.ceil(heading.length / 2)].filter((length) => length < heading.length),
      )
      for (const changed of [without, ...[...cuts].map(cut)]) {
        const sum = await sumOf(changed)
        if (sum !== null && whole !== null) expect([heading, sum]).toEqual([heading, whole])
      }
    }
  },
)
