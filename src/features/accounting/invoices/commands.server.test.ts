import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { maskNif } from '#domain/identifiers.ts'
import { UNDECIDED } from '#domain/invoicing.ts'
import { cents, sum } from '#domain/money.ts'
import { monthOfWeek } from '#domain/month.ts'
import { PLAIN_TERMS, type Terms } from '#domain/terms.ts'
import { exportInvoicesInFull, fileOf } from '#features/accounting/month-files/queries.server.ts'
import { getMonth } from '#features/accounting/queries.server.ts'
import { addAdjustment, decideLateDifference } from '#features/adjustments/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { type Fleet, MONDAY, NEXT_WEEK, WEEK, aFleet, asOwner, dropPublicSet, makeChange } from '#test/factories.ts'
import { noteInvoice, noteNoInvoice, saveInvoiceRules, withdrawNote } from './commands.server.ts'
import { getInvoices, getInvoicesOf } from './queries.server.ts'
import { INVOICE_COLUMNS, seenLine, sumsOfLines } from './schema.ts'

const MONTH = monthOfWeek(WEEK)
const RENTED: Terms = { ...PLAIN_TERMS, regime: 'rental', rent: cents(270_00), receiptBase: 'rent-apart' }

const partyOf = (fleet: Fleet, ref: string) => ({ month: MONTH, party: `driver-${fleet.driver(ref)}` })
const linesOf = async (fleet: Fleet, ref: string) => (await getInvoicesOf(MONTH, partyOf(fleet, ref).party)).lines
const approve = () => makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))

/** A month in which D1's rent and all costs of D2 are invoiced apart, D1 pays a fine, and D2 a damage by instalments. */
async function anInvoicedMonth(): Promise<Fleet> {
  const fleet = await aFleet()
  const costs: Terms = {
    ...RENTED,
    receiptBase: 'costs-apart',
    fee: { mode: 'fixed', amount: cents(25_00), always: true },
  }
  for (const [ref, terms] of [['D1', RENTED] as const, ['D2', costs] as const])
    await makeChange((change) => addTerms(change, fleet.driver(ref), { from: WEEK, terms, reason: 'Acordo' }))
  await dropPublicSet()
  const fine = { week: WEEK, kind: 'fine' as const, amount: cents(-60_00), reason: 'Multa n.º 1' }
  await makeChange((change) => addAdjustment(change, { driverId: fleet.driver('D1'), ...fine }))
  const plan = { kind: 'damage' as const, total: cents(300_00), count: 6, first: WEEK, reason: 'Para-choques' }
  await makeChange((change) => openPlan(change, { driverId: fleet.driver('D2'), ...plan, skipsIdle: false }))
  await approve()
  return fleet
}

test('what is outside the receipt is to be invoiced, to the cent of the month and of the ledger, by what it is for', async () => {
  const fleet = await anInvoicedMonth()
  const { lines } = await getInvoices(MONTH)
  const view = await getMonth(MONTH)
  const apart = lines.filter(({ rule }) => rule === 'rent-apart' || rule === 'costs-apart')
  expect(apart.filter(({ party }) => party.slug === partyOf(fleet, 'D2').party).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['rent', 'fee', 'costs']),
  )
  const sums = sumsOfLines(apart)
  for (const part of ['base', 'vat', 'total'] as const) expect(sums[part]).toBe(sum(view.rents.map((one) => one[part])))
  const booked = async (account: string, ref: string) =>
    cents(
      Number(
        (
          await db
            .selectFrom('entries')
            .innerJoin('journals', 'journals.id', 'journal_id')
            .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
            .select(({ fn }) => fn.sum('amount_cents').as('all'))
            .where('code', '=', account)
            .where('journals.driver_id', '=', fleet.driver(ref))
            .executeTakeFirstOrThrow()
        ).all,
      ),
    )
  for (const [ref, kind, account] of [
    ['D1', 'rent', 'income:rent'],
    ['D2', 'rent', 'income:rent'],
    ['D2', 'fee', 'income:fee'],
  ] as const) {
    const own = (await linesOf(fleet, ref)).filter((one) => one.kind === kind)
    expect(sum(own.map(({ total }) => total))).toBe(await booked(account, ref))
  }
})

