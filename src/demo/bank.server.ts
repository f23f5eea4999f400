import { db } from '#db/client.server.ts'
import { cents, sum } from '#domain/money.ts'
import { firstOf } from '#domain/certain.ts'
import { type Week, bounds, sunday, weekName } from '#domain/week.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { matchExact } from '#features/bank/matches/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { sumsOfWeeks } from '#features/weeks/week-sources/queries.server.ts'
import { makeChange } from './change.server.ts'
import { DRIVERS } from './fleet.ts'

const OPENING = 18_204_37
/** Cents that Bolt kept of the week without explanation. */
const KEPT_BY_BOLT = 4_00

/** The driver whose transfer comes back, and goes out again in a file of its own. */
const RETURNED = 'M9'

type Line = { after: number; text: string; amount: number }

/**
 * Imports the bank's list on the Friday after a week was paid: the platforms' money, the file of payments, usual
 * movements of any account, money that a driver gave back, a transfer that came back, and a purchase without explanation.
 * Matches what fits, and pays that driver again.
 */
export async function receiveStatement(week: Week): Promise<void> {
  const at = bounds(week).end.add({ hours: 4 * 24 + 11 })
  const bytes = new TextEncoder().encode(statement(week, await linesOf(week)))
  const outcome = await makeChange('bank.import', at, (change) =>
    importBankFile(change, { name: `movimentos-${weekName(week)}.csv`, bytes }),
  )
  if (outcome.status !== 'imported' || outcome.is !== 'statements')
    throw new Error(`The demonstration's own bank statement was refused: ${JSON.stringify(outcome)}`)
  for (const { fresh } of outcome.statements) await matchExact(fresh, { actor: SYSTEM, now: at })
  const returned = await returnedIn(week)
  if (returned.state !== 'approved') return
  // The bank said no reason, so whoever pays the same account again says why.
  const { batchId } = await makeChange('batch.export', at.add({ hours: 1 }), (change) =>
    exportBatch(change, week, { again: 'O motorista confirmou o IBAN por telefone.' }),
  )
  await makeChange('batch.confirm', at.add({ hours: 5 }), (change) => confirmBatch(change, batchId))
}

/** The statement whose transfer comes back. */
async function returnedIn(week: Week) {
  return await db
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['drivers.name', 'net_cents as amount', 'state'])
    .where('week', '=', week)
    .where('drivers.ref', '=', RETURNED)
    .executeTakeFirstOrThrow()
}

async function linesOf(week: Week): Promise<Line[]> {
  const sums = (await sumsOfWeeks([week], db)).get(week) ?? []
  const paid = (platform: string) =>
    sum(sums.filter(({ source }) => source === platform).map(({ amount }) => cents(amount)))
  const batch = await db
    .selectFrom('payment_batches')
    .select(['message_id', 'control_sum_cents'])
    .where('week', '=', week)
    .executeTakeFirstOrThrow()
  const returned = await returnedIn(week)
  return [
    { after: 2, text: 'TRF. P/O UBER BV', amount: paid('uber') },
    { after: 2, text: 'TRF. P/O BOLT OPERATIONS OU', amount: paid('bolt') - KEPT_BY_BOLT },
    { after: 4, text: `ORDENADOS ${batch.message_id}`, amount: -batch.control_sum_cents },
    { after: 4, text: 'DD VIA VERDE PORTUGAL', amount: -148_35 },
    { after: 5, text: `TRF MB WAY DE ${firstOf(DRIVERS).name.toUpperCase()}`, amount: 40_00 },
    { after: 5, text: `DEV TRF ${returned.name.toUpperCase()}`, amount: returned.amount },
    { after: 5, text: 'COMPRA 1234 PAPELARIA EXEMPLO 1000-001 LISBOA', amount: -23_90 },
    { after: 5, text: 'COMISSAO MANUTENCAO CONTA', amount: -5_20 },
    { after: 5, text: 'IMPOSTO DE SELO', amount: -21 },
  ]
}

/**
 * Imports the bank's answer to the payment file of a week: it refused one driver's payment, whose account was closed that
 * day. `at` is the moment of the answer.
 */
export async function refuseOnePayment(week: Week, driverRef: string, at: Temporal.Instant): Promise<void> {
  const { message_id, end_to_end_id } = await db
    .selectFrom('batch_payments')
    .innerJoin('payment_batches', 'payment_batches.id', 'batch_id')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['message_id', 'end_to_end_id'])
    .where('payment_batches.week', '=', week)
    .where('drivers.ref', '=', driverRef)
    .executeTakeFirstOrThrow()
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>',
    `<GrpHdr><MsgId>PSR-${message_id}</MsgId><CreDtTm>${at.toString().slice(0, 19)}</CreDtTm></GrpHdr>`,
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${message_id}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>`,
    '<GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>',
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${message_id}</OrgnlPmtInfId><TxInfAndSts>`,
    `<OrgnlEndToEndId>${end_to_end_id}</OrgnlEndToEndId><TxSts>RJCT</TxSts>`,
    '<StsRsnInf><Rsn><Cd>AC06</Cd></Rsn></StsRsnInf>',
    '</TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>',
  ].join('\n')
  const file = { name: `resposta-${weekName(week)}.xml`, bytes: new TextEncoder().encode(text) }
  const outcome = await makeChange('bank.import', at, (change) => importBankFile(change, file))
  if (outcome.status !== 'imported')
    throw new Error(`The demonstration's own answer of the bank was refused: ${JSON.stringify(outcome)}`)
}

/** Writes movements as Millennium bcp exports them for a company, the oldest first. */
function statement(week: Week, lines: readonly Line[]): string {
  let balance = OPENING
  const day = (after: number) => {
    const [year, month, date] = sunday(week).add({ days: after }).toString().split('-')
    return `${date}-${month}-${year}`
  }
  return [
    `Data de:;${day(1)}`,
    `Data até:;${day(5)}`,
    'Conta:;9999000042',
    '',
    'Data lançamento;Data valor;Descrição;Montante;Tipo;Saldo',
    ...lines.map(({ after, text, amount }) => {
      balance += amount
      return [day(after), day(after), text, euros(amount), amount < 0 ? 'Débito' : 'Crédito', euros(balance)].join(';')
    }),
  ].join('\r\n')
}

function euros(amount: number): string {
  return (amount / 100).toFixed(2).replace('.', ',')
}
