import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { basisPoints, cents, sum } from '#domain/money.ts'
import { monthOfWeek } from '#domain/month.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { fileOf, sumsOf } from '#features/accounting/month-files/queries.server.ts'
import { MONTH_FILES } from '#features/accounting/month-files/schema.ts'
import { folderName, walkMonthFolder } from '#features/accounting/month-folders/queries.server.ts'
import { reconcileMonth } from '#features/accounting/reconciliations/queries.server.ts'
import { paidSteps } from '#features/accounting/reconciliations/schema.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { saveAccountCodes } from '#features/ledger/account-codes/commands.server.ts'
import { exportTrialBalance } from '#features/ledger/account-files/queries.server.ts'
import { markWithoutPaper } from '#features/payments/green-receipts/commands.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { listFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { membersOf } from '#platform/zip.ts'
import {
  MONDAY,
  WEEK,
  aFleet,
  anApprovedWeek,
  asOwner,
  makeChange,
  drop,
  dropPublicSet,
  paidBy,
  publicFile,
  textOf,
} from '#test/factories.ts'
import { textIn } from '#test/pdf-text.ts'
import { noteOtherIncome } from './dependence/commands.server.ts'
import { findOwnDependence, listDependence, yearOf } from './dependence/queries.server.ts'
import { findOwnYear, listNearLimit } from './exemptions/queries.server.ts'
import { getMonth, listMonths, sumMonth } from './queries.server.ts'

const MONTH = monthOfWeek(WEEK)

const centsOf = (cell: string | undefined) => Number((cell || '0.00').replace(/[.,]/, ''))

async function tableOf(file: (typeof MONTH_FILES)[number]) {
  const { bytes } = await fileOf(await getMonth(MONTH), file, 'csv', 'pt')
  const [head, ...rows] = readCsv(new TextDecoder().decode(bytes)).rows.map(({ cells }) => cells)
  return { head: head!, rows: rows.slice(0, -1), last: rows.at(-1)! }
}

test('the VAT of a month is what the reports say, whether the week is settled or not', async () => {
  await aFleet()
  await dropPublicSet()
  const open = await getMonth(MONTH)
  expect(open.weeks.map(({ issued, missing }) => [issued, missing > 0])).toEqual([
    [0, true],
    [0, false],
    [0, false],
    [0, false],
  ])
  expect(open.platforms.map(({ platform }) => platform)).toEqual(['uber', 'bolt'])
  for (const { vat } of open.platforms) {
    const given = vat.gross + vat.incentives + vat.tips + vat.tolls + vat.expenseRefunds
    expect(given - vat.refunds - vat.invoiced - vat.kept - vat.cash).toBe(vat.payment)
    expect(vat.gross).toBeGreaterThan(0)
  }
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { statements } = await getWeek(WEEK)
  const closed = await getMonth(MONTH)
  expect(closed.platforms).toEqual(open.platforms)
  expect(closed.weeks[0]).toMatchObject({ issued: statements.length, missing: 0 })
  expect(closed.weeks[0]!.net).toBe(sum(statements.map(({ settlement }) => settlement!.net)))
})

test('each table ends with the sum of its rows, as CSV and as a sheet, in both languages', async () => {
  const fleet = await aFleet()
  const D1 = fleet.driver('D1')
  const terms: Terms = { ...PLAIN_TERMS, receipt: { vat: 'reduced', withholding: basisPoints(1_150), carried: true } }
  await makeChange((change) => addTerms(change, D1, { from: WEEK, terms, reason: 'Acordo' }))
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { id } = (await listFrozen(WEEK)).get(fleet.driver('D2'))!
  await makeChange((change) => payOne(change, id, paidBy('=MB WAY')))
  await makeChange((change) => exportBatch(change, WEEK))

  const money = {
    vat: Array.from({ length: 20 }, (_, place) => 7 + place),
    withheld: [4, 6],
    receipts: [3],
    rents: [3, 5, 6, 7],
    payments: [7],
    dependence: [2, 7],
    balances: [2, 3, 4],
  }
  for (const [file, columns] of Object.entries(money)) {
    const { rows, last } = await tableOf(file as keyof typeof money)
    for (const column of columns)
      expect(centsOf(last[column]), `${file} ${column}`).toBe(
        rows.reduce((total, row) => total + centsOf(row[column]), 0),
      )
  }
  const { rows } = await tableOf('withheld')
  expect(rows.map(([, , ref]) => ref)).toEqual(['D1'])
  expect(centsOf(rows[0]![6])).toBe(Math.round((centsOf(rows[0]![4]) * 1150) / 10_000))
  const paid = (await tableOf('payments')).rows
  expect(paid.filter(([batch]) => batch === '').map((row) => [row[3], row[8], row[9]])).toEqual([
    ['D2', 'pago de outro modo', "'=MB WAY"],
  ])
  const view = await getMonth(MONTH)
  for (const file of MONTH_FILES) {
    const [csv, xlsx] = [await fileOf(view, file, 'csv', 'en'), await fileOf(view, file, 'xlsx', 'en')]
    const [sheet] = await readSheets(xlsx.bytes)
    expect(sheet!.table.rows.length, file).toBe(readCsv(new TextDecoder().decode(csv.bytes)).rows.length)
  }
})

