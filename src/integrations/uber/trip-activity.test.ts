import { expect, test } from 'vitest'
import type { ReadFile } from '#domain/import.ts'
import { readWhole } from '#test/read-whole.ts'

const NAME = '20261019-20261026-trip_activity-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const HEADINGS =
  'Trip UUID,Driver UUID,Driver first name,Driver surname,Vehicle UUID,Number plate,Service type,Trip request time,Trip drop-off time,Pick-up address,Drop-off address,Trip distance,Trip status,Product type,Final rider fare,Payment type,Rider name'
const ANA = '51dbed65-348c-466c-ade0-38c901b9df35'
const RUI = '6a2f0c1e-1111-4c7b-af23-058368f4d001'
const id = (last: number) => `bbbbbbbb-348c-466c-ade0-38c901b9df${last}`

function trip(changed: Partial<Record<'id' | 'driver' | 'plate' | 'from' | 'to' | 'status', string>> = {}): string {
  const {
    id: key,
    driver,
    plate,
    from,
    to,
    status,
  } = {
    id: id(10),
    driver: ANA,
    plate: 'ZX-33-TC',
    from: '2026-10-20 08:00:00',
    to: '2026-10-20 08:20:00',
    status: 'completed',
    ...changed,
  }
  return `${key},${driver},Ana,Faria,v-1,${plate},UberX,${from},${to},Rua Secreta 1,Praça Oculta 2,7.4,${status},UberX,12.00,Card,Passageira Anónima`
}

const read = async (rows: readonly string[], headings = HEADINGS) => {
  const bytes = new TextEncoder().encode([headings, ...rows, ''].join('\n'))
  const [result] = await readWhole({ name: NAME, bytes }, {})
  return result!
}
async function taken(...rows: string[]): Promise<ReadFile> {
  const result = await read(rows)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

test('a trip says who drove which car from when to when, and nothing of passengers or money', async () => {
  const { kind, rows, period } = await taken(trip())
  expect({ kind, period }).toEqual({ kind: 'trip_activity', period: { from: '2026-10-19', to: '2026-10-25' } })
  expect(rows[0]).toMatchObject({
    kind: 'reference',
    amount: 0,
    at: Temporal.Instant.from('2026-10-20T07:00:00Z'),
    label: 'Ana Faria',
    facts: { plate: 'ZX33TC', until: '2026-10-20T07:20:00Z', description: 'UberX completed' },
  })
  expect(JSON.stringify(rows)).not.toMatch(/Secreta|Oculta|Passageira|12\.00/)
})

test('a cancelled trip ends when it was asked; the hour that the clock has twice is no trip that ends before it began', async () => {
  const cancelled = trip({ to: '', status: 'rider_cancelled' })
  const autumn = trip({ id: id(11), from: '2026-10-25 01:50:00', to: '2026-10-25 01:10:00' })
  const { rows } = await taken(cancelled, autumn)
  expect(rows.map(({ facts }) => facts['until'])).toEqual(['2026-10-20T07:00:00Z', '2026-10-25T01:10:00Z'])
})

test('two drivers of one trip are two rows; the same row again is counted once and told', async () => {
  const { rows, warnings } = await taken(trip(), trip({ driver: RUI }), trip())
  expect(rows).toHaveLength(2)
  expect(warnings).toEqual([{ code: 'rows-repeated', params: { count: 1, lines: '4' } }])
})

test('what cannot be understood is refused with line, column and what stands there', async () => {
  const result = await read([
    trip({ driver: 'Ana' }),
    trip({ id: id(12), plate: '' }),
    trip({ id: id(13), from: 'ontem' }),
    trip({ id: id(14), to: '2026-10-20 07:59:00' }),
    trip({ id: id(15) }),
    trip({ id: id(15), plate: 'ZX-44-TD' }),
  ])
  expect(!result.ok && result.problems.map(({ line, column, code, found }) => [line, column, code, found])).toEqual([
    [2, 'Driver UUID', 'id-unreadable', 'Ana'],
    [3, 'Number plate', 'value-missing', ''],
    [4, 'Trip request time', 'date-unreadable', 'ontem'],
    [5, 'Trip drop-off time', 'ends-before-start', '2026-10-20 07:59:00'],
    [7, 'Trip UUID', 'key-repeated', id(15)],
  ])
})

test('a file without plates is refused with the column it lacks', async () => {
  const result = await read([trip()], HEADINGS.replace('Number plate', 'Car'))
  expect(!result.ok && [result.code, result.problems[0]?.expected]).toEqual(['columns-missing', 'Number plate'])
})
