import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { openOf, sealedNif } from '#db/sealed-columns.server.ts'
import { CONTRACT_KINDS } from '#domain/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import { COMMAND_LINE, type Change } from '#features/audit/commands.server.ts'
import { revokeContractLink, signContract } from '#features/contracts/signing/commands.server.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { MONDAY, asOwner, emptyDatabase, makeChange, tried } from '#test/factories.ts'
import { contractWorld } from '#test/contracts.ts'
import { pdfBytes } from '#test/papers.ts'
import { statementsOf } from '#test/statements.ts'
import { findByLink, getContract, listContracts, listRunning } from '../queries.server.ts'
import { draftContract, sendContract } from '../commands.server.ts'
import { knownFilling, knownFillings } from '../filling/queries.server.ts'
import { prepareContract } from '../preparations/commands.server.ts'
import { draftSeveral, linkSeveral, sealSeveral, sendSeveral } from './commands.server.ts'
import { draftObstacles } from './queries.server.ts'
import { fieldOf, severalInput } from './schema.ts'

test('of several drivers each is told apart, what lacks nothing is drafted, and drafts go out together', async () => {
  const { own, other } = await contractWorld()
  const drivers = [
    { id: own, name: 'A' },
    { id: other, name: 'B' },
  ]
  const choice = { kind: 'fleet-car', language: 'pt' } as const
  const before = await draftObstacles(drivers, choice, MONDAY)
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

  expect((await draftObstacles(drivers, choice, MONDAY))[0]?.has).toMatchObject({ number: draft!.number })
  expect(await makeChange((change) => draftSeveral(change, sent(typed)))).toMatchObject({ made: 0 })
  await makeChange((change) => sendSeveral(change, [draft!.id]))
  expect((await getContract(draft!.id)).state).toBe('sent')
  await expect(makeChange((change) => sendSeveral(change, [draft!.id]))).rejects.toEqual(
    new Refusal('contract.moved-on'),
  )
})

