import { askAlone } from '#db/together.server.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { type UberMishap, type UberService, type UberState, startUberService } from '#demo/services/uber-service.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { ActKind } from '#domain/platform-act.ts'
import { setConnection } from '#features/connections/commands.server.ts'
import { listOwnRefused, listBlockedOnPlatforms } from '#features/connections/collected/queries.server.ts'
import { saveFetchedDrivers } from '#features/connections/collected/commands.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { type Fleet, MONDAY, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { carryOutDue, handOverOn, proposeAct, saveCashRule, answerAct, applyCashRule } from './commands.server.ts'
import { waitingActs, getAct, listActs, listInvitations, listOffered, readAlsoOn } from './queries.server.ts'

const CLIENT = { id: 'frota-de-teste', secret: 'S3gredo-da-uber-7a1d' }
const ORGANISATION = 'b3JnYW5pemFjYW8='
const UUID = '17dbf0fa-850a-4120-b6cf-88253a8163c8'
const OTHER = 'd26271bc-7358-4a1c-9d41-ab09f4d1244e'
const ACTS = /\/(assign|unassign|cash-block-action)$/

let fleet: Fleet
let service: UberService & { state: UberState }
let mishap: (path: string, count: number) => UberMishap | null
let plate: string
let scopes: string[] | undefined
/** The test's clock, which moves when the test says so. */
let at = MONDAY

beforeEach(async () => {
  fleet = await aFleet()
  mishap = () => null
  scopes = undefined
  at = MONDAY
  plate = (await db.selectFrom('vehicles').select('plate').orderBy('plate').executeTakeFirstOrThrow()).plate
  service = await startUberService({
    clients: [
      {
        ...CLIENT,
        get scopes() {
          return scopes
        },
      } as never,
    ],
    organisations: [
      {
        id: ORGANISATION,
        name: 'Frota',
        drivers: [UUID, OTHER].map((driverUuid) => ({
          driverUuid,
          firstName: 'A',
          lastName: 'B',
          onboardingStatus: 'ONBOARDING_STATUS_ACTIVE',
        })),
        vehicles: [{ vehicleId: 'car-1', licensePlate: plate }],
        file: () => null,
      },
    ],
    now: () => Math.floor(at.epochMilliseconds / 1_000),
    mishap: ({ path, count }) => mishap(path, count),
  })
  vi.stubEnv('CONNECTIONS_LOCAL', service.url)
  const typed = { intent: 'save', clientId: CLIENT.id, clientSecret: CLIENT.secret, everyHours: '3' }
  await makeChange((change) => setConnection(change, 'uber', connectionInput.parse(typed)))
  await stateRow('uber', UUID, {})
  await stateRow('uber', OTHER, {})
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

/** A driver's state as a fetch brings it. */
function stateRow(provider: 'uber' | 'bolt', id: string, more: { takesCash?: boolean; plate?: string | null }) {
  const row = { id, name: 'A B', email: null, phone: null, state: 'active', reason: null }
  const answering = { provider, company: ORGANISATION, now: at }
  return inTransaction((tx) =>
    saveFetchedDrivers(tx, answering, [{ ...row, takesCash: more.takesCash ?? null, plate: more.plate ?? null }]),
  )
}

const D1 = () => fleet.driver('D1')
const want = (kind: ActKind, more: object = {}) =>
  makeChange((change) => proposeAct(change, { provider: 'uber', kind, driverId: D1(), cause: 'person', ...more }))
const car = () => ({ vehicleId: fleet.vehicle(plate) })
const say = (id: string, word: Parameters<typeof answerAct>[2], day?: string) =>
  makeChange((change) => answerAct(change, id, word, day ?? null))
const run = () => carryOutDue(at, { rest: async () => {} })
const later = (minutes: number) => {
  at = at.add({ minutes })
}
const notices = () =>
  db.selectFrom('inbox_notices').select(['kind', 'driver_id', 'params']).where('kind', '=', 'cash-trips').execute()

test('nothing leaves before a person says yes, and then it leaves once', async () => {
  const id = await want('cash-off')
  await run()
  expect(service.state.acts).toEqual([])
  expect(await askAlone(waitingActs, db)).toMatchObject({ count: 1, only: id })
  await say(id, 'confirm')
  await run()
  await run()
  expect(service.state.acts).toEqual([`CASH_BLOCK_ACTION_ENABLE ${UUID}`])
  expect(await getAct(id)).toMatchObject({ state: 'accepted', sends: 1, officeAnswers: ['take-back'] })
  expect(await notices()).toEqual([
    { kind: 'cash-trips', driver_id: D1(), params: { event: 'off', provider: 'uber', amount: 0 } },
  ])
  expect(await askAlone(waitingActs, db)).toBeNull()
})

test('of several presses at once one counts, and an act under way is not ordered twice', async () => {
  const tries = await Promise.allSettled([want('cash-off'), want('cash-off'), want('cash-on')])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const id = (await listActs({}))[0]!.id
  const [one, other, no] = await Promise.allSettled([say(id, 'confirm'), say(id, 'confirm'), say(id, 'withdraw')])
  const yes = [one, other].filter(({ status }) => status === 'fulfilled')
  // A no that comes first leaves nothing to confirm; a yes that comes first can still be answered by one no.
  expect(yes.length).toBeLessThan(2)
  expect(yes.length + Number(no.status === 'fulfilled')).toBeGreaterThan(0)
  await Promise.all([run(), run()])
  expect(service.state.acts.length).toBeLessThan(2)
})

test('an act is taken back by its opposite, which is an act of its own', async () => {
  const id = await want('assign', car())
  await say(id, 'confirm')
  await run()
  const back = await say(id, 'take-back')
  await run()
  expect(service.state.acts).toEqual([`assign ${UUID} car-1`, `unassign ${UUID} car-1`])
  expect(await getAct(back)).toMatchObject({ kind: 'unassign', state: 'accepted' })
})

test('what the platform does not do is refused in its word, and can be sent again or done by hand', async () => {
  await db.updateTable('platform_drivers').set({ driver: 'unknown' }).where('driver', '=', UUID).execute()
  const id = await want('cash-off')
  await say(id, 'confirm')
  await run()
  expect(await getAct(id)).toMatchObject({
    state: 'refused',
    detail: 'driver_not_found',
    officeAnswers: ['again', 'by-hand', 'withdraw'],
  })
  await db.updateTable('platform_drivers').set({ driver: UUID }).where('driver', '=', 'unknown').execute()
  await say(id, 'again')
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'accepted' })
})

