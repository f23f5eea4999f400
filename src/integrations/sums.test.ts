import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWhole } from '#test/read-whole.ts'

/** Tests lines that sum the ones above them (`rulings.md` J.4), and empty lines, in the weekly reports. */

const PUBLIC = new URL('../../test/fixtures/public/', import.meta.url)
const UBER = '20260601-20260608-payments_driver-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const ACTIVITY = '20260601-20260608-driver_activity-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const BOLT = 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA.csv'
const linesOf = (folder: string, name: string): string[][] =>
  readFileSync(new URL(encodeURI(`${folder}/${name}`), PUBLIC), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (folder === 'bolt' ? line.slice(1, -1).split('","') : line.split(',')))
const [uber, activity, bolt] = [linesOf('uber', UBER), linesOf('uber', ACTIVITY), linesOf('bolt', BOLT)]

async function read(name: string, rows: readonly (readonly string[])[], organisations: readonly string[] = []) {
  const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  return (await readWhole({ name, bytes: new TextEncoder().encode(text) }, { organisations }))[0]!
}

async function said(name: string, rows: readonly (readonly string[])[]) {
  const result = await read(name, rows)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file.rows.map(({ kind, key, amount, measures }) => ({ kind, key, amount, measures }))
}

async function problems(name: string, rows: readonly (readonly string[])[]) {
  const result = await read(name, rows)
  if (result.ok) throw new Error('the file was taken')
  return result.problems.map(({ line, column, code }) => `${line} ${column}: ${code}`)
}

const inCents = (cell: string) => Math.round(Number(cell || 0) * 100)

/** Makes the line of sums that a person puts below a report: for every column of figures except those of `gone`. */
function totalOf([headings, ...rows]: string[][], label: string, from: readonly string[][] = rows): string[] {
  return headings!.map((heading, column) => {
    const cells = from.map((row) => row[column]!)
    const isFigure = /€$|^Pago a si/.test(heading) && !heading.endsWith('/h')
    if (!isFigure) return column === 0 ? label : ''
    return (cells.reduce((sum, cell) => sum + inCents(cell), 0) / 100).toFixed(2)
  })
}

test.each(['Total', 'TOTAIS', 'Total geral', 'Soma', ''])(
  'Bolt: a line «%s» that sums the drivers is no driver',
  async (label) => {
    expect(await said(BOLT, [...bolt, totalOf(bolt, label)])).toEqual(await said(BOLT, bolt))
  },
)

test('Bolt: a line of sums with its word below the e-mails is no driver', async () => {
  const total = totalOf(bolt, '').with(bolt[0]!.indexOf('Email'), 'TOTAL GERAL')
  expect(await said(BOLT, [...bolt, total])).toEqual(await said(BOLT, bolt))
})

test('Bolt: a line of sums that is wrong refuses the file, naming each column', async () => {
  const total = totalOf(bolt, 'Total')
  const column = bolt[0]!.indexOf('Pagamento previsto|€')
  expect(await problems(BOLT, [...bolt, total.with(column, '1.00')])).toEqual([
    `${bolt.length + 1} Pagamento previsto|€: sum-differs`,
  ])
  expect(await problems(BOLT, [...bolt.slice(0, -1), total])).toContain(
    `${bolt.length} Pagamento previsto|€: sum-differs`,
  )
})

test('Bolt: a driver without any id is no sum', async () => {
  const ids = ['Email', 'Telemóvel', 'Identificador do motorista', 'Identificador individual']
  const gone = new Set(ids.map((heading) => bolt[0]!.indexOf(heading)))
  const nobody = bolt.map((row, at) => (at === 2 ? row.map((cell, column) => (gone.has(column) ? '' : cell)) : row))
  expect(await problems(BOLT, nobody)).toEqual(['3 Identificador do motorista: value-missing'])
})

const drivers = uber.slice(1).filter((row) => !row[2]!.includes('Unipessoal'))

test.each([
  ['with Uber’s own transfer', uber.slice(1)],
  ['without it', drivers],
])('Uber: a line that sums the rows %s is no driver', async (_, of) => {
  expect(await said(UBER, [...uber, totalOf(uber, '', of).with(1, 'Total')])).toEqual(await said(UBER, uber))
  expect(await said(UBER, [...uber, totalOf(uber, '', of)])).toEqual(await said(UBER, uber))
})

test('Uber: a line of sums that is wrong refuses the file', async () => {
  const total = totalOf(uber, 'Total', drivers).with(3, '9.99')
  expect(await problems(UBER, [...uber, total])).toEqual([`${uber.length + 1} Pago a si: sum-differs`])
})

test('Uber: hours and trips below the drivers are checked and left out', async () => {
  const trips = activity.slice(1).reduce((sum, row) => sum + Number(row[3]), 0)
  expect(await said(ACTIVITY, [...activity, ['Total', '', '', String(trips), '', '']])).toEqual(
    await said(ACTIVITY, activity),
  )
  expect(await problems(ACTIVITY, [...activity, ['Total', '', '', String(trips + 1), '', '']])).toEqual([
    `${activity.length + 1} Viagens concluídas: sum-differs`,
  ])
})

test('headings printed again, and lines that say nothing, are no rows', async () => {
  const wider = (rows: string[][], note: string) => rows.map((row, at) => [...row, at === 0 ? 'Nota' : note])
  const blank = bolt[0]!.map(() => '')
  expect(await said(BOLT, [...bolt, bolt[0]!])).toEqual(await said(BOLT, bolt))
  expect(await said(BOLT, wider([...bolt, blank, blank], 'visto'))).toEqual(await said(BOLT, bolt))
  expect(await said(UBER, [...uber.slice(0, 4), uber[0]!, ...uber.slice(4), uber[0]!])).toEqual(await said(UBER, uber))
})

const TRANSFER = uber[0]!.findIndex((heading) => heading.endsWith('Transferido para uma conta bancária'))

test.each([
  ['by its legal name', UBER, ['ROTAS LUSAS', 'FICTÍCIAS Unipessoal Lda'], []],
  ['by the name in the file’s own', UBER.replace('_LDA', ''), ['ROTAS LUSAS', 'FICTÍCIAS Unipessoal'], []],
  ['by its id', UBER, ['ROTAS', 'LUSAS'], ['18293786-c43a-4c7b-af23-058368f4d037']],
])('without the column of transfers the company is known %s', async (_, name, [first, last], own) => {
  const rows = uber.map((row) =>
    row
      .map((cell, column) => (!row[2]!.includes('Unipessoal') ? cell : ([cell, first!, last!][column] ?? cell)))
      .filter((_cell, column) => column !== TRANSFER),
  )
  const result = await read(name, rows, own)
  if (!result.ok) throw new Error(JSON.stringify(result))
  expect(result.file.company.organisation).toBe('18293786-c43a-4c7b-af23-058368f4d037')
  expect(result.file.rows.filter(({ kind }) => kind === 'organisation')).toMatchObject([{ amount: 0 }])
  expect(result.file.totals).toMatchObject({ paid: 244_561 })
})
