import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { offeredTerms } from '#domain/simulation.ts'
import type { Week } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { addTerms, changeTerms, removeTerms } from '#features/fleet/terms/commands.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { contractWorld, setStatus } from '#test/contracts.ts'
import { MONDAY, asOwner, makeChange } from '#test/factories.ts'
import { draftContract, endContract, sendContract } from '../commands.server.ts'
import { sealContract, signContract } from '#features/contracts/signing/commands.server.ts'
import { getContract } from '../queries.server.ts'
import { answerContractTerms, seenBase } from './commands.server.ts'
import { countToLookAt, findOtherTerms, listToLookAt } from './queries.server.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)
const later = MONDAY.add({ hours: 24 })
const FIRST = '2026-06-08' as Week

/** A contract for a car that costs 150 €, of a driver whose terms have no rent. */
async function aContract(typed: Record<string, string> = {}) {
  const world = await contractWorld()
  return { ...world, id: await world.aSealed(world.own, typed) }
}

async function take(id: string, seen?: { week: string; base: string }) {
  const found = await findOtherTerms(id, later)
  const looked = seen ?? { week: found?.week ?? FIRST, base: found ? seenBase(found) : '' }
  return makeChange((change) => answerContractTerms(change, id, { intent: 'take-terms', ...looked }), { at: later })
}

test('a sealed contract that says another rent waits, with the week of its first day and what differs', async () => {
  const { own, id, aSealed, other } = await aContract()
  const found = await findOtherTerms(id, later)
  expect(found).toMatchObject({ week: FIRST, changed: ['rent'], driver: { id: own }, terms: { rent: 150_00 } })
  expect(found?.inForce?.terms).toMatchObject({ rent: 0 })
  expect(await countToLookAt(later)).toMatchObject({ count: 1, only: id })
  // A contract that names neither fee nor rent nor tolls has nothing to compare.
  await expect(aSealed(other)).rejects.toThrow()
})

test('what a contract says becomes dated terms of the driver, and waits again once that is taken back', async () => {
  const { own, id } = await aContract()
  const { number } = await getContract(id)
  expect(await take(id)).toBe(own)
  const [terms] = await listTerms(own)
  expect(terms).toMatchObject({
    from: FIRST,
    reason: `Contrato n.º ${number}`,
    terms: { ...PLAIN_TERMS, rent: 150_00 },
  })
  expect(await findOtherTerms(id, later)).toBeNull()
  await expect(take(id)).rejects.toEqual(refused('contract.terms-agreed'))
  await makeChange((change) => removeTerms(change, own, terms!.id, 'Engano'))
  expect(await findOtherTerms(id, later)).toMatchObject({ changed: ['rent'] })
})

test('the terms in force are kept instead with a reason, and that is taken back too', async () => {
  const { own, id } = await aContract()
  const found = (await findOtherTerms(id, later))!
  const seen = { week: found.week, base: seenBase(found) }
  await makeChange(
    (change) => answerContractTerms(change, id, { intent: 'keep-terms', ...seen, reason: 'Por acordo' }),
    {
      at: later,
    },
  )
  const [kept] = await listTerms(own)
  expect(kept).toMatchObject({
    from: FIRST,
    reason: `Contrato n.º ${found.contract.number}: Por acordo`,
    terms: found.inForce!.terms,
  })
  expect(await listToLookAt(later)).toEqual([])
  await makeChange((change) => removeTerms(change, own, kept!.id, 'Engano'))
  expect(await listToLookAt(later)).toHaveLength(1)
})

test('terms that begin in that week already are changed, and not those that nobody has seen', async () => {
  const { own, id } = await aContract()
  const seen = (await findOtherTerms(id, later))!
  const [base] = await listTerms(own)
  await asOwner(`update terms set valid_from = '${FIRST}' where driver_id = '${own}'`)
  await makeChange(
    (change) => changeTerms(change, own, base!.id, { terms: { ...base!.terms, tripVat: 'itemised' }, reason: 'x' }),
    {
      at: MONDAY.subtract({ hours: 1 }),
    },
  )
  await expect(take(id, { week: seen.week, base: seenBase(seen) })).rejects.toEqual(refused('record.changed-meanwhile'))
  await take(id)
  const all = await listTerms(own)
  expect(all[0]).toMatchObject({ from: FIRST, terms: { rent: 150_00, tripVat: 'itemised' } })
  expect(all.filter(({ from }) => from === FIRST)).toHaveLength(1)
})