test('an account that may not do it says which permission to ask for, and nothing was sent', async () => {
  scopes = ['solutions.suppliers.reports', 'vehicle_suppliers.organizations.read', 'solutions.suppliers.metrics.read']
  const id = await want('cash-off')
  await say(id, 'confirm')
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'refused', trouble: 'access', sends: 0 })
  expect(service.asked.some(({ path }) => ACTS.test(path))).toBe(false)
})

test.each([
  ['lost', { is: 'lost' } as const],
  ['cut', { is: 'cut' } as const],
])('an answer that is %s is looked up on the platform, and not sent again', async (_, how) => {
  mishap = (path) => (ACTS.test(path) ? how : null)
  const id = await want('assign', car())
  await say(id, 'confirm')
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'unknown' })
  mishap = () => null
  later(6)
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'accepted', sends: 1 })
  expect(service.state.acts).toHaveLength(1)
})

test('what left and did not arrive is sent again only when the platform had the time to show it', async () => {
  mishap = (path) => (ACTS.test(path) ? { is: 'status', status: 503 } : null)
  const id = await want('cash-off')
  await say(id, 'confirm')
  await run()
  mishap = () => null
  later(2)
  await run()
  expect(service.state.acts).toEqual([])
  later(10)
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'accepted', sends: 2 })
  expect(service.state.acts).toHaveLength(1)
})

