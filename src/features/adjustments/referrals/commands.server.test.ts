import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { settlementPostings } from '#domain/ledger.ts'
import { nextWeek } from '#domain/week.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getStatement } from '#features/settlements/queries.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { type Fleet, MONDAY, NEXT_WEEK, WEEK, aFleet, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
import {
  addRule,
  recordLinkedReferral,
  recordReferral,
  removeRule,
  withdrawReferral,
  writeRule,
} from './commands.server.ts'
import { findReferrer, listReferrals, listReferrerNames, listRules, readReferralSlug } from './queries.server.ts'
import type { RuleInput } from './schema.ts'

const RULE: RuleInput = {
  side: 'referrer',
  from: WEEK,
  name: 'Indicação 2026',
  reason: 'Combinado em reunião',
  kind: 'fixed',
  amount: cents(50_00),
  first: 1,
  weeks: 1,
  minWeeks: 1,
  minTrips: 0,
  hold: 0,
  clawback: 0,
}
const THIRD = nextWeek(NEXT_WEEK)
let fleet: Fleet
const brought = (referrer: string, referred: string) =>
  makeChange((change) =>
    recordReferral(change, {
      referrer: fleet.driver(referrer),
      referred: fleet.driver(referred),
      since: WEEK,
      reason: 'Disse-nos quem o trouxe',
    }),
  )
const approved = (week = NEXT_WEEK) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
/** The rewards on a driver's statement, issued or draft. */
async function rewardsOn(ref: string, week = NEXT_WEEK) {
  const { settlement } = await getStatement(week, fleet.driver(ref))
  const lines = settlement!.lines.filter(({ code }) => code === 'adjustment.referral')
  return lines.map(({ amount, adjustment }) => [amount, adjustment?.reason])
}
const broken = async () => (await examineBooks()).filter((finding) => finding.broken > 0)

beforeEach(async () => {
  fleet = await anApprovedWeek()
  await makeChange((change) => writeRule(change, RULE))
})

test('whoever brought somebody is paid once, on the statement after it was earned, which says for whom and by which rule', async () => {
  await brought('D1', 'D2')
  const { rows } = await sql<{ name: string }>`select name from drivers where ref = 'D2'`.execute(db)
  expect(await rewardsOn('D1')).toEqual([[50_00, `${rows[0]!.name} · Indicação 2026`]])
  expect(await rewardsOn('D2')).toEqual([])
  await approved()
  expect(await rewardsOn('D1')).toHaveLength(1)
  expect(await rewardsOn('D1', THIRD)).toEqual([])

  const { settlement } = (await findFrozen(fleet.driver('D1'), NEXT_WEEK))!
  expect(settlementPostings(settlement)).toEqual(
    expect.arrayContaining([{ account: 'costs:referrals', amount: -50_00 }]),
  )
  expect(await broken()).toEqual([])
})

