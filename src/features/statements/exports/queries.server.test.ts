import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, anApprovedWeek, makeChange, dropPublicSet, paidBy } from '#test/factories.ts'
import { textIn } from '#test/pdf-text.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { membersOf } from '#platform/zip.ts'
import { cancelRun, purgeRunFiles } from '#features/runs/commands.server.ts'
import { getRun, hasRunFile, openRunFile } from '#features/runs/queries.server.ts'
import { orderWeekStatements } from './commands.server.ts'
import { packStatements } from './jobs.ts'
import { exportJobs } from './jobs.server.ts'
import { exportWeekCsv, exportWeekSheet, exportWeekStatements, statementsName } from './queries.server.ts'

const PT =
  'semana,ref,motorista,NIF,regime,regime de IVA,viatura,Uber,Bolt,IVA das viagens,taxa de gestão ou parte do operador,fica na empresa (trabalhador),aluguer,combustível,carregamentos,AdBlue,lavagens,portagens,estacionamento,saldo transitado e descontos adiados,multas e danos,prestações,adiantamentos,outros acertos,prémios,quilómetros a mais,encargos de financiamento,IVA do recibo,retenção na fonte,líquido,a pagar,a transitar,valor do recibo do motorista (sem IVA nem retenção),faturado à parte pelo operador (com IVA),IVA do faturado à parte,estado,versão do extrato,recibo,titular do IBAN,data pedida ao banco,data de pagamento'
const EN =
  'week,ref,driver,NIF,terms,VAT regime,vehicle,Uber,Bolt,VAT on trips,management fee or operator’s share,kept by the company (employee),car rental,fuel,charging,AdBlue,washes,tolls,parking,balance brought forward and deferred deductions,fines and damages,instalments,advances,other adjustments,prizes,extra kilometres,financing charges,VAT on the invoice,withholding tax,net,to pay,carried over,amount of the driver’s invoice (without VAT or withholding),invoiced separately by the operator (with VAT),VAT of it,state,statement version,invoice,IBAN holder,date asked of the bank,payment date'
const [LINES, NET] = [7, 29]
const STATE = NET + 6

async function csvOf(language: 'pt' | 'en' = 'pt') {
  const { name, bytes } = await exportWeekCsv(WEEK, language)
  const text = new TextDecoder().decode(bytes)
  return { name, rows: readCsv(text).rows.map(({ cells }) => cells) }
}

const centsOf = (cell: string | undefined) => Number((cell || '0.00').replace(/[.,]/, ''))

test('the columns are fixed, with headings in the language of the office', async () => {
  await anApprovedWeek()
  const [pt, en] = [await csvOf('pt'), await csvOf('en')]
  expect([pt.name, pt.rows[0]!.join(',')]).toEqual(['semana-2026-W23.csv', PT])
  expect([en.name, en.rows[0]!.join(',')]).toEqual(['week-2026-W23.csv', EN])
})

test('each row sums to its net, the last row sums the rows, and the page says the same', async () => {
  await anApprovedWeek()
  const { rows } = await csvOf()
  const [drivers, totals] = [rows.slice(1, -1), rows.at(-1)!]
  const { statements, checks } = await getWeek(WEEK)
  expect(drivers.map(([, ref]) => ref)).toEqual(statements.map(({ driver }) => driver.ref))
  for (const [index, row] of drivers.entries()) {
    const lines = row.slice(LINES, NET).reduce((total, cell) => total + centsOf(cell), 0)
    expect(lines).toBe(centsOf(row[NET]))
    expect(lines).toBe(statements[index]!.settlement!.net)
  }
  for (let column = LINES; column < STATE; column++) {
    expect(centsOf(totals[column])).toBe(drivers.reduce((total, row) => total + centsOf(row[column]), 0))
  }
  expect(totals.slice(NET, NET + 3).map(centsOf)).toEqual([checks.net, checks.payable, checks.carriedOver])
})

