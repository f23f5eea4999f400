import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { listBankAccounts } from '#features/bank/queries.server.ts'
import { listBalances } from '#features/ledger/current-accounts/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { listPayees } from '#features/payments/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange } from '#test/factories.ts'
import { answerMovement, matchExact, takeAnswerBack } from './commands.server.ts'
import { listMovements } from './queries.server.ts'

const sample = (path: string) => ({
  name: path.split('/')[1]!,
  bytes: readFileSync(new URL(`../../../../test/fixtures/money/${path}`, import.meta.url)),
})
const textFile = (name: string, lines: readonly string[]) => ({ name, bytes: Buffer.from(lines.join('\r\n')) })

/** Imports a file and matches what fits, as the command line does. */
async function take(file: { name: string; bytes: Uint8Array }) {
  const outcome = await makeChange((change) => importBankFile(change, file))
  if (outcome.status === 'refused' || outcome.is === 'answer') return { outcome, fresh: 0, matched: 0 }
  const fresh = outcome.statements.flatMap((one) => one.fresh)
  return { outcome, fresh: fresh.length, matched: await matchExact(fresh, { actor: COMMAND_LINE, now: MONDAY }) }
}
const brokenRules = async () => (await examineBooks()).filter(({ broken }) => broken > 0)
const states = async () =>
  Object.fromEntries(
    (
      await db
        .selectFrom('settlements')
        .innerJoin('drivers', 'drivers.id', 'driver_id')
        .select(['ref', 'state'])
        .orderBy('ref')
        .execute()
    ).map(({ ref, state }) => [ref, state]),
  )
/** The balances without the bank's opening: only what moved. */
const balances = async () => {
  const { company } = await listBalances(Temporal.PlainDate.from('2026-06-30'))
  const of = new Map<string, number>(company.map((one) => [one.account, one.balance]))
  of.set('bank', (of.get('bank') ?? 0) + (of.get('opening') ?? 0))
  of.delete('opening')
  return Object.fromEntries(of)
}
const saidOfAll = async () =>
  (await listMovements())
    .toReversed()
    .map(({ answer, proposal }) =>
      answer
        ? `${answer.kind} ${answer.platform ?? answer.payments.map(({ ref }) => ref).join(' ')}`
        : proposal!.say === 'asked'
          ? `asked ${proposal!.differs?.difference ?? ''}`.trim()
          : `${proposal!.say} ${proposal!.match.is} ${'account' in proposal!.match ? proposal!.match.account : ''}`.trim(),
    )

async function aWeekInTheFile() {
  const fleet = await anApprovedWeek()
  const file = await makeChange((change) => exportBatch(change, WEEK))
  return { fleet, batchId: file.batchId }
}

const AFTER = { D1: 'paid', D2: 'paid', D3: 'paid', D4: 'paid', D5: 'paid', D6: 'paid', D7: 'approved', D8: 'paid' }
const REST = [
  'proposed account recovered:tolls',
  'proposed account recovered:fuel',
  'return D5',
  'proposed driver',
  'asked',
  'asked',
  'payments D5',
  'proposed account costs:bank',
  'proposed account costs:bank',
]

test.each([
  ['bank/cgd.csv', 'payments D1 D2 D3 D4 D5 D6 D8'],
  ['bank/novobanco.xlsx', 'payments D1 D2 D3 D4 D5 D6 D8'],
  ['camt/camt053.v2.pt.xml', 'payments D1 D2 D3 D4 D5 D6 D8'],
  ['camt/camt053.v8.pt.xml', 'payments D1 D2 D3 D4 D5 D6 D8'],
  ['bank/santander.csv', null],
  ['bank/millenniumbcp.csv', null],
  ['bank/millenniumbcp-empresas.xlsx', null],
  ['bank/bpi-net-empresas.xlsx', null],
  ['bank/activobank.csv', null],
])('the week of %s is matched as it happened, and the books end the same', async (path, batch) => {
  await aWeekInTheFile()
  await take(sample(path))
  const split = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D8'].map((ref) => `payments ${ref}`)
  expect(await saidOfAll()).toEqual(['payout uber', 'asked -500', ...(batch ? [batch] : split), ...REST])
  expect(await states()).toEqual(AFTER)
  const { bank, suspense } = await balances()
  // Paid out and returned, less what Uber paid: + went out.
  expect({ bank, suspense }).toEqual({ bank: 315_735 - 244_561, suspense: 0 })
  expect(await brokenRules()).toEqual([])
})

