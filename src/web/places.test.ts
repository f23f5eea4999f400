import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import { statusWords } from '#features/weeks/status/schema.ts'
import { translator } from '#messages/translate.ts'
import { ADMIN, type Place, placeAt, powerAt, recordAt } from './places.ts'

const read = ({ file }: Place) => readFileSync(join('src', 'web', 'routes', 'admin', file), 'utf8')
const whole = (place: Place): Place[] => [place, ...(place.inside ?? []).flatMap(whole)]
const everyPlace = ADMIN.flatMap(whole)
const takesForms = (place: Place) => /export (?:const|async function|function) action\b/.test(read(place))

test('a place takes forms just where the table says what they ask for', () => {
  const said = everyPlace.filter(({ kind, asks }) => kind !== 'file' && asks !== undefined)
  expect(said.length).toBeGreaterThan(80)
  expect(everyPlace.filter(takesForms).map(({ file }) => file)).toEqual(said.map(({ file }) => file))
})

test('what is a file, a form or a page in the table is one', () => {
  const isFile = (place: Place) => !/export default\b/.test(read(place)) && !takesForms(place)
  expect(everyPlace.filter(isFile)).toEqual(everyPlace.filter(({ kind }) => kind === 'file'))
})

test('no screen names again the power that its place asks for', () => {
  expect(everyPlace.filter((place) => /\bpower: '/.test(/submit\([^)]*\)/.exec(read(place))?.[0] ?? ''))).toEqual([])
})

test.each([
  ['/admin', 'overview.tsx'],
  ['/en/admin/', 'overview.tsx'],
  ['/admin/drivers/new', 'drivers/new.tsx'],
  ['/Admin/Drivers/NEW/?index', 'drivers/new.tsx'],
  ['/admin/drivers/4f', 'drivers/record.tsx'],
  ['/admin/drivers/4f/terms/9/removal#why', 'drivers/remove-terms.tsx'],
  ['/en/admin/weekly/2026-W23/terms', 'weekly/same-terms.tsx'],
  ['/admin/weekly/2026-W23/4f', 'weekly/driver.tsx'],
  ['/admin/weekly/disputes/7', 'weekly/dispute.tsx'],
  ['/EN/admin', 'overview.tsx'],
  ['/%61dmin/weekly/batches/1/%66ile', 'weekly/batch-file.ts'],
  ['/admin/drivers/4f/%69ban.data', 'drivers/iban.tsx'],
  ['/admin/users/%76iewing', 'users/viewing.ts'],
  ['/admin/drivers/4f%2Fiban', 'drivers/record.tsx'],
])('%s is %s', (address, file) => {
  expect(placeAt(address)?.file).toBe(file)
})

test.each([
  '/admin/nowhere',
  '/admin%2Fusers',
  '/admin/drivers/4f/terms/9/removal/more',
  '/adminx',
  '/dashboard',
  '/',
  '',
])('no place of the office is at "%s"', (address) => {
  expect(placeAt(address)).toBeNull()
})

test('the address does not matter, nor the language; the own account and what is outside the office is everybody’s', () => {
  expect(powerAt('/en/admin/weekly/2026-W23/approval?x=/admin/users#y')).toBe('money')
  expect(
    ['/admin/profile', '/en/admin/profile', '/dashboard/profile', '/api/auth/logout', '/contact'].map(powerAt),
  ).toEqual([null, null, null, null, null])
})

test.each([
  ['/admin/drivers/4f/platforms/7/removal', '/admin/drivers/4f/platforms'],
  ['/en/admin/users/AbC/closing?x=1#why', '/admin/users/AbC'],
  ['/admin/data/keys/7/removal', '/admin/data'],
  ['/admin/views/7/removal', '/admin'],
  ['/admin/drivers/4f', null],
  ['/dashboard/profile', null],
])('what %s is done to is at %s', (address, record) => {
  expect(recordAt(address)).toBe(record)
})

test('the record that an act changes has a page, found by the parameters of the act', () => {
  const acts = everyPlace.filter(({ record }) => record !== undefined)
  expect(acts.length).toBeGreaterThan(40)
  for (const { file, record = '' } of acts) {
    const place = placeAt(`/admin/${record.replaceAll(/:\w+/g, '4f')}`)
    expect([file, place?.kind === 'page' || place?.kind === 'form']).toEqual([file, true])
  }
})

test('a small act is drawn as one, and nothing else is', () => {
  const acts = everyPlace.filter(({ record }) => record !== undefined)
  const draws = ({ file }: Place) =>
    /<(SmallAct|SealedValue)\b/.test(readFileSync(join('src', 'web', 'routes', 'admin', file), 'utf8'))
  expect(acts.filter((place) => !draws(place)).map(({ file }) => file)).toEqual([])
  expect(
    everyPlace
      .filter((place) => place.kind !== 'file' && draws(place) && !acts.includes(place))
      .map(({ file }) => file),
  ).toEqual([])
})

test('a small act is a description: what draws one has at most twenty lines', () => {
  const components = globSync('src/web/routes/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:export )?(?:default )?function (\w+)[^]*?^}/gm)]
      .filter(([text]) => text.includes('<SmallAct'))
      .map(([text, name]) => ({ name, lines: text.split('\n').length })),
  )
  expect(components.length).toBeGreaterThan(80)
  expect(components.filter(({ lines }) => lines > 20)).toEqual([])
})

test('the next step of a week is a form, or a page that is everybody’s: nobody is led to a page without its button', () => {
  const steps = ['files', 'decide', 'approve', 'export', 'confirm', 'unpayable'] as const
  const kinds = steps.map((word) => {
    const figures = { state: 'approved', count: 1, total: cents(134_90), batch: 1, batchDay: null } as const
    const week = { week: readWeek('2026-W46'), name: '2026-W46', sources: [], isBeforeFirstPaid: false }
    const { to } = statusWords({ ...figures, ...week, word }, translator('pt'))
    return powerAt(to) === null ? 'everybody’s' : placeAt(to)?.kind
  })
  expect(kinds).toEqual(['everybody’s', 'everybody’s', 'form', 'form', 'form', 'everybody’s'])
})
