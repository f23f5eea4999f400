import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprintOf } from '#domain/mapping.ts'
import { ZONE } from '#domain/week.ts'
import { inMemory } from '#platform/bytes.ts'
import { tablesOf } from '#integrations/mapped/tables.ts'
import { type DraftTimesSetup, lookAtTimes } from './look.ts'

const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds / 1_000
const tableOf = async (text: string | Uint8Array<ArrayBuffer>) => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return (await tablesOf({ bytes: inMemory(bytes) }))[0]!.table
}
const DRAFT: DraftTimesSetup['draft'] = {
  columns: { date: 0, from: 1, to: 2, activity: 3 },
  words: null,
  plain: 'driving',
  dates: null,
}
const look = async (text: string | Uint8Array<ArrayBuffer>, draft: Partial<DraftTimesSetup['draft']> = {}) =>
  lookAtTimes(await tableOf(text), { headerLine: null, draft: { ...DRAFT, ...draft } }, [])!
const linesOf = async (...rows: readonly string[]) =>
  (await look(['Data;Início;Fim;Atividade', ...rows, ''].join('\r\n'))).result

test('as Excel in Portuguese writes it: with a mark at its beginning, semicolons, seconds or none, and the end of a day', async () => {
  const text =
    '\uFEFFData;Início;Fim;Atividade\r\n25/06/2026;08:00:00;12:15:30;Condução\r\n25/06/2026;22:00;24:00;CONDUCAO\r\n'
  const { result, words } = await look(text)
  expect(words).toEqual([{ word: 'Condução', activity: 'driving' }])
  expect(result?.problems).toEqual([])
  expect(result?.lines.map(({ from, to }) => [from, to])).toEqual([
    [at('2026-06-25T08:00'), at('2026-06-25T12:15:30')],
    [at('2026-06-25T22:00'), at('2026-06-26T00:00')],
  ])
})

test('old Windows letters are read too', async () => {
  const bytes = new Uint8Array(
    [...'Data;In\xedcio;Fim;Atividade\r\n25/06/2026;08:00;12:00;Condu\xe7\xe3o\r\n'].map((one) => one.charCodeAt(0)),
  )
  expect((await look(bytes)).result?.lines).toHaveLength(1)
})

test('an end that is earlier in the day is of the next one, and a moment says its own day', async () => {
  expect((await linesOf('25/06/2026;22:00;02:30;Driving'))?.lines[0]).toMatchObject({ to: at('2026-06-26T02:30') })
  const whole = await look('De;A\n25/06/2026 22:00;26/06/2026 24:00\n', { columns: { from: 0, to: 1 } })
  expect(whole.result?.problems).toMatchObject([{ line: 2, column: 'A', code: 'time-too-long' }])
  const twice = await linesOf('24/10/2026;02:06;02:00;Driving')
  expect(twice?.lines[0]).toMatchObject({ from: at('2026-10-24T02:06'), to: at('2026-10-25T02:00') })
  const good = await look('De;A\n2026-06-25T22:00;2026-06-26 02:00:00\n', { columns: { from: 0, to: 1 } })
  expect(good.result?.lines).toMatchObject([{ from: at('2026-06-25T22:00'), to: at('2026-06-26T02:00') }])
})

test('what is not understood is told by line and column, and nothing of it is guessed', async () => {
  const result = await linesOf(
    '25/06/2026;8h;12:00;Condução',
    '31/06/2026;08:00;12:00;Condução',
    '25/06/2026;08:00;;Condução',
    '26/06/2026;08:00;25:00;Condução',
  )
  expect(result?.lines).toEqual([])
  expect(result?.problems.map(({ line, column, code }) => `${line} ${column} ${code}`)).toEqual([
    '2 Início date-unreadable',
    '3 Data date-unreadable',
    '4 Fim value-missing',
    '5 Fim date-unreadable',
  ])
})

