import { sql } from 'kysely'
import type { Bank, BankMovement, BankStatement } from '#domain/bank-statement.ts'
import { firstOf } from '#domain/certain.ts'
import type { FileRefusal } from '#domain/import.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { hasStatement } from './queries.server.ts'

type Account = { id: string; label: string }
type StoredFile = { name: string; sha256: string }

/**
 * Finds the account of a statement, or makes it when it is new. Leading zeros do not make a number different. A
 * number that is part of an IBAN means the account of that IBAN if the bank is the same, or if a recorded movement
 * has the same day, amount and balance after it. If somebody answered what a spelling means, that answer decides.
 */
export async function accountOf(change: Change, statement: BankStatement, typedAccount?: string): Promise<Account> {
  const { known, mayBe } = await guessAccount(change, statement)
  if (typedAccount === undefined) return known ?? (await makeAccount(change, statement))
  const typedOne =
    mayBe.find((candidate) => hasLabel(candidate, typedAccount)) ??
    (known && hasLabel(known, typedAccount) ? known : null)
  const account = typedOne ?? (await makeAccount(change, statement, typedAccount))
  // The typed account also answers the question for every other file with this spelling.
  if (!known && mayBe.length > 0) await remember(change, statement, account.id)
  return account
}

/**
 * Asks which account a file means, when one of its statements may belong to a known account: the file waits with the
 * question, and nothing of it counts. `null` when there is no doubt, or `typedAccount` answers it.
 */
export async function askedAccount(
  change: Change,
  file: StoredFile,
  statements: readonly BankStatement[],
  typedAccount?: string,
): Promise<{ id: string; refusal: FileRefusal } | null> {
  for (const statement of typedAccount === undefined ? statements : []) {
    const { known, mayBe } = await guessAccount(change, statement)
    if (known || mayBe.length === 0) continue
    const id = await waitFor(change, file, statement, mayBe)
    const account = firstOf(mayBe).label
    const params = { spelled: labelOf(statement), account, option: account.replace(/^•/, '') }
    return { id, refusal: { ok: false, code: 'which-account', params, problems: [] } }
  }
  return null
}

/**
 * Saves which account a spelling means: one of those it may be, or (`other`) a new one. Returns the ids of the
 * questions whose files waited for the answer. Refuses `record.not-found` for an answered question, and for an
 * account that is not among the possible ones.
 */
