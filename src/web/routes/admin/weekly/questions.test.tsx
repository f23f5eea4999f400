import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import { type AskedAs, ENDINGS, type Question, askedAs } from '#features/weeks/questions/schema.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { Questions } from './questions.tsx'

registerMessages('pt', pt)

const WEEK = readWeek('2026-W23')
const DRIVER = { id: '5e0f4a52-6f0c-4d0c-9b1e-0a1f2b3c4d5e', ref: 'D1', name: 'Ana Lapa' }
const row = (id: string): Evidence => ({
  id,
  importId: 3,
  source: 'viaverde',
  file: 'extrato.csv',
  line: 4,
  week: WEEK,
  at: null,
  place: 'Carcavelos',
  label: '',
  amount: cents(-1_30),
})
const unmatched = (reason: Extract<Question, { kind: 'unmatched' }>['reason'], kind: 'driver' | 'plate'): Question => ({
  kind: 'unmatched',
  id: `row-${reason}`,
  source: 'viaverde',
  account: '',
  reason,
  key: { kind, value: 'X' },
  count: 1,
  total: cents(-1_30),
  rows: [row('1')],
  moments: [],
  vehicle: null,
  held: [],
  tellsNothing: false,
  suggestion: null,
  stay: null,
})

/** One question for every way of asking; a new way needs its own here. */
const ASKED: Record<AskedAs, Question> = {
  'refused-file': {
    kind: 'refused-file',
    id: 'refused-file-1',
    file: { id: 1, name: 'x.csv', week: WEEK, code: 'empty', params: {}, problems: [] } as unknown as Extract<
      Question,
      { kind: 'refused-file' }
    >['file'],
  },
  'unmatched unknown-driver': unmatched('unknown-driver', 'driver'),
  'unmatched unknown-plate': unmatched('unknown-plate', 'plate'),
  'unmatched unknown-card': unmatched('unknown-card', 'driver'),
  'unmatched no-driver-at-that-time': unmatched('no-driver-at-that-time', 'plate'),
  twin: { kind: 'twin', id: 'twin', plate: 'ZX-11-TA', driver: DRIVER, kept: row('1'), other: row('2') },
  'printed-twice': {
    kind: 'printed-twice',
    id: 'printed-twice-3',
    importId: 3,
    file: 'extrato.csv',
    count: 1,
    total: cents(-1_30),
    pairs: [{ first: row('1'), second: row('2') }],
  },
  'no-terms': { kind: 'no-terms', id: 'no-terms-D1', driver: DRIVER, total: cents(1), usual: null, own: null },
  changed: { kind: 'changed', id: 'c', driver: DRIVER, by: cents(-10_00), state: 'approved' },
  'corrected-twice': {
    kind: 'corrected-twice',
    id: 'corrected-twice-1',
    dispute: DRIVER.id,
    driver: DRIVER,
    line: { code: 'vehicle.rent', adjustment: null },
    given: cents(50_00),
    on: WEEK,
    before: cents(-150_00),
    now: cents(-100_00),
    overlap: cents(50_00),
  },
  iban: { kind: 'iban', id: 'iban-D1', driver: DRIVER, state: 'missing', until: null, amount: cents(1) },
  receipts: { kind: 'receipts', id: 'receipts', count: 1, amount: cents(1) },
  'no-car': { kind: 'no-car', id: 'no-car-D1', answerKey: 'no-car:d:w:100', driver: DRIVER, rent: cents(100) },
  'no-trips': {
    kind: 'no-trips',
    id: 't',
    answerKey: 'no-trips:d:w:420',
    driver: DRIVER,
    count: 3,
    amount: cents(4_20),
  },
  'no-reading': { kind: 'no-reading', id: 'n', answerKey: 'no-reading:d:w:v', driver: DRIVER, vehicle: DRIVER.id },
  negative: {
    kind: 'negative',
    id: 'negative-D1',
    answerKey: 'negative:d:w:-1',
    driver: DRIVER,
    net: cents(-1),
    earnings: cents(1),
    past: [],
  },
  anomaly: {
    kind: 'anomaly',
    id: 'a',
    driver: DRIVER,
    other: null,
    rows: [],
    past: [],
    isFollowedUp: false,
    anomaly: {
      kind: 'silent-platform',
      platform: 'uber',
      weeks: 8,
      id: 'silent-platform:d:w:uber',
      driverId: DRIVER.id,
    },
  },
}

/** The cards of questions as a reader with every power sees them, without JavaScript. */
function cards(...questions: readonly Question[]): string {
  const page = {
    name: '2026-W23',
    questions,
    drivers: [{ id: 'd', net: 0 }],
    sources: [],
    people: { count: 1, settled: 1, calm: 0, uncompared: 0, hasIssued: false, approved: [] },
  } as unknown as WeekShown
  const user = { uid: 'u', email: 'a@example.org', role: 'admin', scopes: ['owner'], driverId: null }
  const Stub = createRoutesStub([
    { id: 'root', path: '/', Component: () => <Questions page={page} />, loader: () => ({ user }) },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/']} hydrationData={{ loaderData: { root: { user } } }} />)
}

test.each(Object.entries(ASKED) as [AskedAs, Question][])(
  'a question asked as %s shows every answer that ends it',
  (name, question) => {
    expect(askedAs(question)).toBe(name)
    const ways = [...cards(question).matchAll(/(?:action|href)="([^"]*)"/g)].map(([, address]) => address!)
    for (const { address } of ENDINGS[name]) expect(ways.filter((way) => way.includes(address))).not.toEqual([])
  },
)

test('a statement whose data changed says by how much the data change it, and names no net that a new version may not have', () => {
  const cardOf = (by: number, state: string) =>
    cards({ ...ASKED.changed, by: cents(by), state } as Question).replaceAll('\u00A0', ' ')
  const html = cardOf(-10_00, 'approved')
  expect(html).toContain('Estes dados mudam o líquido em −10,00 €')
  expect(html).toContain('Refeito, o extrato leva também as condições, os prémios e o saldo de hoje.')
  expect(cardOf(10_00, 'paid')).toContain('em +10,00 €')
})

test('of many questions to decide the most urgent are shown, and a line says how many more there are', () => {
  const asked = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...ASKED['unmatched unknown-driver'], id: `row-${at}` }))
  const folded = (html: string) => [...html.split('<details')[1]!.matchAll(/id="row-/g)].length
  expect(cards(...asked(10))).not.toContain('Mais')
  const many = cards(...asked(41))
  expect(many).toContain('Mais 33 por decidir')
  expect([folded(many), [...many.matchAll(/id="row-/g)].length]).toEqual([33, 41])
})

test('each answer says how it is taken back, and every kind of question has one that ends it', () => {
  const all = Object.values(ENDINGS).flat()
  expect(
    all.filter(({ answer, takenBack }) => answer === '' || !['listed', 'record', 'same'].includes(takenBack)),
  ).toEqual([])
  expect(Object.keys(ENDINGS).toSorted()).toEqual(Object.keys(ASKED).toSorted())
})
