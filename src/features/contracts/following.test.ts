import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { contractWorld, setStatus } from '#test/contracts.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { draftContract, endContract, takeEndBack, withdrawContract } from './commands.server.ts'
import { remindOfContracts } from '#features/contracts/reminders/commands.server.ts'
import { contractInForce, getContract, listEnding } from './queries.server.ts'
import { contractInput } from './schema.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)
const daysOn = (days: number) => MONDAY.add({ hours: 24 * days })

test('a contract is renewed by one of its kind and amended by what changes, of the same driver alone', async () => {
  const { own, other, input, aSealed, aSent } = await contractWorld()
  const first = await aSealed(own)
  const draft = (typed: Record<string, string>, driver: string = own) =>
    makeChange((change) => draftContract(change, input(driver, { follows: first, ...typed })))
  const renewal = await draft({ startsOn: '2027-06-08', endsOn: '2028-06-07' })
  const changes = 'A renda passa a 160,00 € por semana.\n\nA caução fica como está.'
  const amendment = await draft({ kind: 'amendment', endsOn: '', changes })
  const { body } = await getContract(amendment)
  for (const said of [
    `contrato n.º ${(await getContract(first)).number}`,
    'em 08/06/2026',
    'viatura da frota',
    '\nA caução fica como está.\n',
    'desde 08/06/2026',
  ])
    expect(body).toContain(said)
  expect(await getContract(first)).toMatchObject({
    followedBy: [
      { id: renewal, relation: 'renewal' },
      { id: amendment, relation: 'amendment' },
    ],
  })
  expect((await getContract(first, own)).followedBy).toEqual([])
  const nothing = refused('contract.follows-nothing')
  await expect(draft({ kind: 'rental' })).rejects.toEqual(nothing)
  await expect(draft({ kind: 'amendment', changes, follows: amendment })).rejects.toEqual(nothing)
  await expect(draft({ kind: 'amendment', changes, follows: '' })).rejects.toEqual(nothing)
  await expect(draft({ follows: await aSent(own) })).rejects.toEqual(nothing)
  await expect(draft({ kind: 'amendment', changes }, other)).rejects.toEqual(nothing)
  await expect(draft({ kind: 'amendment', changes: '' })).rejects.toEqual(
    refused('contract.unfilled', { placeholder: 'changes' }),
  )
})

test('the form of an amendment sends no last day', async () => {
  const { own, aSealed } = await contractWorld()
  const first = await aSealed(own)
  // What the page of a new amendment sends: it draws no field for the last day.
  const sent = {
    driver: own,
    kind: 'amendment',
    language: 'pt',
    follows: first,
    startsOn: '2026-06-08',
    representative: 'Helena Exemplo',
    driverDocument: 'CC 00000000',
    driverAddress: 'Rua de Cima, 2',
    changes: 'A renda passa a 160,00 € por semana.',
  }
  const id = await makeChange((change) => draftContract(change, contractInput.parse(sent)))
  expect(await getContract(id)).toMatchObject({ kind: 'amendment', endsOn: null })
})

test('a contract that ended early counts to that day, once, and the driver is told in the area and by e-mail', async () => {
  const { own, aSealed, aSent } = await contractWorld()
  const id = await aSealed(own)
  const end = (lastDay: string, of = id) =>
    makeChange((change) => endContract(change, of, { lastDay, reason: 'Por acordo' }))
  for (const day of ['2026-06-07', '2027-06-07'])
    await expect(end(day)).rejects.toEqual(refused('contract.ends-otherwise'))
  await expect(end('2026-07-01', await aSent(own))).rejects.toEqual(refused('contract.moved-on'))
  await end('2026-07-01')
  await expect(end('2026-08-01')).rejects.toEqual(refused('contract.moved-on'))
  await expect(
    db.updateTable('contracts').set({ ended_on: '2026-09-01' }).where('id', '=', id).execute(),
  ).rejects.toThrow()
  expect(await contractInForce('2026-07-01')).toEqual(new Set([own]))
  expect(await contractInForce('2026-07-02')).toEqual(new Set())
  expect(await getContract(id, own)).toMatchObject({ endedOn: '2026-07-01', endedWhy: 'Por acordo', state: 'sealed' })
  const { notices } = await listNotices(own, { limit: 1, before: null })
  expect(notices[0]?.facts).toMatchObject({ event: 'ended', id })
  const mails = await db.selectFrom('mail_outbox').select(['template', 'params']).orderBy('id').execute()
  expect(mails.at(-1)).toMatchObject({ template: 'contract', params: { event: 'ended', id } })
})

