import { expect, test } from 'vitest'
import { previousWeek, weekName } from '#domain/week.ts'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { maskNif } from '#domain/identifiers.ts'
import { cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { listCarried } from '#features/ledger/queries.server.ts'
import { planDebt } from '#features/plans/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { confirmBatch, exportBatch, voidBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { findFrozen, getPayslip, listPayslips } from '#features/settlements/frozen-settlements/queries.server.ts'
import {
  EXPECTED,
  type Fleet,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  dropPublicSet,
  publicFile,
  withoutLines,
  paidBy,
} from '#test/factories.ts'
import { textIn } from '#test/pdf-text.ts'
import {
  listPaperWeeks,
  renderOfficePayslip,
  readSpan,
  renderOfficeSpan,
  renderOfficeYear,
  renderOwnPayslip,
  renderOwnSpan,
  renderOwnYear,
  walkWeekPayslips,
} from './queries.server.ts'

const own = (fleet: Fleet, ref: string) => fleet.driver(ref) as OwnDriverId
const notFound = expect.objectContaining({ code: 'record.not-found' })

async function paidWeek(): Promise<Fleet> {
  const fleet = await anApprovedWeek()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId))
  return fleet
}

const rename = (fleet: Fleet, ref: string, name: string) =>
  db.updateTable('drivers').set({ name }).where('id', '=', fleet.driver(ref)).execute()

test('a driver reads his own statement and nobody else’s', async () => {
  const fleet = await anApprovedWeek()
  for (const ref of ['D1', 'D2']) {
    expect((await getPayslip(own(fleet, ref), WEEK)).settlement.net).toBe(EXPECTED.drivers[ref].balance)
    expect((await renderOwnPayslip(own(fleet, ref), WEEK)).ref).toBe(ref)
    expect(await listPayslips(own(fleet, ref))).toMatchObject([
      { week: WEEK, net_cents: EXPECTED.drivers[ref].balance },
    ])
  }
  const stranger = crypto.randomUUID() as OwnDriverId
  await expect(renderOwnPayslip(stranger, WEEK)).rejects.toEqual(notFound)
  await expect(renderOwnPayslip(own(fleet, 'D1'), NEXT_WEEK)).rejects.toEqual(notFound)
  expect(await listPayslips(stranger)).toEqual([])
})

test('the paper of a statement that is in the bank’s file names the day of the transfer, and one that is not names none', async () => {
  const fleet = await anApprovedWeek()
  const words = async () => textIn((await renderOwnPayslip(own(fleet, 'D1'), WEEK)).bytes).join(' ')
  expect(await words()).not.toContain('transferência prevista')
  const { batchId, executionOn } = await makeChange((change) => exportBatch(change, WEEK))
  expect(executionOn).toBe('2026-06-11')
  expect(await words()).toContain('transferência prevista para 11 jun. 2026')
  await makeChange((change) => voidBatch(change, batchId, 'Engano'))
  expect(await words()).not.toContain('transferência prevista')
})

test('a week in debt pays nothing in the year, and the debt stands beside it', async () => {
  const fleet = await anApprovedWeek()
  const indebted = Object.keys(EXPECTED.drivers).find((ref) => EXPECTED.drivers[ref].balance < 0)!
  const text = textIn((await renderOwnPayslip(own(fleet, indebted), WEEK)).bytes).join('|')
  expect(text).toMatch(/Acumulado das semanas de 2026\|Ganhos 3,23 €\|Custos −37,89 €\|Pago 0,00 €\|Em dívida −34,66 €/)
})

test('a debt that became a plan is owed no longer, and the figures of the year add up', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const put = (week: Week, amount: number) =>
    makeChange((change) =>
      addAdjustment(change, { driverId, week, kind: 'other', amount: cents(amount), reason: 'Acerto' }),
    )
  const approve = (week: Week) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
  const balance = async () => (await listCarried()).get(driverId) ?? 0
  const euros = (amount: number) => formatMoney(cents(amount), 'pt').replaceAll('\u00a0', ' ')
  const payslipText = async (week: Week) => textIn((await renderOwnPayslip(own(fleet, 'D1'), week)).bytes).join('|')

  await put(WEEK, -270_00)
  await approve(WEEK)
  const owed = await balance()
  expect(await payslipText(WEEK)).toContain(`Em dívida ${euros(owed)}`)
  await makeChange((change) =>
    planDebt(change, { driverId, total: cents(-owed), count: 3, first: NEXT_WEEK, reason: 'Dívida' }),
  )
  await put(NEXT_WEEK, 1_000_00)
  await approve(NEXT_WEEK)
  expect(await balance()).toBe(0)
  const figures = (await payslipText(NEXT_WEEK)).split('Acumulado das semanas de 2026|')[1]!
  expect(figures).toContain(`Outros movimentos ${euros(-owed)}|Pago 0,00 €|Por pagar `)
  expect(figures).not.toContain('Em dívida')

  const { id } = (await findFrozen(driverId, NEXT_WEEK))!
  await makeChange((change) => payOne(change, id, paidBy('MB WAY')))
  const paid = (await payslipText(NEXT_WEEK)).split('Acumulado das semanas de 2026|')[1]!
  expect(paid).not.toContain('Por pagar')
  const amounts = [...paid.matchAll(/(Ganhos|Custos|Acertos|Outros movimentos|Pago) (−?)([\d.]+),(\d\d) €/g)]
  const total = amounts.reduce((all, [, name, sign, whole, rest]) => {
    const amount = Number(whole!.replaceAll('.', '') + rest!) * (sign ? -1 : 1)
    return all + (name === 'Pago' ? -amount : amount)
  }, 0)
  expect([amounts.length, total]).toEqual([5, 0])
})

