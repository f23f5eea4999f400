import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { saveTimes } from '#features/weeks/working-times/commands.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { textIn } from '#test/pdf-text.ts'
import { exportCarTimes, exportDriverTimes, readTimesPeriod } from './queries.server.ts'

const NOW = Temporal.Instant.from('2026-06-05T18:00:00Z')
const at = (text: string) =>
  Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Lisbon').epochMilliseconds / 1_000
const period = (query = '') => readTimesPeriod(new URL(`https://x.example/?${query}`), NOW)
const JUNE = 'from=2026-06-01&until=2026-06-05'
let driverId = ''

beforeEach(async () => {
  await aFleet()
  const row = await db.selectFrom('drivers').select(['id']).orderBy('ref').executeTakeFirstOrThrow()
  driverId = row.id
  await makeChange(
    (change) =>
      saveTimes(change, {
        driverId,
        file: { name: 'tempos.csv', bytes: new TextEncoder().encode('x') },
        source: 'Livro azul',
        fromDriver: false,
        lines: [
          {
            line: 2,
            driverId,
            from: at('2026-06-02T22:00'),
            to: at('2026-06-03T01:30'),
            activity: 'driving',
            plate: '',
          },
        ],
      }),
    { at: NOW },
  )
})

const csv = async (format = 'csv') => {
  const { bytes } = await exportDriverTimes(driverId, period(JUNE), { format, language: 'pt', now: NOW })
  return new TextDecoder().decode(bytes).split('\r\n')
}

test('every day of the period stands in the file, and what nobody told is left empty', async () => {
  const [, ...rows] = await csv()
  expect(rows.filter(Boolean)).toEqual([
    '01/06/2026;;;;;;;;;',
    '02/06/2026;2:00;2:00;2:00;;;;;;',
    '03/06/2026;1:30;1:30;3:30;;;;;;',
    '04/06/2026;;;;;;;;;',
    '05/06/2026;;;;;;;;;',
  ])
})

test('the paper says what it is and is not, and which record there is', async () => {
  const read = async () => {
    const { bytes } = await exportDriverTimes(driverId, period(JUNE), { format: 'pdf', language: 'pt', now: NOW })
    return textIn(bytes).join(' ')
  }
  expect(await read()).toContain('sem documento guardado')
  await makeChange(
    (change) =>
      addPaper(change, { holder: 'driver', id: driverId }, 'working-time-record', {
        number: 'Livro azul',
        issuedOn: null,
        expiresOn: null,
        files: [],
      }),
    { at: NOW },
  )
  const text = await read()
  for (const words of ['Registo: Livro azul.', 'não é o registo certificado', 'tempos.csv', '03/06/2026', '3:30'])
    expect(text).toContain(words)
})

test('a car has the days of whoever had it then, and no other', async () => {
  const held = await db.selectFrom('assignments').selectAll().executeTakeFirstOrThrow()
  const asked = { format: 'csv', language: 'pt', now: NOW } as const
  const { bytes, name } = await exportCarTimes(held.vehicle_id, period(JUNE), asked)
  const rows = new TextDecoder().decode(bytes).split('\r\n').slice(1).filter(Boolean)
  expect(new Set(rows.map((row) => row.split(';')[0])).size).toBe(5)
  expect(name).toMatch(/^tempos-de-trabalho-.*-2026-06-01-2026-06-05\.csv$/)
  await expect(exportCarTimes(driverId, period(), asked)).rejects.toMatchObject({ code: 'record.not-found' })
})

test.each(['from=2026-13-01', 'from=2026-06-05&until=2026-06-01', 'from=2020-01-01&until=2026-06-01', 'until=x'])(
  'days that are none, turned round or too many are refused: %s',
  (query) => {
    expect(() => period(query)).toThrow(expect.objectContaining({ code: 'times.period' }))
  },
)

test('without days it is the last four weeks, and another format is not found', async () => {
  expect([period().from.toString(), period().until.toString()]).toEqual(['2026-05-09', '2026-06-05'])
  await expect(
    exportDriverTimes(driverId, period(), { format: 'exe', language: 'pt', now: NOW }),
  ).rejects.toMatchObject({ code: 'record.not-found' })
})
