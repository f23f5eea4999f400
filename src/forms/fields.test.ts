import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import { formatMoney } from '#messages/numbers.ts'
import {
  carriedNumber,
  choice,
  chosenIds,
  chosenNumbers,
  chosenIdsOrNone,
  chosenWeek,
  count,
  countOrNone,
  day,
  givenDay,
  givenFile,
  givenPaper,
  givenWeek,
  inCase,
  line,
  lines,
  oneOfList,
  severalOfList,
  moment,
  money,
  moneyOrNone,
  openChoice,
  paper,
  percent,
  reason,
  reference,
  referenceOrNone,
  references,
  severalChoices,
  severalChoicesOrNone,
  text,
  tick,
  week,
  year,
} from './fields.ts'
import { factsOf, limitsOf, record, fieldText } from './record.ts'
import { translator } from '#messages/translate.ts'

const noun = record(
  {
    make: text(5, { required: true }),
    rent: money(),
    year: year(),
    status: choice(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`),
    notes: lines(10),
  },
  (name) => `page.fleet.vehicle.${name}`,
  ['make', ['rent', 'year'], 'status', 'notes'],
)
const form = { make: ' Opel ', rent: '1.250,50', year: '2021', status: 'sold', notes: '' }
const refused = (name: keyof typeof form, value: string) =>
  z.flattenError(noun.input.safeParse({ ...form, [name]: value }).error!).fieldErrors

test('what is typed is read: euros into cents, a year into a number, words without the blanks around them', () => {
  expect(noun.input.parse(form)).toEqual({ make: 'Opel', rent: 1_250_50, year: 2021, status: 'sold', notes: '' })
  expect(noun.input.parse({ ...form, rent: '', year: '' })).toMatchObject({ rent: 0, year: null })
})

test('what is not understood is refused under its name, in the words of the kind of field', () => {
  expect(refused('make', '')).toEqual({ make: ['field.required'] })
  // Characters that nobody sees are no name.
  expect(refused('make', '\u200b\u3164\u2800')).toEqual({ make: ['field.required'] })
  expect(refused('make', 'Peugeot')).toEqual({ make: ['field.too-long'] })
  expect(refused('rent', '12x')).toEqual({ rent: ['field.money'] })
  expect(refused('rent', '-5')).toEqual({ rent: ['field.money'] })
  expect(refused('year', '1899')).toEqual({ year: ['field.year'] })
  expect(refused('status', 'lost')).toEqual({ status: ['field.choice'] })
  expect(refused('notes', 'x'.repeat(11))).toEqual({ notes: ['field.too-long'] })
})

test('the limit a form shows is the limit that is checked', () => {
  expect(factsOf(noun, 'make')).toMatchObject({ control: 'text', longest: 5, required: true })
  expect(factsOf(noun, 'status').options?.map(({ value }) => value)).toEqual(['active', 'sold'])
  expect(noun.parts.flatMap(({ rows }) => rows)).toEqual([['make'], ['rent', 'year'], ['status'], ['notes']])
  expect(noun.labels).toMatchObject({ make: 'page.fleet.vehicle.make' })
})

test('a record is read from its columns and written to them, and a list names its fields as the columns do', () => {
  const held = { make: 'Opel', rent: 1_250_50 as Cents, year: null, status: 'sold', notes: '' } as const
  const row = { make: 'Opel', rent_cents: 1_250_50, year: null, status: 'sold', notes: '' }
  expect(noun.columns(held)).toEqual(row)
  expect(noun.read(Object.assign({ id: 7 }, row))).toEqual(held)
  const { parse } = z.object({ ...noun.listed })
  expect(noun.ofList(parse({ make: 'Opel', rent: 1250.5, year: null, status: 'sold' }))).toEqual(held)
  expect(z.object({ ...noun.listed }).safeParse({ year: 1899 }).success).toBe(false)
  expect(
    record({ startedOn: day() }, () => 'page.fleet.driver.startedOn').columns({ startedOn: '2026-11-26' }),
  ).toEqual({
    started_on: '2026-11-26',
  })
})

test('a form that nobody typed into says nothing but the first of a choice, and what must be said is missing', () => {
  expect(noun.empty).toEqual({ make: '', rent: '', year: '', status: 'active', notes: '' })
  expect(noun.nothing).toEqual({ make: undefined, rent: 0, year: null, status: 'active', notes: '' })
})

test('a value is told in the words of its field, whether it is kept or was remembered as text', () => {
  const t = translator('pt')
  expect([fieldText(noun, 'rent', 1_250_50, t), fieldText(noun, 'rent', '125050', t)]).toEqual(
    Array(2).fill(formatMoney(1_250_50, 'pt')),
  )
  expect(fieldText(noun, 'status', 'sold', t)).toBe('Vendida')
  expect(fieldText(noun, 'year', null, t)).toBe('')
})

test('a field that stands in no row of its form is found before anybody misses it', () => {
  const forgets = () => record({ make: text(5), notes: lines(5) }, () => 'page.fleet.vehicle.make', ['make'])
  expect(forgets).toThrow('"notes" stands in no row')
})

test('a reason is always said', () => {
  expect(reason().safeParse('   ').success).toBe(false)
  expect(reason(5).safeParse('porque').success).toBe(false)
  expect(reason().parse(' engano ')).toBe('engano')
})

test('a field that does not say how it is asked for is no field of a form, and the cause is named', () => {
  const word = () => 'page.fleet.vehicle.make' as const
  expect(() => record({ make: text(5).optional() }, word)).toThrow('after meta() lost that')
  expect(() => record({ make: text(5).transform((typed) => typed) }, word)).toThrow('after meta() lost that')
  expect(() => record({ vehicleId: z.guid() }, word)).toThrow('none of the kinds of forms/fields.ts')
})

const id = '0a1b2c3d-0000-4000-8000-00000000000a'

const lent = record(
  {
    holder: reference('page.plans.form.choose'),
    guest: referenceOrNone('page.plans.form.choose'),
    at: moment(),
    back: day('fleet', { until: 'today' }),
    kept: tick(),
    paper: paper(),
    days: severalChoices(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`),
    helpers: references(),
  },
  () => 'page.fleet.vehicle.make',
)
const lending = { holder: id, at: ['2026-10-24', '06:30'], back: '', days: ['sold'] }