test('the last row of each table is the sum that the page tells of it', async () => {
  const fleet = await anApprovedWeek()
  const { id } = (await listFrozen(WEEK)).get(fleet.driver('D2'))!
  await makeChange((change) => payOne(change, id, paidBy('MB WAY')))
  const view = await sumMonth(MONTH)
  const sums = await sumsOf(view, await reconcileMonth(view))
  const last = async (file: (typeof MONTH_FILES)[number], ...columns: string[]) => {
    const { head, last: row } = await tableOf(file)
    return columns.map((column) => centsOf(row[head.indexOf(column)]))
  }
  const amounts = Object.fromEntries(
    Object.entries(sums).map(([file, own]) => [file, own.map(({ amount }) => Number(amount))]),
  )
  expect(amounts).toEqual({
    statements: await last('statements', 'a pagar'),
    vat: await last('vat', 'viagens com IVA'),
    withheld: await last('withheld', 'imposto retido'),
    receipts: await last('receipts', 'valor do recibo (sem IVA nem retenção)'),
    dependence: await last('dependence', 'contribuição da empresa'),
    rents: await last('rents', 'total com IVA'),
    invoices: await last('invoices', 'total com IVA'),
    payments: await last('payments', 'valor'),
    balances: (await tableOf('balances')).last.slice(2).map(centsOf),
    'trial-balance': await last('trial-balance', 'débito'),
    journal: await last('journal', 'débito'),
  })
  expect(await last('journal', 'crédito')).toEqual(amounts['journal'])
  const [before, debit, credit] = await last(
    'trial-balance',
    'saldo inicial (credor +)',
    'débito do mês',
    'crédito do mês',
  )
  expect([before, debit, credit]).toEqual([0, ...amounts['journal']!, ...amounts['journal']!])
})

test('from what the statements of a month say to what was paid in it, each line leads to the next', async () => {
  const fleet = await anApprovedWeek()
  const { id } = (await listFrozen(WEEK)).get(fleet.driver('D2'))!
  const monthFigures = async (month = MONTH) => {
    const view = await getMonth(month)
    const reconciled = await reconcileMonth(view)
    const steps = paidSteps(reconciled.payments)
    // The steps between two sums add up to the second.
    let running = 0
    for (const { name, amount, isSum } of steps) {
      if (isSum && name !== 'net') expect(amount, name).toBe(running)
      else running += amount
    }
    const { before, moves, after } = reconciled.accounts
    for (const account of ['bank', 'current', 'plan', 'deposit'] as const)
      expect(before[account] + moves.reduce((all, one) => all + one.moves[account], 0)).toBe(after[account])
    return { ...reconciled.payments, after }
  }
  const unpaid = await monthFigures()
  expect(unpaid.unpaid).toEqual([{ week: WEEK, amount: unpaid.payable }])
  await makeChange((change) => payOne(change, id, paidBy('MB WAY')))
  const byHand = await monthFigures()
  expect(byHand.after.bank).toBe(-byHand.paid)
  expect(byHand.unpaid).toEqual([{ week: WEEK, amount: byHand.payable - byHand.paid }])
  await makeChange((change) => exportBatch(change, WEEK))
  // The payment was sent to the bank and is not confirmed.
  const sent = await monthFigures()
  expect([sent.paid, sent.sent, sent.posted]).toEqual([sent.payable, sent.payable - byHand.paid, byHand.paid])
  // A week of this month is paid in the next: both months name it.
  await asOwner(`set session_replication_role = replica;
    update payment_batches set execution_on = '2026-07-02';`)
  const july = await monthFigures(monthOfWeek(readWeek('2026-06-29')))
  expect(july.others).toEqual([{ week: WEEK, amount: sent.sent }])
  expect([july.payable, july.paid]).toEqual([0, sent.sent])
})

