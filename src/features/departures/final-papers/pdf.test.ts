import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalFigures } from '#domain/departure.ts'
import { ZERO, cents, minus, sum } from '#domain/money.ts'
import type { CurrentAccount } from '#features/ledger/current-accounts/schema.ts'
import type { FinalAccount } from '#features/departures/final-accounts/schema.ts'
import type { PlanView } from '#features/plans/schema.ts'
import { translator } from '#messages/translate.ts'
import { textIn } from '#test/pdf-text.ts'
import { type PaperHead, accountGroups, renderDepositStatement, renderFinalAccount } from './pdf.ts'

const HEAD: PaperHead = {
  language: 'pt',
  title: 'Conta final',
  company: {
    name: 'Rotas Lusas Fictícias, Unipessoal Lda',
    nipc: '900000202',
    licence: '12345/2024',
    contact: null,
    iban: 'PT50000201231234567890154',
    logo: null,
  },
  driver: { name: 'Bruna Salgueiro Nóbrega', nif: '299999998' },
  madeAt: Temporal.Instant.from('2026-07-22T09:00:00Z'),
}

const entry = (id: number, amount: number, balance: number): CurrentAccount['entries'][number] => ({
  id,
  journal: id,
  day: '2026-06-08',
  amount: cents(amount),
  balance: cents(balance),
  driver: null,
  kind: 'settlement',
  week: null,
  plan: null,
  isIssued: true,
  counters: [],
  reason: null,
  parts: [],
})
const book = (balance: number, entries: CurrentAccount['entries'] = []): CurrentAccount => ({
  on: '2026-07-22',
  balance: cents(balance),
  count: entries.length,
  entries,
  awaited: ZERO,
  carried: cents(balance),
})

/** 50,00 owed on the current account, 80,00 for a damage, 300,00 of deposit held. */
const OPEN: FinalAccount = {
  driver: { id: 'd', name: 'Bruna Salgueiro Nóbrega', ref: 'D2', nif: '299999998', language: 'pt' },
  departure: {
    id: 's',
    leftAt: '2026-06-07T17:00:00Z',
    lastDay: '2026-06-07',
    reason: 'Mudou de cidade',
    checklist: [],
    waitsUntil: '2026-07-31',
    signsInUntil: null,
    paysIn: null,
    returnedOn: null,
    wasSuspended: false,
  },
  state: 'waiting',
  figures: {
    carried: cents(-50_00),
    due: cents(80_00),
    held: cents(300_00),
    used: cents(130_00),
    returned: cents(170_00),
    figure: cents(170_00),
  },
  awaited: ZERO,
  plans: [
    {
      id: 'p',
      kind: 'damage',
      reason: 'Para-choques',
      awaitsAcceptance: false,
      agreed: cents(80_00),
      remaining: cents(80_00),
    },
  ],
  deposits: [
    {
      id: 'c',
      kind: 'deposit',
      reason: 'Caução',
      agreed: cents(300_00),
      remaining: ZERO,
      received: cents(300_00),
      used: ZERO,
      returned: ZERO,
      held: cents(300_00),
    },
  ],
  expected: [],
  contested: [],
  movements: [],
  books: { current: book(-50_00, [entry(1, -50_00, -50_00)]), plan: book(-80_00), deposit: book(300_00) },
}

const textOf = async (account: FinalAccount, head = HEAD) => textIn(await renderFinalAccount(head, account)).join('|')

test('an open account lists its parts down to what is paid, and says how long it waits', async () => {
  const text = await textOf(OPEN)
  expect(text).toContain('Conta corrente|−50,00 €|Extrato|8 jun. 2026|−50,00 €')
  expect(text).toContain('Planos|−80,00 €|Dano · Para-choques|o que falta, de 80,00 €|−80,00 €')
  expect(text).toContain('Caução|300,00 €|Caução|recebida 300,00 €, utilizada 0,00 €, devolvida 0,00 €|300,00 €')
  expect(text).not.toContain('contestadas')
  expect(text).toContain('A pagar ao motorista|170,00 €')
  expect(text).toContain('Em espera · a conta espera até 31 jul. 2026 por multas e portagens atrasadas')
  expect(text).toContain('Da caução, 130,00 € cobrem a dívida e 170,00 € são devolvidos.')
})

test('a closed one keeps what it was closed with and lists what came after; who owes reads where to pay until when', async () => {
  const closed = {
    id: 'm',
    kind: 'closed' as const,
    isTakenBack: false,
    amount: cents(170_00),
    figures: OPEN.figures,
    lastEntry: 4,
    reason: 'Conta final',
    file: null,
    at: '2026-07-22T09:00:00Z',
    by: null,
  }
  const owing: FinalAccount = {
    ...OPEN,
    state: 'owing',
    figures: {
      ...OPEN.figures,
      carried: cents(-60_00),
      due: ZERO,
      held: ZERO,
      used: ZERO,
      returned: ZERO,
      figure: cents(-60_00),
    },
    plans: [],
    deposits: [],
    movements: [closed],
    books: {
      ...OPEN.books,
      current: book(-60_00, [
        { ...entry(6, -60_00, -60_00), kind: 'final', reason: 'Multa' },
        entry(5, -170_00, 0),
        entry(4, 170_00, 170_00),
      ]),
    },
  }
  const text = await textOf(owing, { ...HEAD, title: 'Pedido de pagamento' })
  expect(text).toContain('Pedido de pagamento')
  expect(text).toContain('Fechada em 22 jul. 2026|170,00 €|Saldo por acertar|−50,00 €|Planos|−80,00 €')
  expect(text).toContain(
    'Depois de fechada|−230,00 €|Extrato|8 jun. 2026|−170,00 €|Conta final|8 jun. 2026 · Multa|−60,00 €',
  )
  expect(text).toContain('A pagar pelo motorista|60,00 €')
  expect(text).toContain('por transferência para a empresa, até 21 ago. 2026')
  expect(text).toContain('IBAN da empresa: PT50 0002 0123 1234 5678 9015 4|Indique D2 na transferência.')
  expect(text).toContain('Se não concordar com um valor, diga-o ao escritório antes desse dia.')
  const settled = await textOf({ ...owing, state: 'settled' })
  expect(settled).toContain('Quem não concordar com um valor pode dizê-lo ao escritório.')
  expect(settled).not.toMatch(/Indique|antes desse dia/)
})

