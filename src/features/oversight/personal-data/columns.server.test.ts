import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { aFleet } from '#test/factories.ts'
import { owner } from '#test/owner.ts'
import { textIn } from '#test/pdf-text.ts'
import { columnsNamed, kindOf } from './columns.ts'
import { drawProcessing, readProcessing } from '../processing/queries.server.ts'
import { EXCEPTIONS, ruleOfColumn } from './purposes.ts'
import { PERSONAL, type Table } from './register.ts'

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
    known.get(table)!.flatMap((name) => (kindOf(table, name) === null ? [`${table}.${name}`] : [])),
  )
  expect(unsaid).toEqual([])
  expect(kindOf('drivers', 'shoe_size')).toBeNull()
  expect(NOUNS.map((table) => ruleOfColumn(table, 'id').period).every(Boolean)).toBe(true)
})

test('nothing is said of a column that is not there', async () => {
  const known = await columnsOf()
  const gone = NOUNS.flatMap((table) => columnsNamed(table).filter((name) => !known.get(table)!.includes(name)))
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
      .map((name) => kindOf(table, name)),
  )
  expect(telling.filter((kind) => ['time', 'link', 'state', 'office'].includes(kind!))).toEqual([])
  expect(telling.length).toBeGreaterThan(30)
})

test.each(['pt', 'en'] as const)(
  'the record of processing is made from the register, on the page and on paper (%s)',
  async (language) => {
    await aFleet()
    const { activities, company } = await readProcessing()
    const payments = activities.find(({ topic }) => topic === 'payments')!
    expect(company).not.toBeNull()
    expect(payments).toMatchObject({ bases: ['law'], periods: ['accounts'] })
    expect(payments.kinds).toContain('bank')
    const t = translator(language)
    const { bytes, name } = await drawProcessing(Temporal.Instant.from('2026-06-08T10:00:00Z'), t)
    const text = textIn(bytes).join('\n')
    expect(name).toMatch(/2026-06-08\.pdf$/)
    for (const { topic } of activities) expect(text).toContain(t(`page.personalData.topics.${topic}`))
    expect(text).toContain(t('page.privacy.kinds.bank'))
  },
)
