import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MatchContext, type Matchable, type Payable, isSought, propose, soughtBy } from './bank-match.ts'
import { cents } from './money.ts'
import { readWeek } from './week.ts'

const WEEKS = ['2026-W22', '2026-W23', '2026-W24'].map(readWeek)
const NAMES = ['Ana Sousa', 'Ana Sousa Lima', 'Rui Valadas', 'Bento Cruz']
const amount = fc.integer({ min: 1, max: 4 }).map((many) => cents(many * 100_00))

const payable = fc
  .record({
    at: fc.nat(400),
    who: fc.nat(NAMES.length - 1),
    week: fc.constantFrom(...WEEKS),
    amount,
    state: fc.constantFrom('open' as const, 'noted' as const, 'carried' as const, 'carried' as const),
    batchId: fc.constantFrom(1, 2, null),
  })
  .map(({ at, who, ...one }): Payable => ({
    ...one,
    settlementId: `S${at}`,
    driverId: `d${who}`,
    ref: `M${who}`,
    name: NAMES[who]!,
    names: [],
    ibans: [`iban${who}`],
    endToEndId: one.batchId === null ? null : `E${at}`,
    carriedBy: one.state === 'carried' ? 'A' : null,
  }))

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...NAMES,
        'TRF',
        'DEV',
        'DEVOLUCAO',
        'PAG',
        'UBER',
        '2026-W23',
        '2026W22',
        'M0',
        'M1',
        'M2',
        'SEPA',
        '·',
      ),
      fc.nat(400).map((at) => `E${at}`),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((words) => words.join(' '))

const movement = fc.record({
  id: fc.uuid(),
  account: fc.constantFrom('A', 'B'),
  amount: fc.tuple(amount, fc.constantFrom(-1, 1)).map(([size, sign]) => cents(size * sign)),
  booked: fc.constantFrom('2026-06-10', '2026-06-12'),
  text,
  party: fc.option(fc.constantFrom(...NAMES)),
  partyIban: fc.option(fc.constantFrom('iban0', 'iban1', 'iban9')),
  endToEndId: fc.option(fc.nat(400).map((at) => `E${at}`)),
  batch: fc.constant(null),
  details: fc.constant([]),
  isReturn: fc.boolean(),
  returnReason: fc.constant(null),
})

test('payments that were carried out and are not sought change no proposal', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(payable, { maxLength: 25, selector: ({ settlementId }) => settlementId }),
      fc.array(movement, { minLength: 1, maxLength: 4 }),
      (payables, movements: Matchable[]) => {
        const sought = soughtBy(movements, WEEKS)
        const known = (some: readonly Payable[]): MatchContext => ({
          batches: [],
          payables: some,
          payouts: [],
          drivers: NAMES.map((name, who) => ({ driverId: `d${who}`, ref: `M${who}`, name, owed: cents(0) })),
          waiting: movements,
          rules: new Map(),
          learnt: new Map(),
        })
        const meant = payables.filter((one) => isSought(one, sought))
        for (const one of movements) expect(propose(one, known(meant))).toEqual(propose(one, known(payables)))
      },
    ),
    { numRuns: 2_000 },
  )
})
