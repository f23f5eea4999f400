import { expect, test } from 'vitest'
import { readCsv } from '#platform/csv.ts'
import { findHeader } from '#platform/table.ts'
import {
  findColumns,
  orderOfDates,
  readMoment,
  periodOfName,
  readClock,
  readCover,
  readIdentifier,
} from './movements.ts'
import { letters } from './words.ts'

const names = { plate: ['LICENSEPLATE'], entry: ['ENTRYDATE'], place: ['ENTRYPOINT'], value: ['VALUE'] }

test('a cut heading is the only name that begins so; one that could be two is none', () => {
  expect(findColumns(['License Pl', 'Entry Da', 'Entry', 'VALUE'], names).at).toEqual({
    plate: 0,
    entry: 1,
    place: -1,
    value: 3,
  })
  expect(findColumns(['Entry', 'Colour'], names).unknown).toEqual(['Colour'])
})

test('accents, case, dots and ordinal marks make no difference to a heading', () => {
  expect(['DESC. CARTÃO', 'Desc Cartao', 'Nº FATURA', 'N.º Fatura', "KM'S"].map(letters)).toEqual([
    'DESCCARTAO',
    'DESCCARTAO',
    'NFATURA',
    'NFATURA',
    'KMS',
  ])
})

test.each([
  ['Movimentos_20260601_20260607.xlsx', '2026-06-01', '2026-06-07'],
  ['Movimentos_20260601_20260608.xlsx', '2026-06-01', '2026-06-07'],
  ['prio 2026-06-01 a 2026-06-07 (1).csv', '2026-06-01', '2026-06-07'],
])('%s covers %s to %s', (name, from, to) => {
  const period = periodOfName(name)!
  expect([period.from.toString(), period.to.toString()]).toEqual([from, to])
})

test.each(['extrato_movimentos_900000202_202606.csv', 'x_20261301_20261307.csv', 'movimentos.xlsx'])(
  '%s names no days',
  (name) => {
    expect(periodOfName(name)).toBe(null)
  },
)

test('cover lines tell client, contract and days, with whatever separator', () => {
  const cover = (text: string) => {
    const table = readCsv(`${text}\nA;B\n1;2`)
    const { client, contract, period } = readCover(
      table,
      findHeader(table, (keys) => keys.has('a'))!,
    )
    return [client, contract, period && `${period.from}/${period.to}`]
  }
  expect(cover('Cliente;ROTAS, LDA\nPeríodo;01/06/2026 a 07/06/2026\nNº Contrato;900000202')).toEqual([
    'ROTAS, LDA',
    '900000202',
    '2026-06-01/2026-06-07',
  ])
  expect(cover('Cliente: 900777 - ROTAS\nPeríodo: 2026-06-01 a 2026-06-07')).toEqual([
    'ROTAS',
    null,
    '2026-06-01/2026-06-07',
  ])
  expect(cover('Cliente;900777\nData de emissão;08/06/2026')).toEqual([null, null, null])
})

test('dates that read both ways are decided by the days they must fall in, or not at all', () => {
  const june = periodOfName('x_20260601_20260607')
  expect(orderOfDates(['06/01/2026', '06/06/2026'], june)).toBe('mdy')
  expect(orderOfDates(['01/06/2026'], june)).toBe('dmy')
  expect(orderOfDates(['01/08/2026'], june)).toBe(null)
  expect(orderOfDates(['01/06/2026'], null)).toBe(null)
  expect(orderOfDates(['13/06/2026', '06/13/2026'], june)).toBe(null)
})

test.each([
  ['7082 0000 0000 0211.0', '7082000000000211'],
  ['41900000033,00', '41900000033'],
  ['FT 2026A7/88100', 'FT2026A7/88100'],
  ['7.082000000000211E+15', '7082000000000211'],
  ['7,082E+15', null],
  ['7E15', null],
])('identifier %s is %s', (text, identifier) => {
  expect(readIdentifier(text)).toBe(identifier)
})

test.each([
  ['21:15', '21:15:00'],
  ['0,8854166667', '21:15:00'],
  ['2026-06-01 21:15:30', '21:15:30'],
])('time %s is %s', (text, time) => {
  expect(readClock(text)!.toString()).toBe(time)
})

test.each(['46174.8854166667', '46174,8854166667'])(
  '«%s» is the moment that a sheet counts, with a point or a comma',
  (text) => {
    expect(readMoment(text, 'dmy')?.toString()).toBe('2026-06-01T21:15:00')
  },
)
