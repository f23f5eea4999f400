import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { Refusal } from '#domain/refusal.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { listDriverRefs } from '#features/fleet/drivers/queries.server.ts'
import { changeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { translator } from '#messages/translate.ts'
import { anApprovedWeek, emptyDatabase } from '#test/factories.ts'

const NOW = Temporal.Instant.from('2026-06-20T09:00:00Z')
const roster = JSON.parse(readFileSync('test/fixtures/public/roster.json', 'utf8'))
const load = (contract_terms: readonly object[], { merge = false } = {}) =>
  carryOut({ actor: COMMAND_LINE, action: 'fleet.load', now: NOW }, (change) =>
    loadFleet(change, { ...roster, contract_terms }, { terms: 'plain', merge }),
  )
const driverOf = async (ref: string) => (await listDriverRefs()).entries().find(([, own]) => own === ref)![0]
const refused = async (rows: readonly object[]): Promise<Refusal> => {
  const [tried] = await Promise.allSettled([load(rows, { merge: true })])
  return tried.status === 'rejected' ? tried.reason : expect.fail('the list was taken in')
}

const RENTAL = {
  driver: 'D1',
  contract: '12/2026',
  signed_on: '2026-05-28',
  from: '2026-06-03',
  regime: 'rental',
  fee: { mode: 'percent', rate_basis_points: 4_00, base: 'gross', cap_cents: 40_00 },
  trip_vat: 'itemised',
  tolls: 'difference',
  rent_cents: 180_00,
  rent_by_days: true,
}

test('terms of a contract that was signed elsewhere are dated terms, whose reason names it; the same list changes nothing', async () => {
  expect(await load([RENTAL])).toMatchObject({ contract_terms: { added: 1, known: 0 }, terms: 7, warnings: [] })
  const D1 = await driverOf('D1')
  expect(await listTerms(D1)).toMatchObject([
    {
      from: '2026-06-01',
      reason: 'Contrato 12/2026, assinado em 28/05/2026',
      terms: {
        regime: 'rental',
        fee: { mode: 'percent', rate: 4_00, base: 'gross', cap: 40_00 },
        tripVat: 'itemised',
        tollPolicy: 'difference',
        rent: 180_00,
        rentByDays: true,
        split: null,
      },
    },
  ])
  const again = { contract_terms: { added: 0, known: 1 }, terms: 0 }
  expect(await load([RENTAL], { merge: true })).toMatchObject(again)

  const [{ id, terms }] = (await listTerms(D1)) as [Awaited<ReturnType<typeof listTerms>>[number]]
  await carryOut({ actor: COMMAND_LINE, action: 'terms.change', now: NOW }, async (change) => {
    await changeTerms(change, D1, id, { terms: { ...terms, rentByDays: false }, reason: 'Assim foi dito' })
    return null
  })
  expect(await load([RENTAL], { merge: true })).toMatchObject(again)
  expect(await listTerms(D1)).toMatchObject([{ reason: 'Assim foi dito', terms: { rentByDays: false } }])
  expect((await refused([{ ...RENTAL, rent_cents: 200_00 }])).code).toBe('terms.week-taken')
})

test('terms that the list cannot mean are refused with their place', async () => {
  const percentage = { ...RENTAL, regime: 'percentage', rent_cents: 0, split: { driver_share_basis_points: 50_00 } }
  for (const [row, path] of [
    [{ ...RENTAL, regime: 'slot' }, 'contract_terms.0.rent_cents'],
    [{ ...percentage, split: null }, 'contract_terms.0.split'],
    [{ ...RENTAL, split: percentage.split }, 'contract_terms.0.split'],
    [{ ...RENTAL, tolls: 'off-trip' }, 'contract_terms.0.tolls'],
    [{ ...RENTAL, fee: { ...RENTAL.fee, cap: 1 } }, 'contract_terms.0.fee'],
    [{ ...RENTAL, signed_on: '2026-02-30' }, 'contract_terms.0.signed_on'],
  ] as const)
    expect(await refused([row])).toMatchObject({ code: 'roster.unreadable', params: { path } })
  expect(await refused([{ ...RENTAL, driver: 'D99' }])).toMatchObject({
    code: 'roster.unknown-name',
    params: { path: 'contract_terms.0.driver', found: 'D99' },
  })
})

test('what an approved week stands on is refused in words, with the file, the place and whom it names', async () => {
  await emptyDatabase()
  await anApprovedWeek()
  const before = await db.selectFrom('terms').select('id').execute()
  const other = { ...RENTAL, driver: 'D2', from: '2026-06-22' }
  const { code, params } = await refused([other, RENTAL])
  expect(refusalSentence(translator('pt'), code, { ...params, file: 'frota.json' })).toMatch(
    /^A semana 23 \(.*\) .* frota\.json, «contract_terms\.1»: D1, 12\/2026\.$/,
  )
  expect(await db.selectFrom('terms').select('id').execute()).toEqual(before)
})

test('a plan whose first week is approved begins in the next one, and the same list does not begin it again', async () => {
  await emptyDatabase()
  await anApprovedWeek()
  const plan = {
    driver: 'D1',
    kind: 'damage',
    total_cents: 90_00,
    count: 3,
    first: '2026-06-01',
    reason: 'Espelho do lado direito',
    skips_idle: false,
  }
  const loadPlan = () =>
    carryOut({ actor: COMMAND_LINE, action: 'fleet.load', now: NOW }, (change) =>
      loadFleet(change, { ...roster, plans: [plan] }, { terms: 'plain', merge: true }),
    )
  expect(await loadPlan()).toMatchObject({ plans: { added: 1, known: 0 } })
  const begun = await db.selectFrom('plans').select(['asked_week', 'first_week']).execute()
  expect(begun).toEqual([{ asked_week: '2026-06-01', first_week: '2026-06-08' }])
  expect(await loadPlan()).toMatchObject({ plans: { added: 0, known: 1 } })
})

test('the terms that the page about the command line shows are taken in as they stand there', async () => {
  await emptyDatabase()
  const page = readFileSync('docs/command-line.md', 'utf8')
  const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!))
  const { contract_terms } = shown.find((one) => 'contract_terms' in one && 'length' in one.contract_terms)
  const { warnings, ...loaded } = await load(contract_terms)
  expect(loaded.contract_terms).toEqual({ added: 2, known: 0 })
  expect(warnings).toEqual([])
})

