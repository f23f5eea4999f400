import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { confirmBatch, exportBatch, voidBatch } from '#features/payments/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, makeChange } from '#test/factories.ts'
import { importBankFile } from './commands.server.ts'
import { answerMovement, matchExact, takeAnswerBack } from './matches/commands.server.ts'
import { listMovements } from './matches/queries.server.ts'
import { listBankAccounts } from './queries.server.ts'

const sample = (path: string) => ({
  name: path.split('/')[1]!,
  bytes: readFileSync(new URL(`../../../test/fixtures/money/${path}`, import.meta.url)),
})
const brokenRules = async () => (await examineBooks()).filter(({ broken }) => broken > 0)
const codesOf = (done: readonly PromiseSettledResult<unknown>[]) =>
  done.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { code?: string }).code ?? String(one.reason)] : [],
  )

test('two people who bring the first file of an account at once, one as a list and one as a message, make one account', async () => {
  await aFleet()
  const list = sample('bank/cgd.csv')
  const message = asMessage()
  const done = await Promise.allSettled([
    makeChange((change) => importBankFile(change, list)),
    makeChange((change) => importBankFile(change, message)),
  ])
  expect(codesOf(done)).toEqual([])
  expect(await listBankAccounts()).toHaveLength(1)
  expect(await listMovements()).toHaveLength(12)
})

test('whoever voids a bank file while another confirms it, or a statement pays it: one of them wins, and the books agree', async () => {
  for (const order of [0, 1, 2]) {
    await anApprovedWeek()
    const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
    const acts = [
      () => makeChange((change) => voidBatch(change, batchId, 'Enganei-me')),
      () => makeChange((change) => confirmBatch(change, batchId)),
      async () => {
        const outcome = await makeChange((change) => importBankFile(change, sample('bank/cgd.csv')))
        if (!('statements' in outcome)) throw new Error(JSON.stringify(outcome))
        for (const { fresh } of outcome.statements) await matchExact(fresh, { actor: COMMAND_LINE, now: MONDAY })
      },
    ]
    const done = await Promise.allSettled([...acts.slice(order), ...acts.slice(0, order)].map((act) => act()))
    const codes = codesOf(done)
    expect(codes.filter((code) => code !== 'batch.not-open' && code !== 'batch.partly-paid')).toEqual([])
    expect(await brokenRules()).toEqual([])
    const states = await db
      .selectFrom('settlements')
      .select('state')
      .distinct()
      .where('payable_cents', '>', 0)
      .execute()
    expect(states.length).toBeGreaterThan(0)
  }
})

test('two people who confirm both parts of one payment at once do not wait for each other for ever', async () => {
  for (const round of [1, 2, 3]) {
    await anApprovedWeek()
    const [one, two] = await twoParts(round)
    const done = await Promise.allSettled([
      makeChange((change) => answerMovement(change, one, { is: 'proposal' })),
      makeChange((change) => answerMovement(change, two, { is: 'proposal' })),
    ])
    expect(codesOf(done)).toEqual(['bank.answered'])
    const back = await Promise.allSettled([
      makeChange((change) => takeAnswerBack(change, two, 'Não')),
      makeChange((change) => takeAnswerBack(change, one, 'Não')),
    ])
    expect(codesOf(back)).toEqual(['record.not-found'])
    expect(await brokenRules()).toEqual([])
  }
})

/** The movements of `bank/cgd.csv` as a message: the IBAN is of that bank and contains the number of its account. */
function asMessage(): { name: string; bytes: Buffer } {
  const text = sample('camt/camt053.v8.pt.xml').bytes.toString()
  return {
    name: 'camt.xml',
    bytes: Buffer.from(text.replaceAll('PT50999900000000009000133', 'PT50003500000090000133060')),
  }
}

async function twoParts(round: number): Promise<[string, string]> {
  const { payable_cents: payable, name } = await db
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['payable_cents', 'name'])
    .where('payable_cents', '>', 0)
    .orderBy('payable_cents', 'desc')
    .executeTakeFirstOrThrow()
  const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
  const first = 100_00 + round
  const rows = [first, payable - first].map((amount, at) => {
    const day = ['09-06-2026', '10-06-2026'][at]!
    return [day, day, `TRF P/ ${name}`, euros(-amount), euros(9_000_00 - (at === 0 ? first : payable))].join(';')
  })
  const head = 'Data Operação;Data valor;Descrição;Montante( EUR );Saldo Contabilístico( EUR )'
  await makeChange((change) =>
    importBankFile(change, { name: 'partes.csv', bytes: Buffer.from([head, ...rows].join('\r\n')) }),
  )
  const parts = (await listMovements()).filter(
    ({ proposal }) => proposal && proposal.say !== 'asked' && proposal.match.is === 'part',
  )
  expect(parts).toHaveLength(2)
  return [parts[0]!.id, parts[1]!.id]
}
