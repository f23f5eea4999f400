import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { FileToRead } from '#domain/import.ts'
import { cents } from '#domain/money.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { removeKey } from '#features/fleet/keys/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { correctAssignment } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { xlsxOf, zipOf } from '#test/archives.ts'
import {
  CHECKS,
  EXPECTED,
  EXPECTED_FIGURES,
  NEXT_WEEK,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  makeChange,
  drop,
  dropPrintedTwice,
  dropPublicSet,
  edited,
  figures,
  publicFile,
  textOf,
  tried,
  withoutLines,
} from '#test/factories.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { listAccountsWithoutReport } from '#features/weeks/week-sources/queries.server.ts'
import { type FileOutcome, countAgain, importFile, rememberKey } from './commands.server.ts'
import { listImports } from './queries.server.ts'
import { tries } from '#test/tries.ts'

const UBER = publicFile('payments_driver')
const BOLT = publicFile('2026W23')
const TOLLS = publicFile('extrato')
const CHARGING = publicFile('prio_electric')
const CSV_FILES = PUBLIC_FILES.filter(({ name }) => name.endsWith('.csv'))

const named = (file: FileToRead, name: string): FileToRead => ({ ...file, name })
const statuses = (outcomes: readonly FileOutcome[]) => outcomes.map(({ status }) => status)
const weekFigures = async () => figures(await getWeek(WEEK))
const driversOf = async () => (await weekFigures()).drivers

/** Everything that an import can leave in the database. */
async function stored() {
  const rows = await db
    .selectFrom('import_rows')
    .select(['import_id', 'line', 'source', 'report', 'key', 'week', 'amount_cents', 'state'])
    .orderBy('id')
    .execute()
  return { imports: await db.selectFrom('imports').select(['id', 'name', 'sha256']).orderBy('id').execute(), rows }
}

test('the same files twice, renamed, in an archive or all at once change nothing', async () => {
  await aFleet()
  const first = await dropPublicSet()
  expect(first.filter(({ status }) => status !== 'imported').map(({ file }) => file?.kind)).toEqual(['payments_order'])
  const before = await stored()
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)

  const archive = zipOf(PUBLIC_FILES.map(({ name, bytes }) => ({ name: `semana/${name}`, data: bytes })))
  const again = [
    ...(await dropPublicSet()),
    ...(await drop([named(BOLT, BOLT.name.replace('.csv', ' (1).csv')), named(TOLLS, 'portagens.csv')])),
    ...(await drop([{ name: 'tudo.zip', bytes: archive }])),
    ...(await Promise.all(PUBLIC_FILES.map((file) => drop([file])))).flat(),
  ]
  expect(new Set(statuses(again))).toEqual(new Set(['duplicate']))
  expect(again).toHaveLength(9 + 2 + 9 + 9)
  expect(await stored()).toEqual(before)
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)
})

test('a row that repeats another of its file is kept with the line it repeats, and counts nothing', async () => {
  await aFleet()
  await drop(PUBLIC_FILES.filter(({ name }) => name !== TOLLS.name))
  const { tally, importId } = await dropPrintedTwice(TOLLS, 'ZX-33-TC')
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)
  expect(tally!.results.duplicate).toBe(1)

  const rows = (await stored()).rows.filter((row) => row.import_id === importId)
  const second = rows.find(({ state }) => state === 'duplicate')
  const { repeats_line: line } = await db
    .selectFrom('import_rows')
    .select('repeats_line')
    .where('state', '=', 'duplicate')
    .executeTakeFirstOrThrow()
  const first = rows.find((row) => row.line === line)!
  expect([first.state, first.amount_cents]).toEqual(['live', second!.amount_cents])

  // The same passage again, from a file that prints it once: files add up by key, as always.
  await drop([edited(TOLLS, (text) => `${text}\n`, 'outra_vez.csv')])
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)
  await makeChange((change) => undoImport(change, importId!))
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)
})