test('another noun, a moment, a tick, a paper and several of something are read as the browser sends them', () => {
  const said = lent.input.parse(lending)
  expect({ ...said, at: said.at.toString() }).toEqual({
    holder: id,
    guest: null,
    at: '2026-10-24T05:30:00Z',
    back: null,
    kept: false,
    days: ['sold'],
    helpers: [],
  })
  expect(lent.input.parse({ ...lending, guest: id, kept: 'on' })).toMatchObject({ guest: id, kept: true })
  const wrong = (sent: object) => z.flattenError(lent.input.safeParse({ ...lending, ...sent }).error!).fieldErrors
  expect(wrong({ holder: '', guest: 'x', at: ['2026-10-24', ''], days: [] })).toEqual({
    holder: ['field.choice'],
    guest: ['field.choice'],
    at: ['field.required'],
    days: ['field.required'],
  })
  const tomorrow = Temporal.Now.plainDateISO('Europe/Lisbon').add({ days: 1 }).toString()
  expect(wrong({ back: tomorrow })).toEqual({ back: ['field.day-to-come'] })
})

test('a time that comes twice asks which of both it was, and one that never comes is refused', () => {
  const read = (...at: string[]) => lent.input.safeParse({ ...lending, at })
  expect(read('2026-10-25', '01:30').error?.issues[0]).toMatchObject({ path: ['at'], message: 'field.twice-time' })
  expect(read('2026-10-25', '01:30', 'first').data?.at.toString()).toBe('2026-10-25T00:30:00Z')
  expect(read('2026-10-25', '01:30', 'second').data?.at.toString()).toBe('2026-10-25T01:30:00Z')
  expect(read('2026-03-29', '01:30').error?.issues[0]?.message).toBe('field.skipped-time')
  const { typed } = factsOf(lent, 'at')
  expect(typed?.('2026-10-25T01:30:00Z' as never, 'pt')).toBe('2026-10-25\n01:30\nsecond')
})

test('a paper is in no column of its noun, and the id of another noun is told to nobody', () => {
  const columns = lent.columns(lent.input.parse(lending))
  expect(Object.keys(columns)).toEqual(['holder', 'guest', 'at', 'back', 'kept', 'days', 'helpers'])
  const t = translator('pt')
  expect([
    fieldText(lent, 'holder', id, t),
    fieldText(lent, 'kept', 'true', t),
    fieldText(lent, 'days', 'active, sold', t),
  ]).toEqual([
    ...['', t('page.audit.yes')],
    `${t('page.fleet.vehicleStatus.active')}, ${t('page.fleet.vehicleStatus.sold')}`,
  ])
})

