import type { CompanyAccount } from './ledger.ts'
import { type Cents, cents } from './money.ts'
import { type Week, previousWeek, weekName, weekOf } from './week.ts'

/** A movement as it is matched; `amount` is what the other side gave (+) or got (−). */
export type Matchable = {
  /** The bank account that it is of. */
  account: string
  amount: Cents
  booked: string
  text: string
  party: string | null
  endToEndId: string | null
  batch: { messageId: string | null; paymentId: string | null; count: number | null } | null
  details: readonly { endToEndId: string | null; amount: Cents | null; party: string | null }[]
  isReturn: boolean
  returnReason: string | null
}

/**
 * A payment of a week that a movement may carry out, or bring back. `open`: in a file or approved alone and still to be paid.
 * `told`: paid, and no movement says so yet. `carried`: paid, as a movement says.
 */
export type Payable = {
  settlementId: string
  driverId: string
  ref: string
  name: string
  week: Week
  amount: Cents
  endToEndId: string | null
  batchId: number | null
  state: 'open' | 'told' | 'carried'
  /** The bank account whose movement carried it out, where one did. */
  carriedBy: string | null
}
export type OpenBatch = { batchId: number; messageId: string; payments: readonly Payable[] }
export type Payout = { platform: 'uber' | 'bolt'; week: Week; expected: Cents; received: Cents }
export type Debtor = { driverId: string; ref: string; name: string; owed: Cents }

export type MatchContext = {
  batches: readonly OpenBatch[]
  payables: readonly Payable[]
  payouts: readonly Payout[]
  drivers: readonly Debtor[]
  /** What somebody said before of movements with these words (`wordsOf`). */
  learnt: ReadonlyMap<string, CompanyAccount | 'uber' | 'bolt'>
}

export type Match =
  | { is: 'payments'; batchId: number | null; settlements: readonly string[]; week: Week }
  | { is: 'return'; settlementId: string; week: Week }
  | { is: 'payout'; platform: 'uber' | 'bolt'; week: Week; expected: Cents }
  | { is: 'driver'; driverId: string; owed: Cents }
  | { is: 'account'; account: CompanyAccount }

/**
 * What a movement is, as far as it tells. `matched`: it fits exactly and nothing else does, so nobody is asked. `proposed`: it
 * may well be, and somebody says so. `asked`: nobody can tell, or what came is not what was promised (`differs`).
 */
export type Proposal =
  | { say: 'matched' | 'proposed'; match: Match }
  | { say: 'asked'; differs: { platform: 'uber' | 'bolt'; week: Week; expected: Cents; difference: Cents } | null }

const ASKED: Proposal = { say: 'asked', differs: null }

export function propose(movement: Matchable, known: MatchContext): Proposal {
  if (movement.amount < 0) return outgoing(movement, known)
  return (
    returned(movement, known) ?? payout(movement, known) ?? fromDriver(movement, known) ?? classified(movement, known)
  )
}

function outgoing(movement: Matchable, known: MatchContext): Proposal {
  return (
    wholeBatch(movement, known) ?? inParts(movement, known) ?? single(movement, known) ?? classified(movement, known)
  )
}

/**
 * One booking for a whole file: by its name, or where the list says none, by a total that no other file has. The total alone, of
 * something that is not said to be a transfer, is only proposed.
 */
function wholeBatch({ amount, batch, details, text }: Matchable, { batches }: MatchContext): Proposal | null {
  const ofAmount = batches.filter(({ payments }) => total(payments) === -amount)
  const named = ofAmount.filter(
    ({ messageId }) =>
      batch?.messageId === messageId || batch?.paymentId?.startsWith(messageId) || text.includes(messageId),
  )
  const fitting = named.length > 0 ? named : ofAmount
  const [found, ...others] = fitting
  if (!found || (found.payments.length === 1 && named.length === 0)) return null
  const count = batch?.count ?? (details.length > 1 ? details.length : null)
  if (count !== null && count !== found.payments.length) return null
  const settlements = found.payments.map(({ settlementId }) => settlementId)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one: it was counted just above
  const match: Match = { is: 'payments', batchId: found.batchId, settlements, week: found.payments[0]!.week }
  const isSaid = named.length > 0 || batch !== null || count !== null || TRANSFER.test(plain(text))
  return { say: others.length === 0 && isSaid ? 'matched' : 'proposed', match }
}

