import type { BankMovement, BankStatement, IgnoredLine, MovementDetail, PaymentAnswer } from '#domain/bank-statement.ts'
import { movedBy } from '#domain/bank-statement.ts'
import type { FileProblem, FileRefusal } from '#domain/import.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import { problemList, refused, unreadable } from '#integrations/format.ts'
import { amountReader } from '#platform/amount-text.ts'
import { type Node, allAt, firstAt, textAt } from './xml-tree.ts'

/** Places of a name: the versions that banks send differ in where names and states stand, and each place is tried. */
const NAME = ['Nm', 'Pty/Nm'] as const
const READER = amountReader('point')

/**
 * Reads the statements of a camt.053 of any version. Where the bank gives the balances before and after, its booked
 * entries must make up the difference; a balance in another currency than the account's is ignored.
 */
export function readCamt(document: Node): { ok: true; statements: BankStatement[] } | FileRefusal {
  const problems = problemList()
  const note = (node: Node | undefined, column: string, code: FileProblem['code'], found: string, expected = '') =>
    problems.push({ line: node?.line ?? document.line, column, code, found, expected })
  const statements = allAt(document, 'BkToCstmrStmt/Stmt').map((node) => readStatement(node, note))
  if (problems.length > 0) return unreadable(problems)
  return statements.length === 0 ? refused('empty') : { ok: true, statements }
}

type Note = (
  node: Node | undefined,
  column: string,
  code: FileProblem['code'],
  found: string,
  expected?: string,
) => void

function readStatement(statement: Node, note: Note): BankStatement {
  const account = firstAt(statement, 'Acct')
  const entries = allAt(statement, 'Ntry')
  const currency =
    textAt(account, 'Ccy') ?? firstAt(entries[0], 'Amt')?.currency ?? firstAt(statement, 'Bal/Amt')?.currency ?? 'EUR'
  const opening = balanceNamed(statement, currency, note, ['OPBD', 'PRCD', 'ITBD'], 'first')
  const closing = balanceNamed(statement, currency, note, ['CLBD', 'ITBD'], 'last')

  const ignored: IgnoredLine[] = []
  const booked: BankMovement[] = []
  for (const entry of entries) {
    const state = textAt(entry, 'Sts/Cd', 'Sts') ?? 'BOOK'
    if (state === 'BOOK') booked.push(readEntry(entry, currency, note))
    else ignored.push({ line: entry.line, state, text: textOf(entry, firstAt(entry, 'NtryDtls/TxDtls')) })
  }
  const isDescending = (booked[0]?.booked ?? '') > (booked.at(-1)?.booked ?? '')
  const inOrder = isDescending ? booked.toReversed() : booked
  const sumMoved = inOrder.reduce((whole, movement) => whole + movedBy(movement), 0)
  if (opening !== null && closing !== null && opening.amount + sumMoved !== closing.amount)
    note(closing.node, 'Bal/Amt', 'sum-differs', decimal(closing.amount), decimal(opening.amount + sumMoved))

  const start = opening?.amount ?? (closing === null ? null : closing.amount - sumMoved)
  let balance = start
  const movements = inOrder.map((movement) => {
    balance = balance === null ? null : balance + movedBy(movement)
    return { ...movement, balance: balance === null ? null : cents(balance) }
  })
  const [from, to] = [dayAt(statement, 'FrToDt/FrDtTm'), dayAt(statement, 'FrToDt/ToDtTm')]
  const isProved = opening !== null && closing !== null
  return {
    bank: 'camt',
    account: {
      iban: textAt(account, 'Id/IBAN'),
      number: textAt(account, 'Id/Othr/Id'),
      name: textAt(account, 'Nm'),
    },
    currency,
    period: from && to ? { from, to } : null,
    opening: start === null ? null : cents(start),
    closing: start === null ? null : cents(start + sumMoved),
    movements,
    ignored,
    proof: isProved ? 'balances' : movements.every(({ id }) => id !== null) ? 'ids' : 'nothing',
  }
}