test('plans from before the books began come from the opening balance: a debt, and a deposit that was paid whole', async () => {
  await emptyDatabase()
  const plan = {
    driver: 'D1',
    kind: 'debt',
    total_cents: 90_00,
    count: 3,
    first: '2026-06-01',
    reason: 'Dívida antiga',
  }
  const deposit = { ...plan, kind: 'deposit', total_cents: 80_00, down_cents: 80_00, count: 1, reason: 'Caução antiga' }
  const loadPlans = (plans: readonly object[]) =>
    carryOut({ actor: COMMAND_LINE, action: 'fleet.load', now: NOW }, (change) =>
      loadFleet(change, { ...roster, plans }, { terms: 'plain', merge: true }),
    )
  // Without the word, the debt is none that the current account has, and a deposit is not paid whole.
  await expect(loadPlans([plan])).rejects.toMatchObject({ code: 'plan.no-such-debt' })
  await expect(loadPlans([deposit])).rejects.toBeInstanceOf(Error)
  const before = [plan, deposit].map((one) => ({ ...one, is_before: true }))
  expect(await loadPlans(before)).toMatchObject({ plans: { added: 2, known: 0 } })
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'balance_cents'])
    .where('balance_cents', '<>', 0)
    .execute()
  expect(accounts.map(({ code }) => code).toSorted()).toEqual(['deposit', 'opening', 'plan'])
  expect(await loadPlans(before)).toMatchObject({ plans: { added: 0, known: 2 } })
})
