import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { contractWorld } from '#test/contracts.ts'
import { makeChange } from '#test/factories.ts'
import { stampService } from '#test/stamp-service.ts'
import { getContract } from '../queries.server.ts'
import { stampOfFile, verifyFile } from '../verification/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { sealContract, signContract } from './commands.server.ts'

afterEach(() => vi.unstubAllEnvs())

test('a contract is sealed with the stamp of the service that is set, and without one while it is down', async () => {
  const { own, aSent, BY } = await contractWorld()
  const service = await stampService('Relógio de teste')
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void service.reply(Buffer.concat(parts)).then((told) => response.end(told)))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  vi.stubEnv('VOLANTE_STAMP_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
  const sealed = async () => {
    const id = await aSent(own)
    await makeChange((change) => signContract(change, own, id, BY))
    await makeChange((change) => sealContract(change, id, { ...BY, name: 'Helena Exemplo' }))
    return (await getContract(id)).fileHash!
  }
  const stamped = await sealed()
  expect(await stampOfFile(stamped)).toMatchObject({ by: 'Relógio de teste' })
  expect(await verifyFile(await readKeptFile(stamped))).toMatchObject({
    verdict: 'valid',
    stamp: { by: 'Relógio de teste' },
  })
  await new Promise((done) => server.close(done))
  const bare = await sealed()
  expect(await verifyFile(await readKeptFile(bare))).toMatchObject({ verdict: 'valid', stamp: null })
})