test('a receipt is missing until it is here, also where the payment did not wait for it, and an employee owes none', async () => {
  const fleet = await anApprovedWeek()
  const ids = await listFrozen(WEEK)
  const of = (ref: string) => ids.get(fleet.driver(ref))!.id
  await makeChange((change) => payOne(change, of('D2'), paidBy('MB WAY')))
  await makeChange((change) => markWithoutPaper(change, [of('D1')]))
  await asOwner(`set session_replication_role = replica;
    update settlements set terms = jsonb_set(terms, '{regime}', '"employee"') where id = '${of('D3')}';`)
  const { receipts } = await getMonth(MONTH)
  const stateOf = (ref: string) => receipts.find(({ driver }) => driver.ref === ref)?.state
  expect([stateOf('D1'), stateOf('D2'), stateOf('D3')]).toEqual(['received', 'awaited', undefined])
  const { rows, head } = await tableOf('receipts')
  expect(head.slice(6)).toEqual([
    ...['número do recibo', 'ATCUD', 'data do recibo'],
    ...['valor no recibo (sem IVA)', 'IVA no recibo', 'retenção no recibo', 'assinatura do PDF'],
  ])
  expect(rows.find(([, ref]) => ref === 'D2')?.[4]).toBe('por receber')
})

test('a payment that came back is told so, and is in no sum', async () => {
  const fleet = await anApprovedWeek()
  await makeChange((change) => exportBatch(change, WEEK))
  const before = await tableOf('payments')
  const { id } = (await listFrozen(WEEK)).get(fleet.driver('D1'))!
  await asOwner(`set session_replication_role = replica;
    update batch_payments set state = 'returned', rejected_reason = 'AC04' where settlement_id = '${id}';`)
  const after = await tableOf('payments')
  const back = after.rows.find(([, , , ref]) => ref === 'D1')
  expect([back?.[8], back?.[9]]).toEqual(['devolvido', 'a conta foi encerrada (AC04)'])
  expect(centsOf(before.last[7]) - centsOf(after.last[7])).toBe(centsOf(back?.[7]))
})

test('the folder has the cover, the tables, the journal and every statement, and the bank’s files only for who may pay', async () => {
  const fleet = await anApprovedWeek()
  const nif = sealedNif('drivers.nif', fleet.driver('D1'), '299999998')
  await db.updateTable('drivers').set(nif).where('id', '=', fleet.driver('D1')).execute()
  await makeChange((change) => exportBatch(change, WEEK))
  const folder = async (mayPay: boolean) => {
    const asked = { month: MONTH, now: MONDAY, language: 'pt', mayPay } as const
    const bytes = Buffer.concat(await Array.fromAsync(walkMonthFolder(asked)))
    return await Array.fromAsync(membersOf(bytes))
  }
  expect(folderName(MONTH, 'pt')).toBe('mes-2026-06.zip')
  const files = await folder(false)
  const names = files.map(({ name }) => name)
  const { statements } = await getWeek(WEEK)
  expect(names.filter((name) => name.startsWith('extratos-pdf/2026-W23/'))).toHaveLength(statements.length)
  expect(names).toEqual(
    expect.arrayContaining(['rosto-2026-06.pdf', 'iva-2026-06.xlsx', 'diario-2026-06-01-2026-06-30.csv']),
  )
  const everything = files
    .map(({ name, bytes }) => (name.endsWith('.pdf') ? textIn(bytes).join('|') : new TextDecoder().decode(bytes)))
    .join('|')
  expect(everything).not.toContain('299999998')
  expect(everything).not.toMatch(/PT50\d{21}/)
  const paying = (await folder(true)).map(({ name }) => name).filter((name) => !names.includes(name))
  expect(paying).toEqual([expect.stringMatching(/^ficheiros-do-banco\/.+\.xml$/)])
})

