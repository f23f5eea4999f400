import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { cents } from '#domain/money.ts'
import { CODE_POINT } from '#test/code-points.ts'
import { type CreditTransfer, type CreditTransferOrder, type PainVersion, creditTransferFile } from './pain001.ts'

const VERSIONS = ['pain.001.001.09', 'pain.001.001.03'] as const
const fixture = (path: string) => readFileSync(new URL(`../../../test/fixtures/${path}`, import.meta.url), 'utf8')
const schemas = new Map(VERSIONS.map((version) => [version, fixture(`iso20022/${version}.xsd`)]))
const samples = new Map(VERSIONS.map((version) => [version, fixture(`public/sepa/${version}_2026W23.xml`)]))

/** Makes a valid Portuguese IBAN with any account number: the bank is invented, the check digits of the NIB are computed. */
function iban(account: number): string {
  const nib = `99990000${String(account).padStart(11, '0')}`
  return `PT50${nib}${String(98n - (BigInt(`${nib}00`) % 97n)).padStart(2, '0')}`
}

function payment(number: number, change: Partial<CreditTransfer> = {}): CreditTransfer {
  return {
    endToEndId: `2026W23-D${number}`,
    name: 'Bruna Salgueiro Nóbrega',
    iban: iban(number),
    amount: cents(627_84),
    remittance: 'Extrato 2026-W23',
    ...change,
  }
}

function order(change: Partial<CreditTransferOrder> = {}): CreditTransferOrder {
  return {
    messageId: 'RLF-2026W23-09',
    createdAt: Temporal.Instant.from('2026-06-08T09:15:00.789Z'),
    company: { name: 'Rotas Lusas Fictícias, Unipessoal Lda', nipc: '900000202', iban: iban(9) },
    executionDay: Temporal.PlainDate.from('2026-06-09'),
    payments: [payment(1)],
    ...change,
  }
}

/**
 * Lists what the schema rejects in any of these files, and in which one. Each check starts a thread and a program of
 * its own, so one call checks many files.
 */