test('the sheet has the cells of the CSV, to the cent', async () => {
  await anApprovedWeek()
  const { bytes } = await exportWeekSheet(WEEK, 'en')
  const [sheet] = await readSheets(bytes)
  // A sheet keeps days as days; the English CSV writes them as they are read back.
  const { rows } = await csvOf('en')
  const padded = sheet!.table.rows.map(({ cells }) => [...cells, ...rows[0]!.slice(cells.length).map(() => '')])
  expect(padded).toEqual(rows)
})

test('what was asked of the bank has its day, and is paid on the day it is confirmed', async () => {
  const fleet = await anApprovedWeek()
  const byHand = (await listFrozen(WEEK)).get(fleet.driver('D1'))!
  await makeChange((change) => payOne(change, byHand.id, paidBy('MB WAY')))
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  const { execution_on } = await db.selectFrom('payment_batches').select('execution_on').executeTakeFirstOrThrow()
  const daysOf = async () =>
    new Map(
      (await csvOf('en')).rows
        .slice(1, -1)
        .flatMap((row) => (centsOf(row[NET + 1]) > 0 ? [[row[1], row.slice(-2)]] : [])),
    )
  const sent = await daysOf()
  expect([sent.get('D1'), sent.get('D2')]).toEqual([
    ['', '2026-06-08'],
    [execution_on, ''],
  ])
  await makeChange((change) => confirmBatch(change, batchId, new Map()), { at: MONDAY.add({ hours: 48 }) })
  const paid = await daysOf()
  expect([paid.get('D1'), paid.get('D2')]).toEqual([
    ['', '2026-06-08'],
    [execution_on, '2026-06-10'],
  ])
})