test('the same file again, and another of the same days, adds nothing', async () => {
  await aWeekInTheFile()
  expect(await take(sample('camt/camt053.v8.pt.xml'))).toMatchObject({ fresh: 12 })
  expect((await take(sample('camt/camt053.v8.pt.xml'))).outcome).toMatchObject({ status: 'again' })
  // The same account in the other message format.
  expect(await take(sample('camt/camt053.v2.pt.xml'))).toMatchObject({ fresh: 0, outcome: { status: 'imported' } })
  expect(await listMovements()).toHaveLength(12)
})

test('of a day told in other parts, or another order, nothing is added; a day that goes on is taken up where it stopped', async () => {
  await anApprovedWeek()
  const head = 'Data Operação;Data valor;Descrição;Montante( EUR );Saldo Contabilístico( EUR )'
  const line = (text: string, amount: string, balance: string) => `01-06-2026;01-06-2026;${text};${amount};${balance}`
  const first = textFile('a.csv', [head, line('A', '10,00', '110,00'), line('B', '5,00', '115,00')])
  const order = textFile('b.csv', [head, line('B', '5,00', '105,00'), line('A', '10,00', '115,00')])
  const parts = textFile('c.csv', [head, line('A+B', '15,00', '115,00')])
  const more = textFile('d.csv', [
    head,
    line('B', '5,00', '105,00'),
    line('A', '10,00', '115,00'),
    line('C', '1,00', '116,00'),
  ])
  const other = textFile('e.csv', [head, line('X', '7,00', '107,00')])
  expect((await take(first)).fresh).toBe(2)
  expect((await take(order)).fresh).toBe(0)
  expect((await take(parts)).fresh).toBe(0)
  expect((await take(more)).fresh).toBe(1)
  // Money that came and went back since leaves the balance as it was, and is still recorded.
  const back = [line('A', '10,00', '110,00'), line('B', '5,00', '115,00'), line('C', '1,00', '116,00')]
  const zero = textFile('f.csv', [head, ...back, line('D', '-2,00', '114,00'), line('D', '2,00', '116,00')])
  const own = textFile('g.csv', [
    head,
    line('C', '1,00', '116,00'),
    line('D', '-2,00', '114,00'),
    line('D', '2,00', '116,00'),
  ])
  expect((await take(zero)).fresh).toBe(2)
  expect((await take(own)).fresh).toBe(0)
  await expect(take(other)).rejects.toMatchObject({ code: 'bank.contradicts' })
  expect((await listBankAccounts())[0]).toMatchObject({ balance: 116_00, waiting: 5 })
})

test('a payment the bank sent back is paid again by the next file only to another account', async () => {
  await aWeekInTheFile()
  const lines = sample('camt/camt053.v8.pt.xml').bytes.toString().split('\n')
  // The statement as it was before the second transfer.
  const until = lines.findIndex((line) => line.includes('<NtryRef>7<'))
  const early = lines.toSpliced(until, 6).join('\n').replaceAll('4932.66', '5226.84')
  await take({ name: 'early.xml', bytes: Buffer.from(early) })
  expect((await states())['D5']).toBe('approved')
  const { payees, blocked } = await listPayees(WEEK, MONDAY)
  expect(payees).toEqual([])
  expect(blocked.find(({ ref }) => ref === 'D5')).toMatchObject({ reason: 'returned' })
  expect(await brokenRules()).toEqual([])
})