test('the whole set in one archive gives the expected figures', async () => {
  await aFleet()
  const twice = [...PUBLIC_FILES, named(UBER, `cópia/${UBER.name}`)]
  const outcomes = await drop([
    { name: 'semana.zip', bytes: zipOf(twice.map(({ name, bytes }) => ({ name, data: bytes }))) },
  ])
  expect(statuses(outcomes).filter((status) => status === 'duplicate')).toHaveLength(1)
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)
})

test('everybody dropping everything at the same moment gives the expected figures, once', async () => {
  await aFleet()
  const outcomes = (await Promise.all([...PUBLIC_FILES, ...PUBLIC_FILES].map((file) => drop([file])))).flat()
  expect(statuses(outcomes).filter((status) => status === 'duplicate')).toHaveLength(9)
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)
})

test('the same content taken in at the same moment for two weeks counts for one, and the other is told which', async () => {
  await aFleet()
  const nameless = { ...publicFile('payments_driver'), name: 'uber.csv' }
  const taken = (week: typeof WEEK) =>
    makeChange((change) => importFile(change, nameless, { week, acceptWeekOfPage: true, acceptOtherCompany: true }))
  const outcomes = (await Promise.all([taken(WEEK), taken(NEXT_WEEK)])).flat()
  expect(statuses(outcomes).toSorted()).toEqual(['imported', 'refused'])
  expect(outcomes.find(({ status }) => status === 'refused')?.refusal?.code).toBe('counts-elsewhere')
})

test('archives with the same weeks in another order don’t wait for each other', async () => {
  await aFleet()
  const earlier = publicFile('25 mai')
  const archive = (files: readonly FileToRead[], at: number): FileToRead => ({
    name: `${at}.zip`,
    bytes: zipOf(files.map((file) => ({ name: file.name, data: `${textOf(file).trimEnd()}${'\n'.repeat(at + 1)}` }))),
  })
  const drops = Array.from({ length: 12 }, (_, at) => drop([archive(at % 2 ? [BOLT, earlier] : [earlier, BOLT], at)]))
  expect(new Set(statuses((await Promise.all(drops)).flat()))).toEqual(new Set(['imported']))
  expect((await stored()).rows.filter(({ state }) => state === 'live')).toHaveLength(7 + 5)
})

