import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  callKindOf,
  hasWrongIban,
  maskIban,
  maskDocumentsIn,
  maskEndsIn,
  maskNumbersIn,
  normalEmail,
  normalKey,
  normalPhone,
  readIban,
  readNif,
  readPhone,
  readPlate,
  showIban,
  showPlate,
} from './identifiers.ts'
import type { KeyKind } from './import.ts'

type Roster = {
  company: { nipc: string; debtor_iban: string }
  drivers: { id: string; iban: string; phone: string }[]
  vehicles: { plate: string }[]
}
const roster: Roster = JSON.parse(readFileSync('test/fixtures/public/roster.json', 'utf8'))

test.each([
  ['123456789', 'person'],
  ['299999998', 'person'],
  ['123 456 789', 'person'],
  ['PT123456789', 'person'],
  ['501234560', 'company'],
  ['512345678', 'company'],
  ['999999990', 'company'],
  ['700000003', 'other'],
  ['745000002', 'other'],
])('the NIF %s is valid and of a %s', (text, kind) => {
  expect(readNif(text)).toEqual({ ok: true, value: text.replaceAll(/\D/g, ''), kind })
})

test.each([
  ['213456789', 'check-digit'],
  ['123456780', 'check-digit'],
  ['12345678', 'length'],
  ['1234567890', 'length'],
  ['12345678A', 'length'],
  ['1PT23456789', 'length'],
  ['', 'length'],
])('the NIF "%s" is refused for its %s', (text, reason) => {
  expect(readNif(text)).toEqual({ ok: false, reason })
})

test('of the ten numbers that share eight digits, one is a NIF', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000_000, max: 99_999_999 }), (eight) => {
      const valid = Array.from({ length: 10 }, (_, digit) => readNif(`${eight}${digit}`)).filter(({ ok }) => ok)
      expect(valid).toHaveLength(1)
    }),
  )
})

test('every account of the invented roster is valid', () => {
  const accounts = [roster.company.debtor_iban, ...roster.drivers.map(({ iban }) => iban)]

  expect(accounts).toHaveLength(9)
  expect(accounts.map((iban) => readIban(iban))).toEqual(accounts.map((value) => ({ ok: true, value, country: 'PT' })))
})

test.each([
  ['PT50 0002 0123 1234 5678 9015 4', 'PT50000201231234567890154', 'PT'],
  ['pt50000201231234567890154', 'PT50000201231234567890154', 'PT'],
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'DE'],
  ['GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432', 'GB'],
  ['ES91 2100 0418 4502 0005 1332', 'ES9121000418450200051332', 'ES'],
  ['ES02 2100 0000 0000 0000 0056', 'ES0221000000000000000056', 'ES'],
  ['ES98 2100 0000 0000 0000 0074', 'ES9821000000000000000074', 'ES'],
  ['MT84 MALT 0110 0001 2345 MTLC AST0 01S', 'MT84MALT011000012345MTLCAST001S', 'MT'],
])('the IBAN %s is read', (text, value, country) => {
  expect(readIban(text)).toEqual({ ok: true, value, country })
})

test.each([
  ['PT50000201231234567890155', 'check-digits'],
  ['PT51000201231234567890154', 'check-digits'],
  // Correct by modulo 97, but no valid NIB gives 51.
  ['PT51000201231234567890136', 'check-digits'],
  ['PT5000020123123456789015', 'length'],
  ['PT500002012312345678901540', 'length'],
  ['PT5000020123123456789015A', 'characters'],
  ['BR1800360305000010009795493C1', 'country'],
  ['000201231234567890154', 'characters'],
  ['PT50-0002-0123', 'characters'],
  ['-PT50000201231234567890154', 'characters'],
  ['PT50000201231234567890154-', 'characters'],
  ['DE8A370400440532013000', 'characters'],
  ['PT50PT0201231234567890154', 'characters'],
  // Correct by modulo 97, as is ES02 of the same account.
  ['ES9921000000000000000056', 'check-digits'],
  ['', 'characters'],
])('the IBAN "%s" is refused for its %s', (text, reason) => {
  expect(readIban(text)).toEqual({ ok: false, reason })
})

test('check digits with the right remainder but outside 02–98 are none', () => {
  const nibs = Array.from({ length: 97 }, (_, index) => `ES01${String(index).padStart(20, '0')}`)
  expect(nibs.filter((iban) => readIban(iban).ok)).toEqual([])
})

test('one wrong digit, or two neighbours that changed places, always shows', () => {
  const iban = 'PT50000201231234567890154'
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 24 }), fc.integer({ min: 0, max: 9 }), (place, digit) => {
      const wrong = `${iban.slice(0, place)}${digit}${iban.slice(place + 1)}`
      expect(readIban(wrong).ok).toBe(wrong === iban)
      const swapped = `${iban.slice(0, place)}${iban[place + 1] ?? ''}${iban[place]}${iban.slice(place + 2)}`
      expect(readIban(swapped).ok).toBe(swapped === iban)
    }),
  )
})