test('money that comes back on another account than the one that paid is asked, not booked', async () => {
  await aWeekInTheFile()
  const paid = sample('bank/activobank.csv').bytes.toString('latin1').split(/\r?\n/)
  const until = paid.findIndex((line) => line.includes('DEV. TRF'))
  await take({ name: 'paid.csv', bytes: Buffer.from(paid.slice(0, until).join('\r\n'), 'latin1') })
  expect((await states())['D5']).toBe('paid')
  const other = sample('bank/cgd.csv').bytes.toString('latin1').split(/\r?\n/)
  const back = other.filter((line) => !/^\d/.test(line) || line.includes('DEVOL'))
  const came = await take({
    name: 'other.csv',
    bytes: Buffer.from(back.join('\r\n').replaceAll('4.932,66', '5.226,84'), 'latin1'),
  })
  expect(came).toMatchObject({ fresh: 1, matched: 0 })
  expect((await saidOfAll()).at(-1)).toBe('proposed return')
  expect((await states())['D5']).toBe('paid')
})

test('an answer is taken back whole: payments wait in their file again, and everything balances', async () => {
  const { batchId } = await aWeekInTheFile()
  const before = await balances()
  await take(sample('bank/cgd.csv'))
  const all = await listMovements()
  const back = (id: string) => makeChange((change) => takeAnswerBack(change, id, 'Engano'))
  const answered = all.filter(({ answer }) => answer)
  const ofKind = (kind: string) => answered.filter(({ answer }) => answer?.kind === kind)
  const [repay, batch] = ofKind('payments')
  // The first payment cannot be taken back before the later ones.
  await expect(back(batch!.id)).rejects.toMatchObject({ code: 'bank.moved-on' })
  await expect(back(ofKind('return')[0]!.id)).rejects.toMatchObject({ code: 'bank.moved-on' })
  await back(repay!.id)
  await back(ofKind('return')[0]!.id)
  await back(batch!.id)
  await back(ofKind('payout')[0]!.id)
  expect(await balances()).toEqual(before)
  expect(await brokenRules()).toEqual([])
  expect(new Set(Object.values(await states()))).toEqual(new Set(['in-batch', 'approved']))
  // The payment file is open again: it can be confirmed by hand, and the movement then only confirms that.
  await makeChange((change) => confirmBatch(change, batchId))
  await makeChange((change) => answerMovement(change, batch!.id, { is: 'proposal' }))
  expect((await balances())['bank']).toBe(315_735)
  expect(await brokenRules()).toEqual([])
})

test('a driver reads that the bank returned the money, and that it was paid once that was a mistake', async () => {
  await aWeekInTheFile()
  await take(sample('bank/cgd.csv'))
  const answered = (await listMovements()).filter(({ answer }) => answer)
  const returned = answered.find(({ answer }) => answer?.kind === 'return')!
  const { settlementId } = returned.answer!.payments[0]!
  const { driver_id } = await db
    .selectFrom('settlements')
    .select('driver_id')
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow()
  const told = async () => {
    const notices = db.selectFrom('inbox_notices').select('kind').where('driver_id', '=', driver_id)
    return (await notices.orderBy('id').execute()).map(({ kind }) => kind).filter((kind) => kind.includes('pa'))
  }
  const soFar = ['statement-paid', 'payment-returned', 'statement-paid']
  expect(await told()).toEqual(soFar)
  const mails = db.selectFrom('mail_outbox').select('params').where('template', '=', 'payment-returned')
  expect(await mails.execute()).toEqual([{ params: { kind: 'payment-returned', week: WEEK } }])
  const repay = answered.find(({ answer }) => answer?.kind === 'payments' && answer.payments.length === 1)!
  await makeChange((change) => takeAnswerBack(change, repay.id, 'Engano'))
  await makeChange((change) => takeAnswerBack(change, returned.id, 'Engano'))
  expect(await told()).toEqual([...soFar, 'payment-undone', 'statement-paid'])
})

