import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { CONTRACT_KINDS, CONTRACT_LANGUAGES } from '#domain/contract.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { contractWorld } from '#test/contracts.ts'
import { draftContract } from '../commands.server.ts'
import { sealContract, signContract } from '../signing/commands.server.ts'
import { templateOf } from '../filling/queries.server.ts'
import { getContract } from '../queries.server.ts'
import { takeTemplate, writeTemplate } from './commands.server.ts'
import { getTemplate, checkTemplate, listTemplates, previewTemplate } from './queries.server.ts'
import { templateInput } from './schema.ts'

const FLEET_CAR = { kind: 'fleet-car', language: 'pt' } as const
const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)
const edited = (body: string, newest = 1, note = '') => templateInput.parse({ body, note, newest })
const OURS = `${templateOf(FLEET_CAR).trim()}\n## 13. Anexos\nA viatura {{carPlate}} tem um anexo.`

test('the texts that came with the product have no fault, and nothing a lawyer would ask about', () => {
  for (const kind of CONTRACT_KINDS)
    for (const language of CONTRACT_LANGUAGES)
      expect({ kind, language, ...checkTemplate({ kind }, templateOf({ kind, language })) }).toEqual({
        kind,
        language,
        faults: [],
        signs: [],
      })
})

test('an edited text is a version of its own: what is made next has it, what was made keeps its own', async () => {
  const { own, input } = await contractWorld()
  const before = await makeChange((change) => draftContract(change, input(own)))
  expect(await makeChange((change) => writeTemplate(change, FLEET_CAR, edited(OURS, 1, 'anexo')))).toBe(2)
  const after = await makeChange((change) => draftContract(change, input(own)))
  expect((await getContract(before)).version).toBe(1)
  expect((await getContract(before)).body).not.toContain('Anexos')
  const made = await getContract(after)
  expect([made.version, made.body.trim().split('\n').at(-1)]).toEqual([2, 'A viatura ZX-11-TA tem um anexo.'])
  const { version, newest, versions } = await getTemplate(FLEET_CAR)
  expect({ version, newest, versions: versions.map((one) => [one.version, one.note, one.contracts]) }).toEqual({
    version: 2,
    newest: 2,
    versions: [
      [2, 'anexo', 1],
      [1, '', 1],
    ],
  })
})

test('a text that is edited while a contract waits for its signatures changes nothing that is signed', async () => {
  const { own, aSent, BY } = await contractWorld()
  const id = await aSent(own)
  const { body, textHash, version } = await getContract(id)
  await makeChange((change) => writeTemplate(change, FLEET_CAR, edited(OURS, 1, 'depois de enviado')))
  await makeChange((change) => signContract(change, own, id, BY))
  await makeChange((change) => takeTemplate(change, FLEET_CAR, 1))
  await makeChange((change) => sealContract(change, id, { ...BY, name: 'Helena Exemplo' }))
  const sealed = await getContract(id)
  expect({ body: sealed.body, version: sealed.version }).toEqual({ body, version })
  expect(sealed.signatures.map((one) => one.textHash)).toEqual([textHash, textHash])
})

test('an older version is in use again with a press, the first one too, and each choice stays', async () => {
  const { own, input } = await contractWorld()
  await makeChange((change) => writeTemplate(change, FLEET_CAR, edited(OURS)))
  await makeChange((change) => takeTemplate(change, FLEET_CAR, 1))
  const id = await makeChange((change) => draftContract(change, input(own)))
  expect((await getContract(id)).version).toBe(1)
  await expect(makeChange((change) => takeTemplate(change, FLEET_CAR, 1))).rejects.toEqual(
    refused('contract.template-in-use', { version: 1 }),
  )
  await expect(makeChange((change) => takeTemplate(change, FLEET_CAR, 9))).rejects.toEqual(refused('record.not-found'))
  await makeChange((change) => takeTemplate(change, FLEET_CAR, 2))
  const listed = await listTemplates()
  expect(listed.find(({ kind, language }) => kind === 'fleet-car' && language === 'pt')?.version).toBe(2)
  expect(listed.find(({ kind, language }) => kind === 'fleet-car' && language === 'en')).toMatchObject({
    version: 1,
    since: null,
    newest: 1,
  })
  const choices = await db.selectFrom('contract_template_choices').select('version').orderBy('id').execute()
  expect(choices.map(({ version }) => version)).toEqual([2, 1, 2])
})

test('a text is refused with the line of what is wrong, and one that is there already with its number', async () => {
  await contractWorld()
  const write = (body: string, newest = 1) =>
    makeChange((change) => writeTemplate(change, FLEET_CAR, edited(body, newest)))
  await expect(write(OURS.replace('{{fee}}', '{{taxa}}'))).rejects.toEqual(
    refused('contract.template-unknown', { line: 19, found: 'taxa' }),
  )
  await expect(write(`${OURS}\n{{total}}`)).rejects.toEqual(
    refused('contract.template-unfillable', { line: OURS.split('\n').length + 1, placeholder: 'total' }),
  )
  await expect(write(OURS.replaceAll('{{driverNif}}', '…'))).rejects.toEqual(
    refused('contract.template-lacks', { placeholder: 'driverNif' }),
  )
  await expect(write(OURS.slice(1))).rejects.toEqual(refused('contract.template-untitled', { line: 1 }))
  await expect(write(`${OURS}\nঢাকা`)).rejects.toEqual(
    refused('contract.template-undrawable', { line: OURS.split('\n').length + 1, found: 'ঢাকা' }),
  )
  await expect(write(templateOf(FLEET_CAR))).rejects.toEqual(refused('contract.template-same', { version: 1 }))
  await write(OURS)
  await expect(write(`${OURS}\nE.`)).rejects.toEqual(refused('record.changed-meanwhile'))
  await expect(write(OURS, 2)).rejects.toEqual(refused('contract.template-same', { version: 2 }))
  await expect(db.updateTable('contract_templates').set({ body: '' }).execute()).rejects.toThrow()
})

test('what is typed is seen with a driver’s records before it is kept, whatever is wrong with it', async () => {
  const { own } = await contractWorld()
  const text = '# Acordo\n{{driverName}}, {{rent}}, {{driverAddress}}, {{taxa}}'
  expect(await previewTemplate(FLEET_CAR, text, own, MONDAY)).toBe(
    '# Acordo\nAnselmo Tavira Quintão, 150,00 €, [morada do motorista], {{taxa}}',
  )
  expect(await previewTemplate(FLEET_CAR, text, null, MONDAY)).toContain('[nome do motorista], [renda por semana]')
})