test('instalments, advances and other adjustments stand apart, with the week, the version, the NIF and the receipt', async () => {
  const fleet = await aFleet()
  const D1 = fleet.driver('D1')
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', D1, '299999998'))
    .where('id', '=', D1)
    .execute()
  const terms: Terms = { ...PLAIN_TERMS, receipt: { vat: 'reduced', withholding: basisPoints(1_150), carried: true } }
  await makeChange((change) => addTerms(change, D1, { from: WEEK, terms, reason: 'Acordo' }))
  await dropPublicSet()
  const on = { driverId: D1, week: WEEK, reason: 'Combinado' }
  await makeChange((change) => addAdjustment(change, { ...on, kind: 'advance', amount: cents(-20_00) }))
  await makeChange((change) => addAdjustment(change, { ...on, kind: 'other', amount: cents(-7_00) }))
  const plan = { driverId: D1, kind: 'fine' as const, total: cents(90_00), count: 3, first: WEEK }
  await makeChange((change) => openPlan(change, { ...plan, skipsIdle: false, reason: 'Multa' }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { id } = (await listFrozen(WEEK)).get(D1)!
  const answer = { settlement_id: id, answer: 'received', note: 'FR 12', answered_at: MONDAY.toString() }
  await db.insertInto('receipts').values(answer).execute()

  const { rows } = await csvOf()
  const row = rows.find(([, ref]) => ref === 'D1')!
  const of = (heading: string) => row[rows[0]!.indexOf(heading)]
  expect([of('prestações'), of('adiantamentos'), of('outros acertos')]).toEqual(['-30,00', '-20,00', '-7,00'])
  expect([of('semana'), of('NIF'), of('versão do extrato')]).toEqual(['2026-W23', '•••••998', '1'])
  expect([of('regime de IVA'), of('recibo')]).toEqual(['taxa do transporte', 'recebido'])
  expect(row.slice(LINES, NET).reduce((total, cell) => total + centsOf(cell), 0)).toBe(centsOf(row[NET]))
})

test('a file that is handed out shows the last digits of a NIF, and all of them only when it is asked for', async () => {
  const fleet = await anApprovedWeek()
  const D1 = fleet.driver('D1')
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', D1, '299999998'))
    .where('id', '=', D1)
    .execute()
  const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)
  const cells = async ({ bytes }: { bytes: Uint8Array }) => JSON.stringify(await readSheets(bytes))
  expect(textOf(await exportWeekCsv(WEEK, 'pt'))).not.toContain('299999998')
  expect(await cells(await exportWeekSheet(WEEK, 'pt'))).not.toContain('299999998')
  expect(textOf(await exportWeekCsv(WEEK, 'pt', 'full'))).toContain('299999998')
  expect(await cells(await exportWeekSheet(WEEK, 'pt', 'full'))).toContain('299999998')
})

test('a driver named like a formula is a name', async () => {
  const fleet = await anApprovedWeek()
  await db
    .updateTable('drivers')
    .set({ name: '=HYPERLINK("http://x.example","Ana")' })
    .where('id', '=', fleet.driver('D1'))
    .execute()
  const row = (await csvOf()).rows.find(([, ref]) => ref === 'D1')
  expect(row![2]).toBe(`'=HYPERLINK("http://x.example","Ana")`)
})

test('the statements of the week are one archive, a PDF for each that was issued, with the last digits of each NIF', async () => {
  const fleet = await anApprovedWeek()
  const nif = sealedNif('drivers.nif', fleet.driver('D1'), '299999998')
  await db.updateTable('drivers').set(nif).where('id', '=', fleet.driver('D1')).execute()
  const { name, bytes } = await exportWeekStatements(WEEK, 'en')
  expect(name).toBe('statements-2026-W23.zip')
  expect(statementsName(WEEK, 'pt')).toBe('extratos-2026-W23.zip')
  const files = await Array.fromAsync(membersOf(bytes))
  const { statements } = await getWeek(WEEK)
  expect(files.map((file) => file.name).toSorted()).toEqual(
    statements.map(({ driver }) => `extrato-2026-W23-${driver.ref}.pdf`).toSorted(),
  )
  for (const file of files) expect(Buffer.from(file.bytes.slice(0, 5)).toString()).toBe('%PDF-')
  const words = files.flatMap((file) => textIn(file.bytes)).join('|')
  expect([words.includes('299999998'), words.includes('•••••998')]).toEqual([false, true])
})

test('packed as a run, the archive is the same bytes, is kept for a week and forgotten with its run standing', async () => {
  await anApprovedWeek()
  const run = await makeChange((change) => orderWeekStatements(change, WEEK, 'en'))
  expect(await makeChange((change) => orderWeekStatements(change, WEEK, 'en'))).toBe(run)
  await exportJobs[packStatements.name]!({ run })
  expect((await getRun(run)).state).toBe('done')
  const { name, body } = await openRunFile(run)
  const packed = Buffer.concat(await Array.fromAsync(body))
  expect([name, packed.equals(Buffer.from((await exportWeekStatements(WEEK, 'en')).bytes))]).toEqual([
    'statements-2026-W23.zip',
    true,
  ])

  const now = Temporal.Now.instant()
  expect([await purgeRunFiles(now), await hasRunFile(run)]).toEqual([0, true])
  expect([await purgeRunFiles(now.add({ hours: 24 * 7 })), await hasRunFile(run)]).toEqual([1, false])
  await expect(openRunFile(run)).rejects.toMatchObject({ code: 'record.not-found' })
  expect((await getRun(run)).state).toBe('done')
})

test('packing that is stopped makes no file; without statements it says so', async () => {
  await anApprovedWeek()
  const stopped = await makeChange((change) => orderWeekStatements(change, WEEK, 'pt'))
  await makeChange((change) => cancelRun(change, stopped))
  await exportJobs[packStatements.name]!({ run: stopped })
  expect([(await getRun(stopped)).state, await hasRunFile(stopped)]).toEqual(['cancelled', false])

  const empty = await makeChange((change) => orderWeekStatements(change, NEXT_WEEK, 'pt'))
  await exportJobs[packStatements.name]!({ run: empty })
  expect(await getRun(empty)).toMatchObject({ state: 'refused', outcome: { code: 'week.empty' } })
})

test('drafts may be exported as figures, not as statements; a week with nobody is refused', async () => {
  await aFleet()
  await dropPublicSet()
  expect((await csvOf()).rows.at(1)?.[STATE]).toBe('Rascunho')
  await expect(exportWeekStatements(WEEK, 'en')).rejects.toMatchObject({ code: 'week.empty' })
  await db.updateTable('drivers').set({ status: 'inactive' }).execute()
  await expect(exportWeekCsv(NEXT_WEEK, 'pt')).rejects.toMatchObject({ code: 'week.empty' })
})
