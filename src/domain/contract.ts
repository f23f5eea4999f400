/** Kinds of contract, in the order in which the office sees them. */
export const CONTRACT_KINDS = [
  ...(['own-car', 'car-loan', 'car-use', 'fleet-car', 'rental'] as const),
  ...(['deposit', 'plan', 'amendment'] as const),
] as const
export type ContractKind = (typeof CONTRACT_KINDS)[number]

/** Ways in which a contract may follow another one. */
export const RELATIONS = ['renewal', 'amendment'] as const
export type Relation = (typeof RELATIONS)[number]

/** Notices to a driver about a contract. */
export const CONTRACT_NOTICES = [
  'sent',
  'sealed',
  'withdrawn',
  'unsigned',
  'ends',
  'ended',
  'end-back',
  'paper',
] as const
export type ContractNotice = (typeof CONTRACT_NOTICES)[number]

/** Kinds of contract under which somebody drives for the operator (Lei 45/2018, art. 10.º: in writing). */
export const SERVICE_KINDS: readonly ContractKind[] = ['own-car', 'fleet-car']

/** Kinds by which a driver cedes the own car to the operator, each for a limited time: a free loan, and the agreement on its use. */
export const CEDING_KINDS = ['car-loan', 'car-use'] as const satisfies readonly ContractKind[]
export type CedingKind = (typeof CEDING_KINDS)[number]

export function cedesCar(kind: ContractKind): kind is CedingKind {
  return CEDING_KINDS.some((cedingKind) => cedingKind === kind)
}

export const CONTRACT_LANGUAGES = ['pt', 'en'] as const

/** States of a contract. `signed`: the driver has signed, the company has not yet. */
export const CONTRACT_STATES = ['signed', 'sent', 'draft', 'sealed', 'refused', 'withdrawn'] as const
export type ContractState = (typeof CONTRACT_STATES)[number]

/** Events of a contract besides a change of state: it ends early or goes on after all, a code goes out to whoever signs, and what becomes of a personal link. */
const STEPS = ['ended', 'end-back', 'code', 'link', 'link-revoked', 'opened', 'paper', 'paper-declined'] as const
export type ContractStep = ContractState | (typeof STEPS)[number]

/**
 * Limits of a code for signing: minutes it is valid, wrong codes that may be typed, and codes sent in an hour for one
 * contract and for one driver.
 */
export const CODE = { minutes: 10, tries: 5, perContract: 5, perDriver: 10 } as const

/** Days for which a personal link is valid, as the office may choose; the first is the default. */
export const LINK_DAYS = [14, 3, 7, 30] as const
/** Wrong answers after which a link that lets somebody sign without a code ends. */
export const LINK_TRIES = 5

/**
 * Hours for which somebody who opened a contract by its link may still be reading it. An opening is noted once an hour,
 * so one of the last hour may have been noted almost two hours ago.
 */
export const READING = { hours: 2 } as const

const NEXT: Readonly<Record<ContractState, readonly ContractState[]>> = {
  draft: ['sent', 'withdrawn'],
  sent: ['signed', 'refused', 'withdrawn'],
  signed: ['sealed', 'withdrawn'],
  sealed: [],
  refused: [],
  withdrawn: [],
}

/** Whether a contract signed by hand may be taken in its place: nobody has signed it here. */
export function mayBeSignedOnPaper(state: ContractState): boolean {
  return state === 'draft' || state === 'sent'
}

/** Whether a contract may change from one state to the other. */
export function mayBecome(from: ContractState, to: ContractState): boolean {
  return NEXT[from].includes(to)
}

/** Whether a contract is in force on that day: signed by both sides, begun and not ended. Days as `2026-11-26`. */
export function isInForce(contract: Dated & { state: ContractState; startsOn: string }, day: string): boolean {
  const last = lastDayOf(contract)
  return contract.state === 'sealed' && contract.startsOn <= day && (last === null || day <= last)
}

/**
 * Effect of a departure on a contract that is not sealed: it is withdrawn, at once or once the last day is over if
 * nobody signs it until then, or it goes on waiting: somebody has signed it, or it is about money that stays owed. `null`
 * for a closed or sealed contract. `about`: the kind, of an amendment that of the contract which it amends.
 */
export function departureEffect(
  {
    about,
    state,
    isSigned,
    startsOn,
  }: { about: ContractKind; state: ContractState; isSigned: boolean; startsOn: string },
  { lastDay, today }: { lastDay: string; today: string },
): 'withdrawn' | 'withdrawn-later' | 'waits' | null {
  if (state !== 'draft' && state !== 'sent' && state !== 'signed') return null
  if (isSigned || about === 'deposit' || about === 'plan') return 'waits'
  return startsOn > lastDay || lastDay < today ? 'withdrawn' : 'withdrawn-later'
}