test('the accountant’s own number stands in the trial balance, until the usual one is wanted again', async () => {
  await anApprovedWeek()
  const on = Temporal.PlainDate.from('2026-06-30')
  const codeOf = async () => {
    const { bytes } = await exportTrialBalance(on, 'csv', 'pt')
    const row = readCsv(new TextDecoder().decode(bytes)).rows.find(({ cells }) => cells[0] === 'bank')
    return row?.cells[4]
  }
  expect(await codeOf()).toBe('12')
  await makeChange((change) => saveAccountCodes(change, [{ account: 'bank', code: '1201' }]))
  expect(await codeOf()).toBe('1201')
  await makeChange((change) => saveAccountCodes(change, [{ account: 'bank', code: '12' }]))
  expect(await codeOf()).toBe('12')
  expect(await db.selectFrom('account_codes').selectAll().execute()).toEqual([])
})

test('the months are those of the weeks with something in them, and the running one', async () => {
  await anApprovedWeek()
  const months = await listMonths(Temporal.Instant.from('2026-08-05T10:00:00Z'))
  expect(months.map(({ month, weeks, isOpen }) => [month, weeks, isOpen])).toEqual([
    ['2026-08', 0, true],
    ['2026-06', 1, false],
    // A fuel card that was read late: its week has no statement.
    ['2026-05', 1, true],
  ])
})

test('who writes exempt receipts is told of the limit of the year, and the accountant of whoever comes near', async () => {
  const fleet = await anApprovedWeek()
  const [D1, D2] = [fleet.driver('D1'), fleet.driver('D2')]
  const frozen = await listFrozen(WEEK)
  const value = frozen.get(D1)?.settlement.receiptValue
  expect(await findOwnYear(D1, 2026)).toMatchObject({ total: value, state: 'below', limit: 15_000_00 })
  expect([await findOwnYear(D1, 2025), await listNearLimit(2026)]).toEqual([null, []])

  // Issued statements cannot change: write a year of such weeks past the guards.
  await asOwner(`set session_replication_role = replica;
    update settlements set receipt_value_cents = 1600000 where driver_id in ('${D1}', '${D2}');
    update settlements set terms = jsonb_set(terms, '{receipt}', '{"vat": "normal"}') where driver_id = '${D2}';`)
  expect(await listNearLimit(2026)).toMatchObject([{ driver: { ref: 'D1' }, total: 16_000_00, state: 'over' }])
  expect(await findOwnYear(D2, 2026)).toBeNull()
})

test('the year of a driver shows the part that comes from here, and what the driver said of the rest', async () => {
  const fleet = await anApprovedWeek()
  const [D1, D2, D3] = [fleet.driver('D1'), fleet.driver('D2'), fleet.driver('D3')]
  await asOwner(`update settlements set receipt_value_cents = 1000000 where driver_id in ('${D1}', '${D2}', '${D3}')`)
  const say = (driver: string, elsewhere: number | null, contributes = true) =>
    makeChange((change) =>
      noteOtherIncome(change, driver as OwnDriverId, {
        elsewhere: elsewhere === null ? null : cents(elsewhere),
        contributes,
      }),
    )
  await say(D2, 12_000_00)
  await say(D2, 4_000_00)
  await say(D3, null, false)
  const year = yearOf(MONDAY)
  const found = (await listDependence(year)).slice(0, 3)
  expect(found.map(({ driver, state, rate, due, elsewhere }) => [driver.ref, state, rate, due, elsewhere])).toEqual([
    ['D1', 'owed', 1_000, 1_000_00, null],
    ['D2', 'owed', 700, 700_00, 4_000_00],
    ['D3', 'exempt', 0, 0, null],
  ])
  expect(await findOwnDependence(D2, year)).toMatchObject({ ours: 10_000_00, share: 7_143, saidAt: MONDAY.toString() })
  // A month's file has the year up to its end; before the week ended there was nothing.
  expect(await listDependence({ year: 2026, until: Temporal.PlainDate.from('2026-05-31') })).toEqual([])
  expect(await listDependence({ year: 2025, until: Temporal.PlainDate.from('2025-12-31') })).toEqual([])
  const { rows, last } = await tableOf('dependence')
  expect(rows.slice(0, 3).map((row) => row.slice(2))).toEqual([
    ['10000,00', '', '100,00', 'a empresa pode dever', '10,00', '1000,00'],
    ['10000,00', '4000,00', '71,43', 'a empresa pode dever', '7,00', '700,00'],
    ['10000,00', '', '100,00', 'não paga segurança social', '0,00', '0,00'],
  ])
  expect(centsOf(last[7])).toBe(rows.reduce((total, row) => total + centsOf(row[7]), 0))
})

