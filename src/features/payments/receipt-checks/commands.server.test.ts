import { askAlone } from '#db/together.server.ts'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { type PortalPaper, portalPaper } from '#demo/portal-paper.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { sendReceipt } from '#features/payments/green-receipts/commands.server.ts'
import { findDue, findOwnReceipt, listAsked } from '#features/payments/green-receipts/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange, tried } from '#test/factories.ts'
import { answerFinding, checkList, takeBackFinding } from './commands.server.ts'
import { openFindings, getCheck, getFinding, listOpenFindings } from './queries.server.ts'

const US = { nif: '512345678', name: 'Rotas Lusas Fictícias, Unipessoal Lda' }
const NIFS = { D1: '299999998', D2: '123456789' } as const
let own: Record<keyof typeof NIFS, OwnDriverId>
let value: Record<keyof typeof NIFS, number>

beforeEach(async () => {
  const fleet = await anApprovedWeek()
  await db.updateTable('company').set({ nipc: US.nif }).execute()
  own = { D1: fleet.driver('D1') as OwnDriverId, D2: fleet.driver('D2') as OwnDriverId }
  for (const ref of ['D1', 'D2'] as const)
    await db
      .updateTable('drivers')
      .set(sealedNif('drivers.nif', own[ref], NIFS[ref]))
      .where('id', '=', own[ref])
      .execute()
  value = { D1: (await findDue(own.D1, WEEK))!.value, D2: (await findDue(own.D2, WEEK))!.value }
})

type Line = { nif: string; number: number; base: number; vat?: number; kind?: string; on?: string }
const money = (amount: number) =>
  `${amount < 0 ? '-' : ''}${Math.trunc(Math.abs(amount) / 100)},${String(Math.abs(amount) % 100).padStart(2, '0')} €`

/** A list as e-Fatura exports it, with a workshop's invoice among the lines. */
function aList(...lines: Line[]): File {
  const head =
    'Setor;Emitente;Nº Fatura / ATCUD;Tipo;Data Emissão;Total;IVA;Base Tributável;Situação;Comunicação  Emitente;Comunicação  Adquirente'
  const cells = lines.map(({ nif, number, base, vat = 0, kind = 'Fatura-recibo', on = '2026-06-10' }) => [
    ...['', `${nif} - Motorista Exemplo`, `FR ATSIRE01FR/${number} / JJ${nif.slice(-6)}-${number}`, kind, on],
    ...[money(base + vat), money(vat), money(base), 'Registado', '', ''],
  ])
  const workshop = ['', '501234560 - Oficina Exemplo, Lda', 'FT OF.2026/118 / JJTEST03-118', 'Fatura', '2026-06-01']
  const all = [...cells, [...workshop, '123,00 €', '23,00 €', '100,00 €', 'Registado', '', '']]
  const rows = all.map((row) => row.map((cell) => `"${cell}"`).join(';'))
  const quoted = head
    .split(';')
    .map((cell) => `"${cell}"`)
    .join(';')
  return new File([`\uFEFF${[quoted, ...rows].join('\r\n')}\r\n`], 'e-fatura.csv')
}
const last = (): Line => ({ nif: NIFS.D2, number: 900, base: 1, on: '2026-06-30' })
const checked = (...lines: Line[]) => makeChange((change) => checkList(change, aList(...lines)))
const found = async (id: string, ref = 'D1') =>
  (await getCheck(id)).findings.filter(({ driver }) => driver.ref === ref).map(({ outcome, state }) => [outcome, state])
const mark = async (ref: keyof typeof NIFS) => (await findOwnReceipt(own[ref], WEEK))!.mark

