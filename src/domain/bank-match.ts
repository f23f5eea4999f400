import { type NameFit, nameMatcher, nameFit, plainText } from './bank-names.ts'
import type { CompanyAccount } from './ledger.ts'
import { type Cents, cents } from './money.ts'
import { type Week, previousWeek, weekName, weekOf } from './week.ts'

/** A bank movement to be matched; `amount` is what the other side gave (+) or got (−), in cents. */
export type Matchable = {
  id: string
  /** Bank account of the movement. */
  account: string
  amount: Cents
  booked: string
  text: string
  party: string | null
  /** Token of the other side's account, where the bank names it: movements with the same account have the same token. */
  partyIban: string | null
  endToEndId: string | null
  batch: { messageId: string | null; paymentId: string | null; count: number | null } | null
  details: readonly {
    endToEndId: string | null
    amount: Cents | null
    party: string | null
    partyIban?: string | null
  }[]
  isReturn: boolean
  returnReason: string | null
}

/**
 * A payment of a week that a movement may carry out, or bring back. `open`: in a file or approved alone, and not paid
 * yet. `noted`: marked as paid, and no movement shows it yet. `carried`: a movement shows that it was paid.
 */
export type Payable = {
  settlementId: string
  driverId: string
  ref: string
  name: string
  /** Other names that a bank may write for the driver, as the holder of the account. */
  names: readonly string[]
  /** Accounts that the payment may go to, as tokens like `partyIban`: that of the record, and that of its file. */
  ibans: readonly string[]
  week: Week
  amount: Cents
  endToEndId: string | null
  batchId: number | null
  state: 'open' | 'noted' | 'carried'
  /** Bank account whose movement carried the payment out, where one did. */
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
  /** Movements that are not explained yet, including this one. */
  waiting: readonly Matchable[]
  /** Rules that somebody set, by `ruleKey`. */
  rules: ReadonlyMap<string, Rule>
  /** Earlier answers for movements with these words (`wordsOf`). */
  learnt: ReadonlyMap<string, CompanyAccount | 'uber' | 'bolt'>
}

/** Signs by which some movements may mean payments that were carried out already: other such payments need not be read. */
export type Sought = { amounts: ReadonlySet<Cents>; ids: ReadonlySet<string>; weeks: ReadonlySet<Week> }

/**
 * Collects what these movements may mean of the payments of these weeks: an amount that came back, an identifier, or a
 * week that they name.
 */
export function soughtBy(movements: readonly Matchable[], among: Iterable<Week>): Sought {
  const words = movements.map(wordsOfReference)
  return {
    amounts: new Set(movements.flatMap(({ amount }) => (amount > 0 ? [amount] : []))),
    ids: new Set(movements.flatMap((movement) => [...idsWritten(movement)])),
    weeks: new Set([...among].filter((week) => words.some((own) => namesWeek(own, week)))),
  }
}

/** Whether a payment may be meant: always if it is waiting; if it was carried out, only where it is sought. */
export function isSought(
  { state, amount, endToEndId, week }: Pick<Payable, 'state' | 'amount' | 'endToEndId' | 'week'>,
  { amounts, ids, weeks }: Sought,
): boolean {
  return state !== 'carried' || amounts.has(amount) || weeks.has(week) || (endToEndId !== null && ids.has(endToEndId))
}

/** A rule that somebody set for all movements with these words. */
export type Rule = { id: string; account: CompanyAccount }

/** Explanation of a movement. `movements`: all that together make up the payment. */
export type Match =
  | { is: 'payments'; batchId: number | null; settlements: readonly string[]; week: Week }
  | { is: 'part'; settlementId: string; week: Week; movements: readonly string[] }
  | { is: 'payout-part'; platform: 'uber' | 'bolt'; week: Week; expected: Cents; movements: readonly string[] }
  | { is: 'payouts'; platform: 'uber' | 'bolt'; week: Week; weeks: readonly { week: Week; amount: Cents }[] }
  | { is: 'return'; settlementId: string; week: Week }
  | { is: 'payout'; platform: 'uber' | 'bolt'; week: Week; expected: Cents }
  | { is: 'driver'; driverId: string; owed: Cents }
  | { is: 'account'; account: CompanyAccount }

