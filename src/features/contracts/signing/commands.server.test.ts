import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { type Actor, COMMAND_LINE } from '#features/audit/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { mergeDrivers, undoMerge } from '#features/fleet/merges/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { makeChange } from '#test/factories.ts'
import { contractWorld } from '#test/contracts.ts'
import { withdrawContract } from '#features/contracts/commands.server.ts'
import { refuseContract, sealContract, signContract } from './commands.server.ts'
import { contractInForce, getContract, listOwnContracts } from '#features/contracts/queries.server.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)
const person = (uid: string): Actor => ({ ...COMMAND_LINE, uid, role: 'driver' })

test('whoever signed as the driver does not sign for the company too', async () => {
  const { own, aSent, BY } = await contractWorld()
  const id = await aSent(own)
  await makeChange((change) => signContract(change, own, id, BY), { actor: person('one') })
  await expect(makeChange((change) => sealContract(change, id, BY), { actor: person('one') })).rejects.toEqual(
    refused('contract.same-person'),
  )
  await makeChange((change) => sealContract(change, id, BY), { actor: person('other') })
  expect(await getContract(id)).toMatchObject({ state: 'sealed' })
})

test('of several acts on a contract at the same moment one is done, whatever they are', async () => {
  const { own, aSent, BY } = await contractWorld()
  const outcomes = async (acts: readonly (() => Promise<unknown>)[]) =>
    (await Promise.allSettled(acts.map((act) => act()))).map(({ status }) => status).toSorted()
  const first = await aSent(own)
  const sign = (id: string) => () => makeChange((change) => signContract(change, own, id, BY))
  expect(await outcomes([sign(first), sign(first), sign(first)])).toEqual(['fulfilled', 'rejected', 'rejected'])
  const seal = () => makeChange((change) => sealContract(change, first, BY))
  const withdraw = () => makeChange((change) => withdrawContract(change, first, 'Engano'))
  expect(await outcomes([seal, seal, withdraw])).toEqual(['fulfilled', 'rejected', 'rejected'])
  const second = await aSent(own)
  const refuse = () => makeChange((change) => refuseContract(change, own, second, 'Não'))
  expect(await outcomes([sign(second), refuse])).toEqual(['fulfilled', 'rejected'])
  const { events, state } = await getContract(second)
  expect(events.at(-1)?.event).toBe(state)
})

test('what was agreed with a record that was merged is read, signed and counted with the one that stays', async () => {
  const { own, other, aSent, BY } = await contractWorld()
  const id = await aSent(own)
  const merge = await makeChange((change) =>
    mergeDrivers(change, own, { into: other, reason: 'A mesma pessoa', terms: 'stays' }),
  )
  expect(await listOwnContracts(other)).toMatchObject([{ id }])
  await makeChange((change) => signContract(change, other, id, BY))
  await makeChange((change) => sealContract(change, id, BY))
  expect(await contractInForce('2026-06-08')).toEqual(new Set([other]))
  const { notices } = await listNotices(other, { limit: 5, before: null })
  expect(notices[0]?.facts).toMatchObject({ kind: 'contract', event: 'sealed' })
  await makeChange((change) => undoMerge(change, other, merge, 'Engano'))
  expect(await listOwnContracts(other)).toEqual([])
  await expect(getContract(id, other)).rejects.toEqual(refused('record.not-found'))
  expect(await getContract(id, own)).toMatchObject({ id })
})

test('a picture in the place of a signature is kept as small as a signature is', async () => {
  const { own, aSent, BY } = await contractWorld()
  const noise = await sharp({
    create: {
      width: 2000,
      height: 1500,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const id = await aSent(own)
  const picture = new File([new Uint8Array(noise)], 'picture.png')
  await makeChange((change) => signContract(change, own, id, { ...BY, picture }))
  const { signatures } = await getContract(id)
  const kept = await readKeptFile(signatures[0]!.pictureHash!)
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 450 })
})