test('two records of one NIF are one person: they bring not each other, and are brought once', async () => {
  const nif = async (ref: string) =>
    db
      .updateTable('drivers')
      .set(sealedNif('drivers.nif', fleet.driver(ref), '123456789'))
      .where('id', '=', fleet.driver(ref))
      .execute()
  await nif('D1')
  await nif('D2')
  await expect(brought('D1', 'D2')).rejects.toMatchObject({ code: 'referral.self' })
  const { id: referrer } = await db
    .insertInto('drivers')
    .values({ name: 'Ivo Sá' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = (referred: string) =>
    makeChange((change) =>
      recordReferral(change, { referrer, referred: fleet.driver(referred), since: WEEK, reason: 'Disse-o à Rita' }),
    )
  await by('D1')
  await expect(by('D2')).rejects.toMatchObject({ code: 'referral.known' })
})

test('both sides may have a rule, and each statement names the other', async () => {
  await makeChange((change) =>
    writeRule(change, { ...RULE, side: 'referred', name: 'Boas-vindas', amount: cents(20_00) }),
  )
  await brought('D1', 'D2')
  expect([(await rewardsOn('D1'))[0]![0], (await rewardsOn('D2'))[0]![0]]).toEqual([50_00, 20_00])
})

test('a statement that is voided gives its reward back to its draft, and approving again pays nothing more', async () => {
  await brought('D1', 'D2')
  await approved()
  const { id } = (await findFrozen(fleet.driver('D1'), NEXT_WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Faltava um ficheiro'))
  expect((await rewardsOn('D1'))[0]![0]).toBe(50_00)
  await approved()
  await approved(THIRD)
  expect(await rewardsOn('D1', THIRD)).toEqual([])
  expect(await broken()).toEqual([])
})

test('what was paid for a week that is voided is taken back by the next statement', async () => {
  await brought('D1', 'D2')
  await approved()
  const { id } = (await findFrozen(fleet.driver('D2'), WEEK))!
  await makeChange((change) => voidSettlement(change, id, 'Era de outra pessoa'))
  expect((await rewardsOn('D1', THIRD))[0]![0]).toBe(-50_00)
  await approved(THIRD)
  expect(await rewardsOn('D1', nextWeek(THIRD))).toEqual([])
  expect(await broken()).toEqual([])
})

test('a referral that is taken back takes its money back', async () => {
  const id = await brought('D1', 'D2')
  await approved()
  await makeChange((change) => withdrawReferral(change, id, 'Foi engano'))
  expect((await rewardsOn('D1', THIRD))[0]![0]).toBe(-50_00)
  await expect(makeChange((change) => withdrawReferral(change, id, 'Outra vez'))).rejects.toThrow('referral.withdrawn')
})

test('a week approved after a later one pays nothing a second time, and takes nothing back', async () => {
  await brought('D1', 'D2')
  await approved(THIRD)
  expect(await rewardsOn('D1', NEXT_WEEK)).toEqual([])
})

test('nobody brings themselves, is brought twice, or is above who brought them', async () => {
  await expect(brought('D1', 'D1')).rejects.toThrow('referral.self')
  await brought('D1', 'D2')
  await brought('D2', 'D3')
  await expect(brought('D4', 'D2')).rejects.toThrow('referral.known')
  await expect(brought('D3', 'D1')).rejects.toThrow('referral.circle')
})

test('the database itself refuses a circle, however it is written', async () => {
  await brought('D1', 'D2')
  const circle = sql`insert into referrals (referrer_id, referred_id, since, origin, created_at)
    values (${fleet.driver('D2')}, ${fleet.driver('D1')}, ${WEEK}, 'link', now())`
  await expect(circle.execute(db)).rejects.toThrow('circle')
})

test('the database itself refuses to pay more than the rule says', async () => {
  const id = await brought('D1', 'D2')
  const pay = (week: string) =>
    sql`insert into adjustments
    (driver_id, week, kind, amount_cents, reason, state, decided_at, referral_id, reward_side)
    values (${fleet.driver('D1')}, ${week}, 'referral', 5000, 'x', 'accepted', now(), ${id}, 'referrer')`.execute(db)
  await pay(NEXT_WEEK)
  await expect(pay(NEXT_WEEK)).rejects.toThrow('adjustments_pay_a_referral_once_a_week')
  await expect(pay(THIRD)).rejects.toThrow('would have paid 10000 cents')
})

test('somebody who turns out to be their own referrer is paid nothing, and gives back what was paid', async () => {
  fleet = await aFleet()
  await makeChange((change) => writeRule(change, RULE))
  await brought('D1', 'D2')
  await makeChange((change) =>
    mergeDrivers(change, fleet.driver('D2'), { into: fleet.driver('D1'), reason: 'É a mesma pessoa', terms: 'stays' }),
  )
  expect((await listReferrals(Temporal.Instant.from('2026-06-20T09:00:00Z'))).map(({ idle }) => idle)).toEqual(['self'])
})

test('what was promised stays: a rule begins this week at the earliest, each week once', async () => {
  await expect(makeChange((change) => addRule(change, RULE))).rejects.toThrow('commission.week-past')
  await makeChange((change) => addRule(change, { ...RULE, from: NEXT_WEEK, amount: cents(80_00) }))
  await expect(makeChange((change) => addRule(change, { ...RULE, from: NEXT_WEEK }))).rejects.toThrow(
    'commission.week-taken',
  )
  await brought('D1', 'D2')
  expect((await rewardsOn('D1'))[0]![0]).toBe(50_00)
})

test('a rule that was typed wrong is removed and written again; one under which somebody was referred stays', async () => {
  const remove = (id: string) => makeChange((change) => removeRule(change, id))
  const newest = async () => (await listRules()).at(-1)!
  const wrong = { ...RULE, from: NEXT_WEEK, amount: cents(500_00) }
  await makeChange((change) => addRule(change, wrong))
  await brought('D1', 'D2')
  await remove((await newest()).id)
  expect(await newest()).toMatchObject({ from: WEEK })
  await makeChange((change) => addRule(change, { ...wrong, amount: cents(50_00) }))
  expect(await newest()).toMatchObject({ from: NEXT_WEEK, rule: { pays: { amount: 50_00 } } })

  const [first] = await listRules()
  await expect(remove(first!.id)).rejects.toMatchObject({ code: 'commission.promised' })
  const [referral] = await listReferrals(MONDAY)
  await makeChange((change) => withdrawReferral(change, referral!.id, 'Engano'))
  await expect(remove(first!.id)).rejects.toMatchObject({ code: 'commission.promised' })
  const silently = db.deleteFrom('commission_rules').where('id', '=', first!.id).execute()
  await expect(silently).rejects.toThrow('has promised')
  await expect(remove(crypto.randomUUID())).rejects.toMatchObject({ code: 'record.not-found' })
})

test('a personal link names a driver by the short name or by the whole one, and nobody else', async () => {
  const { name } = await db.selectFrom('drivers').select('name').where('ref', '=', 'D1').executeTakeFirstOrThrow()
  const found = await Promise.all(
    ['d1', name.toUpperCase().replaceAll(' ', '-'), 'nobody', ''].map((slug) => findReferrer(slug)),
  )
  expect(found).toEqual([fleet.driver('D1'), fleet.driver('D1'), null, null])
  await asOwner(`update drivers set name = (select name from drivers where ref = 'D1') where ref = 'D2'`)
  expect(await findReferrer(name.replaceAll(' ', '-'))).toBeNull()
})

test('a link that a driver gave to people stays theirs when another of the same name comes later', async () => {
  const { name } = await db.selectFrom('drivers').select('name').where('ref', '=', 'D1').executeTakeFirstOrThrow()
  const slug = (await readReferralSlug(fleet.driver('D1') as OwnDriverId)) ?? ''
  await asOwner(`update drivers set name = '${name}', created_at = created_at + interval '1 day' where ref = 'D2'`)
  expect(await findReferrer(slug)).toBe(fleet.driver('D1'))
  expect(await readReferralSlug(fleet.driver('D1') as OwnDriverId)).toBe(slug)
  expect(await readReferralSlug(fleet.driver('D2') as OwnDriverId)).toBe('d2')
  expect(await listReferrerNames([slug])).toEqual(new Map([[slug, name]]))
})

test('who has left has no link to give, because none leads to them', async () => {
  await asOwner(`update drivers set status = 'inactive' where ref = 'D1'`)
  expect(await readReferralSlug(fleet.driver('D1') as OwnDriverId)).toBeNull()
  expect(await findReferrer('d1')).toBeNull()
})

test('a link brings nobody who was here before, and never stands in the way of an approval', async () => {
  await makeChange((change) => recordLinkedReferral(change, 'd1', fleet.driver('D2')))
  await makeChange((change) => recordLinkedReferral(change, 'nobody', fleet.driver('D2')))
  expect(await listReferrals(Temporal.Instant.from('2026-06-20T09:00:00Z'))).toEqual([])
})