/**
 * Best explanation of a movement. `matched`: it fits exactly and nothing else does, so nobody is asked. `proposed`: it
 * is likely, and somebody confirms it. `asked`: unknown, or the amount is not the promised one (`differs`).
 */
export type Proposal =
  | {
      say: 'matched' | 'proposed'
      match: Match
      /** Why it must be confirmed. */
      doubts: readonly Doubt[]
      /** Other possible explanations. */
      others: readonly Match[]
      /** Id of the rule that somebody set for such movements. */
      rule: string | null
    }
  | { say: 'asked'; differs: { platform: 'uber' | 'bolt'; week: Week; expected: Cents; difference: Cents } | null }

/**
 * Why a proposal must be confirmed. `iban`: the money went to an account that is not the record's. `reference`: the
 * bank names somebody else's payment. `rest`: a part came before.
 */
export type Doubt =
  | { why: 'iban' | 'reference'; who: string }
  | { why: 'name-part' | 'several' | 'not-transfer' | 'other-account' | 'amount-only' | 'rest' | 'parts' }

const ASKED: Proposal = { say: 'asked', differs: null }

/** Answers an explanation that fits: `matched` where nothing speaks against it, else `proposed`. */
function settling(match: Match, doubts: readonly Doubt[], others: readonly Match[] = []): Proposal {
  return { say: doubts.length === 0 ? 'matched' : 'proposed', match, doubts, others, rule: null }
}

function proposalOf(match: Match, others: readonly Match[] = []): Proposal {
  return { say: 'proposed', match, doubts: [], others, rule: null }
}

function paying({ batchId, settlementId, week }: Payable): Match {
  return { is: 'payments', batchId, settlements: [settlementId], week }
}

export function propose(movement: Matchable, known: MatchContext): Proposal {
  if (movement.amount < 0) return proposeOutgoing(movement, known)
  return (
    proposeReturned(movement, known) ??
    payout(movement, known) ??
    fromDriver(movement, known) ??
    proposeClassified(movement, known)
  )
}

function proposeOutgoing(movement: Matchable, known: MatchContext): Proposal {
  return (
    wholeBatch(movement, known) ??
    inParts(movement, known) ??
    proposeSingle(movement, known) ??
    half(movement, known) ??
    proposeClassified(movement, known)
  )
}

/**
 * Matches one booking for a whole file: by the file's name, or where the statement names none, by a total that no other
 * file has. A total alone is only proposed if nothing says that it is a transfer.
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
  const isSaid = named.length > 0 || batch !== null || count !== null || TRANSFER.test(plainText(text))
  return settling(
    match,
    [
      ...(others.length > 0 ? [{ why: 'several' } as const] : []),
      ...(isSaid ? [] : [{ why: 'not-transfer' } as const]),
      ...paymentsToStrangers(details, found.payments),
    ],
    others.map((other) => ({
      is: 'payments',
      batchId: other.batchId,
      settlements: other.payments.map(({ settlementId }) => settlementId),
      week: other.payments[0]?.week ?? match.week,
    })),
  )
}

/** Finds payments of a file that, as the bank says, went to an account that is not theirs. */
function paymentsToStrangers(details: Matchable['details'], payments: readonly Payable[]): Doubt[] {
  const known = new Set(payments.flatMap(({ ibans }) => ibans))
  const toStranger = details.find(({ partyIban }) => partyIban && !known.has(partyIban))
  return toStranger ? [{ why: 'iban', who: toStranger.party ?? toStranger.endToEndId ?? '' }] : []
}

