import { expect, test } from 'vitest'
import { forgetUnused } from '#features/files/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { contractWorld } from '#test/contracts.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { verifyFile } from './queries.server.ts'

test('every single changed byte of the mark and of the places of the seal is told as a change', async () => {
  const { own, aSealed } = await contractWorld()
  const { fileHash } = await getContract(await aSealed(own))
  const file = Buffer.from(await readKeptFile(fileHash!))
  const marks = [file.indexOf('texto sha256'), file.lastIndexOf('texto sha256')]
  const places = [file.indexOf('/ByteRange'), ...marks, file.lastIndexOf('/Contents')]
  const wrong: [number, string][] = []
  for (const begin of places)
    for (let at = begin; at < begin + 60; at += 3) {
      const changed = Buffer.from(file)
      changed[at] = changed[at]! ^ 1
      const { verdict } = await verifyFile(changed)
      if (verdict !== 'changed') wrong.push([at, verdict])
    }
  expect(wrong).toEqual([])
})

test('the bytes of a sealed contract are not forgotten because somebody sent the same file as a paper', async () => {
  const { own, aSealed } = await contractWorld()
  const { fileHash } = await getContract(await aSealed(own))
  await forgetUnused(fileHash!)
  expect((await readKeptFile(fileHash!)).byteLength).toBeGreaterThan(1_000)
})