test('an account is shown in groups of four, and masked to its ends', () => {
  expect(showIban('PT50000201231234567890154')).toBe('PT50 0002 0123 1234 5678 9015 4')
  expect(showIban('')).toBe('')
  expect(maskIban('PT50000201231234567890154')).toBe('PT50 •••• … 0154')
})

test.each([
  ['AB-12-34', 'AB1234', 'AA-00-00', 'AB-12-34'],
  ['12-34-AB', '1234AB', '00-00-AA', '12-34-AB'],
  ['12-AB-34', '12AB34', '00-AA-00', '12-AB-34'],
  ['zx 11 ta', 'ZX11TA', 'AA-00-AA', 'ZX-11-TA'],
  ['KW-12-YY', 'KW12YY', 'AA-00-AA', 'KW-12-YY'],
  ['12-KA-34', '12KA34', null, '12KA34'],
  ['1234 BCD', '1234BCD', null, '1234BCD'],
  ['', '', null, ''],
])('the plate "%s" is %s of series %s, shown as %s', (text, value, series, shown) => {
  expect(readPlate(text)).toEqual({ value, series })
  expect(showPlate(text)).toBe(shown)
})

test('every plate of the invented roster is of the last series and shown as it was written', () => {
  for (const { plate } of roster.vehicles) {
    expect(readPlate(plate).series).toBe('AA-00-AA')
    expect(showPlate(readPlate(plate).value)).toBe(plate)
  }
})

test.each([
  ['912 345 678', '+351912345678'],
  ['+351 912 345 678', '+351912345678'],
  ['00351912345678', '+351912345678'],
  ['351912345678', '+351912345678'],
  ['(+351) 21 000 00 00', '+351210000000'],
  ['+351990000101', '+351990000101'],
  ['+55 11 91234-5678', '+5511912345678'],
  ['+44 7911 123456', '+447911123456'],
  ['0044 7911 123456', '+447911123456'],
])('the phone number "%s" is stored as %s', (text, stored) => {
  expect(readPhone(text)).toBe(stored)
  expect(stored.endsWith(normalPhone(text))).toBe(true)
})

test.each([
  '',
  '12345',
  '712345678',
  '+351 91234567',
  '+0123456789',
  '5511912345678',
  'nove um dois',
  '+1234567890123456',
  '+3519123456789',
  '3519123456789',
  '+351+351912345678',
  'tel+447911123456',
])('"%s" is no phone number to dial', (text) => {
  expect(readPhone(text)).toBeNull()
})

test('a number matches by its last nine digits, with or without country', () => {
  expect(normalPhone('+351 990 000 101')).toBe(normalPhone('990000101'))
  expect(normalPhone('351990000101')).toBe('990000101')
})

test('an address matches whatever its case', () => {
  expect(normalEmail('  Anselmo.Quintao@Example.org ')).toBe('anselmo.quintao@example.org')
})

const SPELLINGS: Record<KeyKind, [string, string]> = {
  driver: [' 17DBF0FA-850A-4120-B6CF-88253A8163C8', '17dbf0fa-850a-4120-b6cf-88253a8163c8'],
  individual: ['0485E40F-a299-43a2-b7ab-5777da1eaf69', '0485e40f-a299-43a2-b7ab-5777da1eaf69'],
  organisation: ['18293786-C43A-4C7B-AF23-058368F4D037 ', '18293786-c43a-4c7b-af23-058368f4d037'],
  email: [' HELDER.PRATES@example.org', 'helder.prates@example.org'],
  phone: ['+351 990 000 108', '990000108'],
  plate: ['zx-11-ta', 'ZX11TA'],
  obu: ['41900 000 011', '41900000011'],
  iai: ['36900000011 ', '36900000011'],
  'fuel-card': ['7082 0000 0000 0011', '7082000000000011'],
  'electric-card': ['ptprio-9900000000000022', 'PTPRIO9900000000000022'],
}

test.each(Object.entries(SPELLINGS))('a key of kind %s has one spelling, and keeps it', (kind, [written, value]) => {
  const key = normalKey({ kind: kind as KeyKind, value: written })
  expect(key).toEqual({ kind, value })
  expect(normalKey(key)).toEqual(key)
})

test.each([
  ['+351210000000', 'fixed'],
  ['+351300000000', 'fixed'],
  ['+351912345678', 'mobile'],
  ['+351800123456', 'free'],
  ['+351707123456', null],
  ['+442079460000', 'abroad'],
])('a call to %s is %s', (phone, kind) => {
  expect(callKindOf(phone)).toBe(kind)
})

test('a text for a phone hides numbers of people and accounts, and shows what companies are registered under', () => {
  const text = 'NIPC 999999990 e 500000000, NIF 123456789, conta 00350123456789, telefone 912345678, licença 12345'
  expect(maskNumbersIn(text, '999 999 990')).toBe(
    'NIPC 999999990 e 500000000, NIF •••••••••, conta ••••••••••••••, telefone •••••••••, licença •••••',
  )
  expect(maskNumbersIn('999999990')).toBe('•••••••••')
})

