import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Matchable, isSought, soughtBy } from '#domain/bank-match.ts'
import { cents } from '#domain/money.ts'
import { db } from '#db/client.server.ts'
import { WEEK, MONDAY, anApprovedWeek, makeChange } from '#test/factories.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { findBatch } from '#features/payments/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { answerMovement, confirmProposals, matchExact, retireRule, takeAnswerBack } from './commands.server.ts'
import { listPayables } from './facts.server.ts'
import { getMovement, listChoices, listMovements, listRules } from './queries.server.ts'
import { seenAs } from './schema.ts'

const DAY = '2026-06-10'
const OTHER_IBAN = 'PT50000201231234567890154'

type BankEntry = { amount: number; name?: string; iban?: string; ref?: string; text?: string; day?: string }

/** A camt.053 with these entries. */
function camt(name: string, opening: number, entries: readonly BankEntry[]) {
  const money = (amount: number) => (Math.abs(amount) / 100).toFixed(2)
  const sign = (amount: number) => (amount < 0 ? 'DBIT' : 'CRDT')
  const bal = (kind: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${money(amount)}</Amt><CdtDbtInd>${sign(amount)}</CdtDbtInd></Bal>`
  const one = ({ amount, name: who, iban, ref, text, day = DAY }: BankEntry) => {
    const side = amount < 0 ? 'Cdtr' : 'Dbtr'
    const party = who
      ? `<RltdPties><${side}><Nm>${who}</Nm></${side}>${iban ? `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>` : ''}</RltdPties>`
      : ''
    const refs = `<Refs><EndToEndId>${ref ?? 'NOTPROVIDED'}</EndToEndId></Refs>`
    return `<Ntry><Amt Ccy="EUR">${money(amount)}</Amt><CdtDbtInd>${sign(amount)}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls>${refs}${party}</TxDtls></NtryDtls><AddtlNtryInf>${text ?? 'TRF'}</AddtlNtryInf></Ntry>`
  }
  const closing = entries.reduce((all, { amount }) => all + amount, opening)
  const xml = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>900000001</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${bal('OPBD', opening)}${bal('CLBD', closing)}${entries.map(one).join('')}</Stmt></BkToCstmrStmt></Document>`
  return { name, bytes: Buffer.from(xml) }
}

async function take(file: { name: string; bytes: Uint8Array }) {
  const outcome = await makeChange((change) => importBankFile(change, file))
  if (outcome.status === 'refused' || outcome.is === 'answer') throw new Error(outcome.status)
  const fresh = outcome.statements.flatMap((one) => one.fresh)
  await matchExact(fresh, { actor: COMMAND_LINE, now: MONDAY })
  return fresh
}

async function payments() {
  await anApprovedWeek()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  const rows = await db
    .selectFrom('batch_payments')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['settlement_id', 'ref', 'name', 'amount_cents', 'end_to_end_id'])
    .execute()
  const of = (ref: string) => {
    const found = rows.find((row) => row.ref === ref)
    if (!found) throw new Error(ref)
    return found
  }
  return { batchId, of }
}
const proposals = async () =>
  (await listMovements()).map(({ answer, proposal }) =>
    answer
      ? answer.kind
      : proposal && proposal.say !== 'asked'
        ? [proposal.match.is, ...proposal.doubts.map(({ why }) => why)].join(' ')
        : 'asked',
  )
const dayOf = async (settlement: string) =>
  await db.selectFrom('settlements').select(['state', 'paid_on']).where('id', '=', settlement).executeTakeFirstOrThrow()
