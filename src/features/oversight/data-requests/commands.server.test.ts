import { askAlone } from '#db/together.server.ts'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import {
  answerRequest,
  askRequest,
  extendRequest,
  reopenRequest,
  withdrawRequest,
  writeRequest,
} from './commands.server.ts'
import { openRequests, getRequest, listRequests } from './queries.server.ts'

const at = (day: string) => ({ at: Temporal.Instant.from(`${day}T10:00:00Z`) })
const now = (day: string) => at(day).at

async function asked() {
  const fleet = await aFleet()
  const D1 = fleet.driver('D1') as OwnDriverId
  const id = await makeChange(
    (change) => askRequest(change, D1, { kind: 'access', words: 'Segredo do motorista' }),
    at('2026-06-08'),
  )
  return { D1, D2: fleet.driver('D2') as OwnDriverId, id }
}

test('a request is to be answered in a month, is late after it, and takes two months more with why, once and in time', async () => {
  const { id } = await asked()
  expect(await getRequest(id, now('2026-06-10'))).toMatchObject({ state: 'open', by: '2026-07-08', daysLeft: 28 })
  expect((await getRequest(id, now('2026-07-09'))).state).toBe('late')
  const extend = (day: string) => makeChange((change) => extendRequest(change, id, 'São muitos pedidos'), at(day))
  await expect(extend('2026-07-09')).rejects.toMatchObject({ code: 'data-request.no-extension' })
  await extend('2026-07-01')
  expect(await getRequest(id, now('2026-07-09'))).toMatchObject({ state: 'extended', by: '2026-09-08' })
  await expect(extend('2026-07-02')).rejects.toMatchObject({ code: 'data-request.no-extension' })
  expect(await askAlone(openRequests(now('2026-09-09')), db)).toEqual({
    count: 1,
    late: 1,
    first: { kind: 'access', by: '2026-09-08' },
  })
})

test('a driver is told that their request was answered, or takes longer', async () => {
  const { id, D1 } = await asked()
  await makeChange((change) => extendRequest(change, id, 'São muitos pedidos'), at('2026-06-09'))
  await makeChange(
    (change) => answerRequest(change, id, { outcome: 'done', answer: 'Segredo da resposta' }),
    at('2026-06-10'),
  )
  const notices = await db.selectFrom('inbox_notices').select(['driver_id', 'kind', 'params']).orderBy('id').execute()
  expect(notices).toEqual([
    { driver_id: D1, kind: 'data-request', params: { event: 'extended', asked: 'access' } },
    { driver_id: D1, kind: 'data-request', params: { event: 'answered', asked: 'access' } },
  ])
})

test('an answer says what was done, ends the wait, and can be taken back; so can a withdrawal', async () => {
  const { id, D1, D2 } = await asked()
  const answer = () =>
    makeChange((change) => answerRequest(change, id, { outcome: 'done', answer: 'Ficheiro enviado' }))
  await answer()
  await expect(answer()).rejects.toMatchObject({ code: 'data-request.closed' })
  expect(await askAlone(openRequests(now('2026-06-10')), db)).toBeNull()
  expect((await listRequests(now('2026-06-10'), { driverId: D1 }))[0]).toMatchObject({
    state: 'answered',
    answer: 'Ficheiro enviado',
  })
  await makeChange((change) => reopenRequest(change, id))
  await expect(makeChange((change) => reopenRequest(change, id))).rejects.toMatchObject({ code: 'data-request.open' })
  await expect(makeChange((change) => withdrawRequest(change, id, D2))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  await makeChange((change) => withdrawRequest(change, id, D1))
  expect((await getRequest(id, now('2026-06-10'))).state).toBe('withdrawn')
  await makeChange((change) => reopenRequest(change, id))
  expect((await getRequest(id, now('2026-06-10'))).state).toBe('open')
})

test('the office writes down what somebody without a record asks; what was said stays out of the log', async () => {
  const { id } = await asked()
  const other = await makeChange((change) =>
    writeRequest(
      change,
      { kind: 'erasure', name: 'Rui Sá', contact: 'rui@example.org', askedOn: '2026-06-01', words: 'Apaguem' },
      null,
    ),
  )
  expect((await listRequests(now('2026-06-10'))).map((one) => one.id)).toEqual([other, id])
  expect(JSON.stringify(await listEvents(`data-request:${id}`))).not.toContain('Segredo')
  await expect(getRequest(crypto.randomUUID(), now('2026-06-10'))).rejects.toMatchObject({ code: 'record.not-found' })
})
