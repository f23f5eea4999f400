import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DAY_ORDERS,
  DECIMAL_MARKS,
  MAPPED_KINDS,
  type MappingDraft,
  type Proofs,
  cardKindOf,
  completeMapping,
  draftProblems,
  fingerprintOf,
  movementKey,
  quantityOf,
  reportOf,
  rowKindOf,
  sourceKey,
} from './mapping.ts'
import { basisPoints } from './money.ts'

const DRAFT: MappingDraft = {
  kind: 'charging',
  columns: { date: 0, plate: 1, amount: 2 },
  vat: 'included',
  vatRate: null,
  sign: null,
  isRounded: false,
  decimals: null,
  dates: null,
}
const PROVEN: Proofs = { decimals: 'comma', dates: 'dmy', sign: 'positive' }

const open = (draft: Partial<MappingDraft>, proofs: Partial<Proofs> = {}) => {
  const complete = completeMapping({ ...DRAFT, ...draft }, { ...PROVEN, ...proofs })
  return complete.ok ? [] : complete.problems.map(({ field, code }) => `${field} ${code}`)
}

test('what the cells prove needs no answer, and wins over a wrong one', () => {
  const complete = completeMapping({ ...DRAFT, decimals: 'point', dates: 'mdy', sign: 'negative' }, PROVEN)
  expect(complete).toMatchObject({ ok: true, mapping: { decimals: 'comma', dates: 'dmy', sign: 'positive' } })
})

test('what the cells leave open is asked, each by its field, until a person says it', () => {
  const ambiguous: Proofs = { decimals: 'ambiguous', dates: 'ambiguous', sign: 'ambiguous' }
  expect(open({}, ambiguous)).toEqual(['decimals ambiguous', 'dates ambiguous', 'sign ambiguous'])
  const answers = fc.record({
    decimals: fc.option(fc.constantFrom(...DECIMAL_MARKS)),
    dates: fc.option(fc.constantFrom(...DAY_ORDERS)),
    sign: fc.option(fc.constantFrom('positive', 'negative' as const)),
  })
  fc.assert(
    fc.property(answers, (said) => {
      const complete = completeMapping({ ...DRAFT, ...said }, ambiguous)
      const isSaid = said.decimals !== null && said.dates !== null && said.sign !== null
      expect(complete).toMatchObject(isSaid ? { ok: true, mapping: said } : { ok: false })
    }),
  )
})

test('what no cell depends on stays unsaid, for a later file to prove, unless a person says it', () => {
  const unneeded = { decimals: 'unneeded', dates: 'unneeded' } as const
  const complete = (draft: Partial<MappingDraft>) => completeMapping({ ...DRAFT, ...draft }, { ...PROVEN, ...unneeded })
  expect(complete({})).toMatchObject({ ok: true, mapping: { decimals: null, dates: null } })
  expect(complete({ dates: 'mdy' })).toMatchObject({ ok: true, mapping: { dates: 'mdy' } })
})

test('cells that prove the one and the other leave it to the person', () => {
  const mixed = { decimals: 'mixed', dates: 'mixed' } as const
  const complete = completeMapping({ ...DRAFT, decimals: 'point' }, { ...PROVEN, ...mixed })
  expect(complete).toMatchObject({ ok: true, mapping: { decimals: 'point', dates: null } })
  expect(open({}, { sign: 'mixed' })).toEqual(['sign ambiguous'])
})

test('a list needs a kind, a date, an amount, what of it counts, and whose each line is', () => {
  expect(open({ kind: null, columns: {}, vat: null })).toEqual([
    'kind missing',
    'date missing',
    'amount missing',
    'vat missing',
    'who missing',
  ])
  expect(open({ columns: { date: 0, amount: 2 } })).toEqual(['who missing'])
  expect(open({ kind: 'company-fee', columns: { date: 0, amount: 2 } })).toEqual([])
  expect(open({ vat: 'from-column' })).toEqual(['vatAmount missing'])
  expect(open({ vat: 'from-column', columns: { date: 0, plate: 1, amount: 2, vatAmount: 3 } })).toEqual([])
  expect(open({ vat: 'from-rate' })).toEqual(['vatRate missing'])
  expect(open({ vat: 'from-rate', vatRate: basisPoints(0) })).toEqual([])
  expect(open({ kind: 'fuel-card' })).toEqual(['description missing'])
  expect(open({ kind: 'fuel-card', columns: { date: 0, plate: 1, amount: 2, description: 3 } })).toEqual([])
})