/** Matches one booking for some payments of a file: those the bank names, or without names the only ones that add up to it. */
function inParts({ amount, details, batch }: Matchable, { batches, payables }: MatchContext): Proposal | null {
  if (details.length > 1) {
    const matchedIds = new Set<string>()
    const matchedDetails = details.map((detail) => {
      const candidates = payables.filter(
        (payable) =>
          payable.state !== 'carried' &&
          !matchedIds.has(payable.settlementId) &&
          payable.amount === -(detail.amount ?? 0),
      )
      const [found, ...others] = namedBy({ text: '', ...detail, partyIban: detail.partyIban ?? null }, candidates)
      if (!found || others.length > 0) return null
      matchedIds.add(found.candidate.settlementId)
      return found
    })
    const [first] = matchedDetails
    if (!first || matchedDetails.includes(null)) return null
    const { batchId, week } = first.candidate
    const match: Match = { is: 'payments', batchId, settlements: [...matchedIds], week }
    const isPart = matchedDetails.some((fit) => fit?.how === 'part')
    return settling(match, [
      ...(isPart ? [{ why: 'name-part' } as const] : []),
      ...paymentsToStrangers(
        details,
        matchedDetails.flatMap((fit) => fit?.candidate ?? []),
      ),
    ])
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
  // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one: it was counted just above
  return proposalOf({ is: 'payments', batchId: part.batchId, settlements, week: part.subset[0]!.week })
}

/** Finds the payments of a file that add up to an amount, if only one selection does; does not try this for large files. */
function onlySubset(payments: readonly Payable[], target: Cents): Payable[] | null {
  if (payments.length > 16) return null
  const found: Payable[][] = []
  for (let chosen = 1; chosen < 2 ** payments.length && found.length < 2; chosen += 1) {
    const subset = payments.filter((_, at) => Math.floor(chosen / 2 ** at) % 2 === 1)
    if (total(subset) === target) found.push(subset)
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- there is one: it was counted just above
  return found.length === 1 ? found[0]! : null
}

function proposeSingle(movement: Matchable, { payables, drivers }: MatchContext): Proposal | null {
  const ofAmount = payables.filter(({ state, amount }) => state !== 'carried' && amount === -movement.amount)
  const named = namedBy(movement, ofAmount)
  const [found, ...others] = named
  if (!found) return null
  const isSaid = TRANSFER.test(plainText(movement.text)) || movement.endToEndId !== null || movement.partyIban !== null
  const doubts: Doubt[] = [
    ...(others.length > 0 ? [{ why: 'several' } as const] : []),
    ...(isSaid ? [] : [{ why: 'not-transfer' } as const]),
    ...(found.how === 'part' || isOfOthers(movement, found, drivers) ? [{ why: 'name-part' } as const] : []),
    ...doubtedAccount(movement, found.candidate),
    ...doubtedReference(movement, found.candidate, payables),
  ]
  const otherPayables = ofAmount.filter(({ settlementId }) => settlementId !== found.candidate.settlementId)
  return settling(
    paying(found.candidate),
    doubts,
    doubts.length > 0 ? otherPayables.slice(0, MAX_OTHER_MATCHES).map(paying) : [],
  )
}

const MAX_OTHER_MATCHES = 3

/** Whether the beginning of a name, as the bank cut it, may also be that of somebody else of the fleet. */
function isOfOthers(movement: Matchable, { candidate, how }: Fit<Payable>, drivers: readonly Debtor[]): boolean {
  if (how !== 'cut') return false
  return drivers.some(({ driverId, name }) => {
    const fit = driverId === candidate.driverId ? null : nameFit(movement, name)
    return fit === 'whole' || fit === 'cut'
  })
}

/** Doubts a payment that went to an account which is neither the record's nor the one its file named. */
function doubtedAccount({ partyIban }: Matchable, { ibans, name }: Payable): Doubt[] {
  return partyIban !== null && !ibans.includes(partyIban) ? [{ why: 'iban', who: name }] : []
}

/** Doubts a payment if the bank names another one. */
function doubtedReference(movement: Matchable, found: Payable, payables: readonly Payable[]): Doubt[] {
  const referredPayables = referredTo(movement, payables)
  const [other] = referredPayables
  if (!other || referredPayables.some(({ settlementId }) => settlementId === found.settlementId)) return []
  return [{ why: 'reference', who: other.name }]
}

/** Finds the payments that a movement names: by their identifier, or by week and a short name that is not only a number. */
function referredTo(movement: Matchable, payables: readonly Payable[]): Payable[] {
  return byReference(
    movement,
    payables.filter(({ ref, endToEndId }) => endToEndId !== null || /[a-z]/i.test(ref)),
  )
}

/** Proposes that this transfer and another pay one payment together. */
function half(movement: Matchable, { payables, waiting }: MatchContext): Proposal | null {
  const fits = payables.flatMap((payable) => {
    const rest = cents(-payable.amount - movement.amount)
    if (payable.state === 'carried' || rest >= 0 || !namesPayee(movement, payable)) return []
    return waiting
      .filter(({ id, account, amount }) => id !== movement.id && account === movement.account && amount === rest)
      .filter((other) => isNear(movement, other) && namesPayee(other, payable))
      .map((other) => ({ payable, other }))
  })
  const [fit, ...others] = fits
  if (!fit || others.length > 0) return null
  const movements = [movement.id, fit.other.id].toSorted()
  const match: Match = { is: 'part', settlementId: fit.payable.settlementId, week: fit.payable.week, movements }
  return { say: 'proposed', match, doubts: [{ why: 'parts' }], others: [], rule: null }
}

function namesPayee(movement: Matchable, payable: Payable): boolean {
  return namedBy(movement, [payable]).length > 0
}

/** Days within which parts of one payment come. */
const DAYS_APART = 14

function isNear(one: Matchable, other: Matchable): boolean {
  const [a, b] = [Temporal.PlainDate.from(one.booked), Temporal.PlainDate.from(other.booked)]
  return Math.abs(a.until(b).total('days')) <= DAYS_APART
}

/** Words of a transfer: a purchase in a shop that has a driver's name is no payment to the driver. */
const TRANSFER = /\b(trf|transf\w*|transfer\w*|to|sent money|ordenados?|sct|sepa)\b/

const RETURN_WORDS = /\b(dev|devol|devolucao|devolvida|return|rejeit\w*)\b/

function proposeReturned(movement: Matchable, { payables }: MatchContext): Proposal | null {
  if (!movement.isReturn && !RETURN_WORDS.test(plainText(movement.text))) return null
  const paid = payables.filter(({ state, amount }) => state !== 'open' && amount === movement.amount)
  const referredPayables = referredTo(movement, payables)
  const named = namedBy(movement, paid)
  const found = named[0]?.candidate ?? paid[0]
  if (!found) {
    // The bank names a payment whose amount differs: it is still a payment to that driver.
    const [other] = referredPayables
    if (!other) return null
    const match: Match = { is: 'driver', driverId: other.driverId, owed: cents(0) }
    return { say: 'proposed', match, doubts: [{ why: 'reference', who: other.name }], others: [], rule: null }
  }
  const how = named[0]?.how
  const doubts: Doubt[] = [
    ...(how === undefined ? [{ why: 'amount-only' } as const] : []),
    ...(how === 'part' ? [{ why: 'name-part' } as const] : []),
    ...(named.length > 1 || (how === undefined && paid.length > 1) ? [{ why: 'several' } as const] : []),
    // A bank sends money back to the account that paid: if another account paid, somebody is asked.
    ...(found.carriedBy === null || found.carriedBy === movement.account ? [] : [{ why: 'other-account' } as const]),
    ...doubtedReference(movement, found, payables),
  ]
  const others: Match[] = [
    ...paid
      .filter(({ settlementId }) => settlementId !== found.settlementId)
      .map(({ settlementId, week }): Match => ({ is: 'return', settlementId, week })),
    ...(doubts.some(({ why }) => why === 'reference')
      ? referredPayables.map(({ driverId }): Match => ({ is: 'driver', driverId, owed: cents(0) }))
      : []),
  ]
  const match: Match = { is: 'return', settlementId: found.settlementId, week: found.week }
  return settling(match, doubts, doubts.length > 0 ? others.slice(0, MAX_OTHER_MATCHES) : [])
}

/** Weeks back in which a payout is looked for: a platform pays in the week after, but a file may have come late. */
const WEEKS_BACK = 6

function payout(movement: Matchable, known: MatchContext): Proposal | null {
  const platform = platformOf(movement, known)
  if (platform === null) return null
  const words = plainText(`${movement.text} ${movement.party ?? ''}`)
  const before = weekOf(Temporal.PlainDate.from(movement.booked))
  const oldest = previousWeek(before, WEEKS_BACK)
  const open = known.payouts
    .filter((candidate) => candidate.platform === platform && candidate.expected !== 0)
    .filter(({ week }) => week < before && week >= oldest)
    .toSorted((a, b) => (a.week < b.week ? 1 : -1))
  const waiting = open.filter(({ received }) => received === 0)
  const exact = waiting.find(({ expected }) => expected === movement.amount)
  if (exact) return settling({ is: 'payout', platform, week: exact.week, expected: exact.expected }, [])
  const rest = open.find(({ expected, received }) => received !== 0 && expected - received === movement.amount)
  if (rest) return settling({ is: 'payout', platform, week: rest.week, expected: rest.expected }, [{ why: 'rest' }])
  const together = twoWeeks(movement, waiting) ?? halfPayout(movement, waiting, known)
  if (together) return { say: 'proposed', match: together, doubts: [{ why: 'parts' }], others: [], rule: null }
  const namedPayout = waiting.find(({ week }) => namesWeek(words, week)) ?? waiting[0]
  if (!namedPayout) return ASKED
  const { week, expected } = namedPayout
  return { say: 'asked', differs: { platform, week, expected, difference: cents(movement.amount - expected) } }
}

function platformOf({ text, party }: Matchable, { learnt }: MatchContext): 'uber' | 'bolt' | null {
  const words = plainText(`${text} ${party ?? ''}`)
  if (/\buber\b/.test(words)) return 'uber'
  if (/\bbolt\b/.test(words)) return 'bolt'
  const taught = learnt.get(wordsOf(text))
  return taught === 'uber' || taught === 'bolt' ? taught : null
}

/** Matches one credit for two weeks, if only one pair of weeks adds up to it. */
function twoWeeks({ amount }: Matchable, waiting: readonly Payout[]): Match | null {
  const pairs = waiting.flatMap((one, at) =>
    waiting.slice(at + 1).flatMap((other) => (one.expected + other.expected === amount ? [[other, one] as const] : [])),
  )
  const [pair, ...others] = pairs
  if (!pair || others.length > 0) return null
  const weeks = pair.map(({ week, expected }) => ({ week, amount: expected }))
  return { is: 'payouts', platform: pair[0].platform, week: pair[0].week, weeks }
}

/** Proposes that this credit and another pay one week together. */
function halfPayout(movement: Matchable, waiting: readonly Payout[], known: MatchContext): Match | null {
  const fits = waiting.flatMap(({ platform, week, expected }) =>
    known.waiting
      .filter(({ id, account }) => id !== movement.id && account === movement.account)
      .filter(({ amount }) => amount > 0 && amount + movement.amount === expected)
      .filter((other) => isNear(movement, other) && platformOf(other, known) === platform)
      .map((other) => ({ platform, week, expected, movements: [movement.id, other.id].toSorted() })),
  )
  const [fit, ...others] = fits
  return fit && others.length === 0 ? { is: 'payout-part', ...fit } : null
}

/** Proposes that a driver gave money, by what they owe and by name; it always has to be confirmed. */
function fromDriver(movement: Matchable, { drivers }: MatchContext): Proposal | null {
  const named = namedBy(
    movement,
    drivers.map((driver) => ({ ...driver, names: [], ibans: [], endToEndId: null, week: null })),
  ).map(({ candidate }) => candidate)
  const owing = drivers.filter(({ owed }) => owed === movement.amount)
  const both = named.find(({ driverId }) => owing.some((debtor) => debtor.driverId === driverId))
  const isTransfer = /\b(trf|transf\w*|mb ?way|deposito|received money)\b/.test(plainText(movement.text))
  const found = both ?? (named.length === 1 ? named[0] : owing.length === 1 && isTransfer ? owing[0] : undefined)
  if (!found) return null
  return proposalOf({ is: 'driver', driverId: found.driverId, owed: found.owed })
}

/** Words that nearly every account has; earlier answers for the same words come first. */
const KNOWN_WORDS: readonly (readonly [RegExp, CompanyAccount])[] = [
  [/\bvia ?verde\b/, 'recovered:tolls'],
  [/\b(prio|galp|repsol|bp|edp)\b/, 'recovered:fuel'],
  [/\b(comissao|comissoes|manutencao (de )?conta|imposto (de )?selo|imp selo|plan fee)\b/, 'costs:bank'],
]

function proposeClassified(movement: Matchable, { learnt, rules }: MatchContext): Proposal {
  const { text, party } = movement
  const rule = rules.get(ruleKey(movement))
  if (rule)
    return {
      say: 'matched',
      match: { is: 'account', account: rule.account },
      doubts: [],
      others: [],
      rule: rule.id,
    }
  const taught = learnt.get(wordsOf(text))
  const words = plainText(`${text} ${party ?? ''}`)
  const known = KNOWN_WORDS.find(([pattern]) => pattern.test(words))?.[1]
  const account = taught !== undefined && taught !== 'uber' && taught !== 'bolt' ? taught : known
  return account === undefined ? ASKED : proposalOf({ is: 'account', account })
}

/**
 * Makes the key of a rule: the same words without their numbers, the other side where the bank names it, whether money
 * came or went, and the bank account.
 */
export function ruleKey({
  account,
  amount,
  text,
  party,
}: Pick<Matchable, 'account' | 'amount' | 'text' | 'party'>): string {
  return [account, amount < 0 ? 'out' : 'in', wordsOf(text), plainText(party ?? '')].join('\n')
}

type Named = {
  ref: string
  name: string
  names: readonly string[]
  ibans: readonly string[]
  week: Week | null
  endToEndId: string | null
}
type Naming = Pick<Matchable, 'text' | 'party' | 'partyIban' | 'endToEndId'>
type Fit<Candidate> = { candidate: Candidate; how: 'reference' | 'iban' | NameFit }

/**
 * Finds the records that a movement names: by the identifier of their payment; by week and short name together; by the
 * account it went to; else by name. A whole name comes before the beginning of one, and a beginning before a part.
 */
function namedBy<One extends Named>(movement: Naming, among: readonly One[]): Fit<One>[] {
  const referred = byReference(movement, among)
  if (referred.length > 0) return referred.map((candidate) => ({ candidate, how: 'reference' }))
  const { partyIban } = movement
  const ofAccount = partyIban === null ? [] : among.filter(({ ibans }) => ibans.includes(partyIban))
  if (ofAccount.length > 0) return ofAccount.map((candidate) => ({ candidate, how: 'iban' }))
  const fitOfName = nameMatcher(movement)
  const fits = among.flatMap((candidate): Fit<One>[] => {
    const fitsOfNames = new Set([candidate.name, ...candidate.names].map(fitOfName))
    const how = FITS.find((fit) => fitsOfNames.has(fit))
    return how === undefined ? [] : [{ candidate, how }]
  })
  const best = FITS.find((fit) => fits.some(({ how }) => how === fit))
  return fits.filter(({ how }) => how === best)
}

const FITS = ['whole', 'cut', 'part'] as const satisfies readonly NameFit[]

function byReference<One extends Pick<Named, 'ref' | 'week' | 'endToEndId'>>(
  movement: Pick<Naming, 'text' | 'party' | 'endToEndId'>,
  among: readonly One[],
): One[] {
  const written = idsWritten(movement)
  const byId = among.filter((candidate) => candidate.endToEndId !== null && written.has(candidate.endToEndId))
  if (byId.length > 0) return byId
  const words = wordsOfReference(movement)
  return among.filter(({ week, ref }) => week !== null && namesWeek(words, week) && hasWord(words, plainText(ref)))
}

/** Collects what may be the identifier of a payment in a movement. */
function idsWritten({ text, endToEndId }: Pick<Naming, 'text' | 'endToEndId'>): ReadonlySet<string> {
  return new Set([...(endToEndId === null ? [] : [endToEndId]), ...text.split(/[\s·,;]+/)])
}

function wordsOfReference({ text, party, endToEndId }: Pick<Naming, 'text' | 'party' | 'endToEndId'>): string {
  return plainText(`${text} ${party ?? ''} ${endToEndId ?? ''}`)
}

function hasWord(words: string, word: string): boolean {
  return word !== '' && ` ${words} `.includes(` ${word} `)
}

/** Whether words name a week as identifiers and remittances do: `2026-W23`, `2026W23`. */
function namesWeek(words: string, week: Week): boolean {
  const name = plainText(weekName(week))
  return words.includes(name) || words.includes(name.replace(' ', ''))
}

function total(payments: readonly Payable[]): number {
  return payments.reduce((all, { amount }) => all + amount, 0)
}

/** Answers the words of a movement that the next of its kind will have too: those without numbers. */
export function wordsOf(text: string): string {
  return plainText(text)
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ')
}