/** One booking for some payments, each named by the bank; or without names the only ones of a file that come to it. */
function inParts({ amount, details, batch }: Matchable, { batches, payables }: MatchContext): Proposal | null {
  if (details.length > 1) {
    const taken = new Set<string>()
    const own = details.map((detail) => {
      const candidates = payables.filter(
        (one) => one.state !== 'carried' && !taken.has(one.settlementId) && one.amount === -(detail.amount ?? 0),
      )
      const [found, ...others] = byName({ text: '', party: detail.party, endToEndId: detail.endToEndId }, candidates)
      if (!found || others.length > 0) return null
      taken.add(found.settlementId)
      return found
    })
    const [first] = own
    if (!first || own.includes(null)) return null
    const match: Match = { is: 'payments', batchId: first.batchId, settlements: [...taken], week: first.week }
    return { say: 'matched', match }
  }
  const parts = batches.flatMap(({ batchId, messageId, payments }) => {
    const isNamed = batch?.messageId === messageId || batch?.paymentId?.startsWith(messageId) === true
    if (!isNamed) return []
    const subset = onlySubset(payments, cents(-amount))
    return subset ? [{ batchId, subset }] : []
  })
  const [part, ...others] = parts
  if (!part || others.length > 0) return null
  const settlements = part.subset.map(({ settlementId }) => settlementId)
  return {
    say: 'proposed',
    // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one: it was counted just above
    match: { is: 'payments', batchId: part.batchId, settlements, week: part.subset[0]!.week },
  }
}