test('the order of the files makes no difference, nor does what comes twice', async () => {
  await aFleet()
  const order = fc.shuffledSubarray([...PUBLIC_FILES], { minLength: PUBLIC_FILES.length })
  const repeats = fc.subarray([...PUBLIC_FILES], { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(order, repeats, async (files, again) => {
      const view = await tried(async (change) => {
        for (const file of [...files, ...again]) await importFile(change, file, { acceptNotBegun: true })
        return getWeek(WEEK, change.tx)
      })
      expect(figures(view)).toEqual(EXPECTED_FIGURES)
    }),
    { numRuns: tries(30) },
  )
})

test('a newer weekly report replaces the earlier one whole: who is not in it any more loses his row', async () => {
  await aFleet()
  const without2 = withoutLines(BOLT, 'Bruna')
  const newer = edited(without2, (text) =>
    text
      .replaceAll('"242.84","242.84"', '"252.84","252.84"')
      .replace('"70.30"', '"60.30"')
      .replace('"68.99"', '"58.99"'),
  )
  await drop([BOLT, UBER, newer, withoutLines(UBER, 'Farhan')])
  const drivers = await driversOf()
  expect([drivers['D1']?.bolt_payout, drivers['D2']?.bolt_payout]).toEqual([25_284, 0])
  expect([drivers['D6']?.uber_paid, drivers['D1']?.uber_paid]).toEqual([0, EXPECTED.drivers.D1.uber_paid])
  const { rows } = await stored()
  expect(rows.filter(({ state }) => state === 'replaced')).toHaveLength(7 + 8)
})

test('between two versions of a weekly report the later import wins', async () => {
  const shorter = withoutLines(BOLT, 'Bruna')
  await aFleet()
  await drop([shorter, BOLT])
  expect((await driversOf())['D2']?.bolt_payout).toBe(EXPECTED.drivers.D2.bolt_payout)
  await aFleet()
  await drop([BOLT, shorter])
  expect((await driversOf())['D2']?.bolt_payout).toBe(0)
})

test.each([
  ['without the company', '20260601-20260608-payments_driver.csv'],
  ['with a short form of the company', '20260601-20260608-payments_driver-ROTAS_LUSAS_FICTICIAS.csv'],
  ['as somebody calls it', 'uber semana 23.csv'],
])('an Uber file renamed %s does not double the week, whichever comes first', async (_, name) => {
  const total = EXPECTED.sources.uber.totals_matched.paid - EXPECTED.drivers.D6.uber_paid
  const shorter = withoutLines(UBER, 'Farhan', name)
  const paid = async () => Object.values(await driversOf()).reduce((sum, { uber_paid }) => sum + uber_paid, 0)
  await aFleet()
  await drop([UBER, shorter], { week: WEEK, acceptWeekOfPage: true })
  expect(await paid()).toBe(total)
  await aFleet()
  await drop([shorter, UBER], { week: WEEK, acceptWeekOfPage: true })
  expect(await paid()).toBe(total + EXPECTED.drivers.D6.uber_paid)
})

test.each([
  ['without the company', 'Ganhos por motorista-2026W23.csv'],
  ['with a short form of the company', 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS.csv'],
])('a Bolt file renamed %s does not double the week, whichever comes first', async (_, name) => {
  const shorter = withoutLines(BOLT, 'Bruna', name)
  const payout = async () => Object.values(await driversOf()).reduce((sum, { bolt_payout }) => sum + bolt_payout, 0)
  await aFleet()
  await drop([BOLT, shorter])
  expect(await payout()).toBe(EXPECTED.sources.bolt.totals.payout - EXPECTED.drivers.D2.bolt_payout)
  await aFleet()
  await drop([shorter, BOLT])
  expect(await payout()).toBe(EXPECTED.sources.bolt.totals.payout)
})

test('two Bolt companies of one fleet stand beside each other, and each replaces only its own', async () => {
  await aFleet()
  const ofTheOther = (file: FileToRead) =>
    edited(
      file,
      (text) => text.replaceAll(/,"[0-9a-f]{8}(-[0-9a-f-]+)"/g, ',"99999999$1"'),
      'Ganhos por motorista-2026W23-OUTRA VIA, LDA.csv',
    )
  const outcomes = await drop([BOLT, ofTheOther(BOLT)], { acceptOtherCompany: true })
  expect(statuses(outcomes)).toEqual(['imported', 'imported'])
  const twice = (ref: string) => 2 * EXPECTED.drivers[ref].bolt_payout
  expect((await driversOf())['D2']?.bolt_payout).toBe(twice('D2'))

  await drop([ofTheOther(withoutLines(BOLT, 'Bruna'))], { acceptOtherCompany: true })
  expect((await driversOf())['D2']?.bolt_payout).toBe(EXPECTED.drivers.D2.bolt_payout)
  expect((await driversOf())['D1']?.bolt_payout).toBe(twice('D1'))
  expect((await listAccountsWithoutReport(WEEK)).bolt).toEqual([])
  for (const { id } of (await listImports({ limit: 2, offset: 0 })).files)
    await makeChange((change) => undoImport(change, id))
  expect((await listAccountsWithoutReport(WEEK)).bolt).toEqual(['OUTRA VIA, LDA'])
})

test('a file without a company replaces the company it shares drivers with, and leaves the other alone', async () => {
  await aFleet()
  const header = textOf(BOLT).split('\n')[0]!
  const stranger = edited(
    BOLT,
    () =>
      [
        header,
        textOf(BOLT)
          .split('\n')[1]!
          .replaceAll(/[0-9a-f]{8}-|Anselmo.Quintao|101"/g, (part) =>
            part.endsWith('-') ? '99999999-' : part === '101"' ? '999"' : 'outro',
          ),
      ].join('\n'),
    'Ganhos por motorista-2026W23-OUTRA VIA, LDA.csv',
  )
  await drop([stranger, BOLT, withoutLines(BOLT, 'Bruna', 'Ganhos por motorista-2026W23.csv')], {
    acceptOtherCompany: true,
  })
  const view = await getWeek(WEEK)
  expect(view.checks.sourcesIn).toBe(24_284 + EXPECTED.sources.bolt.totals.payout - EXPECTED.drivers.D2.bolt_payout)
  expect(view.unmatched.map(({ row }) => row.amount)).toEqual([24_284])
})

test('two lists of passages that overlap count every passage once, whichever comes first', async () => {
  const lines = textOf(TOLLS).trimEnd().split('\n')
  const part = (from: number, to: number): FileToRead => ({
    name: `extrato_${from}.csv`,
    bytes: new TextEncoder().encode([...lines.slice(0, 6), ...lines.slice(6).slice(from, to)].join('\n')),
  })
  for (const files of [
    [part(0, 5), part(3, 8)],
    [part(3, 8), part(0, 5)],
  ]) {
    await aFleet()
    const [, second] = await drop(files)
    expect(second?.tally?.results.duplicate).toBe(2)
    expect((await driversOf())['D3']?.tolls).toBe(EXPECTED.drivers.D3.tolls)
    expect((await stored()).rows.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 8 }, () => 'live'),
      'repeated',
      'repeated',
    ])
  }
})