test('a column is one thing', () => {
  expect(draftProblems({ ...DRAFT, columns: { date: 0, plate: 1, amount: 2, quantity: 2, place: 1 } })).toEqual([
    { field: 'quantity', code: 'repeated' },
    { field: 'place', code: 'repeated' },
  ])
})

test('a rate of VAT that no longer counts is forgotten', () => {
  expect(completeMapping({ ...DRAFT, vat: 'from-rate', vatRate: basisPoints(2_300) }, PROVEN)).toMatchObject({
    mapping: { vat: 'from-rate', vatRate: 2_300 },
  })
  expect(completeMapping({ ...DRAFT, vatRate: basisPoints(2_300) }, PROVEN)).toMatchObject({
    mapping: { vatRate: null },
  })
})

test('headings are the same only with the same words in the same order', () => {
  const headings = fc.array(fc.stringMatching(/^[a-c ]{0,2}$/), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(headings, headings, (one, other) => {
      const isSame = one.length === other.length && one.every((heading, place) => heading === other[place])
      expect(fingerprintOf(one) === fingerprintOf(other)).toBe(isSame)
    }),
  )
})

test('a source is known however it is written, and a document tells a movement whoever paid and when', () => {
  const one = { document: 'FT 9', who: 'plate ZX11TA', moment: '2026-06-02T10:00', figure: 450 }
  expect(movementKey('Míio, Lda.', one)).toBe(movementKey('MIIO LDA', { ...one, who: '', moment: '' }))
  expect(movementKey('Miio', one)).not.toBe(movementKey('Miio', { ...one, figure: -450 }))
  const bare = { ...one, document: '' }
  expect(movementKey('Miio', bare)).not.toBe(movementKey('Miio', { ...bare, moment: '2026-06-02T10:01' }))
})

test('the key of a movement is the same for ever: one that reads otherwise would count the movement again', () => {
  const one = { document: 'FT 9', who: 'plate ZX11TA', moment: '2026-06-02T10:00', figure: 450 }
  expect(movementKey('Míio, Lda.', one)).toBe('MIIOLDA|#|FT 9|450')
  expect(movementKey('Míio, Lda.', { ...one, document: '' })).toBe('MIIOLDA|plate ZX11TA|2026-06-02T10:00|450')
  expect(['posto 24 / Évora', 'Ταξί', '-'].map(sourceKey)).toEqual(['POSTO24EVORA', 'ΤΑΞΙ', ''])
})

test('the kind of a list says its report, its rows and what its cards open', () => {
  expect(MAPPED_KINDS.map((kind) => [kind, reportOf(kind), rowKindOf(kind), cardKindOf(kind)])).toEqual([
    ['fuel', 'fuel_card', 'fuel', 'fuel-card'],
    ['fuel-card', 'fuel_card', null, 'fuel-card'],
    ['charging', 'electric', 'charging', 'electric-card'],
    ['toll', 'movements', 'toll', 'obu'],
    ['parking', 'movements', 'parking', 'obu'],
    ['wash', 'movements', 'wash', 'fuel-card'],
    ['adblue', 'fuel_card', 'adblue', 'fuel-card'],
    ['company-fee', 'movements', 'company-fee', 'fuel-card'],
  ])
})

test('fuel and AdBlue are counted in centilitres, a charge in watt-hours, and nothing else has a quantity', () => {
  const centilitres = { measure: 'centilitres', places: 2 }
  expect([quantityOf('fuel'), quantityOf('adblue')]).toEqual([centilitres, centilitres])
  expect(quantityOf('charging')).toEqual({ measure: 'watt_hours', places: 3 })
  expect((['toll', 'parking', 'wash', 'company-fee'] as const).map(quantityOf)).toEqual([null, null, null, null])
})
