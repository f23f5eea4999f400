import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import type { FileToRead } from '#domain/import.ts'
import { receiveFile } from '#features/files/commands.server.ts'
import { forgetDrop } from '#features/imports/drops/commands.server.ts'
import { listImports } from '#features/imports/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { action } from '#web/routes/api/drop.ts'
import { requestContext } from '#web/context.ts'
import { RouterContextProvider } from 'react-router'
import {
  MONDAY,
  PUBLIC_FILES,
  WEEK,
  aFleet,
  anApprovedWeek,
  dropPublicSet,
  edited,
  makeChange,
} from '#test/factories.ts'
import { deliver, endKey, makeKey, takeFromFolder, trustFolder } from './commands.server.ts'
import { findWayOfKey, folderState, listDeliveries, listWays } from './queries.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'volante-deliveries-'))
beforeEach(async () => {
  vi.stubEnv('DELIVERY_FOLDER', folder)
  await aFleet()
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
})

const aKey = (takesIn: boolean) => makeChange((change) => makeKey(change, { name: 'Portal', takesIn }))
const readWay = async (key: string) => (await findWayOfKey(key))!
const bytesOf = ({ bytes }: FileToRead) => Buffer.from(bytes)

async function send(key: string, files: readonly FileToRead[], path = '/api/drop') {
  const body = new FormData()
  for (const file of files) body.append('files', new File([bytesOf(file)], file.name))
  const context = new RouterContextProvider()
  context.set(requestContext, { id: 'x', address: '127.0.0.1', userAgent: '', now: MONDAY })
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    body,
    headers: key === '' ? {} : { authorization: `Bearer ${key}` },
  })
  const response = await action({ request, context } as unknown as Parameters<typeof action>[0])
  return { status: response.status, said: (await response.json()) as Record<string, unknown> }
}

/** Puts files into the folder that nobody has changed for two minutes. */
function lay(files: readonly FileToRead[], seconds = 120) {
  for (const file of files) {
    writeFileSync(join(folder, file.name), bytesOf(file))
    const at = new Date(MONDAY.epochMilliseconds - seconds * 1000)
    utimesSync(join(folder, file.name), at, at)
  }
}

const importCount = async () => (await listImports({ limit: 1, offset: 0 })).count

test('what a program sends by its key waits in a drop, once however often it is sent, and nothing goes in', async () => {
  const key = await aKey(false)
  const first = await send(key, PUBLIC_FILES)
  expect(first).toMatchObject({ status: 201, said: { outcome: 'waiting', question: null } })
  expect((await send(key, PUBLIC_FILES)).said).toEqual(first.said)
  const deliveries = await listDeliveries(10)
  expect(deliveries).toMatchObject([{ outcome: 'waiting', files: PUBLIC_FILES.length, way: { name: 'Portal' } }])
  expect(first.said['drop']).toContain(`/admin/data/drops/${deliveries[0]!.drop}`)
  expect(await importCount()).toBe(0)
})

test('what was sent before and forgotten since comes again as a new delivery', async () => {
  const key = await aKey(false)
  const first = await send(key, PUBLIC_FILES)
  const [delivery] = await listDeliveries(1)
  await makeChange((change) => forgetDrop(change, delivery!.drop!))
  const second = await send(key, PUBLIC_FILES)
  expect(second).toMatchObject({ status: 201, said: { outcome: 'waiting' } })
  expect(second.said['drop']).not.toBe(first.said['drop'])
  expect((await send(key, PUBLIC_FILES)).said).toEqual(second.said)
  expect(await listDeliveries(10)).toHaveLength(2)
})

test('a trusted way takes the week in, to the cent as by hand, and approves nothing', async () => {
  const key = await aKey(true)
  expect((await send(key, PUBLIC_FILES)).said).toMatchObject({ outcome: 'taken-in', question: null })
  const { checks, statements } = await getWeek(WEEK)
  expect(statements.every(({ state }) => state === 'draft')).toBe(true)
  await aFleet()
  await dropPublicSet()
  expect((await getWeek(WEEK)).checks).toEqual(checks)
})

