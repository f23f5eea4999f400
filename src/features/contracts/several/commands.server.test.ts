import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { contractWorld } from '#test/contracts.ts'
import { pdfBytes } from '#test/papers.ts'
import { getContract, listContracts } from '../queries.server.ts'
import { draftSeveral, sendSeveral } from './commands.server.ts'
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
