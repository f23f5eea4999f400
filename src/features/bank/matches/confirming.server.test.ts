import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { COMMAND_LINE, type Change } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { exportBatch } from '#features/payments/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { MONDAY, WEEK, anApprovedWeek, asOwner, makeChange, tried } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { statementsOf } from '#test/statements.ts'
import { answerMovement, confirmProposals, matchExact } from './commands.server.ts'
import { listMovements } from './queries.server.ts'
import { seenAs } from './schema.ts'

const OTHER_IBAN = 'PT50000201231234567890154'

type Entry = { amount: number; text: string; name?: string; iban?: string; day: number }

/** A camt.053 of June with these entries. */
function statementWith(entries: readonly Entry[], opening = 1_000_000) {
  const money = (amount: number) => (Math.abs(amount) / 100).toFixed(2)
  const sign = (amount: number) => (amount < 0 ? 'DBIT' : 'CRDT')
  const balance = (kind: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${money(amount)}</Amt><CdtDbtInd>${sign(amount)}</CdtDbtInd></Bal>`
  const one = ({ amount, name, iban, text, day }: Entry) => {
    const side = amount < 0 ? 'Cdtr' : 'Dbtr'
    const account = iban ? `<${side}Acct><Id><IBAN>${iban}</IBAN></Id></${side}Acct>` : ''
    const party = name ? `<RltdPties><${side}><Nm>${name}</Nm></${side}>${account}</RltdPties>` : ''
    return `<Ntry><Amt Ccy="EUR">${money(amount)}</Amt><CdtDbtInd>${sign(amount)}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-06-${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${party}</TxDtls></NtryDtls><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`
  }
  const inOrder = entries.toSorted((a, b) => a.day - b.day)
  const closing = inOrder.reduce((all, { amount }) => all + amount, opening)
  const xml = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>900000001</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${inOrder.map(one).join('')}</Stmt></BkToCstmrStmt></Document>`
  return { name: `${opening}.xml`, bytes: Buffer.from(xml) }
}

/** Imports a statement, and matches what fits exactly, as the command line does. */
async function take(entries: readonly Entry[], opening?: number) {
  const outcome = await makeChange((change) => importBankFile(change, statementWith(entries, opening)))
  if (outcome.status === 'refused' || outcome.is === 'answer') throw new Error(outcome.status)
  await matchExact(
    outcome.statements.flatMap((one) => one.fresh),
    { actor: COMMAND_LINE, now: MONDAY },
  )
}

let payees: { id: string; ref: string; name: string; amount: number }[] = []

beforeEach(async () => {
  await anApprovedWeek()
  await makeChange((change) => exportBatch(change, WEEK))
  payees = await db
    .selectFrom('batch_payments')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['settlement_id as id', 'ref', 'name', 'amount_cents as amount'])
    .orderBy('ref')
    .execute()
})

/** The proposals as the page shows them, each movement of several that are one thing once. */
async function proposed() {
  const taken = new Set<string>()
  return (await listMovements()).flatMap(({ id, proposal }) => {
    if (!proposal || proposal.say === 'asked' || taken.has(id)) return []
    for (const one of 'movements' in proposal.match ? proposal.match.movements : []) taken.add(one)
    return [{ id, seen: seenAs(proposal.match), is: proposal.match.is }]
  })
}

/** What a change leaves: answers, payments, books, messages and the log, with the ids of this attempt left out. */
const leaves = <Answer>(work: (change: Change) => Promise<Answer>) =>
  tried(async (change) => {
    const { tx } = change
    const notes: unknown[] = []
    const answer = await work({ ...change, note: (one) => notes.push(one) })
    const answers = await tx.selectFrom('bank_answers').selectAll().execute()
    const movementOf = new Map(answers.map(({ id, movement_id }) => [id, movement_id]))
    const classes = await tx.selectFrom('reclassifications').select(['id', 'reason', 'amount_cents']).execute()
    const classOf = new Map(classes.map(({ id, reason, amount_cents }) => [id, `${reason} ${amount_cents}`]))
    const plain = (rows: readonly object[]) =>
      rows
        .map((row) =>
          JSON.stringify({ ...row, id: null, ordinal: null, together: null, version: null }).replaceAll(
            /[0-9a-f]{8}-[0-9a-f-]{27}/g,
            (id) => movementOf.get(id) ?? classOf.get(id) ?? id,
          ),
        )
        .toSorted()
    const inOrder = (rows: readonly { id: string; ordinal: number }[]) =>
      rows.toSorted((a, b) => a.ordinal - b.ordinal).map(({ id }) => movementOf.get(id))
    const entries = tx
      .selectFrom('journals')
      .innerJoin('entries', 'journal_id', 'journals.id')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
      .select(['journals.key', 'journals.kind', 'journals.driver_id', 'week', 'effective_on', 'created_by', 'reverses'])
      .select(['line', 'code', 'amount_cents'])
    return {
      answer,
      order: inOrder(answers),
      notes: notes.map((note) => JSON.stringify(note)),
      answers: plain(answers),
      payments: plain(await tx.selectFrom('bank_answer_payments').selectAll().execute()),
      weeks: plain(await tx.selectFrom('bank_answer_weeks').selectAll().execute()),
      settlements: plain(
        await tx.selectFrom('settlements').select(['driver_id', 'week', 'state', 'paid_on', 'paid_by']).execute(),
      ),
      inFiles: plain(await tx.selectFrom('batch_payments').select(['settlement_id', 'state']).execute()),
      files: plain(await tx.selectFrom('payment_batches').select(['state', 'closed_at', 'note']).execute()),
      classes: plain(await tx.selectFrom('reclassifications').selectAll().execute()),
      openings: plain(await tx.selectFrom('bank_openings').select(['day', 'amount_cents', 'undone_at']).execute()),
      entries: plain((await entries.execute()).filter(({ key }) => !/^(reversal:)?merge/.test(key))),
      balances: plain(await tx.selectFrom('ledger_accounts').select(['code', 'driver_id', 'balance_cents']).execute()),
      notices: plain(await tx.selectFrom('inbox_notices').selectAll().execute()),
      mails: plain(await tx.selectFrom('mail_outbox').selectAll().execute()),
    }
  })

/** What one driver owes. */
const OWED = 33_21

/** Of every kind of proposal some, and some that hold only until, or only after, another one is confirmed. */
function entriesOfAllKinds(boltRest: number): Omit<Entry, 'day'>[] {
  const [one, two, three, four, five, six, seven] = payees
  const half = Math.floor(three!.amount / 2)
  return [
    { amount: -one!.amount, text: 'TRF', name: one!.name, iban: OTHER_IBAN },
    { amount: -one!.amount, text: 'TRF OUTRA VEZ', name: one!.name, iban: OTHER_IBAN },
    { amount: -two!.amount, text: `TRF P/ OFICINA ${two!.name.split(' ').at(-1)} LDA` },
    { amount: -half, text: 'TRF', name: three!.name },
    { amount: half - three!.amount, text: 'TRF', name: three!.name },
    { amount: -five!.amount, text: `COMPRA ${five!.name}` },
    { amount: -payees.reduce((all, { amount }) => all + amount, 0), text: 'DEBITO DE LOTE' },
    { amount: six!.amount, text: 'DEVOL' },
    { amount: 45_00, text: 'TRF DE', name: four!.name },
    { amount: 46_00, text: 'TRANSF RECEBIDA', name: four!.name },
    { amount: OWED, text: 'TRF DE ALGUEM' },
    { amount: OWED, text: 'TRF DE OUTREM' },
    { amount: 1_000_00, text: 'TRANSF RECEBIDA', name: 'Uber BV' },
    { amount: 1_445_61, text: 'TRANSF RECEBIDA', name: 'Uber BV' },
    { amount: boltRest, text: 'RECEBIDO DE CLIENTE', name: 'Bolt Operations' },
    { amount: boltRest, text: 'RECEBIDO DE CLIENTE', name: 'Bolt Operations' },
    { amount: 47_00, text: 'RECEBIDO DE CLIENTE', name: seven!.name },
    { amount: -53_21, text: 'DD VIA VERDE' },
    { amount: -12_34, text: 'DD VIA VERDE' },
    { amount: 7_00, text: 'GALP FROTA' },
    { amount: -1_50, text: 'COMISSAO CONTA' },
    { amount: -99_00, text: 'COMPRA LOJA' },
  ]
}

test.each([0, 3, 5, 8, 11, 16])(
  'proposals that are confirmed together leave the same as one by one, whatever order they came in: %i',
  async (turn) => {
    const [, , , four, , six] = payees
    // One is paid, one owes something, and one payout came in part before.
    await take([
      { amount: -six!.amount, text: 'TRF', name: six!.name, day: 10 },
      { amount: -OWED, text: 'ADIANTAMENTO', day: 10 },
      { amount: 300_00, text: 'BOLT OPERATIONS', day: 10 },
    ])
    const before = await listMovements()
    const [owing, part] = ['ADIANTAMENTO', 'BOLT OPERATIONS'].map((text) => before.find((one) => one.text === text)!)
    const differs = part!.proposal?.say === 'asked' ? part!.proposal.differs : null
    const { driver_id: driver } = await db
      .selectFrom('settlements')
      .select('driver_id')
      .where('id', '=', four!.id)
      .executeTakeFirstOrThrow()
    await makeChange((change) => answerMovement(change, owing!.id, { is: 'driver', driver }))
    await makeChange((change) =>
      answerMovement(change, part!.id, { is: 'payout', of: { platform: 'bolt', week: WEEK } }),
    )
    const kinds = entriesOfAllKinds(differs!.expected - 300_00)
    const entries = [...kinds.slice(turn), ...kinds.slice(0, turn)].map((one, at) => ({
      ...one,
      day: 11 + Math.floor(at / 2),
    }))
    await take(entries, 1_000_000 - six!.amount - OWED + 300_00)
    const found = await proposed()
    const kindsProposed = new Set(found.map(({ is }) => is))
    for (const kind of ['payments', 'part', 'return', 'driver', 'account', 'payout', 'payout-part'])
      expect(kindsProposed).toContain(kind)
    // What is asked now may be meant once the others are confirmed, and one is seen as something else.
    const again = { is: 'payments', batchId: null, settlements: [six!.id], week: WEEK }
    const said = [
      ...found.map(({ id, seen }) => ({ id, seen })),
      ...(await listMovements()).flatMap(({ id, proposal }) =>
        proposal?.say === 'asked' ? [{ id, seen: JSON.stringify(again) }] : [],
      ),
      { id: found[0]!.id, seen: found[0]!.seen },
    ]
    const inOrder = (await listMovements()).toReversed()
    const byDay = said.toSorted((a, b) => dayOf(inOrder, a.id).localeCompare(dayOf(inOrder, b.id)))

    const oneByOne = await leaves(async (change) => {
      const answer = { confirmed: 0, left: 0 }
      for (const one of byDay) {
        const { confirmed, left } = await confirmProposals(change, [one])
        answer.confirmed += confirmed
        answer.left += left
      }
      return answer
    })
    expect(oneByOne.answer.left).toBeGreaterThan(1)
    expect(oneByOne.answer.confirmed).toBeGreaterThan(8)
    expect(await leaves((change) => confirmProposals(change, said))).toEqual(oneByOne)
    await makeChange((change) => confirmProposals(change, said))
    expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
  },
)

function dayOf(movements: readonly { id: string; booked: string }[], id: string): string {
  return movements.find((one) => one.id === id)!.booked
}

test('many proposals are confirmed with as many statements as few', async () => {
  const asked: number[] = []
  // The first time asks also what a process asks once.
  for (const count of [3, 3, 30]) {
    await anApprovedWeek()
    await makeChange((change) => exportBatch(change, WEEK))
    const some = payees.slice(0, count === 3 ? 2 : 6)
    await take([
      ...some.map(({ amount, name }) => ({ amount: -amount, text: 'TRF', name, iban: OTHER_IBAN, day: 11 })),
      ...Array.from({ length: count }, (_, at) => [
        { amount: -1_00 - at, text: 'DD VIA VERDE', day: 11 + (at % 3) },
        { amount: 40_00 + at, text: 'TRF DE', name: payees[0]!.name, day: 11 + (at % 3) },
      ]).flat(),
    ])
    const said = await proposed()
    expect(said).toHaveLength(some.length + 2 * count)
    const statements = await statementsOf(() => makeChange((change) => confirmProposals(change, said)))
    asked.push(statements.length)
    expect(await proposed()).toEqual([])
  }
  expect(asked[2]).toBe(asked[1])
})

test('when two people are needed, one payment that this person approved refuses all, as one after the other would', async () => {
  const [one, two] = payees
  await take([
    { amount: -53_21, text: 'DD VIA VERDE', day: 11 },
    { amount: -one!.amount, text: 'TRF', name: one!.name, iban: OTHER_IBAN, day: 11 },
    { amount: -two!.amount, text: 'TRF', name: two!.name, iban: OTHER_IBAN, day: 12 },
    { amount: -12_34, text: 'DD VIA VERDE', day: 12 },
  ])
  const uid = await anAccount('one@example.org', 'admin')
  await asOwner(`update company set two_people_since = '2026-01-01T00:00:00Z';
    update users set scopes_since = null where uid = '${uid}'`)
  const said = await proposed()
  expect(said).toHaveLength(4)
  const person = { uid, role: 'admin', address: null, requestId: null } as const
  const confirm = () => makeChange((change) => confirmProposals(change, said), { actor: person })
  await asOwner(`alter table settlements disable trigger user; update settlements set approved_by = '${uid}' where id = '${two!.id}';
    alter table settlements enable trigger user`)
  await expect(confirm()).rejects.toMatchObject({ code: 'two-people.approved' })
  expect(await proposed()).toEqual(said)
  await asOwner(
    `alter table settlements disable trigger user; update settlements set approved_by = null; alter table settlements enable trigger user`,
  )
  expect(await confirm()).toEqual({ confirmed: 4, left: 0 })
})