test('what raises a question waits whole, also where the way is trusted', async () => {
  const way = await readWay(await aKey(true))
  const broken = edited(PUBLIC_FILES[0]!, () => 'isto não é um relatório\n', 'outro.csv')
  const files = await Promise.all(
    [...PUBLIC_FILES, broken].map((file) =>
      receiveFile(
        file.name,
        (async function* () {
          yield bytesOf(file)
        })(),
      ),
    ),
  )
  expect(await deliver(way, files, MONDAY)).toMatchObject({ outcome: 'waiting', question: 'unread' })
  expect(await importCount()).toBe(0)
  expect(await listDeliveries(1)).toMatchObject([{ outcome: 'waiting', reason: 'unread' }])
})

test('late movements of an approved week are a question, whoever brings them', async () => {
  await anApprovedWeek()
  const key = await aKey(true)
  const uber = PUBLIC_FILES.find(({ name }) => name.includes('payments_driver'))!
  // The same figures in other bytes: a newer version of a report whose statements are frozen.
  const newer = edited(uber, (text) => `${text.trimEnd()}\n\n`)
  const { said } = await send(key, [newer])
  expect(said).toMatchObject({ outcome: 'waiting' })
  expect(said['question']).not.toBeNull()
})

test('without a key, with one that was ended and with a guessed one nothing is read, and the answer is the same', async () => {
  const key = await aKey(true)
  const [way] = await listWays()
  await makeChange((change) => endKey(change, way!.id))
  const answers = [
    await send('', PUBLIC_FILES),
    await send(key, PUBLIC_FILES),
    await send('x'.repeat(43), PUBLIC_FILES),
  ]
  for (const { status, said } of answers) {
    expect(status).toBe(401)
    expect(said).toEqual(answers[0]!.said)
  }
  expect(answers[0]!.said).toMatchObject({ code: 'delivery.key-unknown', title: expect.stringContaining('chave') })
  expect(await listDeliveries(1)).toEqual([])
})

test('a key is kept nowhere in the clear', async () => {
  const key = await aKey(false)
  const kept = JSON.stringify([
    await db.selectFrom('delivery_ways').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
    await db.selectFrom('idempotency_keys').selectAll().execute(),
    await listWays(),
  ])
  expect(kept).not.toContain(key)
  expect(kept).toContain(key.slice(-4))
})

test('a delivery of no file is refused in the reader’s language, and is remembered', async () => {
  const key = await aKey(false)
  const { status, said } = await send(key, [], '/en/api/drop')
  expect(status).toBe(422)
  expect(said).toMatchObject({ code: 'drop.empty' })
  expect(await listDeliveries(1)).toMatchObject([{ outcome: 'refused', reason: 'drop.empty', drop: null }])
})

test('files laid in the folder come once nobody writes there any more, and lie in “taken” afterwards', async () => {
  lay(PUBLIC_FILES)
  lay([{ name: 'a-meio.csv.part', bytes: Buffer.from('x') }])
  await takeFromFolder(MONDAY)
  expect(await listDeliveries(1)).toEqual([])
  rmSync(join(folder, 'a-meio.csv.part'))
  lay([PUBLIC_FILES[0]!], 5)
  await takeFromFolder(MONDAY)
  expect(await listDeliveries(1)).toEqual([])
  lay([PUBLIC_FILES[0]!])
  await takeFromFolder(MONDAY)
  expect(await listDeliveries(10)).toMatchObject([{ outcome: 'waiting', files: PUBLIC_FILES.length }])
  expect(readdirSync(folder)).toEqual(['taken'])
  const [moved] = readdirSync(join(folder, 'taken'))
  expect(readdirSync(join(folder, 'taken', moved!)).toSorted()).toEqual(PUBLIC_FILES.map(({ name }) => name).toSorted())
  await takeFromFolder(MONDAY)
  expect(await listDeliveries(10)).toHaveLength(1)
})

test('a folder that is trusted takes in; one that is gone says so', async () => {
  await makeChange((change) => trustFolder(change, true))
  lay(PUBLIC_FILES)
  await takeFromFolder(MONDAY)
  expect(await listDeliveries(1)).toMatchObject([{ outcome: 'taken-in' }])
  expect(await folderState()).toBe('fine')
  vi.stubEnv('DELIVERY_FOLDER', join(folder, 'não-existe'))
  expect(await folderState()).toBe('missing')
  await takeFromFolder(MONDAY)
  expect(await listDeliveries(10)).toHaveLength(1)
})