async function sends(ref: keyof typeof NIFS, number: number, otherwise: Partial<PortalPaper> = {}): Promise<void> {
  const due = (await findDue(own[ref], WEEK))!
  const bytes = await portalPaper({
    number,
    issuer: { nif: NIFS[ref], name: 'Motorista' },
    acquirer: US,
    value: due.value,
    issuedOn: '2026-06-10',
    suppliedOn: '2026-06-07',
    description: 'Serviço TVDE semana 01/06/2026 a 07/06/2026 (2026-W23)',
    ...(due.expected.agreed ? { vat: due.expected.agreed.vat, withholding: due.expected.agreed.withholding } : {}),
    ...otherwise,
  })
  const paper = new File([new Uint8Array(bytes)], 'recibo.pdf')
  await makeChange((change) => sendReceipt(change, { driver: own[ref], week: WEEK }, { paper, code: '' }))
}

test('a receipt that nobody sent and the list has as it was asked for is received', async () => {
  expect(await mark('D1')).toBeNull()
  const id = await checked({ nif: NIFS.D1, number: 24, base: value.D1 })
  const { check, findings } = await getCheck(id)
  expect(findings.find(({ driver }) => driver.ref === 'D1')).toMatchObject({
    outcome: 'matched',
    state: 'fine',
    week: WEEK,
    expected: { value: value.D1 },
    listed: { number: 'FR ATSIRE01FR/24', base: value.D1 },
  })
  // Of the workshop's line only the count is kept.
  expect(check).toMatchObject({ lines: 1, others: 1, first: '2026-06-01', last: '2026-06-10', asked: 0 })
  expect(await mark('D1')).toBe('received')
})

test('two drivers of one name are told apart in a check', async () => {
  await db.updateTable('drivers').set({ name: 'José Ferreira' }).where('ref', 'in', ['D1', 'D2']).execute()
  const id = await checked({ nif: NIFS.D1, number: 24, base: value.D1 }, { nif: NIFS.D2, number: 7, base: value.D2 })
  const { findings } = await getCheck(id)
  const names = findings.filter(({ outcome }) => outcome === 'matched').map(({ driver }) => driver.name)
  expect(names.toSorted()).toEqual(['José Ferreira · D1', 'José Ferreira · D2'])
})

test('a sum that differs is a question, with both, and its answer ends it', async () => {
  const id = await checked({ nif: NIFS.D1, number: 24, base: value.D1 - 1 })
  const [question] = await listOpenFindings()
  expect(question).toMatchObject({
    outcome: 'different',
    listed: { base: value.D1 - 1 },
    expected: { value: value.D1 },
  })
  expect([await askAlone(openFindings, db), await mark('D1')]).toEqual([{ count: 1, since: MONDAY.toString() }, null])
  await makeChange((change) =>
    answerFinding(change, question!.id, { answer: 'accepted', words: 'Um cêntimo não faz mal' }),
  )
  expect([await askAlone(openFindings, db), await mark('D1')]).toEqual([{ count: 0, since: null }, 'received'])
  expect(await found(id)).toEqual([['different', 'accepted']])
  await expect(
    tried((change) => answerFinding(change, question!.id, { answer: 'declined', words: 'Afinal não' })),
  ).rejects.toMatchObject({ code: 'receipt.answered' })
})

test('a paper that e-Fatura does not have is a question; declined, it counts no more and the driver reads why', async () => {
  await sends('D1', 24)
  expect(await mark('D1')).toBe('received')
  await checked(last())
  const question = (await listOpenFindings()).find(({ driver }) => driver.ref === 'D1')!
  expect(question).toMatchObject({ outcome: 'missing', listed: null, expected: { number: 'FR ATSIRE01FR/24' } })
  await makeChange((change) =>
    answerFinding(change, question.id, { answer: 'declined', words: 'Foi anulado no Portal' }),
  )
  expect(await mark('D1')).toBeNull()
  const { notices } = await listNotices(own.D1, { limit: 1, before: null })
  expect(notices[0]!.facts).toEqual({ kind: 'receipt-declined', week: WEEK, reason: 'Foi anulado no Portal' })
})