test('what no rule of law was read of waits for a decision, in no sum; decided, also of a month that is over, it has its VAT', async () => {
  const fleet = await anInvoicedMonth()
  const before = await getInvoices(MONTH)
  const undecided = before.lines.filter(({ state }) => state === 'undecided')
  // The plan counts on the day on which it began, which is in this month; the platforms pay incentives.
  expect(undecided.map(({ kind, total, invoiced }) => [kind, total, invoiced])).toEqual(
    expect.arrayContaining([
      ['fine', 60_00, null],
      ['damage', 300_00, null],
      ['incentives', 7_10, null],
      ['incentives', 15_00, null],
    ]),
  )
  const sums = sumsOfLines(before.lines)
  expect(sums.undecided).toEqual({ count: 4, total: 382_10 })
  expect(sums.total).toBe(sum((await getMonth(MONTH)).rents.map(({ total }) => total)))

  const decided = { ...UNDECIDED, damage: 'normal', fine: 'none', incentives: 'by-field' } as const
  await makeChange((change) => saveInvoiceRules(change, MONTH, decided))
  const after = await getInvoices(MONTH)
  // 300.00 × 23 ÷ 123 = 56.097…
  expect(after.lines.find(({ kind }) => kind === 'damage')).toMatchObject({
    state: 'todo',
    rule: 'normal',
    invoiced: { total: 300_00, base: 243_90, vat: 56_10, rate: 2_300 },
  })
  expect(after.leftOut).toEqual([{ kind: 'fine', count: 1, total: 60_00 }])
  // Incentives are in no field of the return yet, so nobody knows their VAT.
  expect(after.lines.filter(({ kind }) => kind === 'incentives').map(({ state }) => state)).toEqual([
    'undecided',
    'undecided',
  ])

  const settings = { incentiveField: 7 }
  await expect(
    makeChange((change) => changeSettings(change, { from: WEEK, reason: 'x', settings })),
  ).rejects.toMatchObject({
    code: 'settings.week-approved',
  })
  await makeChange((change) => saveInvoiceRules(change, MONTH, UNDECIDED))
  expect((await getInvoices(MONTH)).lines.filter(({ state }) => state === 'undecided')).toHaveLength(4)
  expect((await linesOf(fleet, 'D1')).find(({ kind }) => kind === 'fine')?.state).toBe('undecided')
})

test('incentives have the VAT of the field they are in, as the month has it', async () => {
  await aFleet()
  await dropPublicSet()
  for (const field of [1, 3, 7]) {
    await makeChange((change) =>
      changeSettings(change, { from: WEEK, reason: 'Contabilista', settings: { incentiveField: field } }),
    )
    await makeChange((change) => saveInvoiceRules(change, MONTH, { ...UNDECIDED, incentives: 'by-field' }))
    const { lines } = await getInvoices(MONTH)
    const { platforms } = await getMonth(MONTH)
    const { base, vat, total } = sumsOfLines(lines)
    expect(total).toBe(22_10)
    if (field === 3)
      expect([base, vat]).toEqual([3, 4].map((one) => sum(platforms.map(({ vat: of }) => of.fields[one as 3]))))
    if (field === 7) expect([base, vat]).toEqual([22_10, 0])
    if (field === 1) expect(vat).toBe(1_25)
  }
})