test('a token that ended and a wait that is asked for leave everything as it was', async () => {
  let times = 0
  mishap = (path) => {
    if (!ACTS.test(path)) return null
    times += 1
    return times === 1
      ? { is: 'status', status: 401 }
      : times === 2
        ? { is: 'status', status: 429, retryAfter: '60' }
        : null
  }
  const id = await want('cash-off')
  await say(id, 'confirm')
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'ordered', sends: 0, officeAnswers: ['withdraw', 'by-hand'] })
  later(16)
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'accepted' })
  expect(service.state.acts).toHaveLength(1)
})

test('a platform that is not reached is asked for the first act alone, and all are asked for another time', async () => {
  const ids = [await want('cash-off'), await want('assign', car())]
  for (const id of ids) await say(id, 'confirm')
  let asked = 0
  mishap = () => {
    asked += 1
    return { is: 'status', status: 503 }
  }
  await run()
  expect(asked).toBe(3)
  for (const id of ids) expect(await getAct(id)).toMatchObject({ state: 'ordered', sends: 0 })
  mishap = () => null
  later(16)
  await run()
  for (const id of ids) expect(await getAct(id)).toMatchObject({ state: 'accepted', sends: 1 })
})

test('who is killed while something leaves finds out what became of it', async () => {
  const id = await want('assign', car())
  await say(id, 'confirm')
  await asOwner(`update platform_acts set state = 'sending', sends = 1, sent_at = '${at.toString()}'`)
  service.state.cars.set(UUID, new Set(['car-1']))
  await run()
  expect(await getAct(id)).toMatchObject({ state: 'accepted', sends: 1 })
  expect(service.state.acts).toEqual([])
})

test('what a platform has no known call for is a task, ticked off with its day or ended by the next fetch', async () => {
  await stateRow('bolt', '87a1b09d-3aae-4044-885e-3586036f047e', { takesCash: true })
  const id = await want('cash-off', { provider: 'bolt' })
  await say(id, 'confirm')
  expect(await getAct(id)).toMatchObject({ state: 'portal', isShown: null, officeAnswers: ['done', 'withdraw'] })
  await expect(say(id, 'done')).rejects.toMatchObject({ code: 'act.day-missing' })
  await say(id, 'done', '2026-06-08')
  expect(await getAct(id)).toMatchObject({ state: 'done', doneOn: '2026-06-08', isShown: null })
  later(60)
  await stateRow('bolt', '87a1b09d-3aae-4044-885e-3586036f047e', { takesCash: true })
  expect(await getAct(id)).toMatchObject({ isShown: false })
  later(60)
  await stateRow('bolt', '87a1b09d-3aae-4044-885e-3586036f047e', { takesCash: false })
  expect(await getAct(id)).toMatchObject({ isShown: true })
  const on = await say(id, 'take-back')
  later(60)
  await stateRow('bolt', '87a1b09d-3aae-4044-885e-3586036f047e', { takesCash: true })
  later(60)
  await run()
  expect(await getAct(on)).toMatchObject({ kind: 'cash-on', state: 'done', doneOn: '2026-06-08', endedBy: null })
  expect(service.asked.some(({ path }) => ACTS.test(path))).toBe(false)
})

test('whoever no platform names can be invited, in the portal', async () => {
  const invited = async () => (await listInvitations([fleet.driver('D3')])).get(fleet.driver('D3'))
  expect(await invited()).toEqual([
    { provider: 'uber', isThere: true, act: null },
    { provider: 'bolt', isThere: false, act: null },
  ])
  expect(await listOffered(fleet.driver('D3'))).toEqual([
    { provider: 'uber', kind: 'cash-off' },
    { provider: 'bolt', kind: 'invite' },
  ])
  const invite = () => want('invite', { provider: 'bolt', driverId: fleet.driver('D3') })
  const record = db.updateTable('drivers').where('id', '=', fleet.driver('D3'))
  await record.set({ email: null, phone: null }).execute()
  await expect(invite()).rejects.toMatchObject({ code: 'act.no-contact' })
  await record.set({ phone: '912 345 678', status: 'inactive' }).execute()
  await expect(invite()).rejects.toMatchObject({ code: 'act.left' })
  await record.set({ status: 'active' }).execute()
  const id = await invite()
  await say(id, 'confirm')
  expect(await invited()).toMatchObject([{}, { provider: 'bolt', isThere: false, act: { id, state: 'portal' } }])
  expect(await getAct(id)).toMatchObject({ state: 'portal' })
  expect(await listOffered(fleet.driver('D3'))).toEqual([{ provider: 'uber', kind: 'cash-off' }])
})

