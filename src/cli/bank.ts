import { basename } from 'node:path'
import { adviceFor, paidBy } from '#domain/bank-statement.ts'
import type { Cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { importBankFile } from '#features/bank/commands.server.ts'
import { matchExact } from '#features/bank/matches/commands.server.ts'
import { listMovements, listPaymentNames, paymentsOf } from '#features/bank/matches/queries.server.ts'
import type { MovementRow, PaymentName } from '#features/bank/matches/schema.ts'
import type { BankFileOutcome, TakenStatement } from '#features/bank/schema.ts'
import { listDriverRefs } from '#features/fleet/drivers/queries.server.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import type { Translator } from '#messages/catalogue.ts'
import { problemWords, refusalWords } from '#messages/file-words.ts'
import { formatAmount } from '#messages/numbers.ts'
import { onDisk } from '#platform/bytes.ts'
import { type Answer, type Call, needed } from './command.ts'

type FileResult = BankFileOutcome | { status: 'refused'; name: string; refused: Refusal }

/** Each file is imported by itself: a refused one does not affect the others. */
export async function importBankFiles({ args, options, t, fromCaller }: Call): Promise<Answer> {
  needed(args[0], t)
  const account = typeof options['account'] === 'string' ? { account: options['account'] } : {}
  const accepted = { acceptUnproved: options['accept-unproved'] === true, acceptDays: options['accept-days'] === true }
  const choices = { ...account, ...accepted }
  const results: FileResult[] = []
  for (const path of args) results.push(await importFile(fromCaller(path), choices))

  const rows = await rowsOf(results)
  const names = await listPaymentNames([...rows.values()].flatMap(proposedPayments))
  const refs = await listDriverRefs()
  const lookups = { rows, names, refs, t }
  return {
    json: { files: results.map((result) => bankFileJson(result, lookups)) },
    text: results.flatMap((result) => fileText(result, lookups)).join('\n'),
    failed: results.some(({ status }) => status === 'refused'),
  }
}

async function importFile(path: string, choices: Parameters<typeof importBankFile>[2]): Promise<FileResult> {
  const name = basename(path)
  const now = Temporal.Now.instant()
  const bytes = await onDisk(path)
  let outcome: BankFileOutcome | null = null
  try {
    await carryOut({ actor: COMMAND_LINE, action: 'bank.import', now }, async (change) => {
      outcome = await importBankFile(change, { name, bytes }, choices)
      return null
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: 'refused', name, refused: error }
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it was read of the same files
  for (const { fresh } of statementsOf(outcome!)) await matchExact(fresh, { actor: COMMAND_LINE, now })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it was read of the same files
  return outcome!
}

function statementsOf(result: FileResult): readonly TakenStatement[] {
  return 'is' in result && result.is === 'statements' ? result.statements : []
}

async function rowsOf(results: readonly FileResult[]): Promise<ReadonlyMap<string, MovementRow>> {
  const ids = results.flatMap(statementsOf).flatMap(({ movements }) => movements)
  return new Map((await listMovements(undefined, { ids })).map((row) => [row.id, row]))
}

function proposedPayments({ proposal }: MovementRow): readonly string[] {
  return proposal && proposal.say !== 'asked' ? paymentsOf(proposal.match) : []
}

type Lookups = {
  rows: ReadonlyMap<string, MovementRow>
  names: ReadonlyMap<string, PaymentName>
  refs: ReadonlyMap<string, string>
  t: Translator
}

function bankFileJson(taken: FileResult, lookups: Lookups) {
  const { name, status } = taken
  if (status === 'refused') {
    const { code, message, problems } = refusalOf(taken, lookups.t)
    return { name, status, code, message, problems }
  }
  const result = { name, status: status === 'again' ? 'duplicate' : status }
  if (taken.is === 'answer') {
    const { originalMessageId, groupStatus, batch } = taken
    return {
      ...result,
      kind: 'answer',
      original_message_id: originalMessageId,
      group_status: groupStatus,
      known: batch !== null,
      rejected: batch?.rejected ?? 0,
    }
  }
  return {
    ...result,
    kind: 'statements',
    statements: taken.statements.map((statement) => bankStatementJson(statement, lookups)),
  }
}

function bankStatementJson(statement: TakenStatement, lookups: Lookups) {
  const { bank, label, currency, period, opening, closing, movements, fresh, ignored, gaps } = statement
  const isFresh = new Set(fresh)
  return {
    bank,
    account: label,
    currency,
    period: period && [period.from, period.to],
    opening,
    closing,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- it was read of the same files
    movements: movements.map((id) => ({ ...movementJson(lookups.rows.get(id)!, lookups), new: isFresh.has(id) })),
    ignored: ignored.map(({ state, text }) => `${state} ${text}`),
    gaps: gaps.map((gap) => ({
      closed_on: gap.closedOn,
      closing: gap.closing,
      opened_on: gap.openedOn,
      opening: gap.opening,
      difference: gap.difference,
    })),
  }
}

function movementJson(row: MovementRow, lookups: Lookups) {
  const { booked, value, amount, fee, feeWithin, balance, text } = row
  const within = feeWithin > 0 ? { of_which_fee: feeWithin, net: paidBy(row) } : {}
  return { booked, value, amount, fee, ...within, balance, text, ...matchJson(row, lookups) }
}

/** Says what a movement is: `matched`, `proposed`, or `asked`, each with what is known. */
function matchJson({ answer, proposal, returnReason }: MovementRow, { names, refs }: Lookups) {
  const reason = { reason: returnReason, advice: adviceFor(returnReason) }
  if (answer) {
    const { kind, platform, week, driver, account, payments } = answer
    const of = payments.map(({ ref, week: own, amount }) => ({ ref, week: own, amount }))
    return {
      status: 'matched',
      to: {
        kind,
        ...(kind === 'payout' ? { platform, week } : {}),
        ...(kind === 'driver' ? { ref: driver?.ref } : {}),
        ...(kind === 'account' ? { account } : {}),
        ...(kind === 'payments' || kind === 'part' ? { payments: of } : {}),
        ...(kind === 'return' ? { payments: of, ...reason } : {}),
      },
    }
  }
  if (!proposal || proposal.say === 'asked') {
    const differs = proposal?.differs
    return {
      status: 'asked',
      question: differs ? { kind: 'payout-differs', ...differs, week: weekName(differs.week) } : { kind: 'unknown' },
    }
  }
  const { match, doubts } = proposal
  const why = doubts.length > 0 ? { doubts: doubts.map((doubt) => doubt.why) } : {}
  const payments = paymentsOf(match).flatMap((id) => {
    const payment = names.get(id)
    return payment ? [{ ref: payment.ref, week: payment.week, amount: payment.amount }] : []
  })
  switch (match.is) {
    case 'payments':
      return { status: 'proposed', for: { kind: 'payments', payments }, ...why }
    case 'return':
      return { status: 'proposed', for: { kind: 'return', payments, ...reason }, ...why }
    case 'part':
      return { status: 'proposed', for: { kind: 'part', payments }, ...why }
    case 'payouts':
    case 'payout-part': {
      const weeks = match.is === 'payouts' ? match.weeks.map((week) => week.week) : [match.week]
      return {
        status: 'proposed',
        for: { kind: match.is, platform: match.platform, weeks: weeks.map(weekName) },
        ...why,
      }
    }
    case 'payout': {
      const { platform, week, expected } = match
      return { status: 'proposed', for: { kind: 'payout', platform, week: weekName(week), expected }, ...why }
    }
    case 'driver':
      return { status: 'proposed', for: { kind: 'driver', ref: refs.get(match.driverId), owed: match.owed }, ...why }
    case 'account':
      return { status: 'proposed', for: { kind: 'account', account: match.account } }
  }
}

function refusalOf(result: Extract<FileResult, { status: 'refused' }>, t: Translator) {
  if ('refused' in result) {
    const { code, params } = result.refused
    return { code, message: refusalSentence(t, code, params) ?? code, problems: [] }
  }
  const { code, params, problems } = result.refusal
  return {
    code,
    message: [refusalWords(t, code, params), ...problems.map((problem) => problemWords(t, problem))].join('\n'),
    problems,
  }
}

function fileText(result: FileResult, lookups: Lookups): string[] {
  const { t } = lookups
  const { name, status } = result
  if (status === 'refused') return [`${name}: ${refusalOf(result, t).message}`]
  if (result.is === 'answer') {
    const params = { name, batch: result.originalMessageId, rejected: result.batch?.rejected ?? 0 }
    return [t(result.batch ? 'cli.bankTaken.answer' : 'cli.bankTaken.unknown', params)]
  }
  const fresh = result.statements.reduce((all, statement) => all + statement.fresh.length, 0)
  const money = (amount: Cents | null) => (amount === null ? '?' : formatAmount(amount, t.language))
  return [
    t(`cli.bankTaken.${status}`, { name, fresh }),
    ...result.statements.flatMap(({ bank, label, opening, closing, movements, gaps }) => [
      t('cli.bankTaken.account', { bank, account: label, opening: money(opening), closing: money(closing) }),
      ...gaps.map((gap) =>
        t('cli.bankTaken.gap', {
          closedOn: gap.closedOn,
          closing: money(gap.closing),
          openedOn: gap.openedOn,
          opening: money(gap.opening),
          difference: money(gap.difference),
        }),
      ),
      ...movements.map((id) => {
        // oxlint-disable-next-line typescript/no-non-null-assertion -- it was read of the same files
        const row = lookups.rows.get(id)!
        const state = row.answer ? 'matched' : row.proposal?.say === 'asked' ? 'asked' : 'proposed'
        return t(`cli.bankTaken.${state}`, { day: row.booked, amount: money(row.amount), text: row.text })
      }),
    ]),
  ]
}