/** Closed with 150,00 owed to the driver while 40,00 were approved and unpaid; `since`: later entries, `awaited`: unpaid now. */
const closedWith = (since: readonly number[], awaited: number, left: { due: number; held: number }): FinalAccount => {
  const then = { carried: cents(150_00), due: ZERO, held: ZERO, used: ZERO, returned: ZERO, figure: cents(150_00) }
  let current = cents(190_00)
  const entries = since.map((amount, at) => {
    current = sum([current, cents(amount)])
    return entry(5 + at, amount, current)
  })
  const plan = { id: 'p', kind: 'damage' as const, remaining: cents(left.due), held: ZERO }
  const deposit = { id: 'c', kind: 'deposit' as const, remaining: ZERO, held: cents(left.held) }
  const figures = finalFigures(sum([current, minus(cents(awaited))]), [plan, deposit])
  return {
    ...OPEN,
    state: figures.figure < 0 ? 'owing' : 'to-pay',
    figures,
    awaited: cents(awaited),
    plans: [{ ...OPEN.plans[0]!, remaining: plan.remaining }],
    deposits: [{ ...OPEN.deposits[0]!, held: deposit.held }],
    movements: [
      {
        id: 'm',
        kind: 'closed',
        isTakenBack: false,
        amount: then.figure,
        figures: then,
        lastEntry: 4,
        reason: 'Conta final',
        file: null,
        at: '2026-07-22T09:00:00Z',
        by: null,
      },
    ],
    books: { ...OPEN.books, current: book(current, [...entries.toReversed(), entry(4, 190_00, 190_00)]) },
  }
}

test('what was approved and unpaid at the closing is named once, whether it waits still or was paid since', async () => {
  const nothingElse = { due: 0, held: 0 }
  expect(await textOf(closedWith([], 40_00, nothingElse))).toContain(
    'Depois de fechada|0,00 €|Aprovado antes de fechar, por pagar|40,00 €|Aprovado, por pagar|segue no seu próprio pagamento|−40,00 €',
  )
  const paid = await textOf(closedWith([-40_00], 0, nothingElse))
  expect(paid).toContain(
    'Depois de fechada|0,00 €|Aprovado antes de fechar, por pagar|40,00 €|Extrato|8 jun. 2026|−40,00 €',
  )
  expect(paid).toContain('A pagar ao motorista|150,00 €')
})

test('a settled account asks nothing of either', async () => {
  const text = await textOf(closedWith([-190_00], 0, { due: 0, held: 0 }))
  expect(text).toContain('Nada a pagar|0,00 €')
  expect(text).not.toMatch(/A pagar (ao|pelo) motorista/)
})

test('the parts of a paper come to its total, and the rows of each to the part, open or closed', () => {
  const t = translator('pt')
  const read = (money: string) => Number(money.replaceAll(/\D/g, '')) * (money.startsWith('−') ? -1 : 1)
  const amount = (most: number) => fc.integer({ min: -most, max: most })
  const size = fc.integer({ min: 0, max: 500_000 })
  fc.assert(
    fc.property(
      fc.array(amount(300_000), { maxLength: 12 }),
      fc.oneof(fc.constant(0), size),
      fc.record({ due: size, held: size }),
      fc.boolean(),
      (since, awaited, left, isClosed) => {
        const closed = closedWith(since, awaited, left)
        const account = isClosed ? closed : { ...closed, movements: [] }
        const groups = accountGroups(account, t)
        const total = (rows: readonly { amount: string }[]) => rows.reduce((all, one) => all + read(one.amount), 0)
        expect(total(groups)).toBe(account.figures.figure)
        for (const group of groups) expect([group.label, total(group.rows)]).toEqual([group.label, read(group.amount)])
      },
    ),
  )
})

test('a deposit says what came in, what it was used for, what went back, and until when the rest does', async () => {
  const moved = { id: 'm', file: null, at: '2026-06-08T09:00:00Z' }
  const plan = {
    reason: 'Caução',
    taken: cents(100_00),
    held: cents(180_00),
    past: [{ week: '2026-06-01', due: cents(100_00), taken: cents(100_00) }],
    movements: [
      { ...moved, kind: 'early', amount: cents(200_00), reason: 'Entrega' },
      { ...moved, kind: 'used', amount: cents(120_00), reason: 'Porta amolgada' },
    ],
  } as unknown as PlanView
  const text = textIn(await renderDepositStatement({ ...HEAD, language: 'en' }, [plan], '2026-07-31')).join('|')
  expect(text).toContain(
    'Deposit to return|€180.00|To be returned by 31 Jul 2026, once late fines and tolls are known.',
  )
  expect(text).toContain('Received|8 Jun 2026 · Entrega|€200.00|Received|Week 23|€100.00')
  expect(text).toContain('Used|8 Jun 2026 · Porta amolgada|−€120.00')
})
