import { expect, test } from 'vitest'
import {
  APPLICATION_STATES,
  conversionOf,
  documentKindsOf,
  isOpen,
  lawDoubts,
  missingDocuments,
  openSteps,
  stepAfter,
  stepsOf,
} from './application.ts'

test('only who brings a car is asked for the car and its papers', () => {
  expect(stepsOf('slot')).toEqual(['person', 'papers', 'vehicle', 'documents', 'review'])
  expect(stepsOf('rental')).toEqual(['person', 'papers', 'documents', 'review'])
  expect(documentKindsOf('slot')).toContain('insurance')
  expect(documentKindsOf('percentage')).toEqual(['licence', 'certificate', 'identity', 'iban'])
})

test('each step leads to the next, and the last to none', () => {
  expect(stepAfter('papers', 'slot')).toBe('vehicle')
  expect(stepAfter('papers', 'rental')).toBe('documents')
  expect(stepAfter('review', 'rental')).toBeNull()
})

test('an application is open from when it is sent until it is decided', () => {
  expect(APPLICATION_STATES.filter(isOpen)).toEqual(['received', 'talking', 'checking'])
})

test('what could still be added is named by its step', () => {
  const nothing = { certificate: null, vehiclePlate: null, documents: 0 }
  expect(openSteps({ regime: 'slot', ...nothing })).toEqual(['papers', 'vehicle', 'documents'])
  expect(openSteps({ regime: 'slot', certificate: 'soon', vehiclePlate: 'ZX11TA', documents: 0 })).toEqual([
    'documents',
  ])
  expect(openSteps({ regime: 'rental', certificate: 'valid', vehiclePlate: null, documents: 1 })).toEqual([])
})

test('what is missing of the papers is what the regime asks for and nobody has sent', () => {
  expect(missingDocuments('rental', ['licence', 'iban'])).toEqual(['certificate', 'identity'])
  expect(missingDocuments('slot', ['licence', 'certificate', 'identity', 'iban'])).toEqual(['vehicle', 'insurance'])
})

test('conversion counts what the office decided, and who withdrew or waits is no failure of it', () => {
  expect(conversionOf({ open: 4, approved: 2, rejected: 1, withdrawn: 9 })).toBe(66_67)
  expect(conversionOf({ open: 4, approved: 0, rejected: 0, withdrawn: 1 })).toBeNull()
})

test('the law’s limits are told by the day: before September 2026 a car of eight years, then of ten, an electric one of twelve', () => {
  const on = (day: string, vehicleYear: number | null, licenceYear: number | null = 2010) =>
    lawDoubts({ licenceYear, certificateUntil: null, vehicleYear }, Temporal.PlainDate.from(day))
  expect(on('2026-08-31', 2018)).toEqual(['car'])
  expect(on('2026-09-01', 2018)).toEqual([])
  expect(on('2026-11-22', 2016)).toEqual(['car-unless-electric'])
  expect(on('2026-11-22', 2014, 2025)).toEqual(['licence', 'car'])
  expect([on('2026-11-22', null, 2023), on('2026-11-22', null, null)]).toEqual([[], []])
})

test('a certificate that has ended is doubted from the day after its last', () => {
  const on = (day: string) =>
    lawDoubts({ licenceYear: 2010, certificateUntil: '2026-11-22', vehicleYear: null }, Temporal.PlainDate.from(day))
  expect([on('2026-11-22'), on('2026-11-23')]).toEqual([[], ['certificate']])
})
