import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { type Json, keepRunning, volante } from './volante.ts'

/** The contract of the command line, on the published week, in data directories of their own. */
const PUBLIC = 'test/fixtures/public'
const FOLDERS = ['uber', 'bolt', 'viaverde', 'prio'].map((folder) => join(PUBLIC, folder))
const expected = readJson(join(PUBLIC, 'expected.json'))
const data = mkdtempSync(join(tmpdir(), 'volante-cli-'))

function readJson(path: string): Json {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The files in two goes, those first that are listed last: `src/features/imports/commands.server.test.ts` tries many more orders. */
const FILES = Object.keys(expected.files)
  .toReversed()
  .map((path) => join(PUBLIC, path))
const GOES = [FILES.slice(0, 5), FILES.slice(5)]
const imported: { code: number; json: Json }[] = []
let letGo: () => Promise<void>
beforeAll(async () => {
  // Either command works on its own: it creates the folder, and the other one finds it.
  await volante(data, 'fleet', 'load', join(PUBLIC, 'roster.json'), '--terms', 'plain')
  for (const files of GOES) imported.push(await volante(data, 'import', ...files))
  letGo = await keepRunning(data)
})
afterAll(async () => {
  await letGo()
  rmSync(data, { recursive: true, force: true })
})

const told = () => imported.flatMap(({ json }) => json.files)

test('every file of the published set gives the figures expected of it', () => {
  expect(imported.map(({ code, json }) => [code, json.files.length])).toEqual(GOES.map((files) => [0, files.length]))
  for (const [path, file] of Object.entries<Json>(expected.files)) {
    const got = told().find(({ name }: { name: string }) => name === path.split('/').at(-1))
    expect(got, path).toMatchObject({ source: file.source, kind: file.kind, data_rows: file.data_rows })
    expect(got.status, path).toBe(file.kind === 'payments_order' ? 'reference' : 'imported')
    if (file.per_driver) expect(got.per_driver, path).toEqual(file.per_driver)
    if (file.totals) expect(got.totals, path).toEqual(file.totals)
    if (file.rows_by_outcome) expect(got.rows_by_outcome, path).toEqual(file.rows_by_outcome)
  }
})

test('the one unknown plate is the one question', () => {
  const questions = told().flatMap(({ unmatched }: { unmatched: unknown[] }) => unmatched)
  expect(questions).toEqual([{ row: expect.any(Number), key: 'ZX-99-ZZ', amount: -130 }])
})

async function figures(folder: string) {
  const { json } = await volante(folder, 'statements', '2026-W23')
  return {
    drivers: Object.fromEntries(json.drivers.map(({ ref, net, sources }: Json) => [ref, { ...sources, balance: net }])),
    checks: json.checks,
  }
}

const CHECKS = { sources_in: 309_118, settled: 312_269, unmatched: -130, company: -3_021 }

test('every driver’s statement and its parts are as expected in whatever order the files came, and the sources add up', async () => {
  expect(await figures(data)).toEqual({ drivers: expected.drivers, checks: CHECKS })
})

test('each line of a statement leads to rows that sum to it', async () => {
  const { json } = await volante(data, 'statements', '2026-W23')
  const d1 = json.drivers.find(({ ref }: { ref: string }) => ref === 'D1')
  expect(d1.lines.every(({ rows }: { rows: unknown[] }) => rows.length > 0)).toBe(true)
  expect(d1.lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(d1.net)
})

test('importing everything again changes nothing', async () => {
  const again = await volante(data, 'import', ...FOLDERS)
  expect(new Set(again.json.files.map(({ status }: { status: string }) => status))).toEqual(new Set(['duplicate']))
  expect(await figures(data)).toEqual({ drivers: expected.drivers, checks: CHECKS })
})

test('what is no report is refused with a sentence, and the exit status says so', async () => {
  const { code, json } = await volante(data, 'import', join(PUBLIC, 'README.md'), join(PUBLIC, 'roster.json'))
  expect(code).toBe(1)
  expect(json.files).toHaveLength(2)
  for (const file of json.files)
    expect(file).toMatchObject({
      status: 'refused',
      code: expect.any(String),
      message: expect.stringMatching(/\S+ \S+/),
    })
})

test('a fleet is not loaded over another unless told to merge', async () => {
  const { code, json } = await volante(data, 'fleet', 'load', join(PUBLIC, 'roster.json'))
  expect([code, json.error.code]).toEqual([1, 'fleet.not-empty'])
})

test('who may drive is told of a day: each driver with the cars that are held, and what is missing', async () => {
  const { code, json } = await volante(data, 'may-drive', '--on', '2026-06-09')
  expect([code, json.on, json.drivers.length]).toEqual([0, '2026-06-09', 8])
  const d1 = json.drivers.find(({ ref }: { ref: string }) => ref === 'D1')
  expect(d1).toMatchObject({ may: false, until: null, cars: [{ may: false, plate: expect.any(String) }] })
  expect(d1.missing).toContainEqual({
    what: 'paper',
    paper: 'driving-licence',
    of: 'driver',
    plate: null,
    ended: null,
    on_its_way: null,
  })
  expect(d1.cars[0].missing).toContainEqual(expect.objectContaining({ of: 'car', plate: d1.cars[0].plate }))
  expect((await volante(data, 'may-drive', '--on', 'amanhã')).code).toBe(1)
})

test('approval wants the unmatched row left out by word, then approves all eight, once', async () => {
  const refused = await volante(data, 'approve', '2026-W23')
  expect([refused.code, refused.json.error.code]).toEqual([1, 'week.unmatched'])
  const approved = await volante(data, 'approve', '2026-W23', '--leave-unmatched')
  expect([approved.code, approved.json.approved.length, approved.json.checks]).toEqual([0, 8, CHECKS])
  // The set brings a report of the week before, which nobody has approved.
  expect(approved.json.earlier_open).toEqual(['2026-W22'])
  const again = await volante(data, 'approve', '2026-W23', '--leave-unmatched')
  expect([again.json.approved.length, again.json.already]).toEqual([0, 8])
})

test('the bank file is valid, pays the seven, names the one it does not, and is the same when asked twice', async () => {
  const out = join(data, 'week.xml')
  const first = await volante(data, 'sepa', '2026-W23', '--out', out)
  expect(first.json).toMatchObject({
    transactions: 7,
    control_sum: 315_735,
    blocked: [{ ref: 'D7', reason: 'nothing-to-pay' }],
    again: [],
  })
  const xml = readFileSync(out, 'utf8')
  const schema = readFileSync('test/fixtures/iso20022/pain.001.001.09.xsd', 'utf8')
  expect((await validateXML({ xml: [{ fileName: 'week.xml', contents: xml }], schema: [schema] })).errors).toEqual([])

  const unread = await volante(data, 'sepa', '2026-W23', '--out', join(data, 'never.xml'), '--date', 'banana')
  expect([unread.code, unread.json.error.code]).toEqual([1, 'payment.day-unread'])
  expect(existsSync(join(data, 'never.xml'))).toBe(false)

  const long = await volante(data, 'sepa', '2026-W23', '--out', join(data, 'never.xml'), '--again', 'x'.repeat(201))
  expect([long.code, existsSync(join(data, 'never.xml'))]).toEqual([2, false])

  const second = await volante(data, 'sepa', '2026-W23', '--out', join(data, 'again.xml'))
  expect(second.json.control_sum).toBe(315_735)
  expect(readFileSync(join(data, 'again.xml'), 'utf8')).toBe(xml)
})

test('every driver gets a statement on paper', async () => {
  const { json } = await volante(data, 'payslips', '2026-W23', '--out', join(data, 'pdf'))
  expect(json.files.map(({ ref }: { ref: string }) => ref)).toEqual(['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8'])
  for (const { file } of json.files)
    expect(
      readFileSync(join(data, 'pdf', file))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
})

test('what was approved stays as it is when a newer report comes', async () => {
  const path = join(PUBLIC, 'bolt', 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA.csv')
  const newer = readFileSync(path, 'utf8')
    .replaceAll('"242.84","242.84"', '"252.84","252.84"')
    .replace('"70.30"', '"60.30"')
    .replace('"68.99"', '"58.99"')
  const changed = join(data, path.split('/').at(-1)!)
  writeFileSync(changed, newer)
  expect((await volante(data, 'import', changed)).json.files[0].status).toBe('imported')
  const { json } = await volante(data, 'statements', '2026-W23')
  expect(json.drivers.find(({ ref }: { ref: string }) => ref === 'D1')).toMatchObject({
    net: 67_527,
    state: 'in-batch',
  })
})
