import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { revokeContractLink, signContract } from '#features/contracts/signing/commands.server.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { MONDAY, asOwner, makeChange } from '#test/factories.ts'
import { contractWorld } from '#test/contracts.ts'
import { pdfBytes } from '#test/papers.ts'
import { findByLink, getContract, listContracts } from '../queries.server.ts'
import { draftContract } from '../commands.server.ts'
import { draftSeveral, linkSeveral, sealSeveral, sendSeveral } from './commands.server.ts'
import { outlookOf } from './queries.server.ts'
import { fieldOf, severalInput } from './schema.ts'

test('of several drivers each is told apart, what lacks nothing is drafted, and drafts go out together', async () => {
  const { own, other } = await contractWorld()
  const drivers = [
    { id: own, name: 'A' },
    { id: other, name: 'B' },
  ]
  const choice = { kind: 'fleet-car', language: 'pt' } as const
  const before = await outlookOf(drivers, choice, MONDAY)
  expect(before[0]).toMatchObject({ has: null, lacks: [] })
  expect(before[0]?.asks).toEqual(['driverAddress', 'driverDocument', 'driverLicence', 'driverCertificate'])
  expect(before[1]?.lacks).toContain('driverNif')

  const typed = { driverAddress: 'Rua', driverDocument: 'CC', driverLicence: 'L', driverCertificate: 'C' }
  const sent = (words: Partial<typeof typed>) =>
    severalInput.parse({
      ...choice,
      ids: [own, other],
      startsOn: '2026-06-08',
      endsOn: '',
      representative: 'Helena Exemplo',
      ...Object.fromEntries(
        Object.entries(words).map(([name, value]) => [fieldOf(name as keyof typeof typed, own), value]),
      ),
    })
  expect(await makeChange((change) => draftSeveral(change, sent({ ...typed, driverLicence: '' })))).toEqual({
    made: 0,
    left: expect.arrayContaining([own, other]),
  })
  expect(await makeChange((change) => draftSeveral(change, sent({ ...typed, driverAddress: 'ঢাকা' })))).toEqual({
    made: 0,
    left: expect.arrayContaining([own, other]),
  })
  expect(await makeChange((change) => draftSeveral(change, sent(typed)))).toEqual({ made: 1, left: [other] })
  const [draft] = await listContracts()
  expect(draft).toMatchObject({ state: 'draft', kind: 'fleet-car', startsOn: '2026-06-08' })

  expect((await outlookOf(drivers, choice, MONDAY))[0]?.has).toMatchObject({ number: draft!.number })
  expect(await makeChange((change) => draftSeveral(change, sent(typed)))).toMatchObject({ made: 0 })
  await makeChange((change) => sendSeveral(change, [draft!.id]))
  expect((await getContract(draft!.id)).state).toBe('sent')
  await expect(makeChange((change) => sendSeveral(change, [draft!.id]))).rejects.toEqual(
    new Refusal('contract.moved-on'),
  )
})

test('nobody types for several what their papers and records say: only what is nowhere is asked for', async () => {
  const { own } = await contractWorld()
  const papers = { identity: 'CC 1', 'driving-licence': 'L-100140', cmtvde: 'C 3' }
  for (const [code, number] of Object.entries(papers))
    await makeChange((change) =>
      addPaper(change, { holder: 'driver', id: own }, code, {
        number,
        issuedOn: '2026-01-01',
        expiresOn: '2027-03-15',
        files: [new File([pdfBytes()], 'a.pdf')],
      }),
    )
  const record = await getDriver(own)
  await makeChange((change) => saveDriver(change, own, { ...record, address: 'Rua de Cima, 2' }))
  const choice = { kind: 'fleet-car', language: 'pt' } as const
  expect((await outlookOf([{ id: own, name: 'A' }], choice, MONDAY))[0]).toMatchObject({ asks: [], lacks: [] })
  const sent = { ...choice, ids: [own], startsOn: '2026-06-08', endsOn: '', representative: 'Helena Exemplo' }
  expect(await makeChange((change) => draftSeveral(change, severalInput.parse(sent)))).toEqual({ made: 1, left: [] })
  const [draft] = await listContracts()
  const { body } = await getContract(draft!.id)
  for (const said of ['Rua de Cima, 2', 'L-100140, válido até 15/03/2027', 'CC 1']) expect(body).toContain(said)
})

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const office = (uid: string) => ({ actor: { ...COMMAND_LINE, uid, role: 'admin' as const }, now: MONDAY })

test('the company signs several, each with a seal and an event of its own, and one that cannot be loses none of the others', async () => {
  const { own, aSent, BY } = await contractWorld()
  const signed: string[] = []
  for (let at = 0; at < 3; at++) {
    const id = await aSent(own)
    await makeChange((change) => signContract(change, own, id, BY))
    signed.push(id)
  }
  const unsigned = await aSent(own)
  // The text of one is no longer the one that was signed: sealing it fails with an error, not a refusal.
  await asOwner(`update contract_signatures set text_sha256 = repeat('0', 64) where contract_id = '${signed[1]}'`)
  const how = { ...BY, name: 'Helena Exemplo' }
  const both = await Promise.all([
    sealSeveral(office('one'), [...signed, unsigned, NOWHERE], how),
    sealSeveral(office('two'), signed, how),
  ])
  const states = await Promise.all(signed.map(async (id) => (await getContract(id)).state))
  expect(states).toEqual(['sealed', 'signed', 'sealed'])
  expect(both.flatMap(({ sealed }) => sealed).toSorted()).toEqual([signed[0]!, signed[2]!].toSorted())
  const why = new Map(both[0].left.map((one) => [one.id, one.why]))
  expect(why.get(signed[1]!)).toBeNull()
  expect(why.get(unsigned)).toEqual(new Refusal('contract.moved-on'))
  expect(why.get(NOWHERE)).toEqual(new Refusal('record.not-found'))
  for (const id of [signed[0]!, signed[2]!]) {
    const { events, fileHash } = await getContract(id)
    expect(events.filter(({ event }) => event === 'sealed')).toHaveLength(1)
    expect(fileHash).not.toBeNull()
    const written = await db
      .selectFrom('audit_events')
      .select('id')
      .where('action', '=', 'contract.seal')
      .where('subject', '=', `contract:${id}`)
      .execute()
    expect(written).toHaveLength(1)
  }
})

test('each of several drivers gets a link of their own, and those who can have none are named', async () => {
  const { own, aSent, input } = await contractWorld()
  const [first, second] = [await aSent(own), await aSent(own)]
  const draft = await makeChange((change) => draftContract(change, input(own)))
  const { made, left } = await linkSeveral(office('one'), [first, second, draft, first], 7)
  expect(made.map(({ id }) => id)).toEqual([first, second])
  const tokens = made.map(({ path }) => path.split('/').at(-1)!)
  expect(new Set(tokens).size).toBe(2)
  expect(left).toEqual([{ id: draft, why: new Refusal('contract.moved-on') }])
  for (const [at, token] of tokens.entries()) expect((await findByLink(token, MONDAY))?.contract.id).toBe(made[at]!.id)
  // A link of several is taken back like a single one, and the others stay.
  await makeChange((change) => revokeContractLink(change, first))
  expect(await findByLink(tokens[0]!, MONDAY)).toBeNull()
  expect(await findByLink(tokens[1]!, MONDAY)).not.toBeNull()
})
