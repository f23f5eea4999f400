import type { KeyKind, ReportKind, RowKind } from './import.ts'
import type { BasisPoints } from './money.ts'

/**
 * Kinds of list that the operator may set up. Fuel, charging, tolls, parking, AdBlue and washes are what a settlement
 * takes; in a `fuel-card` list each line's product decides; `company-fee` stays with the company, whoever the line
 * names.
 */
export const MAPPED_KINDS = [
  'fuel',
  'fuel-card',
  'charging',
  'toll',
  'parking',
  'wash',
  'adblue',
  'company-fee',
] as const
export type MappedKind = (typeof MAPPED_KINDS)[number]

/** Fields that a column may hold. `driver` is the source's code for one person; `name` is shown and never matched. */
export const MAPPED_FIELDS = [
  'date',
  'time',
  'amount',
  'vatAmount',
  'plate',
  'card',
  'email',
  'driver',
  'name',
  'quantity',
  'document',
  'description',
  'place',
] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

/** Columns that say whose a line is, the most trusted first. */
export const WHO_FIELDS = ['driver', 'email', 'card', 'plate'] as const satisfies readonly MappedField[]

/**
 * The VAT in an amount: the column holds it with VAT; or without, and it counts as it is; or without, and the VAT from
 * another column, or from a rate, is added line by line.
 */
export const VAT_RULES = ['included', 'left-out', 'from-column', 'from-rate'] as const
export type VatRule = (typeof VAT_RULES)[number]

/** Sign of a cost in the file; the other sign is money given back. */
export const COST_SIGNS = ['positive', 'negative'] as const
export type CostSign = (typeof COST_SIGNS)[number]