test('a receipt that no statement asks for is told to its driver by the answer', async () => {
  await sends('D1', 24)
  await checked({ nif: NIFS.D1, number: 24, base: value.D1 }, { nif: NIFS.D1, number: 25, base: value.D1 })
  const [question] = await listOpenFindings()
  expect(question).toMatchObject({
    outcome: 'unasked',
    week: null,
    expected: null,
    listed: { number: 'FR ATSIRE01FR/25' },
  })
  await makeChange((change) => answerFinding(change, question!.id, { answer: 'declined', words: 'Emitiu duas vezes' }))
  const { notices } = await listNotices(own.D1, { limit: 1, before: null })
  expect(notices[0]!.facts).toMatchObject({ kind: 'receipt-unasked', number: 'FR ATSIRE01FR/25', day: '2026-06-10' })
})

test('the same list again keeps its answers, and a later one takes the place of what was asked', async () => {
  const wrong = { nif: NIFS.D1, number: 24, base: value.D1 - 1 }
  await checked(wrong)
  const [question] = await listOpenFindings()
  const again = await checked(wrong)
  expect((await getFinding(question!.id)).state).toBe('gone')
  const [asked] = await listOpenFindings()
  expect(asked!.check).toBe(again)
  await makeChange((change) => answerFinding(change, asked!.id, { answer: 'accepted', words: 'Está bem' }))
  expect(await found(await checked(wrong))).toEqual([['different', 'accepted']])
  expect(await askAlone(openFindings, db)).toEqual({ count: 0, since: null })
})

test('a list that is none, a driver’s own one, and one of other suppliers alone are refused', async () => {
  const refusal = (file: File) => tried((change) => checkList(change, file)).catch(({ code }: { code: string }) => code)
  expect(await refusal(new File(['nome;valor\nAna;1\n'], 'a.csv'))).toBe('receipt-list.unreadable')
  expect(await refusal(aList())).toBe('receipt-list.nobody')
  expect(await db.selectFrom('receipt_checks').select('id').execute()).toEqual([])
})

test('a list that repeats a slip answers no question about the paper with it', async () => {
  await sends('D1', 24, { value: value.D1 - 100 })
  expect(await mark('D1')).toBeNull()
  const id = await checked({ nif: NIFS.D1, number: 24, base: value.D1 - 100 })
  expect(await found(id)).toEqual([['different', 'fine']])
  expect(await mark('D1')).toBeNull()
})

test('a slip that the list repeats in other sums is answered once for the paper and the list', async () => {
  await sends('D1', 24, { value: value.D1 - 100 })
  await checked({ nif: NIFS.D1, number: 24, base: value.D1 })
  const question = (await listOpenFindings()).find(({ driver }) => driver.ref === 'D1')!
  await makeChange((change) => answerFinding(change, question.id, { answer: 'accepted', words: 'A lista tem o certo' }))
  expect([await mark('D1'), (await listAsked()).length]).toEqual(['received', 0])
  await makeChange((change) => takeBackFinding(change, question.id))
  expect([await mark('D1'), (await listAsked()).length]).toEqual([null, 1])
  await makeChange((change) => answerFinding(change, question.id, { answer: 'declined', words: 'Emita de novo' }))
  expect([await mark('D1'), (await listAsked()).length]).toEqual([null, 0])
})

test('an answer to a finding is taken back with what it did, and is asked again in the next list', async () => {
  const wrong = { nif: NIFS.D1, number: 24, base: value.D1 - 1 }
  await checked(wrong)
  const [question] = await listOpenFindings()
  await makeChange((change) => answerFinding(change, question!.id, { answer: 'accepted', words: 'Está bem' }))
  const again = await checked(wrong)
  const known = (await getCheck(again)).findings.find(({ driver }) => driver.ref === 'D1')!
  expect([known.state, await mark('D1')]).toEqual(['accepted', 'received'])
  await makeChange((change) => takeBackFinding(change, known.id))
  expect([await mark('D1'), (await getFinding(known.id)).state]).toEqual([null, 'asked'])
  expect(await found(await checked(wrong))).toEqual([['different', 'asked']])
  await expect(tried((change) => takeBackFinding(change, known.id))).rejects.toMatchObject({ code: 'receipt.answered' })
})