/** End of a contract. `endsOn`: as the text has it; `endedOn`: its last day, if it was ended before that. */
type Dated = { endsOn: string | null; endedOn: string | null }

export function lastDayOf({ endsOn, endedOn }: Dated): string | null {
  return endedOn ?? endsOn
}

/** Days before the end of a contract from which both sides are told. */
export const ENDS_SOON = 30
const FIRST_REMINDER = 5
const BETWEEN_REMINDERS = 2
/** Days after which no more reminders are sent: one more helps nobody, and the office has to ask. */
const LAST_REMINDER = 30

/** Answers the reminder that is due for a contract sent `days` ago and still unsigned, by its day; `null` for none. */
export function reminderDue(days: number): number | null {
  if (days < FIRST_REMINDER || days > LAST_REMINDER) return null
  return days - ((days - FIRST_REMINDER) % BETWEEN_REMINDERS)
}

/** Placeholders of a text, by the name between its braces. */
export const PLACEHOLDERS = [
  'companyName',
  'companyNipc',
  'companyAddress',
  'companyLicence',
  'representative',
  'driverName',
  'driverNif',
  'driverAddress',
  'driverDocument',
  'driverLicence',
  'driverCertificate',
  'carName',
  'carPlate',
  'carRegistered',
  'carRecord',
  'carInsurance',
  'carLink',
  'fee',
  'rent',
  'tolls',
  'total',
  'instalments',
  'firstWeek',
  'planReason',
  'term',
  'originalNumber',
  'originalKind',
  'originalDay',
  'firstDay',
  'changes',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]
export type Filling = Partial<Record<Placeholder, string>>

const HOLE = /\{\{(\w+)\}\}/g

/** Lists the placeholders of a text, each once, in order. */
export function placeholdersOf(text: string): Placeholder[] {
  const known: readonly string[] = PLACEHOLDERS
  const found = [...text.matchAll(HOLE)].map(([, name]) => name ?? '')
  const unknown = found.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`A contract asks for "${unknown}", which nothing fills.`)
  return [...new Set(found)] as Placeholder[]
}

/** Fills a text with what is known; `open` writes the unknown ones. A value stays inside its line, so that it cannot make a clause. */
export function fillText(text: string, filling: Filling, open: (name: Placeholder) => string): string {
  return text.replaceAll(HOLE, (_, name: Placeholder) => {
    const words = filling[name]
    if (words === undefined) return open(name)
    // The changes of an amendment have paragraphs of their own, but no clauses either.
    return name === 'changes' ? words.split('\n').map(inLine).filter(Boolean).join('\n') : inLine(words)
  })
}

/** Reads the values from a text that was filled, the opposite of `fillText`; `null` where it is no filling of this text. */
export function filledIn(text: string, filled: string): Filling | null {
  const seen = new Set<string>()
  // The names stand between the fixed parts, one by one.
  const pattern = text.split(HOLE).map((part, at) => {
    if (at % 2 === 0) return RegExp.escape(part)
    if (seen.has(part)) return `\\k<${part}>`
    seen.add(part)
    return `(?<${part}>.+?)`
  })
  const found = new RegExp(`^${pattern.join('')}$`).exec(filled)
  return found && { ...found.groups }
}

function inLine(words: string): string {
  return words
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s#]+/, '')
    .trim()
}

/** Whether a typed name may be that of a record: all words of the shorter one are in the longer one. */
export function mayBeName(typed: string, known: string): boolean {
  const wordsOf = (name: string) =>
    new Set(
      name
        .normalize('NFD')
        .replaceAll(/\p{Mark}/gu, '')
        .toLowerCase()
        .match(/[\p{Letter}]+/gu),
    )
  const [one, other] = [wordsOf(typed), wordsOf(known)]
  const common = one.intersection(other).size
  return common > 0 && common === Math.min(one.size, other.size)
}

export type Block = { is: 'title' | 'heading' | 'text'; text: string }

/** Splits a text into its title, the headings of its clauses, and their paragraphs, one a line. */
export function blocksOf(text: string): Block[] {
  return text.split('\n').flatMap((line): Block[] => {
    if (line.trim() === '') return []
    if (line.startsWith('## ')) return [{ is: 'heading', text: line.slice(3) }]
    return line.startsWith('# ') ? [{ is: 'title', text: line.slice(2) }] : [{ is: 'text', text: line }]
  })
}
