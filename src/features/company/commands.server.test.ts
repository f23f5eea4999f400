import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { emptyDatabase } from '#test/factories.ts'
import { saveCompany } from './commands.server.ts'
import { findCompany, isCompanySet, listMissingFacts } from './queries.server.ts'
import { companyInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const typed = {
  version: '0',
  name: 'Rotas Lusas Fictícias, Unipessoal Lda',
  nipc: '999 999 990',
  debtorIban: 'PT50 9999 0000 0000 0090 0013 3',
  uberOrganisation: '',
  viaVerdeContracts: '900000101, 900000202\n900000101',
  licenceNumber: '',
  licenceExpiresOn: '2031-05-02',
  sepaFormat: 'pain.001.001.09',
}
const save = (form: Partial<typeof typed>) =>
  carryOut({ actor: COMMAND_LINE, action: 'company.save', now: NOW }, async (deed) => {
    await saveCompany(deed, companyInput.parse({ ...typed, ...form }))
    return null
  })

test('a company is kept once, and an older form of it is refused', async () => {
  expect(await findCompany()).toBeNull()
  await save({})
  expect(await findCompany()).toMatchObject({
    nipc: '999999990',
    nipcValid: true,
    debtorIban: 'PT50999900000000009000133',
    viaVerdeContracts: ['900000101', '900000202'],
    licenceExpiresOn: '2031-05-02',
    version: 1,
  })

  await expect(save({ name: 'Outra' })).rejects.toMatchObject({ code: 'record.changed-meanwhile' })
  await save({ version: '1', nipc: '999999991' })
  expect(await findCompany()).toMatchObject({ nipc: '999999991', nipcValid: false, version: 2 })
})

test('an IBAN no bank would take is refused at its field', () => {
  const read = companyInput.safeParse({ ...typed, debtorIban: 'PT50999900000000009000134' })
  expect(read.error?.issues).toMatchObject([{ path: ['debtorIban'], message: 'field.iban' }])
})

test('the company is set once name, NIPC, licence and a contact are said, here or on the public face', async () => {
  await emptyDatabase()
  expect(await listMissingFacts()).toEqual(['name', 'nipc', 'licence', 'contact'])
  await save({})
  expect(await listMissingFacts()).toEqual(['licence', 'contact'])
  await db.insertInto('brand').values({ phone: '+351 912 345 678', updated_at: NOW.toString() }).execute()
  expect([await listMissingFacts(), await isCompanySet()]).toEqual([['licence'], false])
  await db.updateTable('brand').set({ licence_number: '12345/2026' }).execute()
  expect(await isCompanySet()).toBe(true)
})