test('a contract that waits or is in force stands in the way, also one of a record merged into this one, until it ends', async () => {
  const { own, other, aSent, aSealed } = await contractWorld()
  const choice = { kind: 'fleet-car', language: 'pt' } as const
  const seen = async (now = MONDAY) => ({
    has: (await draftObstacles([{ id: other, name: 'B' }], choice, now))[0]?.has?.id ?? null,
    running: (await listRunning([other], 'fleet-car', now)).map(({ id, state }) => [id, state]),
  })
  const sealed = await aSealed(own, { endsOn: '2026-06-08' })
  expect(await seen()).toEqual({ has: null, running: [] })
  await asOwner(`update drivers set merged_into = '${other}' where id = '${own}'`)
  expect(await seen()).toEqual({ has: sealed, running: [[sealed, 'sealed']] })
  expect(await seen(MONDAY.add({ hours: 24 }))).toEqual({ has: null, running: [] })
  await asOwner(`update drivers set merged_into = null where id = '${own}'`)
  const sent = await aSent(own)
  await asOwner(`update drivers set merged_into = '${other}' where id = '${own}'`)
  const both = [
    [sent, 'sent'],
    [sealed, 'sealed'],
  ]
  expect(await seen()).toEqual({ has: sent, running: both })
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
  expect((await draftObstacles([{ id: own, name: 'A' }], choice, MONDAY))[0]).toMatchObject({ asks: [], lacks: [] })
  const sent = { ...choice, ids: [own], startsOn: '2026-06-08', endsOn: '', representative: 'Helena Exemplo' }
  expect(await makeChange((change) => draftSeveral(change, severalInput.parse(sent)))).toEqual({ made: 1, left: [] })
  const [draft] = await listContracts()
  const { body } = await getContract(draft!.id)
  for (const said of ['Rua de Cima, 2', 'L-100140, com validade até 15/03/2027', 'CC 1']) expect(body).toContain(said)
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

const SENT_DAYS = { startsOn: '2026-06-08', endsOn: '2027-06-07', representative: 'Helena Exemplo' }
const TYPED_FACTS = { driverAddress: 'Rua', driverDocument: 'CC', driverLicence: 'L', driverCertificate: 'C' }

/** A form that asks for a contract with each of these drivers, with what is typed for each. */
const formFor = (ids: readonly string[], typed: (id: string) => Partial<typeof TYPED_FACTS> = () => TYPED_FACTS) =>
  severalInput.parse({
    kind: 'fleet-car',
    language: 'pt',
    ids,
    ...SENT_DAYS,
    ...Object.fromEntries(
      ids.flatMap((id) =>
        Object.entries(typed(id)).map(([name, value]) => [fieldOf(name as keyof typeof TYPED_FACTS, id), value]),
      ),
    ),
  })

/** The fleet, of whom everybody has all that a contract names. */
async function completeFleet() {
  const { fleet } = await contractWorld()
  const ids = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8'].map(fleet.driver)
  for (const [at, id] of ids.entries())
    await db
      .updateTable('drivers')
      .set(sealedNif('drivers.nif', id, String(213_456_700 + at)))
      .where('id', '=', id)
      .execute()
  return ids
}

/** What a change leaves of contracts: by driver, for their ids are random, and without what every attempt numbers anew. */
const leaves = <Answer>(work: (change: Change) => Promise<Answer>) =>
  tried(async (change) => {
    const notes: string[] = []
    const answer = await work({ ...change, note: (one) => notes.push(JSON.stringify(one)) })
    const rows = await change.tx.selectFrom('contracts').selectAll().orderBy('ordinal').execute()
    const driverOf = new Map(rows.map(({ id, driver_id }) => [id, driver_id]))
    const named = (text: string) => text.replaceAll(/[0-9a-f-]{36}/g, (id) => driverOf.get(id) ?? id)
    type Table = 'contract_events' | 'inbox_notices' | 'mail_outbox' | 'contract_preparations'
    // Without an order the database may answer a row first that it wrote last.
    const all = async (table: Table, order = 'id') =>
      (await change.tx.selectFrom(table).selectAll().orderBy(sql.ref(order)).execute()).map((row) =>
        named(JSON.stringify({ ...row, id: undefined })),
      )
    return {
      answer,
      notes: notes.map(named),
      contracts: rows.map(({ body, ...row }) => ({
        ...row,
        id: null,
        ordinal: null,
        body: openOf('contracts.body', row.driver_id, body),
      })),
      events: await all('contract_events'),
      preparations: await all('contract_preparations', 'driver_id'),
      notices: await all('inbox_notices'),
      mails: await all('mail_outbox'),
    }
  })

test('drafts of several leave the same as drafts one by one: who is left out, the texts, the events and the log', async () => {
  const ids = await completeFleet()
  const [complete, , lacking, unwritable, drafted, prepared, carless, gone] = ids
  await asOwner(`
    update drivers set nif = null, nif_index = null where id = '${lacking}';
    delete from assignments where driver_id = '${carless}';
    update drivers set removed_at = now() where id = '${gone}';
    update terms set rent_cents = 12345 where driver_id = '${complete}';`)
  await makeChange((change) => draftSeveral(change, formFor([drafted!])))
  const begun = { kind: 'fleet-car', language: 'pt', startsOn: '2026-06-08' } as const
  for (const driver of [prepared!, lacking!])
    await makeChange((change) => prepareContract(change, { driver, ...begun }, { representative: 'Helena' }))
  const paper = {
    number: 'CC 9',
    issuedOn: '2026-01-01',
    expiresOn: '2027-03-15',
    files: [new File([pdfBytes()], 'a.pdf')],
  }
  await makeChange((change) => addPaper(change, { holder: 'driver', id: prepared! }, 'identity', paper))
  const form = formFor(ids, (id) => ({
    ...TYPED_FACTS,
    ...(id === unwritable ? { driverAddress: 'ঢাকা' } : {}),
    ...(id === prepared ? { driverDocument: '' } : {}),
  }))

  const oneByOne = await leaves(async (change) => {
    const answer = { made: 0, left: new Array<string>() }
    for (const one of form.drivers.toSorted((a, b) => a.driver.localeCompare(b.driver))) {
      const { made, left } = await draftSeveral(change, { ...form, drivers: [one] })
      answer.made += made
      answer.left.push(...left)
    }
    return answer
  })
  expect(oneByOne.answer.left.toSorted()).toEqual([lacking, unwritable, drafted, carless, gone].toSorted())
  expect(oneByOne.preparations).toHaveLength(1)
  expect(await leaves((change) => draftSeveral(change, form))).toEqual(oneByOne)
})

test('the values of several drivers are those of each, for every kind of contract', async () => {
  const ids = await completeFleet()
  const cars = await db.selectFrom('vehicles').select('id').orderBy('plate').limit(3).execute()
  // The first owns two cars, and has the second one.
  await asOwner(`
    delete from assignments where driver_id in ('${ids[0]}', '${ids[1]}');
    insert into vehicle_titles (vehicle_id, title, owner_id, slot_number, slot_since, first_registered_on) values
      ('${cars[0]!.id}', 'driver', '${ids[0]}', 'AS-7', '2026-05-01', '2021-03-02'),
      ('${cars[1]!.id}', 'driver', '${ids[0]}', 'AS-8', '2026-05-02', '2021-03-03'),
      ('${cars[2]!.id}', 'driver', '${ids[1]}', '', null, '2021-03-04');
    delete from assignments where vehicle_id = '${cars[1]!.id}';
    insert into assignments (vehicle_id, driver_id, period) values ('${cars[1]!.id}', '${ids[0]}', tstzrange(null, null));`)
  const seen = new Set<string>()
  for (const kind of CONTRACT_KINDS) {
    const choice = { kind, language: 'pt' } as const
    const known = await knownFillings(ids, choice, MONDAY)
    for (const id of ids) {
      const one = await knownFilling({ ...choice, driver: id, follows: null }, MONDAY)
      seen.add(`${one.carPlate}`)
      expect(known(id)).toEqual(one)
    }
    expect(() => known(NOWHERE)).toThrow(new Refusal('record.not-found'))
  }
  expect(seen.size).toBeGreaterThan(6)
})

test('drafts that are sent together leave the same as drafts sent one by one, and none is sent when one cannot be', async () => {
  const ids = await completeFleet()
  await asOwner(
    `update drivers set email = null where id = '${ids[1]}'; update drivers set email = 'x' where id = '${ids[2]}'`,
  )
  await makeChange((change) => draftSeveral(change, formFor(ids)))
  const drafts = (await listContracts()).map(({ id }) => id)
  const person = { uid: 'office', role: 'admin', address: '127.0.0.1', requestId: null } as const
  const send = (work: (change: Change) => Promise<void>) => leaves((change) => work({ ...change, actor: person }))
  const oneByOne = await send(async (change) => {
    for (const id of drafts.toSorted()) await sendContract(change, id)
  })
  expect([oneByOne.notices.length, oneByOne.mails.length]).toEqual([8, 6])
  expect(await send((change) => sendSeveral(change, drafts))).toEqual(oneByOne)

  const [first, ...rest] = drafts
  await expect(makeChange((change) => sendSeveral(change, [first!, ...drafts]))).rejects.toEqual(
    new Refusal('contract.moved-on'),
  )
  await expect(makeChange((change) => sendSeveral(change, [...drafts, NOWHERE]))).rejects.toEqual(
    new Refusal('record.not-found'),
  )
  await makeChange((change) => sendContract(change, first!))
  await expect(makeChange((change) => sendSeveral(change, drafts))).rejects.toEqual(new Refusal('contract.moved-on'))
  await asOwner(`alter table contracts disable trigger user; update contracts set text_sha256 = repeat('0', 64) where id = '${rest[0]}';
    alter table contracts enable trigger user`)
  await expect(makeChange((change) => sendSeveral(change, rest))).rejects.toThrow('is not the one it was')
  expect((await listContracts()).filter(({ state }) => state === 'sent').map(({ id }) => id)).toEqual([first])
})

/** A company, and as many drivers as asked for, each with a car, terms and a NIF. */
async function aFleetOf(count: number): Promise<string[]> {
  await emptyDatabase()
  const each = Array.from({ length: count }, (_, at) => ({
    id: `D${at + 1}`,
    name: `Ana Sá ${at + 1}`,
    email: `d${at + 1}@example.org`,
    nif: String(500_000_000 + at * 10),
    plate: `AA${String(at).padStart(2, '0')}ZZ`,
  }))
  const list = {
    company: { name: 'Cais do Volante, Lda', nipc: '999999990' },
    drivers: each.map(({ id, name, email, nif }) => ({ id, name, email, nif })),
    vehicles: each.map(({ plate }) => ({ plate })),
    assignments: each.map(({ id, plate }) => ({ driver: id, plate, from: null, to: null })),
  }
  await makeChange((change) => loadFleet(change, list, { terms: 'plain', merge: false }))
  await asOwner(`update company set licence_number = 'L-1', address = 'Rua de Exemplo, 1';
    update vehicles set make = 'Marca', model = 'Modelo', rent_cents = 15000`)
  return (await db.selectFrom('drivers').select('id').orderBy('id').execute()).map(({ id }) => id)
}

test('many drafts, and many that are sent, ask as many statements as few', async () => {
  const asked: { looked: number; drafted: number; sent: number }[] = []
  // The first time asks also what a process asks once.
  for (const count of [3, 3, 30]) {
    const ids = await aFleetOf(count)
    const people = ids.map((id) => ({ id, name: 'A' }))
    const statements = async (work: () => Promise<unknown>) => (await statementsOf(work)).length
    const looked = await statements(() => draftObstacles(people, { kind: 'fleet-car', language: 'pt' }, MONDAY))
    const drafted = await statements(() => makeChange((change) => draftSeveral(change, formFor(ids))))
    const drafts = (await listContracts()).map(({ id }) => id)
    expect(drafts).toHaveLength(count)
    asked.push({ looked, drafted, sent: await statements(() => makeChange((change) => sendSeveral(change, drafts))) })
    expect((await listContracts()).filter(({ state }) => state === 'sent')).toHaveLength(count)
  }
  expect(asked[2]).toEqual(asked[1])
})