test('a row of another week goes to its own week', async () => {
  await aFleet()
  const late = edited(TOLLS, (text) => text.replaceAll('07/06/2026 19:39:19', '08/06/2026 00:00:00'))
  const [outcome] = await drop([late], { week: WEEK })
  expect(outcome?.status).toBe('imported')
  expect(outcome?.tally?.results['other-week']).toBe(1)
  expect((await driversOf())['D3']?.tolls).toBe(EXPECTED.drivers.D3.tolls + 215)
  expect(figures(await getWeek(NEXT_WEEK)).drivers['D3']?.tolls).toBe(-215)
})

const AMOUNTS: readonly [string, string, string][] = [
  ['payments_driver', '733.67', '733.6O'],
  ['payments_order', '9.62', '9.6Z'],
  ['driver_activity', '02:04:17', '02:04:1x'],
  ['2026W23', '"242.84"', '"242,8four"'],
  ['25 mai 2026', '"156.60"', '"15 6.6.0"'],
  ['extrato', '3,25', '3,2S'],
  ['prio_electric', '19.50', '19.5o'],
]

test.each(AMOUNTS)(
  'one unreadable figure in %s refuses the file, which leaves nothing, and the others go on',
  async (part, good, bad) => {
    await aFleet()
    const broken = edited(publicFile(part), (text) => text.replace(good, bad))
    const other = part === 'extrato' ? CHARGING : TOLLS
    const archive = zipOf([broken, other].map(({ name, bytes }) => ({ name, data: bytes })))
    const [refused, taken] = await drop([{ name: 'semana.zip', bytes: archive }])

    expect(refused).toMatchObject({ status: 'refused', importId: null, tally: null })
    expect(refused?.refusal?.problems).toContainEqual(
      expect.objectContaining({
        line: expect.any(Number),
        column: expect.stringMatching(/./),
        found: bad.replaceAll('"', ''),
      }),
    )
    expect(taken?.status).toBe('imported')
    const { imports, rows } = await stored()
    expect(imports.map(({ name }) => name)).toEqual([other.name])
    expect(new Set(rows.map(({ import_id }) => import_id))).toEqual(new Set([taken?.importId]))
  },
)

test('another company’s file is refused unless somebody says that it is ours', async () => {
  await aFleet()
  const theirs = [
    named(UBER, '20260601-20260608-payments_driver-OUTRA_FROTA_LDA.csv'),
    edited(UBER, (text) => text.replace('18293786-c43a', '99999999-c43a')),
    named(BOLT, 'Ganhos por motorista-2026W23-OUTRA FROTA, LDA.csv'),
    edited(TOLLS, (text) => text.replaceAll('900000202', '900000999')),
    edited(TOLLS, (text) => text.replace('ROTAS LUSAS FICTÍCIAS', 'OUTRA FROTA')),
  ]
  for (const file of theirs) {
    const [outcome] = await drop([file])
    expect(outcome, file.name).toMatchObject({ status: 'refused', refusal: { code: 'other-company' } })
  }
  expect(await stored()).toEqual({ imports: [], rows: [] })
  expect(statuses(await drop(theirs.slice(0, 1), { acceptOtherCompany: true }))).toEqual(['imported'])
})

