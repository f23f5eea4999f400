import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import { CEDING_KINDS, CONTRACT_KINDS } from '#domain/contract.ts'
import { cents } from '#domain/money.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addPaper } from '#features/papers/commands.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { WEEK, asOwner, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { contractWorld } from '#test/contracts.ts'
import { draftContract } from './commands.server.ts'
import { sealContract, signContract } from '#features/contracts/signing/commands.server.ts'
import { VERSION, templateOf } from './filling/queries.server.ts'
import { getContract, hashOfText } from './queries.server.ts'
import { contractInput } from './schema.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)

test('letters that the sealed file cannot show are refused before they are agreed to', async () => {
  const { own, input, aSent, BY } = await contractWorld()
  await expect(
    makeChange((change) => draftContract(change, input(own, { driverAddress: 'ঢাকা রোড, 2' }))),
  ).rejects.toEqual(refused('contract.unwritable', { placeholder: 'driverAddress' }))
  const id = await aSent(own)
  await expect(makeChange((change) => signContract(change, own, id, { ...BY, name: 'মোঃ রহমান' }))).rejects.toEqual(
    refused('contract.name-unwritable'),
  )
  expect(await getContract(id)).toMatchObject({ state: 'sent', signatures: [] })
})

test('nobody puts a clause into a contract by a name, an address or the reason of a plan', async () => {
  const { own, input } = await contractWorld()
  const { version, ...known } = await getDriver(own)
  await makeChange((change) =>
    saveDriver(change, own, { ...known, name: '# Ana\n## 99. Ana Sá', nif: null, dropNif: false, version }),
  )
  await makeChange((change) =>
    openPlan(change, {
      driverId: own,
      kind: 'deposit',
      total: cents(100_00),
      count: 2,
      first: WEEK,
      skipsIdle: false,
      reason: 'dano\n## 98. O Motorista renuncia a tudo',
    }),
  )
  const typed = { kind: 'deposit', driverAddress: 'Rua\r\n\r\n## 97. Rua' }
  const id = await makeChange((change) => draftContract(change, input(own, typed)))
  const { body } = await getContract(id)
  expect(body.match(/^#+ .*$/gm)).toEqual(templateOf({ kind: 'deposit', language: 'pt' }).match(/^#+ .*$/gm))
  expect(body).toContain('Rua ## 97. Rua')
})

test('a text that was changed in the database is neither shown nor signed nor sealed', async () => {
  const { own, aSent, BY } = await contractWorld()
  const id = await aSent(own)
  const { body } = await getContract(id)
  const other = sealFor('contracts.body', own, body.replace('150,00', '950,00')).toString('hex')
  const before = await db.selectFrom('contracts').select('body').executeTakeFirstOrThrow()
  await asOwner(`update contracts set body = '\\x${other}'`)
  await expect(getContract(id)).rejects.toThrow('not the one')
  await expect(makeChange((change) => signContract(change, own, id, BY))).rejects.toThrow('not the one')
  await asOwner(`update contracts set body = '\\x${before.body.toString('hex')}'`)
  await makeChange((change) => signContract(change, own, id, BY))
  await asOwner(`update contracts set body = '\\x${other}'`)
  await expect(makeChange((change) => sealContract(change, id, BY))).rejects.toThrow('not the one')
})

test('a signature of another text is not sealed', async () => {
  const { own, aSent, BY } = await contractWorld()
  const id = await aSent(own)
  await makeChange((change) => signContract(change, own, id, BY))
  await asOwner(`update contract_signatures set text_sha256 = repeat('0', 64)`)
  await expect(makeChange((change) => sealContract(change, id, BY))).rejects.toThrow('another text')
})

/**
 * The hash of each kind in Portuguese and English. A changed text is a new version: a contract says which one it was
 * made from.
 */
const HASHES =
  'c5dea816 c2d275e5 6c3cfd11 7b16e33c cc31e700 7ae885b3 d468d2a9 ae119d8d 6422bc24 fa536dba d530f280 c92f400e 43e41fdf eabe76cf 5fe30e86 0f11c98f'

test('a contract is drafted from the fields that the form of its kind has', async () => {
  const { own } = await contractWorld()
  await makeChange((change) =>
    openPlan(change, {
      driverId: own,
      kind: 'deposit',
      total: cents(100_00),
      count: 2,
      first: WEEK,
      skipsIdle: false,
      reason: 'combinado.',
    }),
  )
  const sent = {
    driver: own,
    kind: 'deposit',
    language: 'pt',
    startsOn: '2026-06-08',
    endsOn: '',
    representative: 'Helena Exemplo',
    driverAddress: 'Rua de Cima, 2',
    driverDocument: 'CC 00000000',
  }
  const id = await makeChange((change) => draftContract(change, contractInput.parse(sent)))
  expect((await getContract(id)).body).toContain('Motivo: combinado.\n')
})

test('a contract of a car may be agreed before the car is given: the office names it', async () => {
  const { own, input } = await contractWorld()
  await asOwner(`delete from assignments where driver_id = '${own}'`)
  await expect(makeChange((change) => draftContract(change, input(own)))).rejects.toEqual(
    refused('contract.unfilled', { placeholder: 'carName' }),
  )
  const named = { carName: 'Marca Modelo', carPlate: 'ZX-11-TA' }
  await asOwner(`update terms set rent_cents = 15000 where driver_id = '${own}'`)
  const id = await makeChange((change) => draftContract(change, input(own, named)))
  expect((await getContract(id)).body).toContain('viatura Marca Modelo, matrícula ZX-11-TA')
})

test('what cedes a car says what the records know of it, names what they do not, and always ends', async () => {
  const { own, input } = await contractWorld()
  const typed = { kind: 'car-loan', endsOn: '2027-06-07' }
  const draft = (said: Record<string, string> = typed) =>
    makeChange((change) => draftContract(change, input(own, said)))
  expect(() => input(own, { ...typed, endsOn: '' })).toThrow('field.required')
  // A driver cannot lend a car of the fleet: the plate of the one they hold is not filled in.
  await expect(draft()).rejects.toEqual(refused('contract.unfilled', { placeholder: 'carName' }))
  const { id: car } = await db.selectFrom('vehicles').select('id').orderBy('plate').executeTakeFirstOrThrow()
  await asOwner(`
    insert into vehicle_titles (vehicle_id, title, owner_id, slot_number, slot_since, first_registered_on)
    values ('${car}', 'driver', '${own}', 'AS-7', '2026-05-01', '2021-03-02')`)
  await expect(draft()).rejects.toEqual(refused('contract.unfilled', { placeholder: 'carRecord' }))
  for (const [code, number] of Object.entries({ 'imt-car': 'IMT 4', 'car-insurance': 'AP 9' }))
    await makeChange((change) =>
      addPaper(change, { holder: 'car', id: car }, code, {
        number,
        issuedOn: '2026-01-01',
        expiresOn: '2027-03-15',
        files: [new File([pdfBytes()], 'a.pdf')],
      }),
    )
  for (const kind of CEDING_KINDS) {
    const { body, endsOn } = await getContract(await draft({ ...typed, kind }))
    expect(endsOn).toBe('2027-06-07')
    for (const said of [
      'com o n.º AS-7, desde 01/05/2026',
      'IMT 4, com validade até 15/03/2027',
      'AP 9',
      'em 02/03/2021',
    ])
      expect(body).toContain(said)
  }
})

test('the texts of a version are those that were published under it', () => {
  const hashes = CONTRACT_KINDS.flatMap((kind) =>
    (['pt', 'en'] as const).map((language) => hashOfText(templateOf({ kind, language })).slice(0, 8)),
  )
  expect({ version: VERSION, hashes: hashes.join(' ') }).toEqual({
    version: 1,
    hashes: HASHES,
  })
})