test('an end that was recorded by mistake is taken back: the contract counts again, may end on another day, and the driver is told', async () => {
  const { own, aSealed } = await contractWorld()
  const id = await aSealed(own)
  const end = (lastDay: string) => makeChange((change) => endContract(change, id, { lastDay, reason: 'Por acordo' }))
  const takeBack = () => makeChange((change) => takeEndBack(change, id))
  await expect(takeBack()).rejects.toEqual(refused('contract.moved-on'))
  await end('2026-07-01')
  expect(await contractInForce('2026-07-02')).toEqual(new Set())
  await takeBack()
  expect(await contractInForce('2026-07-02')).toEqual(new Set([own]))
  expect(await getContract(id, own)).toMatchObject({ endedOn: null, endedWhy: null, state: 'sealed' })
  const { notices } = await listNotices(own, { limit: 1, before: null })
  expect(notices[0]?.facts).toMatchObject({ event: 'end-back', id })
  await end('2026-08-01')
  expect(await getContract(id, own)).toMatchObject({ endedOn: '2026-08-01' })
})

test('whoever has to sign is reminded after five days and then each two, once each; who signed or left is not', async () => {
  const { own, aSent } = await contractWorld()
  const id = await aSent(own)
  const reminded = async () =>
    (await listNotices(own, { limit: 50, before: null })).notices.filter(
      ({ facts }) => facts.kind === 'contract' && facts.event === 'unsigned',
    ).length
  for (const [days, times] of [
    [4, 0],
    [5, 1],
    [5, 1],
    [6, 1],
    [8, 2],
    [9, 3],
    [40, 3],
  ] as const) {
    await remindOfContracts(daysOn(days))
    expect([days, await reminded()]).toEqual([days, times])
  }
  await makeChange((change) => withdrawContract(change, id, 'Engano'))
  await aSent(own)
  await setStatus(own, 'inactive')
  await remindOfContracts(daysOn(11))
  expect(await reminded()).toBe(3)
})

test('nobody is reminded of a contract while a change holds it; the next run does it', async () => {
  const { own, aSent } = await contractWorld()
  const id = await aSent(own)
  const reminders = () => db.selectFrom('contract_reminders').select('days').execute()
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('contracts').select('id').where('id', '=', id).forUpdate().execute()
    await remindOfContracts(daysOn(5))
  })
  expect(await reminders()).toEqual([])
  await remindOfContracts(daysOn(6))
  expect(await reminders()).toEqual([{ days: 5 }])
})

test('a contract that ends within thirty days is told once, and not when it is renewed or was ended', async () => {
  const { own, aSealed, input } = await contractWorld()
  const id = await aSealed(own, { endsOn: '2026-07-20' })
  const countEndNotices = async () => {
    const { notices } = await listNotices(own, { limit: 50, before: null })
    return notices.filter(({ facts }) => facts.kind === 'contract' && facts.event === 'ends').length
  }
  await remindOfContracts(daysOn(11))
  expect([await countEndNotices(), await listEnding('2026-06-19')]).toEqual([0, []])
  await remindOfContracts(daysOn(12))
  await remindOfContracts(daysOn(20))
  expect(await countEndNotices()).toBe(1)
  expect(await listEnding('2026-06-20')).toMatchObject([{ id }])
  const renewal = await makeChange((change) =>
    draftContract(change, input(own, { follows: id, startsOn: '2026-07-21' })),
  )
  expect(await listEnding('2026-06-20')).toEqual([])
  await makeChange((change) => withdrawContract(change, renewal, 'Engano'))
  expect(await listEnding('2026-06-20')).toMatchObject([{ id }])
  await setStatus(own, 'inactive')
  expect(await listEnding('2026-06-20')).toEqual([])
})
