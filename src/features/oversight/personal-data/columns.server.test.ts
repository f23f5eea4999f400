import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { aFleet } from '#test/factories.ts'
import { owner } from '#test/owner.ts'
import { textIn } from '#test/pdf-text.ts'
import { columnsNamed, kindOf } from './columns.ts'
import { drawProcessing, readProcessing } from '../processing/queries.server.ts'
import { OF_COMPANY, OF_PERSONS } from '#web/nouns.ts'
import { EXCEPTIONS, ruleOfColumn } from './purposes.ts'
import { PERSONAL, type Table } from './register.ts'
import type { TellingRecords } from './schema.ts'

const NOUNS = Object.keys(PERSONAL) as Table[]

async function columnsOf(): Promise<Map<string, string[]>> {
  const { rows } = await (
    await owner()
  ).query<{ table: string; name: string }>(`
    select relname as table, attname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      order by 1, attnum`)
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => [table, all.map(({ name }) => name)]),
  )
}

test('every column of a noun of a person says what it tells, on which basis it is kept and for how long', async () => {
  const known = await columnsOf()
  const unsaid = NOUNS.flatMap((table) =>
    known
      .get(table)!
      .flatMap((name) =>
        kindOf(table, name, OF_PERSONS) === null ? [`${table}.${name}: said in ${placeOf(table)}`] : [],
      ),
  )
  expect(unsaid).toEqual([])
  expect(kindOf('drivers', 'shoe_size', OF_PERSONS)).toBeNull()
  expect(NOUNS.map((table) => ruleOfColumn(table, 'id').period).every(Boolean)).toBe(true)
})

/** The place for the kind of a column: the fields of a self-describing record, or the list of all other columns. */
function placeOf(table: string): string {
  const nouns = readFileSync('src/web/nouns.ts', 'utf8')
  const record = new RegExp(`^  ${table}: \\[?(\\w+)`, 'm').exec(nouns)?.[1]
  const schema = record && new RegExp(`\\b${record}\\b.* from '#(.*)'`).exec(nouns)?.[1]
  return schema ? `src/${schema}, of a field, or columns.ts` : 'columns.ts'
}

test('where a column is said is named to whoever adds one', () => {
  expect(placeOf('vehicles')).toBe('src/features/fleet/vehicles/schema.ts, of a field, or columns.ts')
  expect(placeOf('iban_checks')).toBe('columns.ts')
})

test('a record of a table of people that does not say what its fields tell does not compile', () => {
  // @ts-expect-error -- a rule of the company says nothing of a person
  const silent: TellingRecords = { shifts: OF_COMPANY.duty_rules }
  expect(kindOf('shifts', 'vat', { ...silent, shifts: [] })).toBeNull()
})

test('a field that is said to be kept elsewhere has no column of its name', async () => {
  const known = await columnsOf()
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const own = Object.entries(OF_PERSONS).flatMap(([table, records]) =>
    [records]
      .flat()
      .flatMap((record) => Object.keys(record.fields).map((name) => ({ table, name: snake(name), ...record }))),
  )
  expect(own.length).toBeGreaterThan(100)
  const silent = own.filter(({ table, name, tells }) =>
    [name, `${name}_cents`].some((column) => known.get(table)!.includes(column) && !(column in tells)),
  )
  expect(silent.map(({ table, name }) => `${table}.${name}`)).toEqual([])
})

test('nothing is said of a column that is not there', async () => {
  const known = await columnsOf()
  const gone = NOUNS.flatMap((table) =>
    columnsNamed(table, OF_PERSONS).filter((name) => !known.get(table)!.includes(name)),
  )
  expect(gone).toEqual([])
  const odd = EXCEPTIONS.filter(({ table, column }) => column !== null && !known.get(table)?.includes(column))
  expect(odd).toEqual([])
  expect(EXCEPTIONS.filter(({ table }) => !(table in PERSONAL))).toEqual([])
})

test('what a person is told in words, numbers or files is said at its table, and none of it passes for a moment or a link', async () => {
  const known = await columnsOf()
  const telling = NOUNS.flatMap((table) =>
    known
      .get(table)!
      .filter((name) => /(?:^|_)(?:email|phone|iban|nif|words|notes?)$/.test(name))
      .map((name) => kindOf(table, name, OF_PERSONS)),
  )
  expect(telling.filter((kind) => ['time', 'link', 'state', 'office'].includes(kind!))).toEqual([])
  expect(telling.length).toBeGreaterThan(30)
})

test.each(['pt', 'en'] as const)(
  'the record of processing is made from the register, on the page and on paper (%s)',
  async (language) => {
    await aFleet()
    const { activities, company } = await readProcessing(OF_PERSONS)
    const payments = activities.find(({ topic }) => topic === 'payments')!
    expect(company).not.toBeNull()
    expect(payments).toMatchObject({ bases: ['law'], periods: ['accounts'] })
    expect(payments.kinds).toContain('bank')
    const t = translator(language)
    const { bytes, name } = await drawProcessing(OF_PERSONS, Temporal.Instant.from('2026-06-08T10:00:00Z'), t)
    const text = textIn(bytes).join('\n')
    expect(name).toMatch(/2026-06-08\.pdf$/)
    for (const { topic } of activities) expect(text).toContain(t(`page.personalData.topics.${topic}`))
    expect(text).toContain(t('page.privacy.kinds.bank'))
  },
)
