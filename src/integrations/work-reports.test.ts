import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadFile } from '#domain/import.ts'
import { readWhole, type WholeResult } from '#test/read-whole.ts'

const QUALITY = '20260601-20260608-driver_quality-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const BOLT = 'Desempenho dos motoristas-2026W23-ROTAS LUSAS FICTÍCIAS.csv'
const ANA = '51dbed65-348c-466c-ade0-38c901b9df35'
const RUI = '61dbed65-348c-466c-ade0-38c901b9df36'
const HEAD =
  'Driver UUID,Driver first name,Driver surname,Trips completed,Confirmation rate,Cancellation rate,Completion rate,Driver ratings (last 4 weeks)'

async function read(name: string, text: string): Promise<WholeResult> {
  const [result] = await readWhole({ name, bytes: new TextEncoder().encode(text) })
  if (!result) throw new Error('nothing was read')
  return result
}

async function taken(name: string, text: string): Promise<ReadFile> {
  const result = await read(name, text)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

test.each([
  ['as a fraction', '0.87,0.04,0.96'],
  ['with the sign', '87%,4%,96%'],
  ['with a space before the sign', '87 %,4 %,96 %'],
])('shares of Uber %s are basis points, and its rating hundredths of a star', async (_, shares) => {
  const { rows, kind, period } = await taken(QUALITY, `${HEAD}\n${ANA},Ana,Faria,92,${shares},4.91\n`)
  expect([kind, period]).toEqual(['driver_quality', { from: '2026-06-01', to: '2026-06-07' }])
  expect(rows[0]).toMatchObject({ kind: 'reference', amount: 0, key: ANA })
  expect(rows[0]?.measures).toEqual({
    trips: 92,
    acceptance_rate: 8_700,
    cancellation_rate: 400,
    completion_rate: 9_600,
    four_week_rating: 491,
  })
})

test('what Uber does not say is no measure, and nobody rated is no star', async () => {
  const { rows, totals } = await taken(QUALITY, `${HEAD}\n${ANA},Ana,Faria,,,-,N/A,0.00\n${RUI},Rui,Paz,3,0,0,1,5\n`)
  expect(rows.map(({ measures }) => measures)).toEqual([
    {},
    { trips: 3, acceptance_rate: 0, cancellation_rate: 0, completion_rate: 10_000, four_week_rating: 500 },
  ])
  expect(totals).toEqual({ trips: 3 })
})

test.each([
  ['a word for a share', 'muitas,0.04,0.96,4.9', 'Confirmation rate'],
  ['a share above the whole', '1.20,0.04,0.96,4.9', 'Confirmation rate'],
  ['a share below nothing', '-0.10,0.04,0.96,4.9', 'Confirmation rate'],
  ['six stars', '0.8,0.04,0.96,6', 'Driver ratings (last 4 weeks)'],
])('%s refuses the file with line and column', async (_, cells, column) => {
  const result = await read(QUALITY, `${HEAD}\n${RUI},Rui,Paz,3,0.5,0,1,5\n${ANA},Ana,Faria,92,${cells}\n`)
  expect(result).toMatchObject({ ok: false, code: 'rows-unreadable', problems: [{ line: 3, column }] })
})

test('in a column with signs a bare figure could be either, and is refused', async () => {
  const result = await read(QUALITY, `${HEAD}\n${ANA},Ana,Faria,9,87%,4%,96%,4.9\n${RUI},Rui,Paz,9,1,4%,96%,4.9\n`)
  expect(result).toMatchObject({ ok: false, problems: [{ line: 3, column: 'Confirmation rate', expected: '87%' }] })
})

test('a report of quality without identifiers names the column it lacks', async () => {
  const result = await read(QUALITY, HEAD.replace('Driver UUID,', '') + '\nAna,Faria,9,0.5,0,1,5\n')
  expect(result).toMatchObject({ ok: false, code: 'columns-missing', params: { columns: 'Driver UUID' } })
})

test('a report of quality that calls its shares otherwise names the one it lacks', async () => {
  const result = await read(
    QUALITY,
    `UUID do motorista,Nome próprio do motorista,Viagens concluídas,Outra taxa\n${ANA},Ana,9,1\n`,
  )
  expect(result).toMatchObject({ ok: false, code: 'columns-missing', params: { columns: 'Taxa de confirmação' } })
})

const BOLT_HEAD =
  '"Motorista","Email","Viagens terminadas","Taxa de aceitação total|%","Tempo online (min)","Utilização|%","Taxa de finalização (viagens aceites)|%","Distância total das viagens|km","Classificação média do motorista|★"'
const bolt = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(',')

test('Bolt says shares in percent, kilometres and stars, each with its unit', async () => {
  const file = await taken(
    BOLT,
    [BOLT_HEAD, bolt('Ana Faria', 'ana@example.org', '18', '13', '1035.98', '34', '39', '188.66', '4.6')].join('\n'),
  )
  expect([file.kind, file.account]).toEqual(['performance', 'rotaslusasficticias'])
  expect(file.rows[0]?.measures).toEqual({
    trips: 18,
    online_minutes: 1_036,
    acceptance_rate: 1_300,
    utilisation_rate: 3_400,
    completion_rate: 3_900,
    trip_metres: 188_660,
    average_rating: 460,
  })
})

test('a share of Bolt whose heading lost its unit is left out, as nobody knows what it counts', async () => {
  const { rows } = await taken(
    BOLT,
    [
      BOLT_HEAD.replaceAll('|%', '').replace('|km', ''),
      bolt('Ana', 'ana@example.org', '18', '13', '60', '34', '39', '188.66', ''),
    ].join('\n'),
  )
  expect(rows[0]?.measures).toEqual({ trips: 18, online_minutes: 60 })
})

test('the earnings of Bolt say the same of work beside the money, and no cent changes by it', async () => {
  const money =
    '"Motorista","Email","Ganhos brutos (total)|€","Ganhos líquidos|€","Pagamento previsto|€","Dinheiro recebido|€"'
  const row = bolt('Ana', 'ana@example.org', '120.00', '90.00', '70.00', '20.00')
  const name = 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS.csv'
  const plain = await taken(name, `${money}\n${row}`)
  const more = await taken(
    name,
    `${money},${BOLT_HEAD.split(',').slice(2).join(',')}\n${row},${bolt('18', '43', '1036', '34', '79', '188.66', '4.61')}`,
  )
  expect([more.kind, more.rows[0]?.kind, more.rows[0]?.amount]).toEqual(['earnings', 'earning', 7_000])
  expect(more.rows[0]?.measures).toMatchObject({ ...plain.rows[0]?.measures, acceptance_rate: 4_300, trips: 18 })
})

test('the same drivers in any order of columns, style of decimals and letters say the same', async () => {
  const driver = fc.record({
    share: fc.nat(100),
    finished: fc.nat(100),
    metres: fc.nat(900_000).map((tens) => tens * 10),
    stars: fc.integer({ min: 100, max: 500 }),
    trips: fc.nat(200),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(driver, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.boolean(),
      fc.nat(50),
      async (drivers, comma, mark, turn) => {
        const point = (figure: number, by: number) => (figure / by).toFixed(2).replace('.', comma ? ',' : '.')
        const table = [
          BOLT_HEAD.slice(1, -1).split('","'),
          ...drivers.map(({ share, finished, metres, stars, trips }, at) => [
            ...['Ana', `ana${at}@example.org`, String(trips), String(share), '60', '10'],
            ...[String(finished), point(metres, 1_000), point(stars, 100)],
          ]),
        ].map((cells) => [...cells.slice(turn % cells.length), ...cells.slice(0, turn % cells.length)])
        const text = table.map((cells) => cells.map((cell) => `"${cell}"`).join(comma ? ';' : ',')).join('\r\n')
        const { rows } = await taken(BOLT, `${mark ? '\uFEFF' : ''}${text}`)
        expect(rows.map(({ measures }) => measures)).toEqual(
          drivers.map(({ share, finished, metres, stars, trips }) => ({
            trips,
            online_minutes: 60,
            acceptance_rate: share * 100,
            utilisation_rate: 1_000,
            completion_rate: finished * 100,
            trip_metres: metres,
            average_rating: stars,
          })),
        )
      },
    ),
    { numRuns: 100 },
  )
})

const TRIPS = '20260601-20260608-trip_activity-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'

test.each([
  ['a heading that says kilometres', 'Trip distance (km)', '7.4', 7_400],
  ['a cell that says kilometres', 'Trip distance', '7.4 km', 7_400],
  ['nothing that says the unit', 'Trip distance', '7.4', undefined],
])('with %s a trip of Uber has its metres, or none', async (_, heading, cell, metres) => {
  const { rows } = await taken(
    TRIPS,
    `Trip UUID,Driver UUID,Driver first name,Driver surname,Number plate,Trip request time,Trip drop-off time,${heading}\n` +
      `${RUI},${ANA},Ana,Faria,ZX-33-TC,2026-06-02 08:00:00,2026-06-02 08:20:00,${cell}\n`,
  )
  expect(rows[0]?.measures['trip_metres']).toBe(metres)
})