test('a driver’s money goes to the driver’s balance, a charge to its account through suspense, and the rest waits there', async () => {
  const { fleet } = await aWeekInTheFile()
  await take(sample('bank/activobank.csv'))
  const find = async (text: string) => (await listMovements()).find((one) => one.text.includes(text))!.id
  const say = (id: string, input: Parameters<typeof answerMovement>[2]) =>
    makeChange((change) => answerMovement(change, id, input))
  await say(await find('GUALTER'), { is: 'proposal' })
  await say(await find('COMISSAO'), { is: 'proposal' })
  await say(await find('CAFE'), { is: 'account', account: 'costs:written-off' })
  await say(await find('VIA VERDE'), { is: 'suspense' })
  await say(await find('BOLT'), { is: 'payout', of: { platform: 'bolt', week: WEEK } })
  const { suspense, ...rest } = await balances()
  expect({ suspense, costs: rest['costs:bank'], bolt: rest['platform:bolt'] }).toEqual({
    suspense: -53_21,
    costs: -1_50,
    bolt: -5_00,
  })
  const account = db.selectFrom('ledger_accounts').select('balance_cents').where('code', '=', 'current')
  expect((await account.where('driver_id', '=', fleet.driver('D7')).executeTakeFirstOrThrow()).balance_cents).toBe(0)
  // The answer for these words is proposed for the next movement with the same words.
  expect((await listMovements()).find((one) => one.text.includes('CAFE') && !one.answer)?.proposal).toMatchObject({
    match: { is: 'account', account: 'costs:written-off' },
  })
  expect(await brokenRules()).toEqual([])
})

test('the fee that Revolut charges beside a payment, and Wise within it, is a cost of the bank', async () => {
  await aWeekInTheFile()
  await take(sample('bank/revolut-business.csv'))
  expect(await states()).toMatchObject({ D1: 'paid', D2: 'in-batch' })
  expect(await balances()).toMatchObject({ 'costs:bank': -20, 'platform:bolt': 0 })
  await take(sample('bank/wise.csv'))
  expect(await states()).toMatchObject({ D5: 'paid' })
  expect(await balances()).toMatchObject({ 'costs:bank': -51 })
  expect(await brokenRules()).toEqual([])
})

test('what the bank refuses before paying waits again, with its reason', async () => {
  await aWeekInTheFile()
  const { message_id } = await db.selectFrom('payment_batches').select('message_id').executeTakeFirstOrThrow()
  const { end_to_end_id } = await db
    .selectFrom('batch_payments')
    .select('end_to_end_id')
    .where('amount_cents', '=', 322_48)
    .executeTakeFirstOrThrow()
  const answer = sample('camt/pain002.v3.pt.xml')
    .bytes.toString()
    .replaceAll('RLF-2026W23-09', message_id)
    .replace('2026W23-D5', end_to_end_id)
  const { outcome } = await take({ name: 'answer.xml', bytes: Buffer.from(answer) })
  expect(outcome).toMatchObject({ is: 'answer', batch: { rejected: 1 }, groupStatus: 'PART' })
  expect(await states()).toMatchObject({ D5: 'approved', D1: 'in-batch' })
  expect(await brokenRules()).toEqual([])
})

test('twenty who answer at once, and twenty who bring the same files at once, each count once', async () => {
  await aWeekInTheFile()
  const files = [sample('camt/camt053.v8.pt.xml'), sample('camt/camt053.v2.pt.xml')]
  const brought = await Promise.all(
    Array.from({ length: 20 }, (_, at) => makeChange((change) => importBankFile(change, files[at % 2]!))),
  )
  const fresh = brought.flatMap((one) => (one.status !== 'refused' && one.is === 'statements' ? one.statements : []))
  expect(fresh.flatMap((one) => one.fresh)).toHaveLength(12)
  const ids = (await listMovements()).toReversed().map(({ id }) => id)
  const matched = await Promise.all(
    Array.from({ length: 20 }, () => matchExact(ids, { actor: COMMAND_LINE, now: MONDAY })),
  )
  expect(matched.reduce((all, one) => all + one, 0)).toBe(4)
  expect(await states()).toEqual(AFTER)
  const waiting = (await listMovements()).find(({ proposal }) => proposal?.say === 'proposed')
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      carryOut({ actor: COMMAND_LINE, action: 'bank.answer', now: MONDAY, key: `key-${at}` }, async (change) => {
        await answerMovement(change, waiting!.id, { is: 'suspense' })
        return null
      }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await brokenRules()).toEqual([])
})

/** Events of a payment at the bank, and other entries of a statement. */
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ is: fc.constant('pays' as const), who: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('returns' as const), who: fc.nat(6) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('pays several' as const),
      whos: fc.uniqueArray(fc.nat(6), { minLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('other' as const), amount: fc.integer({ min: -90_000, max: 90_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('takes back' as const), which: fc.nat(1_000) }) },
)
const STATEMENTS = Number(process.env['BANK_STATEMENTS'] ?? 25)

