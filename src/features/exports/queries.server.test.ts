import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { NEXT_WEEK, WEEK, aFleet, anApprovedWeek, change, dropPublicSet } from '#test/factories.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { openArchive } from '#platform/zip.ts'
import { cancelRun, purgeRunFiles } from '#features/runs/commands.server.ts'
import { getRun, hasRunFile, openRunFile } from '#features/runs/queries.server.ts'
import { orderWeekStatements } from './commands.server.ts'
import { packStatements } from './jobs.ts'
import { exportJobs } from './jobs.server.ts'
import { exportWeekCsv, exportWeekSheet, exportWeekStatements } from './queries.server.ts'

const PT =
  'ref,motorista,regime,viatura,Uber,Bolt,IVA das viagens,taxa de gestão ou parte do operador,aluguer,combustível,carregamentos,AdBlue,lavagens,portagens,estacionamento,saldo transitado,multas e danos,acertos,prémios,quilómetros a mais,encargos de financiamento,IVA do recibo,retenção na fonte,líquido,a pagar,a transitar,valor do recibo,estado,titular do IBAN,data de pagamento'
const EN =
  'ref,driver,arrangement,vehicle,Uber,Bolt,VAT on trips,management fee or operator’s share,car rental,fuel,charging,AdBlue,washes,tolls,parking,carried balance,fines and damages,adjustments,prizes,extra kilometres,financing charges,VAT on the receipt,withholding tax,net,to pay,carried over,receipt value,state,IBAN holder,payment date'
const NET = 23

async function csvOf(language: 'pt' | 'en' = 'pt') {
  const { name, bytes } = await exportWeekCsv(WEEK, language)
  const text = new TextDecoder().decode(bytes)
  return { name, rows: readCsv(text).rows.map(({ cells }) => cells) }
}

const cents = (cell: string | undefined) => Number((cell || '0.00').replace('.', ''))

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
  expect(drivers.map(([ref]) => ref)).toEqual(statements.map(({ driver }) => driver.ref))
  for (const [index, row] of drivers.entries()) {
    const lines = row.slice(4, NET).reduce((total, cell) => total + cents(cell), 0)
    expect(lines).toBe(cents(row[NET]))
    expect(lines).toBe(statements[index]!.settlement!.net)
  }
  for (let column = 4; column < NET + 4; column++) {
    expect(cents(totals[column])).toBe(drivers.reduce((total, row) => total + cents(row[column]), 0))
  }
  expect(totals.slice(NET, NET + 3).map(cents)).toEqual([checks.net, checks.payable, checks.carriedOver])
})

test('the sheet has the cells of the CSV, to the cent', async () => {
  await anApprovedWeek()
  const { bytes } = await exportWeekSheet(WEEK, 'pt')
  const [sheet] = await readSheets(bytes)
  const { rows } = await csvOf()
  const padded = sheet!.table.rows.map(({ cells }) => [...cells, ...rows[0]!.slice(cells.length).map(() => '')])
  expect(padded).toEqual(rows)
})

test('the payment date is the day asked of the bank', async () => {
  await anApprovedWeek()
  await change((deed) => exportBatch(deed, WEEK))
  const { execution_on } = await db.selectFrom('payment_batches').select('execution_on').executeTakeFirstOrThrow()
  const paid = (await csvOf()).rows.slice(1, -1).filter((row) => cents(row[NET + 1]) > 0)
  expect(paid.length).toBeGreaterThan(0)
  expect(new Set(paid.map((row) => row[NET + 6]))).toEqual(new Set([execution_on]))
})

test('a driver named like a formula is a name', async () => {
  const fleet = await anApprovedWeek()
  await db
    .updateTable('drivers')
    .set({ name: '=HYPERLINK("http://x.example","Ana")' })
    .where('id', '=', fleet.driver('D1'))
    .execute()
  const row = (await csvOf()).rows.find(([ref]) => ref === 'D1')
  expect(row![1]).toBe(`'=HYPERLINK("http://x.example","Ana")`)
})

test('the statements of the week are one archive, a PDF for each that was issued', async () => {
  await anApprovedWeek()
  const { name, bytes } = await exportWeekStatements(WEEK)
  expect(name).toBe('extratos-2026-W23.zip')
  const files = await openArchive(bytes)
  const { statements } = await getWeek(WEEK)
  expect(files.map((file) => file.name).toSorted()).toEqual(
    statements.map(({ driver }) => `extrato-2026-W23-${driver.ref}.pdf`).toSorted(),
  )
  for (const file of files) expect(Buffer.from(file.bytes.slice(0, 5)).toString()).toBe('%PDF-')
})

test('packed as a run, the archive is the same bytes, is kept for a week and forgotten with its run standing', async () => {
  await anApprovedWeek()
  const run = await change((deed) => orderWeekStatements(deed, WEEK))
  expect(await change((deed) => orderWeekStatements(deed, WEEK))).toBe(run)
  await exportJobs[packStatements.name]!({ run })
  expect((await getRun(run)).state).toBe('done')
  const { name, body } = await openRunFile(run)
  const packed = Buffer.concat(await Array.fromAsync(body))
  expect([name, packed.equals(Buffer.from((await exportWeekStatements(WEEK)).bytes))]).toEqual([
    'extratos-2026-W23.zip',
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
  const stopped = await change((deed) => orderWeekStatements(deed, WEEK))
  await change((deed) => cancelRun(deed, stopped))
  await exportJobs[packStatements.name]!({ run: stopped })
  expect([(await getRun(stopped)).state, await hasRunFile(stopped)]).toEqual(['cancelled', false])

  const empty = await change((deed) => orderWeekStatements(deed, NEXT_WEEK))
  await exportJobs[packStatements.name]!({ run: empty })
  expect(await getRun(empty)).toMatchObject({ state: 'refused', outcome: { code: 'week.empty' } })
})

test('drafts may be exported as figures, not as statements; a week with nobody is refused', async () => {
  await aFleet()
  await dropPublicSet()
  expect((await csvOf()).rows.at(1)?.[NET + 4]).toBe('Rascunho')
  await expect(exportWeekStatements(WEEK)).rejects.toMatchObject({ code: 'week.empty' })
  await db.updateTable('drivers').set({ status: 'inactive' }).execute()
  await expect(exportWeekCsv(NEXT_WEEK, 'pt')).rejects.toMatchObject({ code: 'week.empty' })
})