/** The payments of a file that come to an amount, where only one choice of them does; of large files nothing is tried. */
function onlySubset(payments: readonly Payable[], wanted: Cents): Payable[] | null {
  if (payments.length > 16) return null
  const found: Payable[][] = []
  for (let chosen = 1; chosen < 2 ** payments.length && found.length < 2; chosen += 1) {
    const subset = payments.filter((_, at) => Math.floor(chosen / 2 ** at) % 2 === 1)
    if (total(subset) === wanted) found.push(subset)
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one: it was counted just above
  return found.length === 1 ? found[0]! : null
}

function single(movement: Matchable, { payables }: MatchContext): Proposal | null {
  const ofAmount = payables.filter(({ state, amount }) => state !== 'carried' && amount === -movement.amount)
  const [found, ...others] = byName(movement, ofAmount)
  if (!found) return null
  const isSaid = TRANSFER.test(plain(movement.text)) || movement.endToEndId !== null
  const match: Match = { is: 'payments', batchId: found.batchId, settlements: [found.settlementId], week: found.week }
  return { say: others.length === 0 && isSaid ? 'matched' : 'proposed', match }
}

/** A purchase in a shop that bears a driver's name is no payment to them. */
const TRANSFER = /\b(trf|transf\w*|transfer\w*|to|sent money|ordenados?|sct|sepa)\b/

const RETURN_WORDS = /\b(dev|devol|devolucao|devolvida|return|rejeit\w*)\b/

function returned(movement: Matchable, { payables }: MatchContext): Proposal | null {
  if (!movement.isReturn && !RETURN_WORDS.test(plain(movement.text))) return null
  const paid = payables.filter(({ state, amount }) => state !== 'open' && amount === movement.amount)
  const named = byName(movement, paid)
  const [found, ...others] = named.length > 0 ? named : paid
  if (!found) return null
  const match: Match = { is: 'return', settlementId: found.settlementId, week: found.week }
  // A bank sends back to the account that paid: what another one paid is asked.
  const isOwn = found.carriedBy === null || found.carriedBy === movement.account
  return { say: named.length === 1 && others.length === 0 && isOwn ? 'matched' : 'proposed', match }
}

/** A platform pays a week in the one after it; later ones are looked at too, for a file may have come late. */
const WEEKS_BACK = 6

function payout(movement: Matchable, { payouts, learnt }: MatchContext): Proposal | null {
  const words = plain(`${movement.text} ${movement.party ?? ''}`)
  const taught = learnt.get(wordsOf(movement.text))
  const platform = /\buber\b/.test(words)
    ? 'uber'
    : /\bbolt\b/.test(words)
      ? 'bolt'
      : taught === 'uber' || taught === 'bolt'
        ? taught
        : null
  if (platform === null) return null
  const before = weekOf(Temporal.PlainDate.from(movement.booked))
  const oldest = previousWeek(before, WEEKS_BACK)
  const waiting = payouts
    .filter((one) => one.platform === platform && one.received === 0 && one.expected !== 0)
    .filter(({ week }) => week < before && week >= oldest)
    .toSorted((a, b) => (a.week < b.week ? 1 : -1))
  const exact = waiting.find(({ expected }) => expected === movement.amount)
  if (exact) return { say: 'matched', match: { is: 'payout', platform, week: exact.week, expected: exact.expected } }
  const meant = waiting.find(({ week }) => namesWeek(words, week)) ?? waiting[0]
  if (!meant) return ASKED
  const { week, expected } = meant
  return { say: 'asked', differs: { platform, week, expected, difference: cents(movement.amount - expected) } }
}

/** Somebody of the fleet gave money: by what they owe and by name, and it is never taken for granted. */
function fromDriver(movement: Matchable, { drivers }: MatchContext): Proposal | null {
  const named = byName(
    movement,
    drivers.map((one) => ({ ...one, endToEndId: null, week: null })),
  )
  const owing = drivers.filter(({ owed }) => owed === movement.amount)
  const both = named.find(({ driverId }) => owing.some((one) => one.driverId === driverId))
  const isTransfer = /\b(trf|transf\w*|mb ?way|deposito|received money)\b/.test(plain(movement.text))
  const found = both ?? (named.length === 1 ? named[0] : owing.length === 1 && isTransfer ? owing[0] : undefined)
  if (!found) return null
  return { say: 'proposed', match: { is: 'driver', driverId: found.driverId, owed: found.owed } }
}

/** What nearly every account has; what was said of the same words before goes first. */
const KNOWN_WORDS: readonly (readonly [RegExp, CompanyAccount])[] = [
  [/\bvia ?verde\b/, 'recovered:tolls'],
  [/\b(prio|galp|repsol|bp|edp)\b/, 'recovered:fuel'],
  [/\b(comissao|comissoes|manutencao (de )?conta|imposto (de )?selo|imp selo|plan fee)\b/, 'costs:bank'],
]

function classified({ text, party }: Matchable, { learnt }: MatchContext): Proposal {
  const taught = learnt.get(wordsOf(text))
  const words = plain(`${text} ${party ?? ''}`)
  const known = KNOWN_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  const account = taught !== undefined && taught !== 'uber' && taught !== 'bolt' ? taught : known
  return account === undefined ? ASKED : { say: 'proposed', match: { is: 'account', account } }
}

type Named = { ref: string; name: string; week: Week | null; endToEndId: string | null }

/**
 * Those that a movement names: by the identifier of their payment; by week and short name together; else by their whole
 * name, or by as much of it as the bank leaves room for.
 */
function byName<One extends Named>(
  { text, party, endToEndId }: Pick<Matchable, 'text' | 'party' | 'endToEndId'>,
  among: readonly One[],
): One[] {
  const words = plain(`${text} ${party ?? ''} ${endToEndId ?? ''}`)
  const written = new Set([endToEndId, ...text.split(/[\s·,;]+/)])
  const byId = among.filter((one) => one.endToEndId !== null && written.has(one.endToEndId))
  if (byId.length > 0) return byId
  const byRef = among.filter(({ week, ref }) => week !== null && namesWeek(words, week) && hasWord(words, plain(ref)))
  if (byRef.length > 0) return byRef
  const tokens = new Set(words.split(' '))
  const scored = among.map((one) => {
    const own = plain(one.name)
      .split(' ')
      .filter((word) => word.length >= 3)
    return { one, all: own.length, hit: own.filter((word) => tokens.has(word)).length }
  })
  const most = Math.max(0, ...scored.map(({ hit }) => hit))
  const best = scored.filter(({ hit }) => hit === most && hit > 0)
  const whole = best.filter(({ hit, all }) => hit === all && all > 1)
  return (whole.length > 0 ? whole : best).map(({ one }) => one)
}

function hasWord(words: string, word: string): boolean {
  return word !== '' && ` ${words} `.includes(` ${word} `)
}

/** `2026-W23`, `2026W23`: as identifiers and remittances write a week. */
function namesWeek(words: string, week: Week): boolean {
  const name = plain(weekName(week))
  return words.includes(name) || words.includes(name.replace(' ', ''))
}

function total(payments: readonly Payable[]): number {
  return payments.reduce((all, { amount }) => all + amount, 0)
}

/** Lower case, without accents and signs. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** The words of a movement that come again with the next of its kind: no numbers. */
export function wordsOf(text: string): string {
  return plain(text)
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ')
}