const given = {
  way: openChoice(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`),
  buyer: inCase(text(10, { required: true })),
  price: inCase(money({ required: true, atLeast: 1 })),
}
const cases = { way: { sold: ['buyer', 'price'] } }
const word = () => 'page.fleet.vehicle.make' as const

test('a field of another case counts as not typed, and the required fields of the chosen case are demanded', () => {
  const { input, parts } = record(given, word, undefined, { besides: { version: carriedNumber() }, cases })
  expect(parts.flatMap(({ rows }) => rows)).toEqual([['way']])
  expect(input.parse({ way: 'active', buyer: 'far too long a name', price: '12x', version: '3' })).toEqual({
    way: 'active',
    version: 3,
  })
  const wrong = (sent: object) => z.flattenError(input.safeParse({ version: '1', ...sent }).error!).fieldErrors
  expect(wrong({ way: 'sold' })).toEqual({ buyer: ['field.required'], price: ['field.required'] })
  expect(wrong({ way: 'sold', buyer: '', price: '0' })).toEqual({ buyer: ['field.required'], price: ['field.money'] })
})

test('where a record says so, what was typed in another case is refused in its field', () => {
  const { input } = record(given, word, undefined, { cases, otherCase: 'field.invalid' })
  const sent = { way: 'active', buyer: '', price: '12' }
  expect(z.flattenError(input.safeParse(sent).error!).fieldErrors).toEqual({ price: ['field.invalid'] })
  expect(input.parse({ ...sent, price: '' })).toEqual({ way: 'active' })
})

test('a case that could never be asked for, or not be left out, is found when the program starts', () => {
  const of = (fields: z.ZodRawShape, byCase: Record<string, Record<string, string[]>>) => () =>
    record(fields, word, undefined, { cases: byCase })
  expect(of(given, { way: { lost: ['buyer', 'price'] } })).toThrow('No choice of the field "way" is "lost"')
  expect(of({ ...given, buyer: text(10) }, cases)).toThrow('"buyer" is asked for in one case alone')
  expect(of(given, { way: { active: ['buyer'], sold: ['buyer', 'price'] } })).toThrow(
    '"buyer" is asked for in two cases',
  )
})

test('some of a few words may be none of them, and nothing but them', () => {
  const days = severalChoicesOrNone(['active', 'sold'] as const, (status) => `page.fleet.vehicleStatus.${status}`)
  expect([days.parse(undefined), days.parse(['sold'])]).toEqual([[], ['sold']])
  expect(days.safeParse(['lost']).error?.issues[0]?.message).toBe('field.choice')
})

test('a count and an amount know their bounds, and nothing typed is nothing only where it may be left out', () => {
  const said = (field: z.ZodType, typed: string) => field.safeParse(typed).error?.issues[0]?.message
  expect([count(1, 10).parse(' 7 '), countOrNone(1, 10).parse(''), count(1, 5_000).parse('1.700')]).toEqual([
    ...[7, null, 1_700],
  ])
  expect([said(count(1, 10), '11'), said(count(1, 10), ''), said(countOrNone(1, 10, 'field.hours'), '0')]).toEqual([
    ...['field.number-bounds', 'field.required', 'field.hours'],
  ])
  expect([said(count(1, 10), '1,5'), said(countOrNone(1, 10), 'x'), said(countOrNone(1, 10), '0')]).toEqual([
    ...['field.number', 'field.number', 'field.number-bounds'],
  ])
  const least = money({ required: true, atLeast: 1 })
  expect([said(least, ''), said(least, '0'), said(least, '-1'), least.parse('0,01')]).toEqual([
    ...['field.required', 'field.money', 'field.money', 1],
  ])
  expect([moneyOrNone().parse(''), moneyOrNone().parse('0')]).toEqual([null, 0])
  expect([week().parse(''), week().parse('2026-11-26')]).toEqual([null, '2026-11-23'])
})

test('a field that a form draws itself takes its limits from what checks them', () => {
  expect([limitsOf(line(80)), limitsOf(text(5)), limitsOf(tick())]).toEqual([
    ...[{ maxLength: 80, required: true }, { maxLength: 5 }, {}],
  ])
})

test('an amount that no record has room for is refused in its field, and the most that has is taken', () => {
  expect(money().safeParse('1.000.000,00').data).toBe(100_000_000)
  expect(money().safeParse('1.000.000,01').error?.issues[0]?.message).toBe('field.money-most')
})

test('a number that a form carries along is one that a column takes, whoever wrote it there', () => {
  expect(carriedNumber().safeParse('2147483647').data).toBe(2_147_483_647)
  for (const forged of ['2147483648', '99999999999', '-1', '1.5', 'x', '1e400'])
    expect(carriedNumber().safeParse(forged).error?.issues[0]?.message, forged).toBe('field.invalid')
  expect(chosenNumbers().safeParse(['99999999999']).success).toBe(false)
})

test('a day whose year cannot be meant is refused in words that say which years are taken, whatever kind of field it is in', () => {
  const said = (field: z.ZodType, written: string) =>
    field.safeParse(written).error?.issues.map(({ message }) => message)
  for (const field of [day(), givenDay(), givenWeek()]) expect(said(field, '0001-01-01')).toEqual(['field.day-fleet'])
  for (const field of [day('kept'), givenDay('kept')]) {
    expect(said(field, '0001-01-01')).toEqual(['field.day-kept'])
    expect(field.parse(' 1974-04-25 ')).toBe('1974-04-25')
  }
  expect(said(chosenWeek(), '0001-01-01')).toEqual(['field.choice'])
  expect(said(givenDay(), ' ')).toEqual(['field.required'])
  expect([day().parse(''), givenWeek().parse('2026-11-25'), chosenWeek().parse('2026-11-23')]).toEqual([
    null,
    '2026-11-23',
    '2026-11-23',
  ])
})

test('the words of a day say the years that are checked', () => {
  const thisYear = Temporal.Now.plainDateISO().year
  for (const language of ['pt', 'en'] as const) {
    const t = translator(language)
    const [, first, ahead] = /(\d+)\D+(\d+)/.exec(t('errors.field.day-fleet'))!
    expect(day().parse(`${first}-01-01`)).toBe(`${first}-01-01`)
    expect(day().safeParse(`${Number(first) - 1}-12-31`).success).toBe(false)
    expect(day().parse(`${thisYear + Number(ahead)}-12-31`)).toBeTruthy()
    expect(day().safeParse(`${thisYear + Number(ahead) + 1}-01-01`).success).toBe(false)
    const [, oldest, latest] = /(\d+)\D+(\d+)/.exec(t('errors.field.day-kept'))!
    expect(day('kept').safeParse(`${Number(oldest) - 1}-12-31`).success).toBe(false)
    expect([day('kept').parse(`${oldest}-01-01`), day('kept').parse(`${latest}-12-31`)]).toHaveLength(2)
    expect(day('kept').safeParse(`${Number(latest) + 1}-01-01`).success).toBe(false)
  }
})

test('whoever is named twice in a list, in whatever letters, is meant once', () => {
  const [one, other] = ['0a1b2c3d-0000-4000-8000-00000000000a', '0a1b2c3d-0000-4000-8000-00000000000b']
  expect(chosenIds().parse([one, other, one.toUpperCase(), one])).toEqual([one, other])
  expect(chosenIdsOrNone().parse([one, one])).toEqual([one])
  expect(chosenIdsOrNone().parse(undefined)).toEqual([])
  expect(chosenNumbers().parse(['7', '07', '8'])).toEqual([7, 8])
  expect(chosenIds().safeParse([]).error!.issues[0]!.message).toBe('field.nobody')
})

test('what a page lists is read as its schema says, and said to be a choice of the page', () => {
  const hour = oneOfList(z.coerce.number().int('field.choice').max(23, 'field.choice'), { none: 'common.choose' })
  expect([hour.parse('7'), hour.safeParse('24').error?.issues[0]?.message]).toEqual([7, 'field.choice'])
  const asked = record({ hour, days: severalOfList(z.enum(['1', '2'])) }, () => 'page.monday.hour')
  expect(factsOf(asked, 'hour')).toMatchObject({ control: 'reference', required: true, none: 'common.choose' })
  expect([asked.fields.days.parse(['2']), asked.fields.days.safeParse([]).success]).toEqual([['2'], false])
})

test('percent is typed with a comma or a point, kept in hundredths, and more than none and no more than all', () => {
  const rate = percent()
  expect(['4,5', '100', '0.01'].map((typed) => rate.parse(typed))).toEqual([450, 100_00, 1])
  const wrong = ['', '0', '100,01', 'x'].map((typed) => rate.safeParse(typed).error?.issues[0]?.message)
  expect(wrong).toEqual(['field.required', 'field.percent', 'field.percent', 'field.percent'])
})

test('a paper that has to be sent is asked for by name when it is missing', () => {
  const sent = new File(['x'], 'a.pdf')
  expect(givenPaper().parse(sent)).toBe(sent)
  // A browser sends a file without name and bytes where none was chosen.
  for (const field of [givenPaper(), givenFile('.csv')])
    for (const none of [undefined, new File([], '')])
      expect(field.safeParse(none).error?.issues[0]?.message).toBe('field.required')
})