test('the records of a person are one year, of the exemption and of the dependence', async () => {
  const fleet = await anApprovedWeek()
  const [D1, D2] = [fleet.driver('D1'), fleet.driver('D2')]
  await asOwner(`
    update settlements set receipt_value_cents = 800000 where driver_id in ('${D1}', '${D2}');
    update drivers set merged_into = '${D1}' where id = '${D2}';`)
  expect(await listNearLimit(2026)).toMatchObject([{ driver: { ref: 'D1' }, total: 16_000_00, state: 'over' }])
  expect(await findOwnYear(D2, 2026)).toMatchObject({ total: 16_000_00 })
  expect(await findOwnDependence(D2, yearOf(MONDAY))).toMatchObject({ ours: 16_000_00, due: 1_600_00 })
})

test('a driver whose rent lessens the receipt is named, and nothing is invoiced for that rent', async () => {
  const fleet = await aFleet()
  const rented: Terms = { ...PLAIN_TERMS, regime: 'rental', rent: cents(270_00) }
  await makeChange((change) => addTerms(change, fleet.driver('D1'), { from: WEEK, terms: rented, reason: 'Acordo' }))
  const apart: Terms = { ...rented, receiptBase: 'rent-apart' }
  await makeChange((change) => addTerms(change, fleet.driver('D2'), { from: WEEK, terms: apart, reason: 'Acordo' }))
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { rents, rentsInside } = await getMonth(MONTH)
  expect(rentsInside.map(({ driver, amount }) => [driver.ref, amount])).toEqual([['D1', 270_00]])
  expect(rents.map(({ driver, total }) => [driver.ref, total])).toEqual([['D2', 270_00]])
  const { rows } = await tableOf('rents')
  expect(rows.map((row) => [row[1], centsOf(row[6]), centsOf(row[7])])).toEqual([
    ['D2', 270_00, 0],
    ['D1', 0, 270_00],
  ])
})

/** The rows of a report by its own headings, in cents, read without any code of the product. */
function rawRows(text: string): Record<string, number>[] {
  const [head, ...lines] = text.replace('\uFEFF', '').trim().split(/\r?\n/)
  const cells = (line: string) => line.split(',').map((cell) => cell.replaceAll('"', ''))
  return lines.map((line) =>
    Object.fromEntries(cells(line).map((cell, at) => [cells(head!)[at]!, Math.round(Number(cell || '0') * 100)])),
  )
}
const column = (rows: readonly Record<string, number>[], end: string) =>
  rows.reduce((total, row) => total + Number(Object.entries(row).find(([head]) => head.endsWith(end))?.[1] ?? 0), 0)
const UBER = {
  paid: 'Pago a si',
  incentives: 'Outros rendimentos:Aumento de rendimentos',
  tax: 'Os seus rendimentos:Tarifa:Imposto sobre a tarifa',
  fee: 'Os seus rendimentos:Taxa de serviço',
  tips: 'Os seus rendimentos:Gratificação',
  cash: 'Pagamentos : Dinheiro recebido',
  tolls: 'Reembolsos:Portagem',
  tollTax: 'Saldo da viagem:Impostos:Imposto sobre a tarifa',
} as const
/** Fares without VAT, from what was paid: take everything else away. */
const faresOf = (of: (name: keyof typeof UBER) => number) =>
  of('paid') - of('cash') - of('tips') - of('tolls') - of('tollTax') - of('incentives') - of('fee') - of('tax')