function balanceNamed(
  statement: Node,
  currency: string,
  note: Note,
  kinds: readonly string[],
  which: 'first' | 'last',
): { amount: number; node: Node } | null {
  for (const kind of kinds) {
    const balances = allAt(statement, 'Bal').filter(
      (balance) => textAt(balance, 'Tp/CdOrPrtry/Cd') === kind && firstAt(balance, 'Amt')?.currency === currency,
    )
    const node = which === 'first' ? balances[0] : balances.at(-1)
    if (node) return { amount: signedAmount(node, note), node }
  }
  return null
}

/** Reads an amount with its sign, which stands beside it: for a reversal too the sign says what happens to the account. */
function signedAmount(node: Node, note: Note): Cents {
  const written = textAt(node, 'Amt') ?? ''
  const read = READER.cents(written)
  const sign = textAt(node, 'CdtDbtInd')
  if (typeof read !== 'number' || read < 0 || written === '') {
    note(firstAt(node, 'Amt') ?? node, 'Amt', 'amount-unreadable', written, '1234.56')
    return ZERO
  }
  if (sign !== 'CRDT' && sign !== 'DBIT') note(node, 'CdtDbtInd', 'value-missing', sign ?? '', 'CRDT, DBIT')
  return cents(sign === 'DBIT' ? -read : read)
}

function readEntry(entry: Node, currency: string, note: Note): BankMovement {
  const amount = signedAmount(entry, note)
  const entryCurrency = firstAt(entry, 'Amt')?.currency
  if (entryCurrency !== currency) note(firstAt(entry, 'Amt'), 'Amt', 'sum-differs', entryCurrency ?? '', currency)
  const booked = dayAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')
  if (booked === null) note(entry, 'BookgDt', 'date-unreadable', textAt(entry, 'BookgDt/Dt') ?? '', '2026-06-08')
  const parts = allAt(entry, 'NtryDtls/TxDtls')
  const [part] = parts
  const other = partyOf(part, amount)
  const batch = firstAt(entry, 'NtryDtls/Btch')
  return {
    line: entry.line,
    booked: booked ?? '',
    value: dayAt(entry, 'ValDt/Dt', 'ValDt/DtTm') ?? booked ?? '',
    amount,
    fee: ZERO,
    feeWithin: ZERO,
    balance: null,
    id: textAt(entry, 'AcctSvcrRef'),
    text: textOf(entry, part),
    party: parts.length === 1 ? other.name : null,
    partyIban: parts.length === 1 ? other.iban : null,
    endToEndId: parts.length === 1 ? endToEnd(part) : null,
    batch: batch
      ? { messageId: textAt(batch, 'MsgId'), paymentId: textAt(batch, 'PmtInfId'), count: countAt(batch) }
      : null,
    details: detailsOf(parts, amount, currency),
    returnReason: textAt(entry, 'NtryDtls/TxDtls/RtrInf/Rsn/Cd', 'NtryDtls/TxDtls/RtrInf/Rsn/Prtry'),
    isReturn:
      textAt(entry, 'BkTxCd/Domn/Fmly/SubFmlyCd') === 'RRTN' ||
      firstAt(entry, 'NtryDtls/TxDtls/RtrInf') !== undefined ||
      textAt(entry, 'RvslInd') === 'true',
  }
}

function countAt(batch: Node): number | null {
  const count = Number(textAt(batch, 'NbOfTxs') ?? Number.NaN)
  return Number.isSafeInteger(count) ? count : null
}