test('a hand-over goes where it was ticked, at its moment, and the ticks are remembered', async () => {
  const moment = at.add({ hours: 2 })
  await makeChange((change) =>
    handOverOn(change, ['uber', 'bolt'], { ...car(), from: D1(), to: fleet.driver('D2'), at: moment }),
  )
  expect(await readAlsoOn()).toEqual(['uber', 'bolt'])
  await run()
  expect(service.state.acts).toEqual([])
  service.state.cars.set(UUID, new Set(['car-1']))
  at = moment
  await run()
  expect(service.state.acts.toSorted()).toEqual([`assign ${OTHER} car-1`, `unassign ${UUID} car-1`])
  expect(
    (await listActs({ vehicleId: car().vehicleId }))
      .map(({ provider, kind, state }) => `${provider} ${kind} ${state}`)
      .toSorted(),
  ).toEqual(['bolt assign portal', 'bolt unassign portal', 'uber assign accepted', 'uber unassign accepted'])
})

test('whom a platform stops waits with the office and with the driver, as long as the platform says so', async () => {
  const bolt = '87a1b09d-3aae-4044-885e-3586036f047e'
  await stateRow('bolt', bolt, {})
  expect(await listBlockedOnPlatforms(at)).toEqual([])
  await asOwner(
    `update platform_drivers set state = 'suspended', reason = 'Documents expired' where driver = '${bolt}'`,
  )
  expect(await listBlockedOnPlatforms(at)).toMatchObject([
    { platform: 'bolt', driverId: D1(), vehicleId: null, reason: 'Documents expired' },
  ])
  expect(await listOwnRefused(D1() as OwnDriverId, at)).toHaveLength(1)
  expect(await listOwnRefused(fleet.driver('D2') as OwnDriverId, at)).toEqual([])
  // A state that was not fetched for a week no longer counts.
  expect(await listBlockedOnPlatforms(at.add({ hours: 24 * 8 }))).toEqual([])
})

/** Makes D1 owe an amount in cents. */
const owes = (cents: number) =>
  asOwner(`insert into ledger_accounts (code, driver_id, balance_cents) values ('current', '${D1()}', ${-cents})
    on conflict do nothing; update ledger_accounts set balance_cents = ${-cents} where driver_id = '${D1()}' and code = 'current'`)
const rule = (more: object = {}) =>
  makeChange((change) => saveCashRule(change, { isOn: true, limit: 10_000 as never, byItself: false, ...more }))
const waiting = async () =>
  (await listActs({ driverId: D1() })).map(({ provider, kind, state }) => `${provider} ${kind} ${state}`).toSorted()

test('the rule is off until the owner says so, proposes above its sum alone, and never acts by itself', async () => {
  await owes(10_001)
  await applyCashRule(at)
  expect(await waiting()).toEqual([])
  await rule({ limit: 10_001 })
  await applyCashRule(at)
  expect(await waiting()).toEqual([])
  await rule()
  await applyCashRule(at)
  await applyCashRule(at)
  await run()
  expect(await waiting()).toEqual(['bolt cash-off proposed', 'uber cash-off proposed'])
  expect(service.state.acts).toEqual([])
  await owes(10_000)
  await applyCashRule(at)
  expect(await waiting()).toEqual(['bolt cash-off withdrawn', 'uber cash-off withdrawn'])
})