test('each field and column of the VAT map is what the columns of the reports add up to', async () => {
  await aFleet()
  await dropPublicSet()
  const uber = rawRows(textOf(publicFile('payments_driver'))).filter(
    (row) => row['Pago a si : Os seus rendimentos'] !== 0,
  )
  const bolt = rawRows(textOf(publicFile('2026W23')))
  const of = (name: keyof typeof UBER) => column(uber, UBER[name])
  // The sums that an accountant found in the files of that week.
  expect([of('tax'), of('tolls'), of('tollTax'), of('incentives')]).toEqual([184_39, 123_80, 7_42, 7_10])
  expect([column(bolt, 'Comissões|€'), column(bolt, 'Total de taxas|€')]).toEqual([477_40, 483_51])

  const vatOf = async (platform: string) =>
    (await getMonth(MONTH)).platforms.find((one) => one.platform === platform && one.week === WEEK)!.vat
  expect(await vatOf('uber')).toMatchObject({
    incentives: 7_10,
    tolls: 131_22,
    tollTax: 7_42,
    refunds: 0,
    invoiced: -of('fee'),
    kept: 0,
    fields: { 1: faresOf(of), 2: 184_39, 3: 0, 4: 0, 7: 0, 16: 826_82, 17: Math.round(826_82 * 0.23) },
    outside: { tolls: 131_22, tollTax: 7_42, incentives: 7_10, refunds: 0, tips: 32_00, expenses: 0, kept: 0 },
  })
  const tax = ['pagamentos na app)|€', 'pagamentos em dinheiro)|€', 'IVA das taxas de cancelamento|€']
  const boltTax = bolt.reduce(
    (all, row) =>
      all +
      Object.entries(row)
        .filter(([head]) => head.startsWith('IVA') && tax.some((end) => head.endsWith(end)))
        .reduce((sum_, [, amount]) => sum_ + amount, 0),
    0,
  )
  const [gross, tips, campaign, expenses, tolls, back] = [
    ...(['(total)|€', 'Gorjetas dos passageiros|€', 'Ganhos da campanha|€'] as const),
    ...(['Reembolsos de despesas|€', 'Portagens|€', 'Reembolsos aos passageiros|€'] as const),
  ].map((end) => column(bolt, end)) as [number, number, number, number, number, number]
  expect([campaign, back]).toEqual([15_00, 4_80])
  const backTax = Math.round((back * 6) / 106)
  const vat = await vatOf('bolt')
  expect(vat).toMatchObject({ incentives: 15_00, refunds: 4_80, invoiced: 477_40, kept: 1_31, tolls })
  // Bolt's own gross is a cent off in one row; what it pays is what counts.
  expect(
    Math.abs(vat.fields[1] - (gross - tips - campaign - expenses - tolls - boltTax - (back - backTax))),
  ).toBeLessThanOrEqual(1)
  expect(vat.fields).toMatchObject({ 2: boltTax - backTax, 16: 477_40, 17: Math.round(477_40 * 0.23) })

  // The accountant decides otherwise from that week on.
  const settings = { tollField: 1, incentiveField: 7, feeAsInvoiced: 0 }
  await makeChange((change) => changeSettings(change, { from: WEEK, reason: 'Contabilista', settings }))
  expect(await vatOf('uber')).toMatchObject({
    fields: { 1: faresOf(of) + 123_80, 2: 191_81, 7: 7_10, 16: 826_82 },
    outside: { tolls: 0, tollTax: 0, incentives: 0 },
  })
  expect((await vatOf('bolt')).fields).toMatchObject({ 7: 15_00, 16: 483_51 })
})

/**
 * The weekly report moved to another week, and its drivers' transactions: a third of each figure on one day, the rest
 * on another.
 */