test('the number of a document is masked with its letters, however it is grouped, and no part of another word', () => {
  const text = 'Carta ZX-BE6D33, ou zx be6d33; CC AB12. Viatura ZX-BE-6D, conta ABZX-BE6D33X.'
  expect(maskDocumentsIn(text, ['ZX-BE6D33', 'AB 12', 'ZX-', ''])).toBe(
    'Carta ••-••••••, ou •• ••••••; CC ••••. Viatura ZX-BE-6D, conta ABZX-BE6D33X.',
  )
})

test('every long number in a text is masked, in a row or in groups', () => {
  for (const typed of [
    '234567899',
    '234 567 899',
    '234.567.899',
    '234-567-899',
    '23 45 67 89 9',
    'PT50 0035 0001 0000 0000 0023 7',
    'PT50000201231234567890154',
    '+351 912 345 678',
    '912-345-678',
    '12345678 9 ZZ1',
    '1 2 3 4 5 6 7 8 9',
  ]) {
    const masked = maskNumbersIn(`Contribuinte ${typed}, de Lisboa.`)
    expect(masked).not.toMatch(/\d/)
    expect(masked.replaceAll('•', '')).toBe(`Contribuinte ${typed.replaceAll(/\d|Z/g, '')}, de Lisboa.`)
  }
})

test('the letters at the end of a long number are masked with it, and the words after it stay', () => {
  for (const [typed, shown] of [
    ['CC 12345678 9 ZZ1, de Lisboa', 'CC •••••••• • •••, de Lisboa'],
    ['CC 12345678-9-zz1.', 'CC ••••••••-•-•••.'],
    ['CC 123456789ZY0 e outro', 'CC •••••••••••• e outro'],
    ['MORGA657054SM9IJ.', 'MORGA•••••••••••.'],
    ['NIF 123456789 e morada', 'NIF ••••••••• e morada'],
    ['telefone 912345678 de dia', 'telefone ••••••••• de dia'],
    ['NIPC 500000000 A1', 'NIPC 500000000 A1'],
    ['NIF 123456789\n2C da lista', 'NIF •••••••••\n2C da lista'],
  ] as const)
    expect(maskNumbersIn(typed)).toBe(shown)
})

test('the last characters that somebody is asked for are masked wherever a longer number ends with them', () => {
  const text = 'Carta L-123 4B C7, CC AB1/4bc7 e 14BC7X; em 2026, 4BC7 diz outra coisa'
  expect(maskEndsIn(text, ['4BC7', ''])).toBe('Carta L-123 •• ••, CC AB1/•••• e 14BC7X; em 2026, 4BC7 diz outra coisa')
})

test('days, years, laws, postal codes, hours and amounts of a text stay', () => {
  for (const sentence of [
    'A Lei n.º 45/2018, de 10 de agosto, e a Lei n.º 59/2026.',
    'De 01/06/2026 a 30-06-2026, ou de 01.06.2026 a 2026-06-30.',
    'Nos anos 2026-2027, em 2026. 15 dias depois, em 2028.',
    'Rua Nova 12, 1000-123 Lisboa, das 08:00 às 20:30.',
    'Caução de 1.500,00 €, ou 10 000 euros, ou 12 345,67 EUR, ou 100.000 €.',
    'Cláusula 10.2, n.os 1 a 3, 25 %.',
  ])
    expect(maskNumbersIn(sentence)).toBe(sentence)
})

test.each([
  ['O certo é PT50 0002 0123 1234 5678 9015 4, do Millennium', false],
  ['PT 50.0002.0123.1234.5678.9015.4 a partir de 12 de maio de 2026', false],
  ['o NIB 0002 0123 1234 5678 9015 4', false],
  ['DE89 3704 0044 0532 0130 00 bis', false],
  ['Mudei de banco em 12/05/2026, o IBAN que têm é o antigo. Liguem para 919 999 999', false],
  ['O carro é o AA 12 BC, de 2026', false],
  ['PT50 0002 0123 1234 5678 9015 5', true],
  ['pt50000201231234567890155', true],
  ['PT50 0002 0123 1234 5678 90', true],
  ['PT50 0002 0123 1234 5678 9015 41', true],
  ['PT49 0002 0123 1234 5678 9015 4', true],
  ['o NIB 0002 0123 1234 5678 9015 5', true],
  ['em vez de PT50 0002 0123 1234 5678 9015 4 é PT50 0002 0123 1234 5678 9015 5', true],
  ['em vez de DE89 3704 0044 0532 0130 00 é DE89 3704 0044 0532 0130 01', true],
])('«%s» has a wrong account: %s', (text, isWrong) => {
  expect(hasWrongIban(text)).toBe(isWrong)
})
