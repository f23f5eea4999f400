/** What a contract is about, in the order in which the office is offered them. */
export const CONTRACT_KINDS = [
  ...(['own-car', 'car-loan', 'car-use', 'fleet-car', 'rental'] as const),
  ...(['deposit', 'plan', 'amendment'] as const),
] as const
export type ContractKind = (typeof CONTRACT_KINDS)[number]

/** How a contract may follow another one. */
export const RELATIONS = ['renewal', 'amendment'] as const
export type Relation = (typeof RELATIONS)[number]

/** What a driver is told of a contract. */
export const CONTRACT_NOTICES = ['sent', 'sealed', 'withdrawn', 'unsigned', 'ends', 'ended', 'paper'] as const
export type ContractNotice = (typeof CONTRACT_NOTICES)[number]

/** The contracts by which somebody drives for the operator (Lei 45/2018, art. 10.º: in writing). */
export const SERVICE_KINDS: readonly ContractKind[] = ['own-car', 'fleet-car']

/** Those by which a driver cedes the own car to the operator, each for a time that ends: a loan for use without a price, and the word on its use. */
export const CEDING_KINDS = ['car-loan', 'car-use'] as const satisfies readonly ContractKind[]
export type CedingKind = (typeof CEDING_KINDS)[number]

export function cedesCar(kind: ContractKind): kind is CedingKind {
  return CEDING_KINDS.some((one) => one === kind)
}

export const CONTRACT_LANGUAGES = ['pt', 'en'] as const

/** `signed`: by the driver, and the company is still to sign. */
export const CONTRACT_STATES = ['signed', 'sent', 'draft', 'sealed', 'refused', 'withdrawn'] as const
export type ContractState = (typeof CONTRACT_STATES)[number]

/** What happens to a contract besides coming into a state: it ends early, a code goes out to whoever signs, and what becomes of a personal link. */
const STEPS = ['ended', 'code', 'link', 'link-revoked', 'opened', 'paper', 'paper-declined'] as const
export type ContractStep = ContractState | (typeof STEPS)[number]

/** A code to sign with: minutes it is good for, wrong ones that may be typed, and how many go out in an hour for one contract and for one driver. */
export const CODE = { minutes: 10, tries: 5, perContract: 5, perDriver: 10 } as const

/** Days for which a personal link is good, as the office is offered them; the first one unless another is chosen. */
export const LINK_DAYS = [14, 3, 7, 30] as const
/** Wrong answers that end a link by which somebody signs without a code. */
export const LINK_TRIES = 5

/**
 * For so long somebody who opened a contract by its link may still have it in hand. An opening is written down once in an hour, so
 * that one of the last hour may have been noted almost two hours ago.
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

/** Whether one that was signed by hand may be taken: nobody has signed it here. */
export function mayBeSignedOnPaper(state: ContractState): boolean {
  return state === 'draft' || state === 'sent'
}

/** Whether a contract may come from one state into the other. */
export function mayBecome(from: ContractState, to: ContractState): boolean {
  return NEXT[from].includes(to)
}

/** Whether it is as good as its text on that day: signed by both sides, begun and not ended. Days as `2026-11-26`. */
export function isInForce(contract: Dated & { state: ContractState; startsOn: string }, day: string): boolean {
  const last = lastDayOf(contract)
  return contract.state === 'sealed' && contract.startsOn <= day && (last === null || day <= last)
}

/** `endsOn`: as the text has it; `endedOn`: the last day that it came to have before that one. */
type Dated = { endsOn: string | null; endedOn: string | null }

export function lastDayOf({ endsOn, endedOn }: Dated): string | null {
  return endedOn ?? endsOn
}

/** Days to the end of a contract from which on its two sides are told. */
export const ENDS_SOON = 30
const FIRST_REMINDER = 5
const BETWEEN_REMINDERS = 2
/** After so many days the office has to ask: a message more helps nobody. */
const LAST_REMINDER = 30

/** Of a contract that was sent so many days ago and waits to be signed: the reminder that is due, by its day; `null` for none. */
export function reminderDue(days: number): number | null {
  if (days < FIRST_REMINDER || days > LAST_REMINDER) return null
  return days - ((days - FIRST_REMINDER) % BETWEEN_REMINDERS)
}

/** What a text may leave open, by the name that stands between its braces. */
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

/** The placeholders of a text, each once, in their order. */
export function placeholdersOf(text: string): Placeholder[] {
  const known: readonly string[] = PLACEHOLDERS
  const found = [...text.matchAll(HOLE)].map(([, name]) => name ?? '')
  const strange = found.find((name) => !known.includes(name))
  if (strange !== undefined) throw new Error(`A contract asks for "${strange}", which nothing fills.`)
  return [...new Set(found)] as Placeholder[]
}

/** A text with what is known put in; `open` stands for what is not. What is put in stays inside its line: it makes no clause. */
export function fillText(text: string, filling: Filling, open: (name: Placeholder) => string): string {
  return text.replaceAll(HOLE, (_, name: Placeholder) => {
    const words = filling[name]
    if (words === undefined) return open(name)
    // What an amendment changes has paragraphs of its own, and still no clause.
    return name === 'changes' ? words.split('\n').map(inLine).filter(Boolean).join('\n') : inLine(words)
  })
}

/** What stands in the places of a text that was filled, the opposite of `fillText`; `null` where it is no filling of this text. */
export function filledIn(text: string, filled: string): Filling | null {
  const seen = new Set<string>()
  // Between what always stands there come the names, one by one.
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

/** Whether a name that was typed may be that of a record: the words of the shorter one are all in the longer one. */
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

/** A text as it is set: its title, the headings of its clauses, and what they say, one paragraph a line. */
export function blocksOf(text: string): Block[] {
  return text.split('\n').flatMap((line): Block[] => {
    if (line.trim() === '') return []
    if (line.startsWith('## ')) return [{ is: 'heading', text: line.slice(3) }]
    return line.startsWith('# ') ? [{ is: 'title', text: line.slice(2) }] : [{ is: 'text', text: line }]
  })
}