async function problems(files: readonly string[], version: PainVersion) {
  const xml = files.map((contents, at) => ({ fileName: `${at}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema: schemas.get(version)! })
  return errors.map(({ message, loc }) => ({
    message,
    xml: xml.find(({ fileName }) => fileName === loc?.fileName)?.contents,
  }))
}

const values = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map((match) => match[1])
/** Lists the tags of a file in order, closing ones too, without texts. */
const tags = (xml: string) => [...xml.matchAll(/<\/?[A-Za-z]+/g)].map((match) => match[0])

/** Reads the orders behind the sample files back from one of them. */
function sampleOrder(version: PainVersion): CreditTransferOrder {
  const xml = samples.get(version)!
  const [debtor, ...creditors] = values(xml, 'IBAN')
  return {
    version,
    messageId: values(xml, 'MsgId')[0]!,
    createdAt: Temporal.PlainDateTime.from(values(xml, 'CreDtTm')[0]!).toZonedDateTime('Europe/Lisbon').toInstant(),
    company: { name: 'Rotas Lusas Fictícias, Unipessoal Lda', nipc: '900000202', iban: debtor! },
    executionDay: Temporal.PlainDate.from('2026-06-09'),
    payments: creditors.map((account, index) => ({
      endToEndId: values(xml, 'EndToEndId')[index]!,
      name: values(xml, 'Nm')[index + 2]!,
      iban: account!,
      amount: cents(Math.round(Number(values(xml, 'InstdAmt')[index]) * 100)),
      remittance: values(xml, 'Ustrd')[index]!,
    })),
  }
}

test.each(VERSIONS)('the sample batch is written in %s as the sample file has it', async (version) => {
  const sample = samples.get(version)!
  const xml = creditTransferFile(sampleOrder(version))

  expect(await problems([xml], version)).toEqual([])
  for (const name of [
    'MsgId',
    'CreDtTm',
    'NbOfTxs',
    'CtrlSum',
    'Nm',
    'IBAN',
    'InstdAmt',
    'EndToEndId',
    'Ustrd',
    'Cd',
  ]) {
    expect([name, values(xml, name)]).toEqual([name, values(sample, name)])
  }
  const partyId = ['<Id', '<OrgId', '<Othr', '<Id', '</Id', '</Othr', '</OrgId', '</Id']
  const expected = tags(sample)
  expected.splice(expected.indexOf('</InitgPty'), 0, ...partyId)
  expect(tags(xml)).toEqual(expected)
})

test('the schema tells the two versions apart, so a valid file means something', async () => {
  const older = creditTransferFile(order({ version: 'pain.001.001.03' }))
  expect(await problems([older.replaceAll('pain.001.001.03', 'pain.001.001.09')], 'pain.001.001.09')).not.toEqual([])
})

test('counts and control sums stand in both heads, in euros with two decimals', () => {
  const xml = creditTransferFile(
    order({ payments: [payment(1, { amount: cents(5) }), payment(2, { amount: cents(1_000_00) })] }),
  )
  expect(values(xml, 'NbOfTxs')).toEqual(['2', '2'])
  expect(values(xml, 'CtrlSum')).toEqual(['1000.05', '1000.05'])
  expect(values(xml, 'InstdAmt')).toEqual(['0.05', '1000.00'])
})

test('the time of creation is on the Lisbon clock, to the second', () => {
  expect(values(creditTransferFile(order()), 'CreDtTm')).toEqual(['2026-06-08T10:15:00'])
})

test.each(VERSIONS)('wages are in a block of their own, and both are counted: %s', async (version) => {
  const wage = { category: 'SALA' as const }
  const payments = [payment(1), payment(2, { ...wage, amount: cents(100_05) }), payment(3), payment(4, wage)]
  const xml = creditTransferFile(order({ version, payments }))
  expect(await problems([xml], version)).toEqual([])
  expect(values(xml, 'PmtInfId')).toEqual(['RLF-2026W23-09', 'RLF-2026W23-09-SALA'])
  expect(values(xml, 'Cd').filter((code) => code !== 'SEPA')).toEqual(['SUPP', 'SALA'])
  expect(values(xml, 'NbOfTxs')).toEqual(['4', '2', '2'])
  expect(values(xml, 'CtrlSum')).toEqual(['1983.57', '1255.68', '727.89'])
  expect(values(xml, 'EndToEndId')).toEqual([1, 3, 2, 4].map((number) => `2026W23-D${number}`))
})

test.each(VERSIONS)('a file of wages alone has one block: %s', async (version) => {
  const xml = creditTransferFile(order({ version, payments: [payment(1, { category: 'SALA' })] }))
  expect(await problems([xml], version)).toEqual([])
  expect(values(xml, 'PmtInfId')).toEqual(['RLF-2026W23-09'])
  expect(xml).toContain('<CtgyPurp>\r\n<Cd>SALA</Cd>')
})

test('the largest transfer goes through', async () => {
  const xml = creditTransferFile(order({ payments: [payment(1, { amount: cents(999_999_999_99) })] }))
  expect(values(xml, 'InstdAmt')).toEqual(['999999999.99'])
  expect(await problems([xml], 'pain.001.001.09')).toEqual([])
})

test.each<[string, Partial<CreditTransferOrder>]>([
  ['has no payments', { payments: [] }],
  ['0 cents cannot', { payments: [payment(1, { amount: cents(0) })] }],
  ['-1 cents cannot', { payments: [payment(1, { amount: cents(-1) })] }],
  ['cannot be transferred', { payments: [payment(1, { amount: cents(1_000_000_000_00) })] }],
  ['twice', { payments: [payment(1), payment(1)] }],
  ['Not identifiers', { payments: [payment(1, { endToEndId: 'x'.repeat(36) })] }],
  ['Not identifiers', { payments: [payment(1, { endToEndId: 'ação' })] }],
  ['Not identifiers', { messageId: '' }],
  ['IBAN of 2026W23-D1', { payments: [payment(1, { iban: 'PT50999900000000000010174' })] }],
  ['IBAN of 2026W23-D1', { payments: [payment(1, { iban: 'PT50 9999 0000 0000 0000 1017 3' })] }],
  ['IBAN of the debtor', { company: { name: 'Rotas', nipc: '900000202', iban: '' } }],
  ['not a NIPC', { company: { name: 'Rotas', nipc: '', iban: iban(9) } }],
])('an order that no bank takes is a defect: %s', (message, change) => {
  expect(() => creditTransferFile(order(change))).toThrow(message)
})

const text = fc.oneof(
  fc.string({ unit: CODE_POINT, maxLength: 200 }),
  fc.constantFrom('<!--&]]>', '//', '§ ½ € & "Zé" <Lda>', '\u0000', '\uD800', 'ﬃ', '𝔘𝔟𝔢𝔯', 'محمد', ' ', '+351/912//'),
)
const payments = fc
  .array(fc.record({ name: text, remittance: text, amount: fc.integer({ min: 1, max: 1_000_000_00 }) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((rows) => rows.map((row, index) => payment(index, { ...row, amount: cents(row.amount) })))

test.each(VERSIONS)('whatever the names and amounts, the file is a valid %s that sums', async (version) => {
  const files: string[] = []
  fc.assert(
    fc.property(payments, text, (batch, name) => {
      const xml = creditTransferFile(
        order({ version, payments: batch, company: { name, nipc: '900000202', iban: iban(9) } }),
      )
      files.push(xml)
      const total = values(xml, 'InstdAmt').reduce((sum, amount) => sum + BigInt(amount!.replace('.', '')), 0n)
      expect(values(xml, 'CtrlSum').map((amount) => BigInt(amount!.replace('.', '')))).toEqual([total, total])
      expect(values(xml, 'NbOfTxs')).toEqual([String(batch.length), String(batch.length)])
    }),
    { numRuns: 40 },
  )
  expect(await problems(files, version)).toEqual([])
})
