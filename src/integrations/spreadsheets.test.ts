import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { doubtDays } from '#domain/bank-days.ts'
import { leavesQuestion } from '#domain/refused-file.ts'
import { readBankFile } from '#integrations/bank/read-bank-file.ts'
import { readSheets } from '#platform/sheet.ts'
import { readWhole } from '#test/read-whole.ts'

// Files that LibreOffice Calc and Gnumeric wrote: test/fixtures/spreadsheets/SOURCE.md tells how.
const FIXTURES = new URL('../../test/fixtures/', import.meta.url)
const saved = (name: string) => readFileSync(new URL(`spreadsheets/${name}`, FIXTURES))
const BOLT = 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA'
const ORDERS = '20260607-20260608-payments_order-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'

async function read(name: string, bytes: Uint8Array) {
  const [result] = await readWhole({ name, bytes })
  if (!result!.ok) return { code: result!.code, problems: result!.problems }
  return result!.file.rows.map(({ kind, key, amount, keys, measures }) => ({ kind, key, amount, keys, measures }))
}

async function readBank(name: string, bytes: Uint8Array) {
  const result = await readBankFile({ name, bytes })
  if (!result.ok) return { code: result.code, problems: result.problems }
  return result.is === 'statements' ? result.statements.map(({ movements }) => movements) : 'an answer'
}

const original = (path: string) => readFileSync(new URL(encodeURI(path), FIXTURES))
const turned = (line: number, column: string, found: string, expected: string) => ({
  code: 'rows-unreadable',
  problems: [{ line, column, code: 'date-turned', found, expected }],
})

test('days that a program with the month first took for months are refused, never read as other days', async () => {
  expect(await read('extrato.xlsx', saved('viaverde-month-first.xlsx'))).toEqual(
    turned(7, 'Data Entrada', '2026-01-06 08:01:11', '2026-06-01 08:01:11'),
  )
  expect(await read('bp.csv', saved('bp-month-first.csv'))).toEqual(
    turned(2, 'Dia Hora', '2026/02/06 07:44:00', '2026/06/02 07:44:00'),
  )
  const activobank = await readBankFile({ name: 'activobank.xlsx', bytes: saved('activobank-month-first.xlsx') })
  const [statement] = activobank.ok && activobank.is === 'statements' ? activobank.statements : []
  expect(doubtDays(statement!)).toEqual({ why: 'days-turned', line: 17, day: '2026-11-06' })
})

test('a number under a date format that is no day stays as the program wrote it, so that its lost digits show', async () => {
  const [sheet] = await readSheets(saved('bp-all-dates.xlsx'))
  expect(sheet!.table.rows[1]!.cells.slice(0, 2)).toEqual(['2026-02-06 07:44:00', '7.077E+018'])
})

test('a card of sixteen digits that a program saved as a number is no key: the plate beside it is', async () => {
  const [result] = await readWhole({ name: 'prio.xlsx', bytes: saved('prio-cards-as-numbers.xlsx') })
  if (!result!.ok) throw new Error(result!.code)
  const { rows, warnings } = result!.file
  expect(rows.flatMap(({ keys }) => keys.map(({ kind }) => kind))).toEqual(rows.map(() => 'plate'))
  expect(warnings).toContainEqual(expect.objectContaining({ code: 'card-unreadable' }))
})

test('a line of sums below a list of Bolt is no driver, even where the phones are summed', async () => {
  const rows = await read(`${BOLT}.csv`, original(`public/bolt/${BOLT}.csv`))
  expect(await read(`${BOLT}.xlsx`, saved('bolt-total.xlsx'))).toEqual(rows)
  expect(await read(`${BOLT}.csv`, saved('bolt-sums-without-a-word.csv'))).toEqual(rows)
})

test('a line of sums below the orders of Uber is no order', async () => {
  const file = readdirSync(new URL('public/uber', FIXTURES)).find((name) => name.includes('payments_order'))
  expect(await read(ORDERS, saved('uber-orders-total.csv'))).toEqual(
    await read(ORDERS, original(`public/uber/${file}`)),
  )
})

test('a line of sums below a list of Revolut is no statement of its own', async () => {
  const [movements] = (await readBank('revolut.csv', original('money/bank/revolut-business.csv'))) as never[]
  const [seen, ...others] = (await readBank('revolut.csv', saved('revolut-total.csv'))) as never[]
  expect(others).toEqual([])
  expect(amounts(seen!)).toEqual(amounts(movements!))
  expect(await readBank('revolut.csv', saved('revolut-sums-without-a-word.csv'))).toMatchObject({
    code: 'rows-unreadable',
    problems: [{ line: 8, code: 'date-unreadable', found: '2279-05-01' }],
  })
})

test('files of other programs are refused by what they are', async () => {
  expect(await read('wise.ods', saved('wise.ods'))).toMatchObject({ code: 'unknown-format' })
  expect(await read('wise.xls', saved('wise.xls'))).toMatchObject({ code: 'old-excel' })
  expect(await readBank('wise.xls', saved('wise.xls'))).toMatchObject({ code: 'old-excel' })
})

test('the mark that a report is open in a program is told from a report, and leaves no question', async () => {
  const mark = Buffer.from(',helena,escritorio,30.11.2026 17:06,file:///home/helena/.config/libreoffice/4;')
  for (const name of [`.~lock.${BOLT}.csv#`, `~$${BOLT}.xlsx`]) {
    expect(await read(name, mark)).toMatchObject({ code: 'lock-file' })
  }
  expect(leavesQuestion({ code: 'lock-file' })).toBe(false)
  // A report that somebody named so is read.
  const rows = await read(`${BOLT}.csv`, original(`public/bolt/${BOLT}.csv`))
  expect(await read(`~$${BOLT}.csv`, original(`public/bolt/${BOLT}.csv`))).toEqual(rows)
})

function amounts(movements: readonly { amount: number }[]): number[] {
  return movements.map(({ amount }) => amount)
}