test('a driver reads nothing of a week that was not issued; the office sees a draft that says so', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  await expect(renderOwnPayslip(own(fleet, 'D1'), WEEK)).rejects.toEqual(notFound)
  const draft = await renderOfficePayslip(fleet.driver('D1'), WEEK)
  expect(Buffer.from(draft.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(renderOfficePayslip(crypto.randomUUID(), WEEK)).rejects.toEqual(notFound)
  expect(await Array.fromAsync(walkWeekPayslips(WEEK))).toEqual([])
})

test('the same statement gives each reader the same bytes, alone and among those of the week', async () => {
  const fleet = await anApprovedWeek()
  const first = await renderOwnPayslip(own(fleet, 'D1'), WEEK)
  expect(await renderOwnPayslip(own(fleet, 'D1'), WEEK)).toEqual(first)
  const ofOffice = await renderOfficePayslip(fleet.driver('D1'), WEEK)
  expect((await Array.fromAsync(walkWeekPayslips(WEEK, () => {}, 'office')))[0]?.bytes).toEqual(ofOffice.bytes)
  const week = await Array.fromAsync(walkWeekPayslips(WEEK))
  expect(week.map(({ name }) => name)).toEqual(Array.from({ length: 8 }, (_, at) => `extrato-2026-W23-D${at + 1}.pdf`))
  expect(week[0]?.bytes).toEqual(first.bytes)
})

test.each([['approved', anApprovedWeek] as const, ['paid', paidWeek] as const])(
  'the driver reads the whole NIF on a statement that is %s, the office its last digits and nothing else otherwise',
  async (_, aWeek) => {
    const fleet = await aWeek()
    const number = '123456789'
    const nif = sealedNif('drivers.nif', fleet.driver('D1'), number)
    await db.updateTable('drivers').set(nif).where('id', '=', fleet.driver('D1')).execute()
    const [office, own1] = [
      await renderOfficePayslip(fleet.driver('D1'), WEEK),
      await renderOwnPayslip(own(fleet, 'D1'), WEEK),
    ]
    const ofDriver = textIn(own1.bytes).join('|')
    expect(ofDriver).toContain(number)
    expect(textIn(office.bytes).join('|')).toBe(ofDriver.replace(number, maskNif(number)))
    expect(await renderOfficePayslip(fleet.driver('D1'), WEEK)).toEqual(office)
  },
)

test('the paper of a paid statement stays as it was first drawn, whatever changes later', async () => {
  const fleet = await paidWeek()
  const first = await renderOwnPayslip(own(fleet, 'D1'), WEEK)
  const ofOffice = await renderOfficePayslip(fleet.driver('D1'), WEEK)
  await rename(fleet, 'D1', 'Outro Nome')
  await db
    .updateTable('drivers')
    .set({ language: 'en', ...sealedNif('drivers.nif', fleet.driver('D1'), '123456789') })
    .where('id', '=', fleet.driver('D1'))
    .execute()
  await db.updateTable('company').set({ name: 'Outra Empresa, Lda' }).execute()
  await drop([withoutLines(publicFile('2026W23'), 'Anselmo')])
  expect(await renderOwnPayslip(own(fleet, 'D1'), WEEK)).toEqual(first)
  expect(await renderOfficePayslip(fleet.driver('D1'), WEEK)).toEqual(ofOffice)
  expect((await Array.fromAsync(walkWeekPayslips(WEEK))).find(({ ref }) => ref === 'D1')?.bytes).toEqual(first.bytes)
})

test('the paper of a statement that is not paid yet follows the driver’s record', async () => {
  const fleet = await anApprovedWeek()
  const first = await renderOwnPayslip(own(fleet, 'D1'), WEEK)
  await rename(fleet, 'D1', 'Outro Nome')
  expect((await renderOwnPayslip(own(fleet, 'D1'), WEEK)).bytes).not.toEqual(first.bytes)
  expect(await db.selectFrom('payslip_files').selectAll().execute()).toEqual([])
})

test('many who open a paid statement for the first time at the same moment see the same paper', async () => {
  const fleet = await paidWeek()
  const names = Array.from({ length: 6 }, (_, at) => `Nome ${at}`)
  const papers = await Promise.all(
    names.map(async (name) => {
      await rename(fleet, 'D1', name)
      return renderOwnPayslip(own(fleet, 'D1'), WEEK)
    }),
  )
  expect(new Set(papers.map(({ bytes }) => Buffer.from(bytes).toString('base64')))).toHaveLength(1)
  expect(await db.selectFrom('payslip_files').selectAll().execute()).toHaveLength(1)
})

test('a kept paper is neither exchanged nor thrown away', async () => {
  const fleet = await paidWeek()
  await renderOwnPayslip(own(fleet, 'D1'), WEEK)
  await expect(db.deleteFrom('payslip_files').execute()).rejects.toThrow('written once')
  await expect(
    db
      .updateTable('payslip_files')
      .set({ sha256: '0'.repeat(64) })
      .execute(),
  ).rejects.toThrow('written once')
})

test('a year is one paper: a sheet whose groups sum to what each line came to, then every statement', async () => {
  const fleet = await aFleet()
  const D1 = own(fleet, 'D1')
  const nif = sealedNif('drivers.nif', D1, '299999998')
  await db.updateTable('drivers').set(nif).where('id', '=', D1).execute()
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const prize = { driverId: D1, week: NEXT_WEEK, kind: 'prize' as const, reason: 'Bom serviço' }
  await makeChange((change) => addAdjustment(change, { ...prize, amount: cents(25_00) }))
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))

  expect(await listPaperWeeks(D1)).toEqual([NEXT_WEEK, WEEK])
  const paper = await renderOwnYear(D1, 2026)
  const words = textIn(paper.bytes).map((word) => word.replaceAll(/\s/g, ' '))
  const issued = [await getPayslip(D1, WEEK), await getPayslip(D1, NEXT_WEEK)]
  const lines = issued
    .flatMap(({ settlement }) => settlement.lines)
    .filter(({ code }) => code !== 'balance.carried' && code !== 'balance.deferred')
  const result = cents(lines.reduce((total, { amount }) => total + amount, 0))
  expect(paper.name).toBe('extratos-2026.pdf')
  expect(words).toEqual(
    expect.arrayContaining([
      'Extrato do ano 2026',
      'Resultado do ano',
      formatMoney(result, 'pt').replaceAll(/\s/g, ' '),
    ]),
  )
  expect(words.filter((word) => word === 'Extrato semanal')).toHaveLength(2)
  for (const { week } of issued) {
    const alone = textIn((await renderOwnPayslip(D1, week)).bytes).map((word) => word.replaceAll(/\s/g, ' '))
    // All words except the page numbers, which run on through the year.
    expect(words).toEqual(expect.arrayContaining(alone.filter((word) => !word.startsWith('Página'))))
  }
  expect((await renderOwnYear(D1, 2026)).bytes).toEqual(paper.bytes)
  const office = textIn((await renderOfficeYear(D1, 2026)).bytes).join('|')
  expect([words.join('|').includes('299999998'), office.includes('299999998')]).toEqual([true, false])
  await expect(renderOwnYear(D1, 2025)).rejects.toEqual(notFound)
  await expect(renderOwnYear(D1, Number('x'))).rejects.toEqual(notFound)
  await expect(renderOfficeYear('7', 2026)).rejects.toEqual(notFound)
})

