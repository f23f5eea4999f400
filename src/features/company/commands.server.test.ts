import { beforeAll, expect, test } from 'vitest'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { emptyDatabase } from '#test/factories.ts'
import { forgetOwnName, rememberOwnNames, saveCompany } from './commands.server.ts'
import { findCompany, isCompanySet, listMissingFacts } from './queries.server.ts'
import { companyInput } from './schema.ts'

const NOW = Temporal.Instant.from('2026-11-20T09:00:00Z')
const typed = {
  version: '0',
  name: 'Rotas Lusas Fictícias, Unipessoal Lda',
  nipc: '999 999 990',
  debtorIban: 'PT50 9999 0000 0000 0090 0013 3',
  uberOrganisations: '',
  boltCompanies: 'Outra Via, Lda\nSegunda Conta, Lda\n',
  viaVerdeContracts: '900000101, 900000202\n900000101',
  licenceNumber: '',
  licenceExpiresOn: '2031-05-02',
  address: '',
  phone: '',
  email: '',
  callKind: '',
  hoursPt: '',
  hoursEn: '',
  sepaFormat: 'pain.001.001.09',
}
const save = (form: Partial<typeof typed>) =>
  carryOut({ actor: COMMAND_LINE, action: 'company.save', now: NOW }, async (change) => {
    await saveCompany(change, companyInput.parse({ ...typed, ...form }))
    return null
  })

beforeAll(emptyDatabase)

test('a company is kept once, and an older form of it is refused', async () => {
  expect(await findCompany()).toBeNull()
  await save({})
  expect(await findCompany()).toMatchObject({
    nipc: '999999990',
    nipcValid: true,
    debtorIban: 'PT50999900000000009000133',
    boltCompanies: ['Outra Via, Lda', 'Segunda Conta, Lda'],
    viaVerdeContracts: ['900000101', '900000202'],
    licenceExpiresOn: '2031-05-02',
    version: 1,
  })

  await expect(save({ name: 'Outra' })).rejects.toMatchObject({ code: 'record.changed-meanwhile' })
  await save({ version: '1', nipc: '999999991' })
  expect(await findCompany()).toMatchObject({ nipc: '999999991', nipcValid: false, version: 2 })
})

test('a name that a file brought is kept once, and forgotten when it is none of ours', async () => {
  const makeChange = (work: Parameters<typeof carryOut<null>>[1]) =>
    carryOut({ actor: COMMAND_LINE, action: 'company.save', now: NOW }, work)
  const remember = (values: string[]) =>
    makeChange(async (change) => {
      await rememberOwnNames(change, { list: 'boltCompanies', values })
      return null
    })
  const forget = (value: string) =>
    makeChange(async (change) => {
      await forgetOwnName(change, { list: 'boltCompanies', value })
      return null
    })
  const { version } = (await findCompany())!
  await remember(['Terceira, Lda'])
  await remember(['Terceira, Lda'])
  expect(await findCompany()).toMatchObject({
    boltCompanies: ['Outra Via, Lda', 'Segunda Conta, Lda', 'Terceira, Lda'],
    version: version + 1,
  })
  await forget('Terceira, Lda')
  expect((await findCompany())?.boltCompanies).toEqual(['Outra Via, Lda', 'Segunda Conta, Lda'])
  await expect(forget('Terceira, Lda')).rejects.toMatchObject({ code: 'record.not-found' })
})

test('an IBAN no bank would take is refused at its field', () => {
  const read = companyInput.safeParse({ ...typed, debtorIban: 'PT50999900000000009000134' })
  expect(read.error?.issues).toMatchObject([{ path: ['debtorIban'], message: 'field.iban' }])
})

test('the company is set once name, NIPC, licence and a contact are said', async () => {
  await emptyDatabase()
  expect(await listMissingFacts()).toEqual(['name', 'nipc', 'licence', 'contact'])
  await save({})
  expect(await listMissingFacts()).toEqual(['licence', 'contact'])
  await save({ version: '1', phone: '+351 912 345 678' })
  expect([await listMissingFacts(), await isCompanySet()]).toEqual([['licence'], false])
  await save({ version: '2', email: 'geral@rota.example', licenceNumber: '12345/2026' })
  expect(await isCompanySet()).toBe(true)
  expect(await findCompany()).toMatchObject({ phone: null, email: 'geral@rota.example', address: null, callKind: null })
})

test('a contact that nobody can reach is refused at its field', () => {
  const read = companyInput.safeParse({ ...typed, phone: '12', email: 'x@', callKind: 'dear' })
  expect(read.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)).toEqual([
    'phone: field.phone',
    'email: field.email',
    'callKind: field.choice',
  ])
})
