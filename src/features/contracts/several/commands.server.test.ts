import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { MONDAY, change } from '#test/factories.ts'
import { contractWorld } from '#test/contracts.ts'
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
      ...{ ...choice, ids: [own, other], startsOn: '2026-06-08', endsOn: '', representative: 'Helena Exemplo' },
      ...Object.fromEntries(
        Object.entries(words).map(([name, value]) => [fieldOf(name as keyof typeof typed, own), value]),
      ),
    })
  expect(await change((deed) => draftSeveral(deed, sent({ ...typed, driverLicence: '' })))).toEqual({
    made: 0,
    left: 2,
  })
  expect(await change((deed) => draftSeveral(deed, sent({ ...typed, driverAddress: 'ঢাকা' })))).toEqual({
    ...{ made: 0, left: 2 },
  })
  expect(await change((deed) => draftSeveral(deed, sent(typed)))).toEqual({ made: 1, left: 1 })
  const [draft] = await listContracts()
  expect(draft).toMatchObject({ state: 'draft', kind: 'fleet-car', startsOn: '2026-06-08' })

  expect((await outlookOf(drivers, choice, MONDAY))[0]?.has).toMatchObject({ number: draft!.number })
  expect(await change((deed) => draftSeveral(deed, sent(typed)))).toEqual({ made: 0, left: 2 })
  await change((deed) => sendSeveral(deed, [draft!.id]))
  expect((await getContract(draft!.id)).state).toBe('sent')
  await expect(change((deed) => sendSeveral(deed, [draft!.id]))).rejects.toEqual(new Refusal('contract.moved-on'))
})