test('the night of the clocks: an hour more in October, an hour less in March', async () => {
  const result = await linesOf('24/10/2026;22:00;06:00;Condução', '28/03/2026;22:00;06:00;Condução')
  expect(result?.lines.map(({ from, to }) => (to - from) / 3_600)).toEqual([9, 7])
})

test('days that read both ways are asked, and one that cannot be decides', async () => {
  const text = 'Data;De;A\n05/06/2026;08:00;12:00\n'
  const draft = { columns: { date: 0, from: 1, to: 2 } }
  expect((await look(text, draft)).problems).toEqual([{ field: 'dates', code: 'ambiguous' }])
  expect((await look(text, { ...draft, dates: 'mdy' })).result?.lines).toMatchObject([{ from: at('2026-05-06T08:00') }])
  expect((await look(`${text}25/06/2026;08:00;12:00\n`, draft)).problems).toEqual([])
})

test('a word that nobody explained is asked, and of a taught export refused by its line', async () => {
  const text = 'Data;Início;Fim;Atividade\n25/06/2026;08:00;12:00;Zeta\n'
  const asked = await look(text)
  expect(asked.problems).toEqual([{ field: 'words', code: 'missing' }])
  const listSetup = {
    id: 'x',
    fingerprint: fingerprintOf(asked.headingKeys),
    mapping: { ...DRAFT, words: { conducao: 'driving' as const } },
  }
  const read = lookAtTimes(await tableOf(text), null, [listSetup])!
  expect(read).toMatchObject({ setupId: 'x', result: { lines: [], problems: [{ line: 2, code: 'value-unknown' }] } })
  expect((await look(text, { words: { zeta: 'break' } })).result?.lines).toMatchObject([{ activity: 'break' }])
})

test('headings are found below a cover, notes and sums are no lines, and a column is one thing', async () => {
  const text = 'Motorista;Ana Sá\nData;Início;Fim;Atividade\n25/06/2026;08:00;12:00;Condução\nTotal;;;4:00\n;;;\n'
  const read = await look(text)
  expect([read.headerLine, read.result?.lines.length, read.result?.problems]).toEqual([2, 1, []])
  expect((await look(text, { columns: { from: 1, to: 1 } })).problems).toEqual([{ field: 'to', code: 'repeated' }])
  expect((await look(text, { columns: {} })).problems.map(({ field }) => field)).toEqual(['from', 'to'])
})

test('whatever days and times are written, each line is read to the minute and no other', async () => {
  const span = fc.record({
    day: fc.integer({ min: 0, max: 700 }),
    from: fc.integer({ min: 0, max: 1_439 }),
    long: fc.integer({ min: 1, max: 1_439 }),
    withSeconds: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 20 }), async (some) => {
      const clock = (minute: number, isExact: boolean) =>
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}${isExact ? ':00' : ''}`
      const dayOf = (day: number) => Temporal.PlainDate.from('2026-01-13').add({ days: day })
      const rows = some.map(({ day, from, long, withSeconds }) => {
        const date = dayOf(day)
        const written = [date.day, date.month].map((part) => String(part).padStart(2, '0')).join('/')
        const end = (from + long) % 1_440
        return `${written}/${date.year};${clock(from, withSeconds)};${end === 0 ? '24:00' : clock(end, withSeconds)};Condução`
      })
      const { lines, problems } = (await look(['Data;Início;Fim;Atividade', ...rows].join('\r\n'), { dates: 'dmy' }))
        .result!
      expect(problems).toEqual([])
      const expected = some.flatMap(({ day, from, long }) => {
        const local = (minute: number) => dayOf(day).toPlainDateTime().add({ minutes: minute })
        const [begins, ends] = [local(from), local(from + long)].map(
          (one) => one.toZonedDateTime(ZONE).epochMilliseconds / 1_000,
        )
        return begins === ends ? [] : [[begins, ends]]
      })
      expect(lines.map(({ from, to }) => [from, to])).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})