test('a file of another week than the chosen one is refused and leaves nothing', async () => {
  await aFleet()
  const lastMonth = edited(TOLLS, (text) =>
    text.replaceAll('/06/2026', '/05/2026').replaceAll('01/05/2026 a 07/05/2026', '01/05/2026 a 31/05/2026'),
  )
  const outcomes = [
    ...(await drop([publicFile('25 mai'), lastMonth], { week: WEEK })),
    ...(await drop([UBER, BOLT, TOLLS, CHARGING], { week: NEXT_WEEK })),
  ]
  expect(outcomes.map(({ refusal }) => refusal?.code)).toEqual(Array.from({ length: 6 }, () => 'other-week'))
  expect(await stored()).toEqual({ imports: [], rows: [] })
})

test('what nobody claims is asked once, its answer is remembered, and taking the answer back asks again', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  await dropPublicSet()
  const asked = async () => (await getWeek(WEEK)).unmatched
  const [question, ...others] = await asked()
  expect(others).toEqual([])
  expect(question).toMatchObject({
    row: { amount: -130 },
    attribution: { reason: 'unknown-plate', key: { kind: 'plate', value: 'ZX99ZZ' } },
  })

  const owner = { driverId: fleet.driver('D4') }
  await makeChange((change) => rememberKey(change, 'viaverde', question!.attribution.key, owner))
  expect(await asked()).toEqual([])
  expect(await weekFigures()).toMatchObject({
    drivers: { D4: { tolls: EXPECTED.drivers.D4.tolls - 130 } },
    checks: { settled: CHECKS.settled - 130, unmatched: 0 },
  })
  const later = edited(TOLLS, (text) => text.replaceAll('ZX-33-TC', 'ZX-99-ZZ').replaceAll('/06/2026', '/07/2026'))
  expect((await drop([later]))[0]?.tally?.unmatched).toEqual([])

  const key = (await listKeys(owner)).find(({ value }) => value === 'ZX99ZZ')!
  await makeChange((change) => removeKey(change, key.id, owner))
  expect(await asked()).toHaveLength(1)
  expect(await weekFigures()).toEqual(EXPECTED_FIGURES)
})

test('correcting who had a car gives its costs to the other driver', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const car = fleet.vehicle('ZX33TC')
  const [assignment] = await listAssignments(car)
  const moment = Temporal.Instant.from('2026-06-04T00:00:00Z')
  const correction = { driverId: fleet.driver('D3'), from: assignment!.from, to: moment }
  await makeChange((change) => correctAssignment(change, car, assignment!.id, correction))

  const passages = [-215, -215, -325, -215]
  const view = await getWeek(WEEK)
  expect(figures(view).drivers['D3']?.tolls).toBe(passages.reduce((sum, amount) => sum + amount))
  expect(view.checks.settled + view.checks.unmatched + view.checks.company).toBe(CHECKS.sourcesIn)
  const placeless = view.unmatched.filter(({ attribution }) => attribution.reason === 'no-driver-at-that-time')
  expect(placeless.filter(({ row }) => row.kind === 'toll')).toHaveLength(4)
})

test('charging sessions count once, whether they come as CSV, as Excel or as both', async () => {
  for (const files of [[CHARGING, chargingWorkbook()], [chargingWorkbook(), CHARGING], [chargingWorkbook()]]) {
    await aFleet()
    expect(statuses(await drop(files))).toEqual(files.map(() => 'imported'))
    const { drivers, checks } = await weekFigures()
    expect([drivers['D2']?.electric, drivers['D8']?.electric]).toEqual([-6_927, -4_874])
    expect(checks.company).toBe(-1_272)
    expect((await stored()).rows.filter(({ state }) => state === 'live')).toHaveLength(12)
  }
})