export const DECIMAL_MARKS = ['comma', 'point'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

export const DAY_ORDERS = ['dmy', 'mdy'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** Longest name of a source, which has room for "Galp Frota, cartões da loja". */
export const SOURCE_MAX = 40

/** The setup by which a list is read: the index of each column, from 0, and how its figures and dates are written. */
export type Mapping = {
  kind: MappedKind
  columns: Readonly<Partial<Record<MappedField, number>>>
  vat: VatRule
  /** Rate to add, only with `from-rate`. */
  vatRate: BasisPoints | null
  sign: CostSign
  /** Whether amounts with parts of a cent are rounded line by line, half away from zero; otherwise they are not understood. */
  isRounded: boolean
  /** Decimal mark; `null` if no figure of the first file showed one: then each later file must show its own. */
  decimals: DecimalMark | null
  dates: DayOrder | null
}

/** A mapping as far as a person has filled it in. */
export type MappingDraft = { [Part in keyof Mapping]: Mapping[Part] | null } & {
  columns: Mapping['columns']
  isRounded: boolean
}

/**
 * The proof that a file's cells give of how they are written: one answer; `unneeded`, nothing depends on it;
 * `ambiguous`, a person must say; `mixed`, some cells prove one and some the other, and reading reports them.
 */
export type Proof<Answer extends string> = Answer | 'unneeded' | 'ambiguous' | 'mixed'
export type Proofs = { decimals: Proof<DecimalMark>; dates: Proof<DayOrder>; sign: Proof<CostSign> }

/** A field of a draft that is missing or contradictory. */
export type MappingProblem = {
  field: MappedField | Exclude<keyof Mapping, 'columns' | 'isRounded'> | 'who'
  code: 'missing' | 'repeated' | 'ambiguous'
}

/** Completes a draft with what the cells prove; or lists everything that a person still has to say. */
export function completeMapping(
  draft: MappingDraft,
  proofs: Proofs,
): { ok: true; mapping: Mapping } | { ok: false; problems: readonly MappingProblem[] } {
  const decimals = settledAnswer(proofs.decimals, draft.decimals)
  const dates = settledAnswer(proofs.dates, draft.dates)
  const sign = settledAnswer(proofs.sign, draft.sign)
  const { kind, vat, columns, isRounded } = draft
  const open = [
    decimals === undefined ? ambiguous('decimals') : null,
    dates === undefined ? ambiguous('dates') : null,
    sign ? null : ambiguous('sign'),
  ].filter((problem) => problem !== null)
  const problems = [...draftProblems(draft), ...open]
  if (problems.length > 0 || !kind || !vat || !sign || decimals === undefined || dates === undefined) {
    return { ok: false, problems }
  }
  const vatRate = vat === 'from-rate' ? draft.vatRate : null
  return { ok: true, mapping: { kind, columns, vat, vatRate, sign, isRounded, decimals, dates } }
}

/** Lists what a draft lacks, whatever the file's cells prove. */
export function draftProblems({ kind, columns, vat, vatRate }: MappingDraft): MappingProblem[] {
  const missing = (field: MappingProblem['field'], isMissing: boolean): MappingProblem[] =>
    isMissing ? [{ field, code: 'missing' }] : []
  const hasWho = WHO_FIELDS.some((field) => columns[field] !== undefined)
  return [
    ...missing('kind', kind === null),
    ...missing('date', columns.date === undefined),
    ...missing('amount', columns.amount === undefined),
    ...missing('vat', vat === null),
    ...missing('vatAmount', vat === 'from-column' && columns.vatAmount === undefined),
    ...missing('vatRate', vat === 'from-rate' && vatRate === null),
    ...missing('who', !hasWho && kind !== 'company-fee'),
    ...missing('description', kind === 'fuel-card' && columns.description === undefined),
    ...repeatedFields(columns),
  ]
}

/** Finds columns that two fields claim: the second one is a mistake. */
function repeatedFields(columns: Mapping['columns']): MappingProblem[] {
  const claimed = new Set<number>()
  return MAPPED_FIELDS.flatMap((field): MappingProblem[] => {
    const column = columns[field]
    if (column === undefined) return []
    if (claimed.has(column)) return [{ field, code: 'repeated' }]
    claimed.add(column)
    return []
  })
}

function ambiguous(field: MappingProblem['field']): MappingProblem {
  return { field, code: 'ambiguous' }
}

/** Answers the style that the cells prove, else the person's answer; `null` when nothing depends on it, `undefined` without an answer. */
function settledAnswer<Answer extends string>(proof: Proof<Answer>, answer: Answer | null): Answer | null | undefined {
  if (proof === 'ambiguous') return answer ?? undefined
  if (proof === 'unneeded' || proof === 'mixed') return answer
  return proof
}

/** Makes one text of the row of headings, by which the next file of the same list is recognised: every heading, in order, by its key. */
export function fingerprintOf(headingKeys: readonly string[]): string {
  return headingKeys.join('\u001f')
}

/** Answers the report kind under which a list of this kind is stored. */
export function reportOf(kind: MappedKind): ReportKind {
  if (kind === 'charging') return 'electric'
  return kind === 'fuel' || kind === 'fuel-card' || kind === 'adblue' ? 'fuel_card' : 'movements'
}

/** Answers the kind of every row of a list; `null` where each line's product decides it. */
export function rowKindOf(kind: MappedKind): RowKind | null {
  return kind === 'fuel-card' ? null : kind
}

/** Answers the kind of key for the cards or tags of such a list: for a pump, a charger, a toll gate. */
export function cardKindOf(kind: MappedKind): KeyKind {
  if (kind === 'charging') return 'electric-card'
  return kind === 'toll' || kind === 'parking' ? 'obu' : 'fuel-card'
}

/** Answers the measure of a quantity and the decimals it keeps: centilitres, watt-hours. `null` where a quantity means nothing. */
export function quantityOf(kind: RowKind): { measure: string; places: number } | null {
  if (kind === 'charging') return { measure: 'watt_hours', places: 3 }
  return kind === 'fuel' || kind === 'adblue' ? { measure: 'centilitres', places: 2 } : null
}

/**
 * Identity of one movement: `moment` is the minute, or the day where the list has no time; `figure` is the amount of
 * its cell as a cost, so that another VAT rule for the same list does not make another movement.
 */
type Movement = { document: string; who: string; moment: string; figure: number }

/**
 * Makes the natural key of a movement, before repeated movements are numbered: the document and its amount (one
 * document may hold several lines, and a credit has the number of what it gives back); without a document who paid,
 * when, and how much. Two lists of one source have the same keys, lists of two sources never.
 */
export function movementKey(source: string, { document, who, moment, figure }: Movement): string {
  return [sourceKey(source), ...(document ? ['#', document] : [who, moment]), figure].join('|')
}

/** Writes the name of a source for keys: upper case, letters and figures of any script. */
export function sourceKey(source: string): string {
  return source
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
