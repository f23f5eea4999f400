import { createServer, type Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { readStamp } from '#integrations/seal/stamp.ts'
import { contractWorld } from '#test/contracts.ts'
import { makeChange } from '#test/factories.ts'
import { stampService } from '#test/stamp-service.ts'
import { getContract } from '../queries.server.ts'
import { findSealed, verifyFile } from '../verification/queries.server.ts'
import { askStampAgain, stampWaiting } from './commands.server.ts'
import { MAX_TRIES, findStamp, readStampToken } from './queries.server.ts'

const refused = (code: RefusalCode) => new Refusal(code)
const NOW = Temporal.Instant.from('2026-06-08T09:00:00Z')
let server: Server | undefined
afterEach(() => {
  vi.unstubAllEnvs()
  server?.close()
})

/** A service that can be made to fail, and counts how often it was asked. */
async function aService() {
  const service = await stampService('Relógio de teste')
  const seen = { asked: 0, says: 200 }
  server = createServer((request, response) => {
    seen.asked += 1
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (seen.says !== 200) return void response.writeHead(seen.says).end()
      void service.reply(Buffer.concat(parts)).then((reply) => response.end(reply))
    })
  })
  await new Promise<void>((done) => void server?.listen(0, '127.0.0.1', done))
  const address = server.address()
  vi.stubEnv('VOLANTE_STAMP_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
  return seen
}

const stampOf = async (id: string) => findStamp(await getContract(id))

test('a contract is sealed at once, its stamp follows, is of the whole file, stays, and is told by file and by number', async () => {
  const { own, aSealed } = await contractWorld()
  const seen = await aService()
  const id = await aSealed(own)
  const { fileHash, textHash } = await getContract(id)
  expect(seen.asked).toBe(0)
  expect(await stampOf(id)).toEqual({ is: 'waiting', trouble: null, mayAsk: false })
  const bytes = await readKeptFile(fileHash!)
  expect(await verifyFile(bytes)).toMatchObject({ verdict: 'valid', stamp: 'waiting' })
  expect(await findSealed(textHash)).toMatchObject({ stamp: 'waiting' })
  await expect(readStampToken(id)).rejects.toEqual(refused('record.not-found'))

  await stampWaiting(NOW)
  await stampWaiting(NOW)
  expect(seen.asked).toBe(1)
  expect(await stampOf(id)).toMatchObject({ is: 'there', isDetached: true, stamp: { by: 'Relógio de teste' } })
  const token = await readStampToken(id)
  expect(await readStamp(token.bytes, bytes)).toMatchObject({ by: 'Relógio de teste' })
  expect((await getContract(id)).fileHash).toBe(fileHash)
  for (const verdict of [await verifyFile(bytes), await findSealed(textHash), await findSealed(fileHash!)])
    expect(verdict).toMatchObject({ stamp: { by: 'Relógio de teste' } })
  await expect(makeChange((change) => askStampAgain(change, id))).rejects.toEqual(refused('contract.moved-on'))
  await expect(db.updateTable('contract_stamps').set({ tries: 9 }).execute()).rejects.toThrow('a stamp stays')
  await expect(db.deleteFrom('contract_stamps').execute()).rejects.toThrow(/a stamp stays|permission denied/)
})

test('a service that says no is asked again some times, then by somebody; without one nothing is asked', async () => {
  const { own, aSealed } = await contractWorld()
  const before = await aSealed(own)
  expect(await stampOf(before)).toEqual({ is: 'none', mayAsk: false })
  const seen = await aService()
  seen.says = 503
  const id = await aSealed(own)
  // Tries again every quarter of an hour, whatever else is sealed meanwhile.
  for (let tries = 0; tries < 3 * (MAX_TRIES + 3); tries++) await stampWaiting(NOW.add({ minutes: 5 * tries }))
  expect(seen.asked).toBe(MAX_TRIES)
  expect(await stampOf(id)).toEqual({ is: 'failed', trouble: 'refused', mayAsk: true })
  expect(await findSealed((await getContract(id)).textHash)).toMatchObject({ stamp: null })

  seen.says = 200
  // A contract that was sealed before there was a service may get a stamp too.
  for (const one of [id, before]) await makeChange((change) => askStampAgain(change, one))
  await stampWaiting(NOW)
  for (const one of [id, before]) expect(await stampOf(one)).toMatchObject({ is: 'there' })
  expect(
    (await db.selectFrom('audit_events').select('id').where('action', '=', 'contract.stamp').execute()).length,
  ).toBe(2)
})

test('where nobody answers, the first is asked for alone, and all have waited once more', async () => {
  const { own, aSealed } = await contractWorld()
  vi.stubEnv('VOLANTE_STAMP_URL', 'http://127.0.0.1:1/')
  const ids = [await aSealed(own), await aSealed(own)]
  await stampWaiting(NOW)
  for (const id of ids) expect(await stampOf(id)).toEqual({ is: 'waiting', trouble: 'unreachable', mayAsk: true })
})