test('the rule proposes to switch on again what it switched off, and the driver reads why', async () => {
  await owes(25_050)
  await rule({ byItself: true })
  await applyCashRule(at)
  await run()
  expect(await waiting()).toEqual(['bolt cash-off portal', 'uber cash-off accepted'])
  expect(await notices()).toMatchObject([{ params: { event: 'off', provider: 'uber', amount: 25_050 } }])
  later(1)
  await applyCashRule(at)
  expect(await waiting()).toHaveLength(2)
  await owes(0)
  await rule({ byItself: false })
  await applyCashRule(at)
  expect(await waiting()).toContain('uber cash-on proposed')
})

test('a proposal that somebody declines comes back after a week, and what a person switched off stays a person’s', async () => {
  await owes(25_000)
  await rule()
  await applyCashRule(at)
  for (const { id } of await listActs({ driverId: D1() })) await say(id, 'withdraw')
  await applyCashRule(at.add({ hours: 24 * 6 }))
  expect(await waiting()).toHaveLength(2)
  await applyCashRule(MONDAY.add({ hours: 24 * 7 + 1 }))
  expect(await waiting()).toHaveLength(4)
  for (const { id, state } of await listActs({ driverId: D1() })) if (state === 'proposed') await say(id, 'withdraw')
  const id = await want('cash-off')
  await say(id, 'confirm')
  await run()
  await owes(0)
  await applyCashRule(MONDAY.add({ hours: 24 * 30 }))
  expect(await waiting()).not.toContain('uber cash-on proposed')
})

/** The ways in which a request may go wrong; `null` when it goes well. */
const MISHAPS: readonly (UberMishap | null)[] = [
  null,
  null,
  null,
  { is: 'status', status: 401 },
  { is: 'status', status: 429, retryAfter: '20' },
  { is: 'status', status: 500 },
  { is: 'not-json' },
  { is: 'cut' },
  { is: 'lost' },
  { is: 'redirect' },
]

test('whatever goes wrong, and however often it is killed: no act is lost, none is sent after it was taken, and each comes to an end', async () => {
  const scripts = Number(process.env['VOLANTE_SCRIPTS'] ?? 12)
  const script = fc.record({
    kind: fc.constantFrom<ActKind>('cash-off', 'assign'),
    goes: fc.array(fc.nat(MISHAPS.length - 1), { minLength: 1, maxLength: 25 }),
    killed: fc.array(fc.boolean(), { minLength: 3, maxLength: 6 }),
    rests: fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 3, maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(script, async ({ kind, goes, killed, rests }) => {
      await asOwner('delete from platform_acts')
      Object.assign(service.state, { acts: [] })
      service.state.acts.length = 0
      service.state.cars.clear()
      service.state.noCash.clear()
      let turn = 0
      mishap = () => MISHAPS[goes[turn++] ?? 0] ?? null
      const id = await want(kind, kind === 'assign' ? car() : {})
      await say(id, 'confirm')
      for (const [round, isKilled] of killed.entries()) {
        const before = await getAct(id)
        await run()
        const after = await getAct(id)
        // The process was killed before it wrote the answer: the next run finds the act still being sent.
        if (isKilled && after.sends > before.sends && after.state === 'accepted')
          await asOwner(`update platform_acts set state = 'sending', next_at = '${at.toString()}', ended_at = null`)
        later(rests[round] ?? 30)
      }
      mishap = () => null
      for (let rest = 0; rest < 8; rest++) {
        await run()
        later(30)
      }
      const end = await getAct(id)
      const isThere =
        kind === 'assign' ? service.state.cars.get(UUID)?.has('car-1') === true : service.state.noCash.has(UUID)
      expect(['accepted', 'refused', 'portal']).toContain(end.state)
      // An accepted act was done on the platform, and a refused one was not.
      expect(end.state === 'accepted' ? isThere : true).toBe(true)
      expect(end.state === 'refused' ? isThere : false).toBe(false)
      expect(service.state.acts.length).toBeLessThan(2)
    }),
    { numRuns: scripts },
  )
})
