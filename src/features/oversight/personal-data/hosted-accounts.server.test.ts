import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { identity } from '#integrations/identity/identity.ts'
import { hostedService, serveHosted } from '#test/hosted-identity.ts'
import { MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { eraseAccount, forgetRemovedAccounts, noteAccountRemoved, undoAccountRemoved } from './commands.server.ts'
import { countOverdueErasures, getErasure } from './queries.server.ts'

afterEach(() => vi.unstubAllEnvs())

async function anErasure(uid: string): Promise<string> {
  await aFleet()
  const at = MONDAY.toString()
  const { id } = await db
    .insertInto('erasures')
    .values({ subject: `account:${uid}`, asked_at: at, confirmed_at: at, account_uid: uid, account_state: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const accountOf = async (id: string) => (await getErasure(id, null)).account

test('the account of an erased person goes at the hosted service too, and one that is gone there is no fault', async () => {
  const fake = await hostedService()
  const stop = await serveHosted(fake)
  try {
    const { localId: uid } = fake.add({ email: 'saiu@exemplo.pt' })
    const id = await anErasure(uid)
    expect(await countOverdueErasures(MONDAY.add({ hours: 23 }))).toMatchObject({ accounts: 0 })
    expect(await countOverdueErasures(MONDAY.add({ hours: 25 }))).toMatchObject({ accounts: 1, undone: 1 })
    await eraseAccount(id)
    expect(await accountOf(id)).toMatchObject({ state: 'gone', uid: null })
    expect(await identity().lookup({ uid })).toBeNull()
    expect(await countOverdueErasures(MONDAY.add({ hours: 25 }))).toMatchObject({ accounts: 0 })
    const again = await anErasure(uid)
    await eraseAccount(again)
    expect(await accountOf(again)).toMatchObject({ state: 'gone', uid: null })
  } finally {
    stop()
  }
})

test('without a service account the erasure says that somebody has to do it there, until they say that it is done', async () => {
  const id = await anErasure('de-longe')
  vi.stubEnv('FIREBASE_PROJECT_ID', 'frota-exemplo')
  vi.stubEnv('FIREBASE_API_KEY', 'web-key')
  await eraseAccount(id)
  expect(await accountOf(id)).toEqual({ state: 'by-hand', uid: 'de-longe', declaration: null })
  expect(await countOverdueErasures(MONDAY.add({ hours: 25 }))).toMatchObject({ accounts: 1 })
  await makeChange((change) => noteAccountRemoved(change, id), { at: MONDAY })
  expect(await accountOf(id)).toMatchObject({
    state: 'by-hand',
    uid: 'de-longe',
    declaration: { backUntil: '2026-07-08' },
  })
  expect(await countOverdueErasures(MONDAY.add({ hours: 25 }))).toMatchObject({ accounts: 0 })
  await expect(makeChange((change) => noteAccountRemoved(change, id))).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('that an account is gone is taken back until its id is forgotten, and no longer', async () => {
  const id = await anErasure('de-longe')
  vi.stubEnv('FIREBASE_PROJECT_ID', 'frota-exemplo')
  vi.stubEnv('FIREBASE_API_KEY', 'web-key')
  await eraseAccount(id)
  const back = () => makeChange((change) => undoAccountRemoved(change, id), { at: MONDAY })
  await expect(back()).rejects.toMatchObject({ code: 'record.not-found' })
  const say = () => makeChange((change) => noteAccountRemoved(change, id), { at: MONDAY })
  await say()
  await back()
  expect(await accountOf(id)).toEqual({ state: 'by-hand', uid: 'de-longe', declaration: null })
  expect(await countOverdueErasures(MONDAY.add({ hours: 25 }))).toMatchObject({ accounts: 1 })
  await say()
  await forgetRemovedAccounts(MONDAY.add({ hours: 24 * 30 }))
  expect(await accountOf(id)).toMatchObject({ uid: 'de-longe' })
  await forgetRemovedAccounts(MONDAY.add({ hours: 24 * 30 + 1 }))
  expect(await accountOf(id)).toMatchObject({ state: 'gone', uid: null, declaration: { by: null } })
  await expect(back()).rejects.toMatchObject({ code: 'record.not-found' })
  const { rows } = await sql<{ action: string }>`
    select before::text || coalesce(after::text, '') as action from audit_events where before::text like '%account-gone%'`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
})

test('what was asked a month ago and nobody confirmed is overdue', async () => {
  await aFleet()
  await db.insertInto('erasures').values({ subject: 'account:x', asked_at: MONDAY.toString() }).execute()
  expect(await countOverdueErasures(MONDAY.add({ hours: 24 * 30 - 1 }))).toMatchObject({ unconfirmed: 0 })
  expect(await countOverdueErasures(MONDAY.add({ hours: 24 * 30 + 1 }))).toMatchObject({ unconfirmed: 1 })
})