test('several weeks are one paper, in whichever order they are asked for, and no week that was not asked for is in it', async () => {
  const fleet = await aFleet()
  const D1 = own(fleet, 'D1')
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const prize = { driverId: D1, week: NEXT_WEEK, kind: 'prize' as const, reason: 'Bom serviço' }
  await makeChange((change) => addAdjustment(change, { ...prize, amount: cents(25_00) }))
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  const asked = readSpan(new URLSearchParams({ from: weekName(NEXT_WEEK), to: weekName(WEEK) }))
  expect(asked).toEqual({ from: WEEK, to: NEXT_WEEK })

  const wordsOf = ({ bytes }: { bytes: Uint8Array }) => textIn(bytes).map((word) => word.replaceAll(/\s/g, ' '))
  const both = await renderOwnSpan(D1, asked)
  expect(both.name).toBe(`extratos-${weekName(WEEK)}-${weekName(NEXT_WEEK)}.pdf`)
  expect(wordsOf(both).filter((word) => word === 'Extrato semanal')).toHaveLength(2)
  const { settlement } = await getPayslip(D1, WEEK)
  const one = await renderOwnSpan(D1, { from: WEEK, to: WEEK })
  const result = settlement.lines
    .filter(({ code }) => code !== 'balance.carried' && code !== 'balance.deferred')
    .reduce((total, { amount }) => total + amount, 0)
  expect(wordsOf(one)).toEqual(
    expect.arrayContaining(['Resultado destas semanas', formatMoney(cents(result), 'pt').replaceAll(/\s/g, ' ')]),
  )
  expect(wordsOf(one).filter((word) => word === 'Extrato semanal')).toHaveLength(1)
  expect(wordsOf(one)).not.toContain('Bom serviço')
  expect((await renderOfficeSpan(D1, asked)).name).toContain('-D1.pdf')

  const before = previousWeek(WEEK)
  await expect(renderOwnSpan(D1, { from: before, to: before })).rejects.toEqual(notFound)
  expect(() => readSpan(new URLSearchParams({ from: weekName(WEEK) }))).toThrow('week.unreadable')
})