test('an invoice is noted for the lines that were seen, once, and taken back', async () => {
  const fleet = await anInvoicedMonth()
  const D1 = partyOf(fleet, 'D1')
  const [rent] = await linesOf(fleet, 'D1')
  const note = (number: string, lines: readonly string[]) =>
    makeChange((change) => noteInvoice(change, D1, { number, issuedOn: '2026-06-30', lines }))
  await note('FT 2026/7', [seenLine(rent!)])
  const [noted] = await linesOf(fleet, 'D1')
  expect(noted).toMatchObject({ state: 'done', left: { base: 0, vat: 0, total: 0 } })
  expect(noted!.notes).toMatchObject([
    { number: 'FT 2026/7', on: '2026-06-30', total: 270_00, base: 219_51, vat: 50_49 },
  ])
  await expect(note('FT 2026/8', [seenLine(rent!)])).rejects.toMatchObject({ code: 'record.changed-meanwhile' })
  const fine = (await linesOf(fleet, 'D1')).find(({ kind }) => kind === 'fine')!
  await expect(note('FT 2026/8', [seenLine(fine)])).rejects.toMatchObject({ code: 'invoice.undecided' })
  await expect(note('FT 2026/8', ['nothing'])).rejects.toMatchObject({ code: 'record.changed-meanwhile' })

  await makeChange((change) => noteNoInvoice(change, D1, fine.key, 'Passada ao motorista'))
  expect((await linesOf(fleet, 'D1')).find(({ kind }) => kind === 'fine')).toMatchObject({ state: 'none' })
  await expect(makeChange((change) => noteNoInvoice(change, D1, fine.key, 'Outra vez'))).rejects.toMatchObject({
    code: 'invoice.said',
  })
  const elsewhere = partyOf(fleet, 'D2')
  await expect(makeChange((change) => withdrawNote(change, elsewhere, noted!.notes[0]!.id))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  await makeChange((change) => withdrawNote(change, D1, noted!.notes[0]!.id))
  expect((await linesOf(fleet, 'D1'))[0]).toMatchObject({ state: 'todo', notes: [] })
})

test('a line that changes after it was invoiced is a difference to be credited, and one that went away is credited whole', async () => {
  const fleet = await anInvoicedMonth()
  const D1 = partyOf(fleet, 'D1')
  const [rent] = await linesOf(fleet, 'D1')
  await makeChange((change) =>
    noteInvoice(change, D1, { number: 'FT 2026/7', issuedOn: '2026-06-30', lines: [seenLine(rent!)] }),
  )
  const frozen = await findFrozen(fleet.driver('D1'), WEEK)
  await makeChange((change) => voidSettlement(change, frozen!.id, 'Renda errada'))
  const [gone] = await linesOf(fleet, 'D1')
  expect(gone).toMatchObject({
    state: 'differs',
    // The next version of the statement may bring it back.
    rule: 'redone',
    total: 0,
    left: { total: -270_00, base: -219_51, vat: -50_49 },
  })

  await asOwner(`update terms set rent_cents = 20000 where driver_id = '${fleet.driver('D1')}' and rent_cents = 27000`)
  await approve()
  const [changed] = await linesOf(fleet, 'D1')
  expect(changed).toMatchObject({
    key: rent!.key,
    state: 'differs',
    total: 200_00,
    left: { total: -70_00, vat: -13_09 },
  })
  expect(sumsOfLines([changed!])).toMatchObject({ left: 0, credit: -70_00, issued: 270_00, total: 200_00 })
  await makeChange((change) =>
    noteInvoice(change, D1, { number: 'NC 2026/1', issuedOn: '2026-07-02', lines: [seenLine(changed!)] }),
  )
  expect((await linesOf(fleet, 'D1'))[0]).toMatchObject({ state: 'done', left: { base: 0, vat: 0, total: 0 } })

  const again = await findFrozen(fleet.driver('D1'), WEEK)
  await makeChange((change) => voidSettlement(change, again!.id, 'A renda fica no recibo'))
  await asOwner(`update terms set rules = rules - 'receiptBase' where driver_id = '${fleet.driver('D1')}'`)
  await approve()
  const away = (await linesOf(fleet, 'D1')).find(({ key }) => key === rent!.key)
  expect(away).toMatchObject({ state: 'differs', rule: 'gone', total: 0, left: { total: -200_00 } })
})

test('what a later statement corrects of a week is a credit of its own, and names the invoice that it corrects', async () => {
  const fleet = await anInvoicedMonth()
  const D1 = partyOf(fleet, 'D1')
  const [rent] = await linesOf(fleet, 'D1')
  await makeChange((change) =>
    noteInvoice(change, D1, { number: 'FT 2026/7', issuedOn: '2026-06-30', lines: [seenLine(rent!)] }),
  )
  const difference = {
    amount: cents(70_00),
    changes: [{ code: 'vehicle.rent' as const, from: cents(-270_00), to: cents(-200_00) }],
    came: [],
    gone: [],
  }
  const of = { driverId: fleet.driver('D1'), about: WEEK, on: NEXT_WEEK }
  await makeChange((change) =>
    decideLateDifference(change, of, difference, { state: 'accepted', reason: 'Renda errada' }),
  )
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }), {
    at: MONDAY.add({ hours: 7 * 24 }),
  })
  const lines = await linesOf(fleet, 'D1')
  const credit = lines.find(({ about }) => about === WEEK)
  expect(credit).toMatchObject({
    week: NEXT_WEEK,
    kind: 'rent',
    state: 'credit',
    corrected: 'FT 2026/7',
    total: -70_00,
    invoiced: { total: -70_00, vat: -13_09 },
  })
  expect(lines.find(({ week, about, kind }) => week === NEXT_WEEK && about === null && kind === 'rent')?.total).toBe(
    270_00,
  )
  const { rents } = await getMonth(MONTH)
  const apart = sumsOfLines((await getInvoices(MONTH)).lines.filter(({ rule }) => rule.endsWith('-apart')))
  for (const part of ['base', 'vat', 'total'] as const) expect(apart[part]).toBe(sum(rents.map((one) => one[part])))
})

