import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Service } from '#demo/services/bolt-service.ts'
import { setConnection } from '#features/connections/commands.server.ts'
import { collect } from '#features/connections/runs/commands.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { getOverview } from '#features/weeks/overview/queries.server.ts'
import { getWeekPage } from '#features/weeks/queries.server.ts'
import { BOLT_CLIENT, type BoltFleet, aBoltService, boltOrder } from '#test/bolt-fleet.ts'
import { MONDAY, WEEK, aFleet, asOwner, dropPublicSet, makeChange } from '#test/factories.ts'

let fleet: BoltFleet
let service: Service
beforeEach(async () => {
  await aFleet()
  fleet = { orders: [], states: [], mishap: () => null }
  service = await aBoltService(fleet, MONDAY)
  vi.stubEnv('CONNECTIONS_LOCAL', service.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

async function connect() {
  const typed = { intent: 'save', clientId: BOLT_CLIENT.id, clientSecret: BOLT_CLIENT.secret, everyHours: '3' }
  await makeChange((change) => setConnection(change, 'bolt', connectionInput.parse(typed)))
  await collect('bolt', { now: MONDAY, by: null, rest: async () => {} })
}
const page = (now = MONDAY) => getWeekPage(WEEK, now)
const stateOf = async (source: string, now = MONDAY) => (await page(now)).sources.find((card) => card.source === source)

test('each source of a week says whether it is whole, missing, or not expected', async () => {
  expect((await page()).sources.map(({ source, state }) => `${source} ${state}`)).toEqual([
    'uber missing',
    'bolt missing',
    'viaverde missing',
    'prio missing',
  ])
  await dropPublicSet()
  const states = (await page()).sources.map(({ source, state }) => `${source} ${state}`)
  expect(states).toEqual(['uber whole', 'bolt whole', 'viaverde whole', 'prio whole'])
})

test('who drove, as the connection says, and is in no file is named; whoever is in the file is not', async () => {
  await dropPublicSet()
  const { drivers } = await page()
  const absent = drivers.find(({ ticks }) => ticks.bolt === 'none')!
  await asOwner(
    `insert into source_keys (source, kind, value, driver_id) values ('bolt', 'driver', 'd-1', '${absent.id}')`,
  )
  fleet.orders = [boltOrder(Temporal.Instant.from('2026-06-03T10:00:00+01:00'))]
  await connect()
  expect(await stateOf('bolt')).toMatchObject({ state: 'part', undocumented: [{ id: absent.id, name: absent.name }] })

  const present = drivers.find(({ ticks }) => ticks.bolt === 'yes')!
  await asOwner(`update source_keys set driver_id = '${present.id}' where value = 'd-1'`)
  expect(await stateOf('bolt')).toMatchObject({ state: 'whole', undocumented: [] })
})

test('while a week is driven its page says which of its days the connection has told', async () => {
  const wednesday = Temporal.Instant.from('2026-06-10T12:00:00+01:00')
  await service.close()
  service = await aBoltService(fleet, wednesday)
  vi.stubEnv('CONNECTIONS_LOCAL', service.url)
  fleet.orders = [boltOrder(Temporal.Instant.from('2026-06-09T10:00:00+01:00'))]
  const typed = { intent: 'save', clientId: BOLT_CLIENT.id, clientSecret: BOLT_CLIENT.secret, everyHours: '3' }
  await makeChange((change) => setConnection(change, 'bolt', connectionInput.parse(typed)))
  await collect('bolt', { now: wednesday, by: null, rest: async () => {} })
  const { progress, isOver } = await getWeekPage('2026-06-08' as typeof WEEK, wednesday)
  expect(isOver).toBe(false)
  expect(progress).toMatchObject([
    {
      provider: 'bolt',
      days: [
        { day: '2026-06-08', state: 'in', trips: 0, drivers: 0 },
        { day: '2026-06-09', state: 'in', trips: 1, drivers: 1 },
        { day: '2026-06-10', state: 'part', trips: 0 },
        ...[11, 12, 13, 14].map((day) => ({ day: `2026-06-${day}`, state: 'out' })),
      ],
    },
  ])
})

test('a connection that only a person can lift waits among the needs at once, one that is away after a day, a paused one never', async () => {
  await connect()
  const need = async (hours = 0) =>
    (await getOverview(MONDAY.add({ hours }))).needs.find(({ kind }) => kind === 'connection')
  const be = (state: string) =>
    asOwner(`update connections set state = '${state}', state_since = '${MONDAY.toString()}', paused_at = null`)
  expect(await need(48)).toBeUndefined()
  for (const state of ['expired', 'needs-access']) {
    await be(state)
    expect(await need(1)).toMatchObject({ count: 1, provider: 'bolt', state, since: MONDAY.toString() })
  }
  for (const state of ['waiting', 'error']) {
    await be(state)
    expect([await need(23), (await need(25))?.kind]).toEqual([undefined, 'connection'])
  }
  await asOwner(`update connections set paused_at = now()`)
  expect(await need(48)).toBeUndefined()
})
