import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ANSWER_KINDS } from '#features/bank/matches/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { translator } from '#messages/translate.ts'
import { recordOf, describeChanges } from './change-words.ts'

/** The words of the log about an event of such a noun, as its commands note it. */
function described(kind: string, noted: Record<string, string>): string[] {
  const changes = Object.entries(noted).map(([field, after]) => ({ field, before: null, after }))
  return describeChanges(translator('pt'), recordOf(kind), changes).map(({ name, after }) => `${name}: ${after}`)
}

test('rules, zones, devices, breaches and duties are told in the words of their forms', () => {
  const noted: [string, Record<string, string>][] = [
    [
      'duties',
      { vat: 'quarter', employs: 'true', withholds: 'false', invoices: 'true', managersRecordOn: '2026-01-02' },
    ],
    ['duties', { duty: 'vat-return', period: '2026-10', on: '2026-11-20', dutyState: 'open' }],
    ['data-breach', { knownAt: '2026-11-20T10:00:00Z', happened: 'x', data: 'x', peopleKinds: 'x', peopleCount: '3' }],
    ['data-breach', { effects: 'x', measures: 'x', whom: 'authority', told: 'true', why: 'x', breachState: 'closed' }],
    ['zone', { name: 'x', shape: 'circle', middle: '38.7, -9.1', radius: '3', covers: 'some', cars: '2' }],
    ['zone', { corners: 'x', tellsLeaving: 'true' }],
    [
      'positions',
      { recordsSince: '2026-11-20T10:00:00Z', keepsDays: '7', duty: 'shift', offDuty: 'drop', night: '1–5' },
    ],
    ['positions', { asksReason: 'true', tellsUnheld: 'true' }],
    ['device', { kind: 'phone', name: 'x', knownAs: 'x', newToken: 'true' }],
    ['vehicle', { link: 'tow', until: '2026-11-20T10:00:00Z', hold: 'theft' }],
    ['driver', { private: 'true' }],
  ]
  for (const [kind, fields] of noted) {
    const words = described(kind, fields)
    expect(words).toHaveLength(Object.keys(fields).length)
    for (const [at, [field, value]] of Object.entries(fields).entries()) {
      const [name, after] = words[at]!.split(/: (.*)/s)
      expect(name, `${kind}: ${field}`).not.toMatch(
        /^[a-z]+[A-Z]|^(vat|whom|link|hold|duty|radius|shape|covers|corners)$/,
      )
      // A code is translated; numbers, texts and days stay as somebody wrote them.
      if (/^[a-z][a-z-]+$/.test(value)) expect(after, `${kind}: ${field}`).not.toBe(value)
      expect(after, `${kind}: ${field}`).not.toMatch(/undefined|NaN|^$/)
    }
  }
  expect(described('duties', { dutyState: 'open' })).toEqual(['estado: por fazer'])
  expect(described('duties', { duty: 'vat-return', period: '2026-10' })[1]).toBe('período: Outubro de 2026')
  expect(described('zone', { cars: '2' })[0]).toMatch(/: 2$/)
})

test('what somebody said of a bank movement is told in words, not in codes', () => {
  expect(described('movement', { kind: 'account', account: 'costs:office', amount: '-2390', exact: 'false' })).toEqual([
    'tipo: conta da empresa',
    'conta: Material de escritório',
    'valor: −23,90\u00A0€',
    'reconhecido sem perguntar: não',
  ])
  expect(described('movement', { kind: 'payout', source: 'uber', week: '2026-06-01' })).toEqual([
    'tipo: pagamento da plataforma',
    'origem: Uber',
    'semana: 23 · 1–7 jun. 2026',
  ])
  for (const kind of ANSWER_KINDS) expect(described('movement', { kind })).not.toEqual([`tipo: ${kind}`])
})

/** A call of `note`, and the names in its values before and after. */
const NOTED = /\bnote\(\{([^]*?)\n?\s*\}\)/g
const SIDE = /\b(?:before|after): \{([^{}]*)/g

test('an accident is told in the words of its form, also where it is noted at its car', () => {
  const noted = { excess: '50000', place: 'Lisboa', closedOn: '2026-11-20' }
  const changes = Object.entries(noted).map(([field, after]) => ({ field, before: null, after }))
  const told = describeChanges(translator('pt'), recordOf('vehicle', 'accident.save', vehicleRecord), changes)
  expect(told.map(({ name, after }) => `${name}: ${after}`.replaceAll('\u00a0', ' '))).toEqual([
    'Franquia: 500,00 €',
    'Onde: Lisboa',
    'Processo encerrado em: 20 nov. 2026',
  ])
})

test.each(['received', 'write-off', 'taken-back'])('a movement of a final account is told in words: %s', (kind) => {
  expect(described('driver', { kind })[0]).not.toContain(kind)
})

test('every field that a command names where it notes a change has its words', () => {
  const named = globSync('src/features/**/commands.server.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(NOTED)].flatMap(([, noted = '']) => {
      const record = recordOf(/subject: [`']([a-z-]+)/.exec(noted)?.[1])
      return [...noted.matchAll(SIDE)].flatMap(([, side = '']) =>
        side.split(',').flatMap((part) => {
          const field = /^\s*([a-zA-Z]+)\s*(?::|$)/.exec(part)?.[1]
          return field === undefined || record?.labels[field] !== undefined ? [] : [field]
        }),
      )
    }),
  )
  expect(new Set(named).size).toBeGreaterThan(100)
  const why = new Set(['reason', 'note', 'words'])
  const silent = [...new Set(named)].filter(
    (field) =>
      !why.has(field) &&
      [translator('pt'), translator('en')].some((t) => t.find(`page.audit.fields.${field}`) === null),
  )
  expect(silent).toEqual([])
})
