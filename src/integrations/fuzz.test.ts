import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWeek } from '#domain/week.ts'
import { CODE_POINT } from '#test/code-points.ts'
import { readWhole } from '#test/read-whole.ts'

const WEEK = { week: readWeek('2026-W23') }
const HEADINGS = [
  'Driver',
  'Email',
  'Gross earnings (total)|€',
  'Net earnings|€',
  'Collected cash|€',
  'Projected payout|€',
]

/** Anything a person or a program may type, except the byte that makes text binary. */
const anyText = fc.string({ unit: fc.constantFrom(...'abÁãç€?;,"\t\'|.- 019'), maxLength: 12 })
const damage = fc.constantFrom('abc', 'N/A', '1.2.3', '12.3456', '--5', '1e5', '∞', '5 USD', '0x10')
const shape = fc.record({
  separator: fc.constantFrom(';', ',', '\t'),
  comma: fc.boolean(),
  eol: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.boolean(),
  quoteAll: fc.boolean(),
  finalEol: fc.boolean(),
  latin: fc.boolean(),
})
const record = fc.record({
  name: anyText,
  gross: fc.integer({ min: 0, max: 5_000_00 }),
  net: fc.integer({ min: -500_00, max: 5_000_00 }),
  cash: fc.integer({ min: 0, max: 500_00 }),
  damage: fc.option(fc.record({ column: fc.integer({ min: 2, max: 5 }), cell: damage }), { freq: 6 }),
  blankAbove: fc.boolean(),
})
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never
type Row = typeof record extends fc.Arbitrary<infer T> ? T : never

function amount(value: number, comma: boolean): string {
  const size = Math.abs(value)
  return `${value < 0 ? '-' : ''}${Math.floor(size / 100)}${comma ? ',' : '.'}${String(size % 100).padStart(2, '0')}`
}

function cellsOf(row: Row, index: number, { comma }: Shape): string[] {
  const figures = [row.gross, row.net, row.cash, row.net - row.cash].map((value) => amount(value, comma))
  const cells = [row.name, `driver${index}@example.org`, ...figures]
  return row.damage ? cells.with(row.damage.column, row.damage.cell) : cells
}

function written(
  rows: readonly { cells: string[]; blankAbove: boolean }[],
  how: Shape,
  headings: readonly string[] = HEADINGS,
): Uint8Array {
  const cell = (text: string): string =>
    how.quoteAll || /[;,\t"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const lines = [headings, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(cell).join(how.separator))
  const spaced = lines.flatMap((line, at) => (rows[at - 1]?.blankAbove ? ['', line] : [line]))
  const text = spaced.join(how.eol) + (how.finalEol ? how.eol : '')
  if (!how.latin) return new TextEncoder().encode((how.mark ? '\ufeff' : '') + text)
  return Uint8Array.from([...text].map((letter) => (letter === '€' ? 0x80 : letter.codePointAt(0)! & 0xff)))
}

test('every row of a file is taken or reported, and without the reported ones the file is taken', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 8 }), shape, async (rows, how) => {
      const all = rows.map((row, index) => ({ cells: cellsOf(row, index, how), blankAbove: row.blankAbove }))
      const [result] = await readWhole({ name: 'x.csv', bytes: written(all, how) }, WEEK)
      const damaged = rows.filter((row) => row.damage !== null).length
      if (result!.ok) {
        expect(result!.file.dataRows).toBe(rows.length)
        expect(result!.file.rows.map(({ amount: payout }) => payout)).toEqual(rows.map(({ net, cash }) => net - cash))
        expect(new Set(result!.file.rows.map(({ line }) => line)).size).toBe(rows.length)
        expect(damaged).toBe(0)
        return
      }
      const reported = new Set(result!.problems.map(({ line }) => line))
      expect(reported.size).toBeGreaterThan(0)
      expect(result!.code).toBe('rows-unreadable')
      const undamaged = all.filter((_, index) => rows[index]!.damage === null)
      if (undamaged.length === 0) return
      const [again] = await readWhole({ name: 'x.csv', bytes: written(undamaged, how) }, WEEK)
      expect(again).toMatchObject({ ok: true, file: { dataRows: undamaged.length } })
      if (result!.problems.every(({ code }) => code === 'amount-unreadable')) expect(reported.size).toBe(damaged)
    }),
    { numRuns: 6_000 },
  )
  // A longer limit than usual, for a busy machine: there are many files, and none may be skipped.
}, 240_000)

const PASSAGE = ['Matrícula', 'Data Entrada', 'Barreira Entrada', 'Data Saída', 'Barreira Saída', 'Valor Transação']
const passage = fc.record({
  car: fc.integer({ min: 0, max: 2 }),
  minute: fc.integer({ min: 0, max: 59 }),
  place: fc.constantFrom('Alverca A1', 'Ponte 25 de Abril', 'Túnel "do" Marão'),
  value: fc.integer({ min: -100, max: 3_000 }),
  damage: fc.option(
    fc.constantFrom<[number, string]>([3, '31/02/2026 10:00:00'], [3, ''], [5, '1,2,3'], [5, ''], [5, 'grátis']),
    { freq: 8 },
  ),
  blankAbove: fc.boolean(),
})

test('every passage of a list is taken or reported, and the same passage twice is two rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(passage, { minLength: 1, maxLength: 12 }), shape, async (rows, how) => {
      const all = rows.map(({ car, minute, place, value, damage: harm, blankAbove }) => {
        const at = `05/06/2026 10:${String(minute).padStart(2, '0')}:00`
        const cells = [`ZX-0${car}-TA`, harm?.[0] === 3 ? '' : at, place, at, place, amount(value, how.comma)]
        return { cells: harm ? cells.with(harm[0], harm[1]) : cells, blankAbove }
      })
      const [result] = await readWhole({ name: 'extrato.csv', bytes: written(all, how, PASSAGE) })
      const damaged = rows.filter((row) => row.damage !== null).length
      if (result!.ok) {
        expect(damaged).toBe(0)
        expect(result!.file.dataRows).toBe(rows.length)
        expect(result!.file.rows.map(({ amount: cost }) => cost)).toEqual(rows.map(({ value }) => 0 - value))
        expect(new Set(result!.file.rows.map(({ key }) => key)).size).toBe(rows.length)
        return
      }
      expect(result!.code).toBe('rows-unreadable')
      expect(new Set(result!.problems.map(({ line }) => line)).size).toBe(damaged)
    }),
    { numRuns: 2_000 },
  )
})

test('no bytes at all make the reader fall over', async () => {
  const wild = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ unit: CODE_POINT, maxLength: 300 }).map((text) => new TextEncoder().encode(text)),
    fc
      .array(
        fc.array(fc.constantFrom('Driver UUID', 'Paid to you', 'Motorista', '"', ';', ',', '\n', '\0', '1,2', '€'), {
          maxLength: 9,
        }),
      )
      .map((lines) =>
        new TextEncoder().encode(`Driver UUID,Paid to you\n${lines.map((line) => line.join('')).join('\n')}`),
      ),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from([0x50, 0x4b, 3, 4, ...bytes])),
  )
  await fc.assert(
    fc.asyncProperty(wild, async (bytes) => {
      const results = await readWhole({ name: 'x.csv', bytes }, WEEK)
      expect(results.length).toBeGreaterThan(0)
      for (const result of results) expect(result.ok ? result.file.rows.length : result.code).toBeTruthy()
    }),
    { numRuns: 2_000 },
  )
})