test('the file has its documented columns in both forms, sums to the page, and runs no formula', async () => {
  const fleet = await anInvoicedMonth()
  await db.updateTable('drivers').set({ name: '=1+1' }).where('id', '=', fleet.driver('D1')).execute()
  const D1 = partyOf(fleet, 'D1')
  const [rent] = await linesOf(fleet, 'D1')
  await makeChange((change) =>
    noteInvoice(change, D1, { number: '+FT 7', issuedOn: '2026-06-30', lines: [seenLine(rent!)] }),
  )
  const { lines } = await getInvoices(MONTH)
  const view = await getMonth(MONTH)
  const bytes = async (format: 'csv' | 'xlsx', language: 'pt' | 'en') =>
    (await fileOf(view, 'invoices', format, language)).bytes
  const csv = await bytes('csv', 'pt')
  expect([...csv.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...rows] = readCsv(new TextDecoder().decode(csv)).rows.map(({ cells }) => cells)
  expect(head).toHaveLength(INVOICE_COLUMNS.length)
  expect(rows).toHaveLength(lines.length + 1)
  const at = (name: (typeof INVOICE_COLUMNS)[number]) => INVOICE_COLUMNS.indexOf(name)
  const total = rows.at(-1)!
  const inCents = (text: string | undefined) => Number((text ?? '').replace(/[.\s]/g, '').replace(',', ''))
  const sums = sumsOfLines(lines)
  expect([inCents(total[at('base')]), inCents(total[at('vat')]), inCents(total[at('total')])]).toEqual([
    sums.base,
    sums.vat,
    sums.total,
  ])
  expect(inCents(total[at('undecided')])).toBe(sums.undecided.total)
  const own = rows.find((cells) => cells[at('customer')] === 'D1')!
  expect(own[at('name')]).toBe("'=1+1")
  expect(own[at('number')]).toBe("'+FT 7")
  expect(own[at('day')]).toBe('30/06/2026')
  const [sheet] = await readSheets(await bytes('xlsx', 'en'))
  expect(sheet!.table.rows).toHaveLength(rows.length + 1)
})

test('the file shows the end of a NIF, and the whole of it to who said why', async () => {
  const fleet = await anInvoicedMonth()
  const { version, ...known } = await getDriver(fleet.driver('D1'))
  await makeChange((change) =>
    saveDriver(change, fleet.driver('D1'), { ...known, nif: '213456789', dropNif: false, version }),
  )
  const csvOf = ({ bytes }: { bytes: Uint8Array }) => readCsv(new TextDecoder().decode(bytes)).rows
  const nifOf = (rows: ReturnType<typeof csvOf>) =>
    rows.find(({ cells }) => cells[INVOICE_COLUMNS.indexOf('customer')] === 'D1')!.cells[
      INVOICE_COLUMNS.indexOf('taxNumber')
    ]
  const usual = nifOf(csvOf(await fileOf(await getMonth(MONTH), 'invoices', 'csv', 'pt')))
  expect([usual, nifOf(csvOf(await exportInvoicesInFull(MONTH, 'csv', 'pt')))]).toEqual([
    maskNif('213456789'),
    '213456789',
  ])
  expect(JSON.stringify(await getInvoices(MONTH))).not.toContain('213456789')
})

test('a month without anything has no line, and who has none in it is not found', async () => {
  const fleet = await aFleet()
  const { lines, leftOut } = await getInvoices(MONTH)
  expect([lines, leftOut]).toEqual([[], []])
  await expect(getInvoicesOf(MONTH, partyOf(fleet, 'D1').party)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('the page of documentation has every column in its order, by both its names', () => {
  const page = readFileSync('docs/invoices-file.md', 'utf8')
  const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].slice(2).map(([, pt, en]) => [pt!.trim(), en!.trim()])
  const heads = INVOICE_COLUMNS.map((column) =>
    (['pt', 'en'] as const).map((language) => translator(language)(`page.invoices.fileColumns.${column}`)),
  )
  expect(rows).toEqual(heads)
})
