import { askAlone } from '#db/together.server.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { type Actor, COMMAND_LINE } from '#features/audit/commands.server.ts'
import {
  acceptSignedPaper,
  addSignedPaper,
  declineSignedPaper,
  draftContract,
  endContract,
} from '#features/contracts/commands.server.ts'
import { signContract } from '#features/contracts/signing/commands.server.ts'
import {
  contractInForce,
  signedPapers,
  getContract,
  listOwnContracts,
  readSealedContract,
} from '#features/contracts/queries.server.ts'
import { findSealed, verifyFile } from '#features/contracts/verification/queries.server.ts'
import { secondPersonOf } from '#features/oversight/second-person/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, asOwner, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { listSignedPapers } from './queries.server.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)
const person = (uid: string): Actor => ({ ...COMMAND_LINE, uid, role: 'admin' })
const pdf = () => new File([pdfBytes()], 'assinado.pdf')

const take = (id: string, paper: string) =>
  makeChange(async (change) => acceptSignedPaper(change, id, paper, await secondPersonOf(change)))

async function paperWorld() {
  const world = await contractWorld()
  const add = (id: string, files: Blob[] = [pdf()], actor = COMMAND_LINE) =>
    makeChange((change) => addSignedPaper(change, id, files), { actor })
  const waiting = async (id: string) => (await listSignedPapers(id)).find(({ state }) => state === 'waiting')!.id
  const accept = async (id: string, actor = COMMAND_LINE) => {
    const paper = await waiting(id)
    await makeChange(async (change) => acceptSignedPaper(change, id, paper, await secondPersonOf(change)), { actor })
  }
  const aDraft = () => makeChange((change) => draftContract(change, world.input(world.own)))
  return { ...world, add, waiting, accept, aDraft }
}

test('a contract that was signed by hand is in force once its scan was accepted, and the check answers for its bytes', async () => {
  const { own, add, accept, aDraft } = await paperWorld()
  const id = await aDraft()
  expect(await askAlone(signedPapers, db)).toEqual({ count: 0, since: null, only: null })
  await add(id)
  expect(await askAlone(signedPapers, db)).toEqual({ count: 1, since: MONDAY.toString(), only: id })
  expect(await getContract(id)).toMatchObject({ state: 'draft', paper: 'waiting' })
  expect(await contractInForce('2026-06-08')).toEqual(new Set())
  await accept(id)
  expect(await askAlone(signedPapers, db)).toMatchObject({ count: 0 })
  expect(await getContract(id, own)).toMatchObject({ state: 'sealed', paper: 'accepted' })
  expect(await contractInForce('2026-06-08')).toEqual(new Set([own]))
  expect(await listOwnContracts(own)).toMatchObject([{ id, paper: 'accepted' }])
  const { bytes } = await readSealedContract(id, own)
  expect(Buffer.from(bytes).equals(Buffer.from(await pdf().arrayBuffer()))).toBe(true)
  expect(await verifyFile(bytes)).toEqual({ verdict: 'paper', at: MONDAY.toString() })
  expect(await verifyFile(Buffer.concat([bytes, Buffer.from('\n')]))).toEqual({ verdict: 'unknown' })
  const { fileHash } = await getContract(id)
  expect(await findSealed(fileHash!)).toEqual({ at: MONDAY.toString(), onPaper: true, stamp: null })
  await makeChange((change) => endContract(change, id, { lastDay: '2026-07-01', reason: 'Por acordo' }))
  expect(await contractInForce('2026-07-02')).toEqual(new Set())
})

test('photos become the pages of one PDF, also a single one; what is no paper is refused', async () => {
  const { add, aDraft } = await paperWorld()
  const photo = new Blob([
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer(),
  ])
  for (const count of [1, 3]) {
    const id = await aDraft()
    await add(
      id,
      Array.from({ length: count }, () => photo),
    )
    const [paper] = await listSignedPapers(id)
    const kept = Buffer.from(await readKeptFile(paper!.hash)).toString('latin1')
    expect(kept.startsWith('%PDF-')).toBe(true)
    expect(kept.match(/\/Type \/Page\b/g)).toHaveLength(count)
  }
  await expect(add(await aDraft(), [new Blob(['<html>'])])).rejects.toEqual(refused('upload.unknown'))
})

test('one signed paper waits at a time, is answered once, is declined with a reason, and is given up when the driver signs in the area', async () => {
  const { own, add, waiting, accept, aSent, BY, aSealed } = await paperWorld()
  const id = await aSent(own)
  await add(id)
  await expect(add(id)).rejects.toEqual(refused('contract.paper-waits'))
  const first = await waiting(id)
  const other = await aSent(own)
  await expect(take(other, first)).rejects.toEqual(refused('contract.paper-answered'))
  await makeChange((change) => declineSignedPaper(change, id, first, 'Falta a última página'))
  await expect(take(id, first)).rejects.toEqual(refused('contract.paper-answered'))
  await add(id)
  await makeChange((change) => signContract(change, own, id, BY))
  expect((await listSignedPapers(id)).map(({ state }) => state).toSorted()).toEqual(['declined', 'void'])
  await expect(add(id)).rejects.toEqual(refused('contract.moved-on'))
  await expect(add(await aSealed(own))).rejects.toEqual(refused('contract.moved-on'))
  await add(other)
  const paper = await waiting(other)
  const twice = [accept(other), take(other, paper)]
  expect((await Promise.allSettled(twice)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('under the rule of two people somebody else accepts', async () => {
  const { add, accept, aDraft } = await paperWorld()
  await asOwner(`update company set two_people_since = '2026-01-01T00:00:00Z'`)
  const id = await aDraft()
  await add(id, [pdf()], person('one'))
  await expect(accept(id, person('one'))).rejects.toEqual(refused('contract.paper-same-person'))
  await accept(id, person('other'))
  expect(await getContract(id)).toMatchObject({ state: 'sealed' })
})

test('a PDF that brings signatures of its own is kept as it came, and said to bring them', async () => {
  const { own, add, aDraft, aSealed } = await paperWorld()
  const { fileHash } = await getContract(await aSealed(own))
  const signed = await readKeptFile(fileHash!)
  const id = await aDraft()
  await add(id, [new Blob([signed as BlobPart])])
  expect(await listSignedPapers(id)).toMatchObject([
    { signatures: 1, hash: fileHash, signedBy: expect.stringContaining('Selo') },
  ])
})

test('nobody changes in the database what was accepted', async () => {
  const { add, accept, aDraft } = await paperWorld()
  const id = await aDraft()
  await add(id)
  await accept(id)
  await expect(db.updateTable('contracts').set({ paper_id: null }).where('id', '=', id).execute()).rejects.toThrow()
  await expect(
    db.updateTable('contract_papers').set({ state: 'declined', reason: 'x' }).where('contract_id', '=', id).execute(),
  ).rejects.toThrow()
})

test('one scan for two contracts is of both, and the check tells when it came first; the scan of another waits for its own look', async () => {
  const { add, accept, aDraft, waiting } = await paperWorld()
  const [first, second] = [await aDraft(), await aDraft()]
  await add(first)
  await add(second)
  await expect(take(second, await waiting(first))).rejects.toMatchObject({ code: 'contract.paper-answered' })
  await accept(first)
  await accept(second)
  const { bytes } = await readSealedContract(second, null)
  expect(await verifyFile(bytes)).toEqual({ verdict: 'paper', at: MONDAY.toString() })
})
