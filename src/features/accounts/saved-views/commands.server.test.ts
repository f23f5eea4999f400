import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { removeView, renameView, saveView } from './commands.server.ts'
import { getSavedView, listSavedViews } from './queries.server.ts'
import { newViewInput } from './schema.ts'

const PLACE = '/admin/drivers'
const users = async () => (await db.selectFrom('users').select('uid').orderBy('uid').execute()).map(({ uid }) => uid)
const aUser = (uid: string) =>
  db
    .insertInto('users')
    .values({ uid, email: `${uid}@exemplo.pt`, role: 'admin' })
    .execute()
const save = (uid: string, name: string, query = '?view=termless') =>
  makeChange((change) => saveView(change, uid, { place: PLACE, query, name }))
const names = async (uid: string) => (await listSavedViews(uid, PLACE)).map(({ name }) => name)

beforeEach(async () => {
  await aFleet()
  for (const uid of ['marta', 'rui']) await aUser(uid)
})

test('a view is saved under a name, for its owner alone', async () => {
  await save('marta', 'Sem condições')
  await save('marta', 'A quem ligar', '?q=lisboa&sort=ref&dir=desc')
  expect(await names('marta')).toEqual(['A quem ligar', 'Sem condições'])
  expect(await names('rui')).toEqual([])
  await save('rui', 'Sem condições')
  await expect(save('marta', 'Sem condições')).rejects.toMatchObject({ code: 'view.name-taken' })
})

test('a view is renamed and removed; somebody else’s cannot be touched', async () => {
  await save('marta', 'Um')
  await save('marta', 'Dois')
  const [two, one] = await listSavedViews('marta', PLACE)
  await makeChange((change) => renameView(change, 'marta', one!.id, 'Três'))
  await expect(makeChange((change) => renameView(change, 'marta', two!.id, 'Três'))).rejects.toMatchObject({
    code: 'view.name-taken',
  })
  for (const act of [renameView, removeView])
    await expect(makeChange((change) => act(change, 'rui', one!.id, 'x'))).rejects.toThrow('record.not-found')
  await makeChange((change) => removeView(change, 'marta', one!.id))
  expect(await names('marta')).toEqual(['Dois'])
  await expect(getSavedView('marta', one!.id)).rejects.toThrow('record.not-found')
})

test('a list has thirty views at most, and they go with the account', async () => {
  for (let at = 0; at < 30; at++) await save('marta', `Vista ${at}`)
  await expect(save('marta', 'Mais uma')).rejects.toMatchObject({ code: 'view.too-many' })
  await db.deleteFrom('users').where('uid', '=', 'marta').execute()
  expect(await users()).not.toContain('marta')
  expect(await names('marta')).toEqual([])
})

test('when two views take one name at the same moment, one is told that it is taken', async () => {
  const both = await Promise.allSettled([save('marta', 'A mesma'), save('marta', 'A mesma')])
  expect(both.map((one) => (one.status === 'rejected' ? one.reason.code : 'saved')).toSorted()).toEqual([
    'saved',
    'view.name-taken',
  ])
})

test('the name of a view is short and may not be missing', () => {
  const wrong = (name: string) => newViewInput.safeParse({ name, place: PLACE, query: '' }).success
  expect([wrong(''), wrong('x'.repeat(41)), wrong('x')]).toEqual([false, false, true])
})