test(`${STATEMENTS} random statements, each told twice and one in two overlapping: nothing is paid twice, and nothing is lost`, async () => {
  await aWeekInTheFile()
  const paid = await db
    .selectFrom('batch_payments')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['name', 'amount_cents', 'end_to_end_id'])
    .orderBy('ref')
    .execute()
  const entry = (amount: number, inside: string) =>
    `<Ntry><Amt Ccy="EUR">${(Math.abs(amount) / 100).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>DAY</Dt></BookgDt>${inside}</Ntry>`
  const detail = (who: number, sign: number) =>
    `<TxDtls><Refs><EndToEndId>${paid[who]!.end_to_end_id}</EndToEndId></Refs><Amt Ccy="EUR">${((paid[who]!.amount_cents * sign) / 100).toFixed(2)}</Amt></TxDtls>`
  let balance = 10_000_000
  let entries: { amount: number; xml: string }[] = []
  let recorded = 0
  const stories = fc.sample(fc.array(event, { minLength: 1, maxLength: 4 }), { numRuns: STATEMENTS, seed: 16 })
  for (const [at, story] of stories.entries()) {
    const fresh = story.flatMap((one) => {
      if (one.is === 'pays') {
        const amount = -paid[one.who]!.amount_cents
        return [{ amount, xml: entry(amount, `<NtryDtls>${detail(one.who, 1)}</NtryDtls>`) }]
      }
      if (one.is === 'returns') {
        const amount = paid[one.who]!.amount_cents
        const inside = `${detail(one.who, 1).replace('</TxDtls>', '')}<RtrInf><Rsn><Cd>MS03</Cd></Rsn></RtrInf></TxDtls>`
        return [{ amount, xml: entry(amount, `<NtryDtls>${inside}</NtryDtls>`) }]
      }
      if (one.is === 'pays several') {
        const amount = -one.whos.reduce((all, who) => all + paid[who]!.amount_cents, 0)
        return [
          { amount, xml: entry(amount, `<NtryDtls>${one.whos.map((who) => detail(who, 1)).join('')}</NtryDtls>`) },
        ]
      }
      return one.is === 'other' && one.amount !== 0 ? [{ amount: one.amount, xml: entry(one.amount, '') }] : []
    })
    for (const one of story) if (one.is === 'takes back') await takeOneBack(one.which)
    if (fresh.length === 0) continue
    // Every other statement begins with the entries that the one before had of the same day.
    const again = at % 2 === 1 ? entries : []
    const day = Temporal.PlainDate.from('2026-06-01').add({ days: Math.floor(at / 2) })
    const opening = balance - again.reduce((all, { amount }) => all + amount, 0)
    balance += fresh.reduce((all, { amount }) => all + amount, 0)
    recorded += fresh.length
    const all = [...again, ...fresh]
    const bal = (kind: string, amount: number) =>
      `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${(Math.abs(amount) / 100).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`
    const xml = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>900000001</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${bal('OPBD', opening)}${bal('CLBD', balance)}${all.map((one) => one.xml.replace('DAY', day.toString())).join('')}</Stmt></BkToCstmrStmt></Document>`
    const file = { name: `${at}.xml`, bytes: Buffer.from(xml) }
    expect((await take(file)).fresh).toBe(fresh.length)
    expect((await take(file)).outcome).toMatchObject({ status: 'again' })
    entries = at % 2 === 1 ? [] : all
    if (at % 25 === 24) expect(await brokenRules()).toEqual([])
  }
  const movements = await listMovements()
  expect(movements).toHaveLength(recorded)
  const booked = movements.filter(({ answer }) => answer).reduce((all, { amount }) => all + amount, 0)
  expect((await balances())['bank']).toBe(-booked)
  expect(await brokenRules()).toEqual([])
})

/** Takes back one of the live answers, any of them; one that cannot be taken back yet stays. */
async function takeOneBack(which: number) {
  const answered = (await listMovements()).filter(({ answer }) => answer)
  const one = answered[which % Math.max(1, answered.length)]
  if (!one) return
  await makeChange((change) => takeAnswerBack(change, one.id, 'Engano')).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'bank.moved-on' })
  })
}
