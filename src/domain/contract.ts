/** What a contract is about, in the order in which the office is offered them. */
export const CONTRACT_KINDS = ['own-car', 'fleet-car', 'rental', 'deposit', 'plan'] as const
export type ContractKind = (typeof CONTRACT_KINDS)[number]

/** Those by which somebody drives for the operator (Lei 45/2018, art. 10.º: in writing). */
export const SERVICE_KINDS: readonly ContractKind[] = ['own-car', 'fleet-car']

export const CONTRACT_LANGUAGES = ['pt', 'en'] as const

/** `signed`: by the driver, and the company is still to sign. */
export const CONTRACT_STATES = ['signed', 'sent', 'draft', 'sealed', 'refused', 'withdrawn'] as const
export type ContractState = (typeof CONTRACT_STATES)[number]

const NEXT: Readonly<Record<ContractState, readonly ContractState[]>> = {
  draft: ['sent', 'withdrawn'],
  sent: ['signed', 'refused', 'withdrawn'],
  signed: ['sealed', 'withdrawn'],
  sealed: [],
  refused: [],
  withdrawn: [],
}

/** Whether a contract may come from one state into the other. */
export function mayBecome(from: ContractState, to: ContractState): boolean {
  return NEXT[from].includes(to)
}

/** Whether it is as good as its text on that day: signed by both sides, begun and not ended. Days as `2026-11-26`. */
export function isInForce(
  { state, startsOn, endsOn }: { state: ContractState; startsOn: string; endsOn: string | null },
  day: string,
): boolean {
  return state === 'sealed' && startsOn <= day && (endsOn === null || day <= endsOn)
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
  'fee',
  'rent',
  'tolls',
  'total',
  'instalments',
  'firstWeek',
  'planReason',
  'term',
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
    return words === undefined ? open(name) : words.replaceAll(/\s+/g, ' ').replace(/^[\s#]+/, '').trim()
  })
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
