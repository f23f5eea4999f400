import { expect, test } from 'vitest'
import { SCOPES, hasPower } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import type { WeekStep } from '#domain/week-status.ts'
import type { Week } from '#domain/week.ts'
import { shownNeed } from '#features/weeks/overview/queries.server.ts'
import { type Need, powerFor } from '#features/weeks/overview/schema.ts'
import { translator } from '#messages/translate.ts'
import { powerAt } from '#web/places.ts'
import { byUrgency } from './needs.tsx'

const [count, total, since, on, week] = [2, cents(12_345), '2026-06-01T08:00:00Z', '2026-06-08', '2026-06-01' as Week]
const [name, id, drivers] = ['2026-W23', 'x', [{ id: 'x', ref: 'D1', name: 'Ana Sá' }]]
const step = (of: WeekStep): Need => ({
  kind: 'week',
  state: 'review',
  word: of,
  week,
  name,
  sources: ['uber'],
  count,
  total,
  batch: 1,
  batchDay: on,
  isBeforeFirstPaid: false,
  late: false,
})

/** One need of each kind. */
const EACH: readonly Need[] = [
  ...(['files', 'decide', 'approve', 'export', 'confirm', 'unpayable'] as const).map(step),
  { kind: 'late-batch', week, batch: 1, on, count, total },
  { kind: 'unmatched', count, total },
  { kind: 'receipt', count, since },
  { kind: 'fine', count, left: 3, only: null },
  { kind: 'contract', count, since, only: id },
  { kind: 'signed-paper', count, since, only: id },
  { kind: 'contract-terms', count, since, only: id },
  {
    kind: 'contract-begun',
    count,
    since,
    oldest: { driver: id, name: 'Ana Sá', kind: 'rental', language: 'pt', open: [] },
  },
  { kind: 'paper', count, since },
  { kind: 'paper-refused', count, since: '2026-06-01', paper: 'a' },
  {
    kind: 'platform-refused',
    count,
    first: { platform: 'bolt', driverId: id, vehicleId: null, name: 'Ana Sá', reason: null },
  },
  { kind: 'platform-act', count, since, only: null },
  { kind: 'papers-ending', count, ended: 0, first: on },
  { kind: 'times-waiting', count, since, only: id },
  { kind: 'working-time', count, over: 1, only: null },
  { kind: 'data-request', count, late: 0, first: { kind: 'access', by: on } },
  { kind: 'breach', count, id, hoursLeft: 12 },
  { kind: 'duty', count, late: 0, first: { kind: 'vat-return', by: on } },
  { kind: 'connection', count, provider: 'bolt', state: 'expired', since: '2026-06-01T08:00:00Z' },
  { kind: 'car-age', count, ended: 0, first: { vehicle: id, plate: 'AA-00-AA', on } },
  { kind: 'correction', count, since, only: id },
  { kind: 'shift', count, since, only: id },
  { kind: 'task', count, since: on, only: null },
  { kind: 'accident', count, first: { id, vehicle: id, at: since }, late: false },
  { kind: 'damage', count, since, vehicle: id, first: id },
  { kind: 'upkeep', count, vehicle: id },
  { kind: 'dispute', count, total, only: id, by: on, late: false },
  ...(['no-terms', 'iban-missing', 'iban-invalid', 'iban-held', 'no-keys'] as const).map((kind): Need => ({
    kind,
    count: 1,
    drivers,
  })),
  { kind: 'source-missing', week, name, sources: ['bolt'] },
  { kind: 'negative', count, drivers: [{ ...drivers[0]!, balance: total, inWeek: true }], total, week: name },
  ...(['applications', 'messages', 'looks', 'mail', 'requests', 'uninvited', 'facts'] as const).map((kind): Need => ({
    kind,
    count,
  })),
  { kind: 'company-iban', state: 'missing' },
  { kind: 'company-nipc', state: 'missing' },
  { kind: 'licence', on, state: 'expired' },
]

test('a need is for whoever may answer it where it leads, and none is for who only reads', () => {
  const beyond = EACH.filter((need) => {
    const asked = powerAt(shownNeed(need, translator('pt')).to)
    const sends = (scope: (typeof SCOPES)[number]) =>
      asked === null || hasPower({ role: 'admin', scopes: [scope] }, asked)
    const scopes = SCOPES.filter((scope) => hasPower({ role: 'admin', scopes: [scope] }, powerFor(need)))
    return scopes.includes('accountant') || !scopes.every(sends)
  })
  expect(beyond.map(({ kind }) => kind)).toEqual([])
})

test('what is the matter is said without amounts and without names: it is mailed too', () => {
  for (const language of ['pt', 'en'] as const)
    for (const need of EACH) expect(shownNeed(need, translator(language)).what).not.toMatch(/€|123|Ana/)
})

test('what is late stands first, three in full, and the rest is told by area, all of it', () => {
  const all = EACH.map((need) => shownNeed(need.kind === 'dispute' ? { ...need, late: true } : need, translator('pt')))
  const late = all.filter((need) => need.late)
  const others = all.filter((need) => !need.late)
  const { first, areas } = byUrgency(all)
  expect(late.map(({ subject }) => subject)).toContain('money')
  expect(first).toEqual([...late, ...others].slice(0, 3))
  expect([...first, ...areas.flatMap(({ needs }) => needs)].toSorted(byWords)).toEqual(all.toSorted(byWords))
  for (const { subject, needs } of areas) expect(needs.every((need) => need.subject === subject)).toBe(true)
  // Folding a single one would save no line.
  expect(byUrgency(others.slice(0, 4))).toEqual({ first: others.slice(0, 4), areas: [] })
})

function byWords(a: { what: string }, b: { what: string }): number {
  return a.what.localeCompare(b.what)
}