export async function answerSpelling(change: Change, id: string, answer: string): Promise<string[]> {
  const row = await change.tx
    .selectFrom('bank_spellings')
    .select(['id', 'key', 'label', 'may_be'])
    .where('id', '=', readRecordId(id))
    .where('answered_at', 'is', null)
    .where('retired_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row || (answer !== 'other' && !row.may_be.includes(answer))) throw new Refusal('record.not-found')
  await forget(change, row.key)
  await change.tx
    .updateTable('bank_spellings')
    .set({
      account_id: answer === 'other' ? null : answer,
      answered_at: change.now.toString(),
      answered_by: change.actor.uid,
    })
    .where('id', '=', row.id)
    .execute()
  // The answer also holds for the other files that waited with the same question.
  const others = await change.tx
    .updateTable('bank_spellings')
    .set({ retired_at: change.now.toString(), retired_by: change.actor.uid })
    .where('key', '=', row.key)
    .where('answered_at', 'is', null)
    .where('retired_at', 'is', null)
    .returning('id')
    .execute()
  change.note({ subject: 'bank', after: { spelling: row.label, account: answer } })
  return [row.id, ...others.map((other) => other.id)]
}

/**
 * Withdraws an answer, so that the office is asked about the next file with this spelling, or drops a file that
 * waited; imported movements stay. Refuses `record.not-found`.
 */
export async function retireSpelling(change: Change, id: string): Promise<void> {
  const row = await change.tx
    .updateTable('bank_spellings')
    .set({ retired_at: change.now.toString(), retired_by: change.actor.uid })
    .where('id', '=', readRecordId(id))
    .where('retired_at', 'is', null)
    .returning(['label', 'account_id'])
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  change.note({ subject: 'bank', before: { spelling: row.label, account: row.account_id } })
}

async function waitFor(
  { tx, actor, now, note }: Change,
  { name, sha256 }: StoredFile,
  statement: BankStatement,
  mayBe: readonly Account[],
): Promise<string> {
  const waiting = await tx
    .selectFrom('bank_spellings')
    .select('id')
    .where('sample_sha256', '=', sha256)
    .where('retired_at', 'is', null)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (waiting) return waiting.id
  const { id } = await tx
    .insertInto('bank_spellings')
    .values({
      key: keyOf(statement),
      bank: statement.bank,
      label: labelOf(statement),
      sample_sha256: sha256,
      sample_name: name,
      may_be: mayBe.map((account) => account.id),
      asked_at: now.toString(),
      asked_by: actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  note({ subject: 'bank', after: { file: name, spelling: labelOf(statement) } })
  return id
}

async function remember(change: Change, statement: BankStatement, accountId: string): Promise<void> {
  const key = keyOf(statement)
  await forget(change, key)
  await change.tx
    .insertInto('bank_spellings')
    .values({
      key,
      bank: statement.bank,
      label: labelOf(statement),
      account_id: accountId,
      asked_at: change.now.toString(),
      asked_by: change.actor.uid,
      answered_at: change.now.toString(),
      answered_by: change.actor.uid,
    })
    .execute()
}

async function forget({ tx, now, actor }: Change, key: string): Promise<void> {
  await tx
    .updateTable('bank_spellings')
    .set({ retired_at: now.toString(), retired_by: actor.uid })
    .where('key', '=', key)
    .where('answered_at', 'is not', null)
    .where('retired_at', 'is', null)
    .execute()
}

/** Whether an account has the label that a person typed: its last digits, with or without the dot before them. */
function hasLabel({ label }: Account, name: string): boolean {
  const bare = (text: string) =>
    text
      .replace(/^[•\s]+/, '')
      .trim()
      .toLowerCase()
  return bare(label) === bare(name)
}

function keyOf({ bank, account: { iban, number, name }, currency }: BankStatement): string {
  if (iban) return `iban ${blindIndex('iban', iban).toString('hex')}`
  return `${bank} ${number === null ? (name ?? '') : withoutZeros(number)} ${currency}`.trim()
}

function labelOf({ bank, account: { iban, number, name }, currency }: BankStatement): string {
  const ends = iban ?? (number === null ? null : withoutZeros(number))
  // A list that the office set up gives its account a name.
  return (bank === 'other' && name) || (ends ? `•${ends.slice(-4)}` : (name ?? currency))
}

async function makeAccount({ tx, now }: Change, statement: BankStatement, typedAccount?: string): Promise<Account> {
  const { bank, account, currency } = statement
  const key = typedAccount === undefined ? keyOf(statement) : `said ${typedAccount.trim().toLowerCase()}`
  await tx
    .insertInto('bank_accounts')
    .values({
      key,
      bank,
      label: typedAccount?.trim() || labelOf(statement),
      currency,
      created_at: now.toString(),
      bank_code: account.iban ? codeOf(account.iban) : (BANK_CODES[bank] ?? null),
      numbers: account.iban ? numbersIn(account.iban) : [],
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return await tx.selectFrom('bank_accounts').select(['id', 'label']).where('key', '=', key).executeTakeFirstOrThrow()
}

type AccountGuess = { known: Account | null; mayBe: readonly Account[] }

/** Guesses the account of a statement: `known` when it is certain, otherwise those that it may be. */
async function guessAccount(change: Change, statement: BankStatement): Promise<AccountGuess> {
  const { account, currency, movements } = statement
  const key = keyOf(statement)
  const answers = await change.tx
    .selectFrom('bank_spellings as s')
    .leftJoin('bank_accounts as a', 'a.id', 'account_id')
    .select(['a.id', 'a.label', 's.retired_at'])
    .where('s.key', '=', key)
    .where('answered_at', 'is not', null)
    .execute()
  const liveAnswer = answers.find(({ retired_at: retired }) => retired === null)
  if (liveAnswer?.id && liveAnswer.label) return { known: { id: liveAnswer.id, label: liveAnswer.label }, mayBe: [] }
  const isAnsweredNew = liveAnswer !== undefined
  const wasTakenBack = answers.length > 0 && !isAnsweredNew
  const rows = await change.tx
    .selectFrom('bank_accounts')
    .select(['id', 'label', 'key', 'bank', 'bank_code', 'numbers'])
    .select(hasStatement(sql`bank_accounts.id`).as('has_statement'))
    .where('currency', '=', currency)
    .where('key', 'not like', 'said %')
    .orderBy('created_at')
    .orderBy('key')
    .execute()
  const same = rows.find((row) => row.key === key || (!account.iban && withoutZeros(row.key) === withoutZeros(key)))
  if (isAnsweredNew || (same && !wasTakenBack)) return { known: same ?? null, mayBe: [] }
  const code = account.iban ? codeOf(account.iban) : (BANK_CODES[statement.bank] ?? null)
  // Leave out accounts whose files were all taken back: nobody is asked about them.
  const others = rows.filter((row) => row.has_statement)
  const withSameNumber = others.filter((other) => isInside(other, statement))
  const ofSameBank = withSameNumber.filter(({ bank_code }) => bank_code !== null && bank_code === code)
  if (ofSameBank.length === 1) return { known: ofSameBank[0] ?? null, mayBe: [] }
  // Movements that were imported by an answer which was taken back prove nothing.
  for (const other of wasTakenBack ? [] : withSameNumber)
    if (await hasSameMovements(change, other.id, movements)) return { known: other, mayBe: [] }
  const similar = others.filter(
    (other) =>
      other !== same &&
      isOfSameBank(other, statement, code) &&
      (withSameNumber.includes(other) || endsAlike(other, statement)),
  )
  if (similar.length === 0) return { known: same ?? null, mayBe: [] }
  return { known: null, mayBe: same ? [same, ...similar] : similar }
}

type AccountRow = { key: string; bank: string; bank_code: string | null; numbers: Buffer[] }

/** Whether the number of one account is part of the IBAN of the other. */
function isInside(account: AccountRow, { account: { iban, number } }: BankStatement): boolean {
  if (iban) {
    const ending = numberOf(account)
    return ending.length >= SHORTEST_NUMBER && iban.slice(8).includes(ending)
  }
  const digits = digitsOf(number)
  return digits.length >= SHORTEST_NUMBER && hasNumber(account, digits)
}

/**
 * Whether the last four digits are the same, as far as they are known. An IBAN has two check digits behind the
 * account number, so its last four and the four before the check digits are compared.
 */
function endsAlike(account: AccountRow & Account, { account: { iban, number } }: BankStatement): boolean {
  const ending = numberOf(account)
  if (iban) return ending.length >= ENDS && [iban.slice(-4), iban.slice(-6, -2)].includes(ending.slice(-ENDS))
  const ends = digitsOf(number).slice(-ENDS)
  if (ends.length < ENDS) return false
  return isIban(account) ? account.label.endsWith(ends) || hasNumber(account, ends) : ending.slice(-ENDS) === ends
}

function isOfSameBank({ bank, bank_code: own }: AccountRow, statement: BankStatement, code: string | null): boolean {
  if (own !== null && code !== null) return own === code
  return bank === statement.bank || bank === 'camt' || statement.bank === 'camt'
}

function isIban({ key }: AccountRow): boolean {
  return key.startsWith('iban ')
}

/** The digits in the key of an account; none for an IBAN, of which only an index is stored. */
function numberOf(account: AccountRow): string {
  return isIban(account) ? '' : digitsOf(account.key.slice(account.bank.length + 1))
}

function digitsOf(number: string | null): string {
  return withoutZeros(number ?? '').replace(/\D/g, '')
}

function hasNumber({ numbers }: AccountRow, digits: string): boolean {
  const index = numberIndex(digits)
  return numbers.some((own) => own.equals(index))
}

/** Whether a movement of a statement is recorded in an account with the same day, amount and balance after it. */
async function hasSameMovements(
  { tx }: Change,
  accountId: string,
  movements: readonly BankMovement[],
): Promise<boolean> {
  const withBalance = movements.filter(({ balance }) => balance !== null)
  const { rows } =
    await sql`select from bank_movements m join unnest(${withBalance.map(({ booked }) => booked)}::date[],
      ${withBalance.map(({ amount }) => amount)}::bigint[], ${withBalance.map(({ balance }) => balance)}::bigint[]) as proved (day, amount, balance)
    on proved.day = m.booked_on and proved.amount = m.amount_cents and proved.balance = m.balance_cents
    where m.account_id = ${accountId} and m.undone_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** The codes, in Portuguese IBANs, of the banks whose lists can be read. */
const BANK_CODES: Partial<Record<Bank, string>> = {
  cgd: '0035',
  millennium: '0033',
  santander: '0018',
  bpi: '0010',
  novobanco: '0007',
  activobank: '0023',
  'credito-agricola': '0045',
  montepio: '0036',
}

function codeOf(iban: string): string | null {
  return iban.startsWith('PT') ? iban.slice(4, 8) : null
}

/** Minimum digits of a number to compare: shorter ones are in many IBANs by chance. */
const SHORTEST_NUMBER = 6

/** Number of last digits that a bank shows of a masked account. */
const ENDS = 4

/** Indexes of every number by which a list may call the account of an IBAN, because the IBAN itself is not stored. */
function numbersIn(iban: string): Buffer[] {
  const digits = iban.slice(8).replace(/\D/g, '')
  const numbers = new Set<string>([digits.slice(-2 - ENDS, -2)])
  for (let from = 0; from < digits.length; from += 1)
    for (let to = from + SHORTEST_NUMBER; to <= digits.length; to += 1)
      if (digits[from] !== '0') numbers.add(digits.slice(from, to))
  return [...numbers].map(numberIndex)
}

function numberIndex(number: string): Buffer {
  return blindIndex('iban', `account ${number}`)
}

/**
 * Removes the zeros before a number, as Excel does. Keeps them in a number of four digits, which is all that a bank
 * shows of a masked account.
 */
function withoutZeros(text: string): string {
  return text.replaceAll(/\b0+(?=\d{4})/g, '')
}