/** The sessions of the CSV in the layout of PRIO's Excel list. */
function chargingWorkbook(): FileToRead {
  const [headings, ...sessions] = textOf(CHARGING)
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const at = (cells: readonly string[], heading: string) => cells[headings!.indexOf(heading)]!
  const titles = [
    'DATA (dd/mm/yyyy HH:MM)',
    'Nº. CARTÃO',
    'NOME',
    'ID CARREGAMENTO',
    'POSTO',
    'ENERGIA',
    'DURAÇÃO',
    'TOTAL',
    'TOTAL c/ IVA',
  ]
  const rows = sessions.map((cells) => {
    const [, month, day, year, hour, minute, half] = /^(\d+)\/(\d+)\/(\d+) (\d+):(\d+):\d+ (AM|PM)$/.exec(
      at(cells, 'StartDate'),
    )!
    const hours = String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')
    return [
      `${day!.padStart(2, '0')}/${month!.padStart(2, '0')}/${year} ${hours}:${minute}`,
      ...['CardCode', 'MobileCard', 'IdUsage', 'IdChargingStation'].map((heading) => at(cells, heading)),
      ...['Energy', 'TotalDuration', 'ChargingTotalValue', 'TotalValueWithTaxes'].map((heading) =>
        at(cells, heading).replace('.', ','),
      ),
    ]
  })
  const cell = (text: string, column: number, line: number) =>
    `<c r="${String.fromCodePoint(65 + column)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = [titles, ...rows].map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((text, column) => cell(text, column, index + 1)).join('')}</row>`,
  )
  return { name: 'carregamentos.xlsx', bytes: xlsxOf({ sheets: { Lista: sheet.join('') } }) }
}

/** The damage that people and programs do to a file: lines lost, doubled and moved, and letters changed inside a cell. */
type Damage = { kind: 'lose' | 'double' | 'move' | 'blank' | 'letter'; line: number; place: number; letter: string }

const damages: fc.Arbitrary<Damage[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('lose', 'double', 'move', 'blank', 'letter', 'letter'),
    line: fc.nat(200),
    place: fc.nat(2_000),
    letter: fc.constantFrom(...'0123456789-.,€aZç '.split('')),
  }),
  { maxLength: 4 },
)

/** The line of the headings, found by eye; records of the public files are one line each. */
const HEADING: Readonly<Record<string, number>> = { extrato: 5 }

function headingOf({ name }: FileToRead): number {
  return Object.entries(HEADING).find(([part]) => name.includes(part))?.[1] ?? 0
}

function damage(file: FileToRead, done: readonly Damage[]): { file: FileToRead; rows: number } {
  const lines = textOf(file).replace(/\n$/, '').split('\n')
  const head = lines.slice(0, headingOf(file) + 1)
  let rows = lines.slice(head.length)
  const separator = file.name.includes('extrato') ? ';' : ','
  for (const { kind, line, place, letter } of done) {
    const at = line % Math.max(rows.length, 1)
    const row = rows[at]
    if (row === undefined) continue
    if (kind === 'lose') rows = rows.toSpliced(at, 1)
    if (kind === 'double') rows = rows.toSpliced(at, 0, row)
    if (kind === 'move') rows = [...rows.toSpliced(at, 1), row]
    if (kind === 'blank') rows = rows.toSpliced(at, 0, '')
    // Replace only a letter, never a separator or a quote.
    const old = row[place % Math.max(row.length, 1)]
    const isSign = (sign: string | undefined) =>
      sign === undefined || sign === separator || sign === '"' || sign === '\r'
    if (kind === 'letter' && !isSign(old) && !isSign(letter)) {
      const column = place % row.length
      rows = rows.with(at, row.slice(0, column) + letter + row.slice(column + 1))
    }
  }
  return {
    file: { name: file.name, bytes: new TextEncoder().encode([...head, ...rows].join('\n')) },
    rows: rows.filter((row) => row.trim() !== '').length,
  }
}