test('a contract’s terms count from the first week that is not approved, and never from before the terms in force', async () => {
  const { own, id } = await aContract()
  await asOwner(`update contracts set starts_on = '2026-05-06' where id = '${id}'`)
  expect(await findOtherTerms(id, later)).toMatchObject({ week: '2026-05-04' })
  const from = '2026-05-25'
  await asOwner(`update terms set valid_from = '${from}' where driver_id = '${own}'`)
  expect(await findOtherTerms(id, later)).toMatchObject({ week: from })
  await db
    .insertInto('settlements')
    .values({
      driver_id: own,
      week: '2026-06-08',
      version: 1,
      state: 'approved',
      terms_from: from,
      net_cents: 0,
      payable_cents: 0,
      carried_over_cents: 0,
      earnings_cents: 0,
      costs_cents: 0,
      adjustments_cents: 0,
      receipt_value_cents: 0,
      sources: '{}',
      terms: JSON.stringify(PLAIN_TERMS),
      issued_at: MONDAY.toString(),
    })
    .execute()
  expect(await findOtherTerms(id, later)).toMatchObject({ week: '2026-06-15' })
  await take(id)
  expect((await listTerms(own))[0]).toMatchObject({ from: '2026-06-15' })
})

test('what was agreed after the sealing counts, and nobody waits for who left, or for a contract that is over or renewed', async () => {
  const { own, id, input, BY } = await aContract()
  await makeChange(
    (change) => addTerms(change, own, { from: FIRST, terms: { ...PLAIN_TERMS, rent: cents(140_00) }, reason: 'x' }),
    {
      at: later,
    },
  )
  expect(await listToLookAt(later)).toEqual([])
  await makeChange(async (change) => removeTerms(change, own, (await listTerms(own, change.tx))[0]!.id, 'x'))
  await setStatus(own, 'inactive')
  expect(await listToLookAt(later)).toEqual([])
  await setStatus(own, 'active')
  expect(await listToLookAt(later)).toHaveLength(1)
  const renewal = await makeChange((change) =>
    draftContract(change, input(own, { follows: id, startsOn: '2026-07-06' })),
  )
  await makeChange((change) => sendContract(change, renewal))
  expect(await findOtherTerms(id, later)).not.toBeNull()
  await makeChange((change) => signContract(change, own, renewal, BY))
  await makeChange((change) => sealContract(change, renewal, { ...BY, name: 'Helena Exemplo' }))
  expect((await listToLookAt(later)).map(({ contract }) => contract.id)).toEqual([renewal])
  await makeChange((change) => endContract(change, renewal, { lastDay: '2026-07-12', reason: 'Por acordo' }))
  expect(await listToLookAt(Temporal.Instant.from('2026-07-13T12:00:00Z'))).toEqual([])
})

test('whoever has no terms is given those of the contract on the ground of what is offered, and there is nothing to keep', async () => {
  const { own, id } = await aContract()
  for (const { id: terms } of await listTerms(own)) await makeChange((change) => removeTerms(change, own, terms, 'x'))
  const found = (await findOtherTerms(id, later))!
  expect(found).toMatchObject({ inForce: null, week: FIRST })
  await expect(
    makeChange(
      (change) => answerContractTerms(change, id, { intent: 'keep-terms', week: FIRST, base: '', reason: 'x' }),
      {
        at: later,
      },
    ),
  ).rejects.toEqual(refused('record.changed-meanwhile'))
  await take(id)
  expect((await listTerms(own))[0]).toMatchObject({ from: FIRST, terms: { regime: 'slot', rent: 150_00 } })
})

test('a fee of the settings that changed after the sealing waits for nobody, and is told; one that changed before it waits', async () => {
  const { own, aSealed } = await contractWorld()
  const terms = offeredTerms('slot', await settingsIn(FIRST))
  expect(terms.follows).toContain('fee')
  const agreed = { from: '2026-05-25' as Week, terms: { ...terms, rent: cents(150_00) }, reason: 'x' }
  await makeChange((change) => addTerms(change, own, agreed), { at: MONDAY.subtract({ hours: 2 }) })
  const id = await aSealed(own)
  expect(await findOtherTerms(id, later)).toBeNull()
  const set = (hours: number) =>
    asOwner(`delete from financial_settings; insert into financial_settings (name, value, valid_from, reason, created_at)
      values ('slotFee', '3000', '2026-06-01', 'x', '${MONDAY.add({ hours }).toString()}')`)
  await set(1)
  expect(await findOtherTerms(id, later)).toMatchObject({ changed: ['fee'], isOutrun: true })
  expect([await listToLookAt(later), (await countToLookAt(later)).count]).toEqual([[], 0])
  await set(-1)
  expect(await listToLookAt(later)).toMatchObject([{ contract: { id }, changed: ['fee'], isOutrun: false }])
  await take(id)
  expect((await listTerms(own))[0]?.terms).toMatchObject({ fee: { mode: 'fixed', amount: 25_00 } })
})

test('a contract of before terms were kept says them by its text, and only what its text says', async () => {
  const { own, id } = await aContract()
  await asOwner(`alter table contracts disable trigger all;
    update contracts set terms = null where id = '${id}';
    alter table contracts enable trigger all;`)
  const [found] = await listToLookAt(later)
  expect(found).toMatchObject({ changed: ['rent'], terms: { rent: 150_00 }, driver: { id: own } })
  await take(id)
  expect(await listToLookAt(later)).toEqual([])
})

test('nobody changes in the database what a contract was written with', async () => {
  const { id } = await aContract()
  await expect(db.updateTable('contracts').set({ terms: '{}' }).where('id', '=', id).execute()).rejects.toThrow()
})