const bankDays = async () => {
  const rows = await db
    .selectFrom('journals')
    .innerJoin('entries', 'journal_id', 'journals.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(['effective_on', 'amount_cents'])
    .where('code', '=', 'bank')
    .where('journals.key', 'not in', (of) =>
      of.selectFrom('bank_openings').select(sql<string>`'bank:' || id`.as('key')),
    )
    .where('journals.key', 'not in', (of) =>
      of.selectFrom('bank_openings').select(sql<string>`'reversal:bank:' || id`.as('key')),
    )
    .execute()
  const days = Map.groupBy(rows, ({ effective_on }) => effective_on)
  const sums = [...days].map(([day, own]) => [day, own.reduce((all, one) => all + one.amount_cents, 0)] as const)
  return Object.fromEntries(sums.filter(([, amount]) => amount !== 0))
}
const broken = async () => (await examineBooks()).filter((rule) => rule.broken > 0)

test('a payment that the bank made stands on its day; taken back, it leaves no trace', async () => {
  const { of } = await payments()
  const one = of('D1')
  const [id] = await take(camt('a.xml', 1_000_000, [{ amount: -one.amount_cents, name: one.name, text: 'TRF' }]))
  expect(await dayOf(one.settlement_id)).toEqual({ state: 'paid', paid_on: DAY })
  expect(await bankDays()).toEqual({ [DAY]: one.amount_cents })
  await makeChange((change) => takeAnswerBack(change, id!, 'Engano'))
  expect(await dayOf(one.settlement_id)).toEqual({ state: 'in-batch', paid_on: null })
  expect(await bankDays()).toEqual({})
  expect(await broken()).toEqual([])
})

test('a file of which the bank paid one waits for the others alone', async () => {
  const { batchId, of } = await payments()
  const one = of('D1')
  const waiting = async () => (await findBatch(batchId))!.batch.waiting
  const before = await waiting()
  const [id] = await take(camt('a.xml', 1_000_000, [{ amount: -one.amount_cents, name: one.name, text: 'TRF' }]))
  expect(await waiting()).toEqual({ count: before.count - 1, total: before.total - one.amount_cents })
  await makeChange((change) => takeAnswerBack(change, id!, 'Engano'))
  expect(await waiting()).toEqual(before)
})

test('what went out is offered no payout of a platform, and a record that was joined to another is nobody to choose', async () => {
  const { of } = await payments()
  const ids = await take(
    camt('a.xml', 1_000_000, [
      { amount: -18_75, text: 'COMPRA MERCEARIA' },
      { amount: 18_75, text: 'DEPOSITO' },
    ]),
  )
  const [out, into] = await Promise.all(ids.map(async (id) => await listChoices(await getMovement(id))))
  expect(out!.payouts).toEqual([])
  expect(into!.payouts.length).toBeGreaterThan(0)
  const drivers = db.selectFrom('drivers').select('id')
  const joined = await drivers.where('ref', '=', 'D2').executeTakeFirstOrThrow()
  const kept = await drivers.where('ref', '=', of('D1').ref).executeTakeFirstOrThrow()
  await db.updateTable('drivers').set({ merged_into: kept.id }).where('id', '=', joined.id).execute()
  const { drivers: offered } = await listChoices(await getMovement(ids[1]!))
  expect(offered.map(({ id }) => id)).not.toContain(joined.id)
  expect(offered.map(({ id }) => id)).toContain(kept.id)
})

test('a payment confirmed by hand moves to the day of the bank, and back', async () => {
  const { batchId, of } = await payments()
  await makeChange((change) => confirmBatch(change, batchId))
  const one = of('D1')
  const { paid_on: byHand } = await dayOf(one.settlement_id)
  const before = await bankDays()
  const [id] = await take(camt('a.xml', 1_000_000, [{ amount: -one.amount_cents, name: one.name }]))
  expect(await dayOf(one.settlement_id)).toEqual({ state: 'paid', paid_on: DAY })
  expect((await bankDays())[DAY]).toBe(one.amount_cents)
  await makeChange((change) => takeAnswerBack(change, id!, 'Engano'))
  expect((await dayOf(one.settlement_id)).paid_on).toBe(byHand)
  expect(await bankDays()).toEqual(before)
  expect(await broken()).toEqual([])
})

test('another IBAN, a part of a name and the reference of somebody else are proposed with the reason', async () => {
  const { of } = await payments()
  const [one, two, three] = [of('D1'), of('D2'), of('D3')]
  await take(
    camt('a.xml', 1_000_000, [
      { amount: -one.amount_cents, name: one.name, iban: OTHER_IBAN },
      { amount: -two.amount_cents, text: `TRF P/ OFICINA ${two.name.split(' ').at(-1)} LDA` },
      { amount: -three.amount_cents, name: three.name, text: `TRF ${one.end_to_end_id}` },
    ]),
  )
  expect((await proposals()).toReversed()).toEqual(['payments iban', 'payments name-part', 'payments reference'])
  expect((await dayOf(one.settlement_id)).state).toBe('in-batch')
})

test('a return that names one payment and has the amount of another is proposed, and the other offered', async () => {
  const { batchId, of } = await payments()
  await makeChange((change) => confirmBatch(change, batchId))
  const [one, two] = [of('D1'), of('D2')]
  await take(camt('a.xml', 1_000_000, [{ amount: two.amount_cents, text: `DEVOL TRF ${one.end_to_end_id}` }]))
  const [row] = await listMovements()
  expect(await proposals()).toEqual(['return amount-only reference'])
  expect(row?.proposal).toMatchObject({ match: { settlementId: two.settlement_id }, others: [{ is: 'driver' }] })
  expect((await dayOf(two.settlement_id)).state).toBe('paid')
})

test('two halves are one payment by one press, and one takes both back', async () => {
  const { of } = await payments()
  const one = of('D1')
  const half = Math.floor(one.amount_cents / 2)
  const [first] = await take(
    camt('a.xml', 1_000_000, [
      { amount: -half, name: one.name },
      { amount: half - one.amount_cents, name: one.name, day: '2026-06-11' },
    ]),
  )
  expect(await proposals()).toEqual(['part parts', 'part parts'])
  await makeChange((change) => answerMovement(change, first!, { is: 'proposal' }))
  expect(await dayOf(one.settlement_id)).toEqual({ state: 'paid', paid_on: '2026-06-11' })
  expect(await bankDays()).toEqual({ [DAY]: half, '2026-06-11': one.amount_cents - half })
  expect(await broken()).toEqual([])
  await makeChange((change) => takeAnswerBack(change, first!, 'Engano'))
  expect(await bankDays()).toEqual({})
  expect((await dayOf(one.settlement_id)).state).toBe('in-batch')
  expect(await broken()).toEqual([])
})

test('two weeks in one credit, and one week in two, are proposed where the sums fit', async () => {
  await anApprovedWeek()
  const sums = await db.selectFrom('import_rows').select('week').distinct().execute()
  expect(sums.length).toBeGreaterThan(0)
  const uber = 2_445_61
  const ids = await take(
    camt('a.xml', 1_000_000, [
      { amount: 1_000_00, name: 'Uber BV' },
      { amount: uber - 1_000_00, name: 'Uber BV', day: '2026-06-12' },
    ]),
  )
  expect(await proposals()).toEqual(['payout-part parts', 'payout-part parts'])
  await makeChange((change) => answerMovement(change, ids[1]!, { is: 'proposal' }))
  expect(await proposals()).toEqual(['payout', 'payout'])
  expect(await broken()).toEqual([])
})

test('proposals are confirmed together as they were seen; a rule holds for its own words and until it is retired', async () => {
  await anApprovedWeek()
  const [paper] = await take(
    camt('a.xml', 1_000_000, [
      { amount: -12_00, text: 'COMPRA 12 PAPELARIA' },
      { amount: -53_21, text: 'DD VIA VERDE' },
      { amount: -1_50, text: 'COMISSAO CONTA' },
    ]),
  )
  await makeChange((change) => answerMovement(change, paper!, { is: 'account', account: 'costs:office', always: 'on' }))
  const waiting = (await listMovements()).filter(({ answer }) => !answer)
  const seen = waiting.map(({ id, proposal }) => ({
    id,
    seen: proposal && proposal.say !== 'asked' ? seenAs(proposal.match) : '',
  }))
  const other = { ...seen[0]!, seen: '{"is":"account","account":"costs:phone"}' }
  expect(await makeChange((change) => confirmProposals(change, [other, seen[1]!]))).toEqual({ confirmed: 1, left: 1 })
  expect(await makeChange((change) => confirmProposals(change, [seen[0]!]))).toEqual({ confirmed: 1, left: 0 })

  const next = (name: string, text: string, amount: number, opening: number) =>
    take(camt(name, opening, [{ amount, text, day: '2026-06-20' }]))
  await next('b.xml', 'COMPRA 77 PAPELARIA', -3_00, 900_000)
  await next('c.xml', 'COMPRA 77 PAPELARIA AZUL', -4_00, 899_700)
  const [azul, again] = await listMovements()
  expect([again?.answer?.account, again?.answer?.isByRule, azul?.answer]).toEqual(['costs:office', true, null])
  const [rule] = await listRules()
  await makeChange((change) => retireRule(change, rule!.id))
  await next('d.xml', 'COMPRA 78 PAPELARIA', -5_00, 899_300)
  expect((await listMovements())[0]?.answer).toBeNull()
  expect(await broken()).toEqual([])
})

test('an account is the same with zeros before its number, without them, and as its IBAN', async () => {
  await anApprovedWeek()
  const list = (number: string, day: string) => ({
    name: `${number}.csv`,
    bytes: Buffer.from(
      [
        `Conta ;${number} - EUR - Conta Empresas`,
        'Data mov. ;Data valor ;Descrição ;Débito ;Crédito ;Saldo contabilístico ;Saldo disponível ;Categoria ;',
        `${day};${day};COMISSAO CONTA ;1,50;;98,50;98,50;Diversos ;`,
        'Saldo contabilístico;98,50',
      ].join('\r\n'),
    ),
  })
  expect(await take(list('0000900001330', '10-06-2026'))).toHaveLength(1)
  expect(await take(list('900001330', '10/06/2026'))).toHaveLength(0)
  const iban = camt('a.xml', 100_00, [{ amount: -1_50, text: 'COMISSAO' }])
  const xml = iban.bytes.toString().replace(/<Othr><Id>.*?<\/Othr>/, '<IBAN>PT50003500000000900001330</IBAN>')
  expect(await take({ name: 'b.xml', bytes: Buffer.from(xml) })).toHaveLength(0)
  expect(await db.selectFrom('bank_accounts').select('id').execute()).toHaveLength(1)
})

test('the bank of the books is what the bank says, day by day, also when an earlier statement or a hand came before', async () => {
  const { batchId, of } = await payments()
  await makeChange((change) => confirmBatch(change, batchId))
  const one = of('D1')
  const holds = async (day: string) => {
    const { rows } = await sql<{ amount: number }>`select -sum(e.amount_cents)::bigint as amount from entries e
      join ledger_accounts a on a.id = e.account_id and a.code = 'bank' join journals j on j.id = e.journal_id
      where j.effective_on <= ${day}::date`.execute(db)
    return rows[0]?.amount
  }
  // A payment confirmed by hand before the account begins is part of its opening.
  await take(camt('later.xml', 500_000, [{ amount: -one.amount_cents, name: one.name, day: '2026-06-20' }]))
  expect(await holds('2026-06-19')).toBe(500_000)
  expect(await holds('2026-06-20')).toBe(500_000 - one.amount_cents)
  await take(camt('earlier.xml', 501_000, [{ amount: -10_00, text: 'COMISSAO CONTA', day: '2026-06-15' }]))
  expect(await holds('2026-06-14')).toBe(501_000)
  expect(await broken()).toEqual([])
})

test('of payments that were carried out the list reads those alone that may be meant, and of answers how many they name', async () => {
  const { of } = await payments()
  const [ana, rui] = [of('D1'), of('D2')]
  const paid = [ana, rui].map(({ amount_cents, name }) => ({ amount: -amount_cents, name, text: 'TRF' }))
  await take(camt('a.xml', 1_000_000, paid))
  const all = await listPayables(db, [DAY])
  expect(all.filter(({ state }) => state === 'carried')).toHaveLength(2)
  const nothing = { party: null, partyIban: null, batch: null, details: [], isReturn: false, returnReason: null }
  const meant = (text: string, amount: number, endToEndId: string | null = null): Matchable[] => [
    { ...nothing, id: 'm', account: 'A', booked: DAY, text, amount: cents(amount), endToEndId },
  ]
  const carried = async (movements: readonly Matchable[]) => {
    const read = await listPayables(db, [DAY], movements)
    const sought = soughtBy(movements, new Set(all.map(({ week }) => week)))
    expect(read).toEqual(all.filter((one) => isSought(one, sought)))
    return read.filter(({ state }) => state === 'carried').map(({ ref }) => ref)
  }
  expect(await carried(meant('COMPRA', -1))).toEqual([])
  expect(await carried(meant('DEV', ana.amount_cents))).toEqual(['D1'])
  // The identifier of a payment names its week: it may mean any payment of that week.
  for (const movements of [meant(`TRF ${ana.end_to_end_id}`, -1), meant('TRF', -1, rui.end_to_end_id)])
    expect((await carried(movements)).toSorted()).toEqual(['D1', 'D2'])
  expect((await carried(meant('SEMANA 2026-W23', -1))).toSorted()).toEqual(['D1', 'D2'])
  const answersOf = (rows: Awaited<ReturnType<typeof listMovements>>) => rows.map(({ answer }) => answer)
  expect(answersOf(await listMovements(db, { payments: 'first' }))).toEqual(
    answersOf(await listMovements()).map((answer) => answer && { ...answer, payments: answer.payments.slice(0, 1) }),
  )
})