test('rows in are rows stored and rows told of, or the file is refused with a reason and leaves nothing', async () => {
  await aFleet()
  const seen = { taken: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CSV_FILES), damages, fc.boolean(), async (original, done, after) => {
      const { file, rows } = damage(original, done)
      await tried(async (change) => {
        if (after) await importFile(change, original, { acceptOtherCompany: true, acceptNotBegun: true })
        const of = (importId: number) =>
          change.tx.selectFrom('import_rows').selectAll().where('import_id', '=', importId).execute()
        const counted = () =>
          change.tx
            .selectFrom('import_rows')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
        const before = await counted()
        const [outcome, ...others] = await importFile(change, file, { acceptOtherCompany: true, acceptNotBegun: true })
        expect(others).toEqual([])
        if (outcome!.status === 'refused') {
          seen.refused++
          expect(await counted()).toEqual(before)
          const { code, problems } = outcome!.refusal!
          expect(code).not.toBe('')
          if (code === 'rows-unreadable') expect(problems.length).toBeGreaterThan(0)
          return
        }
        if (outcome!.status === 'duplicate') return expect(await counted()).toEqual(before)
        seen.taken++
        const kept = await of(outcome!.importId!)
        const { rows: tallied, results, amount: talliedAmount } = outcome!.tally!
        const repeated = outcome!.file!.dataRows - tallied
        expect(kept.length + repeated).toBe(rows)
        expect(kept.every(({ state }) => ['live', 'repeated', 'duplicate'].includes(state))).toBe(true)
        expect(kept.filter(({ state }) => state !== 'live')).toHaveLength((results.duplicate ?? 0) - repeated)
        const total = (amounts: readonly number[]) => cents(amounts.reduce((sum, amount) => sum + amount, 0))
        // A row that the file prints twice is summed once.
        const once = kept.filter(({ state }) => state !== 'duplicate')
        expect(total(once.map(({ amount_cents }) => amount_cents))).toBe(talliedAmount)
      })
    }),
    { numRuns: tries(300) },
  )
  // Both outcomes, taken and refused, happened often.
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(tries(300) / 10)
})

test('a version that was replaced counts again in one act, and so does the other, to the cent', async () => {
  await aFleet()
  const shorter = withoutLines(BOLT, 'Bruna')
  const [first] = await drop([BOLT])
  const whole = await driversOf()
  const [second] = await drop([shorter])
  const short = await driversOf()
  expect(short).not.toEqual(whole)
  expect((await drop([BOLT]))[0]).toMatchObject({ status: 'duplicate', isReplaced: true })
  await makeChange((change) => countAgain(change, first!.importId!))
  expect(await driversOf()).toEqual(whole)
  await expect(makeChange((change) => countAgain(change, first!.importId!))).rejects.toMatchObject({
    code: 'import.counting',
  })
  await makeChange((change) => countAgain(change, second!.importId!))
  expect(await driversOf()).toEqual(short)
  expect(statuses(await drop([BOLT], { countAgain: true }))).toEqual(['imported'])
  expect(await driversOf()).toEqual(whole)
  // Undo the version that counts, whichever it is.
  await makeChange((change) => undoImport(change, first!.importId!))
  expect(await driversOf()).toEqual(short)
  await expect(makeChange((change) => countAgain(change, first!.importId!))).rejects.toMatchObject({
    code: 'import.undone',
  })
})

test('two Uber organisations of ours add up, also for a driver who is in both', async () => {
  await aFleet()
  const [, ...lines] = textOf(UBER).trimEnd().split('\n')
  const anselmo = lines.find((line) => line.includes('ANSELMO'))!
  const second = edited(
    UBER,
    (text) => `${text.split('\n')[0]}\n${anselmo}\n`,
    '20260601-20260608-payments_driver-SEGUNDA_VIA_FICTICIA_LDA.csv',
  )
  await drop([UBER])
  expect(statuses(await drop([second]))).toEqual(['refused'])
  expect(statuses(await drop([second], { acceptOtherCompany: true }))).toEqual(['imported'])
  expect((await driversOf())['D1']?.uber_paid).toBe(2 * EXPECTED.drivers.D1.uber_paid)
  // The names are remembered: a newer version of either replaces only its own, without asking.
  const newer = edited(second, (text) => `${text}\n`, second.name)
  expect(statuses(await drop([newer, edited(UBER, (text) => `${text}\n`)]))).toEqual(['imported', 'imported'])
  expect((await driversOf())['D1']?.uber_paid).toBe(2 * EXPECTED.drivers.D1.uber_paid)
})