function acrossMonths() {
  const name = (days: string, report: string) => `${days}-${report}-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv`
  const weekly = { ...publicFile('payments_driver'), name: name('20260629-20260706', 'payments_driver') }
  const [head, ...lines] = textOf(weekly)
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const drivers = lines.filter((cells) => Number(cells[4]) !== 0)
  const third = (cell: string) => Math.trunc(Math.round(Number(cell || '0') * 100) / 3)
  const written = (amount: number) => (amount / 100).toFixed(2)
  const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
  const transaction = (cells: readonly string[], at: number, moment: string, amounts: readonly number[]) =>
    [
      uuid(at),
      ...cells.slice(0, 3),
      uuid(1_000 + at),
      'trip completed order',
      'Rotas Lusas Fictícias Unipessoal Lda',
      'RLF',
      moment,
      ...amounts.map(written),
    ].join(',')
  const transactions = drivers.flatMap((cells, at) => {
    const whole = cells.slice(3).map((cell) => Math.round(Number(cell || '0') * 100))
    const first = cells.slice(3).map(third)
    return [
      transaction(cells, 2 * at, '2026-06-30 23:59:59', first),
      transaction(
        cells,
        2 * at + 1,
        '2026-07-01 00:00:00',
        whole.map((amount, place) => amount - first[place]!),
      ),
    ]
  })
  const heads = [
    'UUID da transação',
    ...head!.slice(0, 3),
    'UUID da viagem',
    'Descrição',
    'Nome da organização',
    'Alias da organização',
    'versus relatórios',
    ...head!.slice(3),
  ]
  const file = (rows: readonly string[], days: string) => ({
    name: name(days, 'payments_order'),
    bytes: new TextEncoder().encode([heads.join(','), ...rows].join('\n')),
  })
  const part = (of: keyof typeof UBER) =>
    drivers.reduce((all, cells) => all + third(cells[head!.findIndex((one) => one.endsWith(UBER[of]))]!), 0)
  return {
    weekly,
    some: file(transactions.slice(1), '20260629-20260705'),
    all: file(transactions, '20260629-20260706'),
    part,
  }
}

test('a week in two months counts by its Sunday, and day by day where Uber’s transactions are all of it', async () => {
  await aFleet()
  const { weekly, some, all, part } = acrossMonths()
  await drop([weekly])
  const [june, july] = [MONTH, monthOfWeek(readWeek('2026-W27'))]
  const platformWeeks = async () => {
    const [before, after] = [await getMonth(june), await getMonth(july)]
    const spans = ({ platforms }: typeof after) =>
      platforms.map(({ from, to, isByDay, before: days }) => [from, to, isByDay, days])
    return { before, after, june: spans(before), july: spans(after) }
  }
  const whole = await platformWeeks()
  expect(whole.june).toEqual([])
  expect(whole.before.daysAway).toEqual([
    { week: '2026-06-29', platform: 'uber', from: '2026-06-29', to: '2026-06-30' },
  ])
  expect(whole.july).toEqual([
    ['2026-06-29', '2026-07-05', false, { from: '2026-06-29', to: '2026-06-30', isOtherQuarter: true }],
  ])
  const { bytes } = await fileOf(whole.after, 'vat', 'csv', 'pt')
  const [head, row] = readCsv(new TextDecoder().decode(bytes)).rows.map(({ cells }) => cells)
  expect(row![head!.indexOf('dias do mês anterior que conta')]).toBe('29–30 jun. 2026')
  const asked = { month: july, now: MONDAY, language: 'pt', mayPay: false } as const
  const files = await Array.fromAsync(membersOf(Buffer.concat(await Array.fromAsync(walkMonthFolder(asked)))))
  const cover = textIn(files.find(({ name }) => name.startsWith('rosto'))!.bytes).join(' ')
  expect(cover).toContain('Uber, semana 27, com 29–30 jun. 2026')

  // A file that lacks one transaction does not count by day.
  expect((await drop([some])).map(({ status }) => status)).toEqual(['reference'])
  expect((await platformWeeks()).july).toEqual(whole.july)
  expect((await drop([all])).map(({ status }) => status)).toEqual(['reference'])
  const days = await platformWeeks()
  expect(days.june).toEqual([['2026-06-29', '2026-06-30', true, null]])
  expect(days.july).toEqual([['2026-07-01', '2026-07-05', true, null]])
  expect(days.before.daysAway).toEqual([])
  const [first, rest, both] = [
    days.before.platforms[0]!.vat,
    days.after.platforms[0]!.vat,
    whole.after.platforms[0]!.vat,
  ]
  expect(first.fields).toMatchObject({ 1: faresOf(part), 2: part('tax'), 16: -part('fee') })
  expect(first).toMatchObject({ tolls: part('tolls') + part('tollTax'), incentives: part('incentives') })
  for (const field of [1, 2, 16] as const) expect(first.fields[field] + rest.fields[field]).toBe(both.fields[field])
  expect(first.payment + rest.payment).toBe(both.payment)
})