/** Reads several payments booked as one. Amounts that do not add up to the entry, as in another currency, are not taken for its parts. */
function detailsOf(parts: readonly Node[], total: Cents, currency: string): MovementDetail[] {
  if (parts.length < 2) return []
  const amounts = parts.map((part) => {
    const node = firstAt(part, 'Amt') ?? firstAt(part, 'AmtDtls/TxAmt/Amt')
    const read = node && node.currency === currency ? READER.cents(node.text) : null
    return typeof read === 'number' ? read : null
  })
  const sign = total < 0 ? -1 : 1
  const known = amounts.filter((amount) => amount !== null)
  const isWhole = known.length === amounts.length && known.reduce((whole, amount) => whole + amount, 0) * sign === total
  return parts.map((part, at) => {
    const { name, iban } = partyOf(part, total)
    const amount = isWhole ? cents(amounts[at]! * sign) : null
    return { endToEndId: endToEnd(part), amount, party: name, partyIban: iban }
  })
}

function endToEnd(part: Node | undefined): string | null {
  const id = textAt(part, 'Refs/EndToEndId')
  return id === 'NOTPROVIDED' ? null : id
}

/** Answers the other side: who paid what came in, or who got what went out; for a return whoever is named. */
function partyOf(part: Node | undefined, amount: Cents): { name: string | null; iban: string | null } {
  const sides = amount > 0 ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const)
  for (const side of sides) {
    const name = textAt(part, ...NAME.map((path) => `RltdPties/${side}/${path}`))
    const iban = textAt(part, `RltdPties/${side}Acct/Id/IBAN`)?.toUpperCase().replaceAll(/\s/g, '') ?? null
    if (name ?? iban) return { name, iban }
  }
  return { name: null, iban: null }
}

function textOf(entry: Node, part: Node | undefined): string {
  const remittance = allAt(part, 'RmtInf/Ustrd').map(({ text }) => text)
  const texts = [textAt(entry, 'AddtlNtryInf'), ...remittance, textAt(part, 'RmtInf/Strd/CdtrRefInf/Ref')]
  return [...new Set(texts.filter((text) => text))].join(' · ')
}

function dayAt(node: Node, ...paths: readonly string[]): string | null {
  const text = textAt(node, ...paths)
  if (text === null) return null
  try {
    return Temporal.PlainDate.from(text.slice(0, 10)).toString()
  } catch {
    return null
  }
}

/** Reads a bank's answer about the payments it was sent (pain.002 of any version). */
export function readPaymentAnswer(document: Node): { ok: true; answer: PaymentAnswer } | FileRefusal {
  const report = firstAt(document, 'CstmrPmtStsRpt')
  const group = firstAt(report, 'OrgnlGrpInfAndSts')
  const original = textAt(group, 'OrgnlMsgId')
  const blocks = allAt(report, 'OrgnlPmtInfAndSts')
  const missing: FileProblem[] = []
  if (original === null)
    missing.push({ line: report?.line ?? 1, column: 'OrgnlMsgId', code: 'value-missing', found: '', expected: 'MsgId' })
  const payments = [...allAt(report, 'TxInfAndSts'), ...blocks.flatMap((block) => allAt(block, 'TxInfAndSts'))].map(
    (node) => {
      const endToEndId = textAt(node, 'OrgnlEndToEndId')
      const status = textAt(node, 'TxSts')
      for (const [column, value] of [
        ['OrgnlEndToEndId', endToEndId],
        ['TxSts', status],
      ] as const)
        if (value === null)
          missing.push({ line: node.line, column, code: 'value-missing', found: '', expected: column })
      return { line: node.line, endToEndId: endToEndId ?? '', status: status ?? '', reason: reasonOf(node) }
    },
  )
  if (missing.length > 0) return unreadable({ length: missing.length, listed: missing })
  const messageId = textAt(report, 'GrpHdr/MsgId') ?? ''
  const status = textAt(group, 'GrpSts') ?? (blocks.length === 1 ? textAt(blocks[0], 'PmtInfSts') : null)
  return { ok: true, answer: { messageId, originalMessageId: original!, status, reason: reasonOf(group), payments } }
}

function reasonOf(node: Node | undefined): string | null {
  return textAt(node, 'StsRsnInf/Rsn/Cd', 'StsRsnInf/Rsn/Prtry')
}

function decimal(amount: number): string {
  return (amount / 100).toFixed(2)
}
