import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { askAlone, askTogether } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { maskNif } from '#domain/identifiers.ts'
import { type DecidedKind, type InvoiceRules, type Treatment, remainingOf, lineState } from '#domain/invoicing.ts'
import { type Cents, ZERO, basisPoints, cents, sum } from '#domain/money.ts'
import type { Month } from '#domain/month.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import type { SignedPdf } from '#domain/pdf-signature.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { sumMonth } from '#features/accounting/queries.server.ts'
import { type MonthBooks, PLATFORMS } from '#features/accounting/schema.ts'
import { readSignatures } from '#integrations/seal/read-signatures.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { WrittenCell } from '#platform/csv-writer.ts'
import {
  type FoundLine,
  type InvoiceFacts,
  type NotedLine,
  type PlatformMonth,
  findLines,
  questionsOf,
  notesIn,
  rulesIn,
} from './found-lines.server.ts'
import { invoiceTable } from './table.ts'
import type { InvoiceLine, InvoiceMonth, InvoiceParty, InvoicingRule } from './schema.ts'

/** The lines that the operator has to invoice in a month, with their notes, and what was decided not to be invoiced. */
export async function getInvoices(month: Month, on: Kysely<DB> = db): Promise<InvoiceMonth> {
  const view = await sumMonth(month, on)
  const missing = view.weeks
    .filter((week) => week.missing > 0)
    .map((week) => ({ week: week.week, missing: week.missing }))
  return { ...(await invoicesOf(view, on)), inside: view.rentsInside.length, missing }
}

/** How much of a NIF is shown: its last digits, or all of it to somebody who gave a reason. */
export type NifShown = 'masked' | 'full'

/** The lines to be invoiced in a month whose books were read already. */
export async function invoicesOf(
  view: PlatformMonth,
  on: Kysely<DB> = db,
  nifs: NifShown = 'masked',
): Promise<Omit<InvoiceMonth, 'inside' | 'missing'>> {
  const { month } = view
  const { notes, ...facts } = await askTogether({ ...questionsOf(month, 'all'), notes: notesIn(month) }, on)
  const found = findLines(view, facts)
  const corrected = await listCorrected(found, on)
  const people = await listParties(
    [...found.map(({ driverId }) => driverId), ...notes.map(({ driverId }) => driverId)].flatMap((id) => id ?? []),
    on,
    nifs,
  )
  const redone = await listRedone(notes, on)
  const lines = withGone(found, notes, redone).map((line) => asLine(line, { notes, corrected, people }))
  const isLeftOut = ({ rule, notes: said }: InvoiceLine) => rule === 'none' && said.length === 0
  return {
    month,
    lines: lines.filter((line) => !isLeftOut(line)).toSorted(inOrder),
    leftOut: [...Map.groupBy(lines.filter(isLeftOut), ({ kind }) => kind)].map(([kind, own]) => ({
      kind,
      count: own.length,
      total: sum(own.map(({ total }) => total)),
    })),
  }
}

/**
 * The queries for the charges of a month other than rents and costs outside receipts, and for how each kind is
 * invoiced.
 */
export const chargedBesides = (month: Month) => questionsOf(month, 'besides')

/**
 * The sum of all lines of a month with VAT, in cents. `view.rents` already holds the sum of the rents and costs
 * outside receipts.
 */
export function totalToInvoice(view: PlatformMonth & Pick<MonthBooks, 'rents'>, besides: InvoiceFacts): Cents {
  return sum([view.rents, ...findLines(view, besides).map(({ invoiced }) => invoiced?.total ?? ZERO)])
}

/** How each kind is invoiced in a month. */
export async function findInvoiceRules(month: Month, on: Kysely<DB> = db): Promise<InvoiceRules> {
  return askAlone(rulesIn(month), on)
}

/** The invoices of a month as the rows of a file. */
export async function tableOfInvoices(
  view: PlatformMonth,
  t: Translator,
  nifs: NifShown = 'masked',
  on: Kysely<DB> = db,
): Promise<WrittenCell[][]> {
  return invoiceTable(await invoicesOf(view, on, nifs), t)
}

/** The lines of one party of a month. Refuses `record.not-found` when it has none. */
export async function getInvoicesOf(month: Month, slug: string, on: Kysely<DB> = db) {
  const { lines, ...rest } = await getInvoices(month, on)
  const linesOfParty = lines.filter(({ party }) => party.slug === slug)
  const [first] = linesOfParty
  if (!first) throw new Refusal('record.not-found')
  return { ...rest, party: first.party, lines: linesOfParty }
}

/** One line of a party. Refuses `record.not-found`. */
export async function getInvoiceLine(
  month: Month,
  slug: string,
  key: string,
  on: Kysely<DB> = db,
): Promise<InvoiceLine> {
  const { lines } = await getInvoicesOf(month, slug, on)
  const found = lines.find((line) => line.key === key)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** Reads the signatures of an invoice that somebody uploaded; keeps nothing. */
export async function lookAtInvoice(paper: File): Promise<SignedPdf & { name: string }> {
  return { name: paper.name, ...(await readSignatures(new Uint8Array(await paper.arrayBuffer()))) }
}

/** The decisions on how kinds are invoiced, newest first. */
export async function listInvoiceRules(on: Kysely<DB> = db): Promise<InvoicingRule[]> {
  const rows = await on
    .selectFrom('invoice_rules')
    .leftJoin('users', 'users.uid', 'said_by')
    .select(['invoice_rules.id', 'kind', 'treatment', 'from_month', 'said_at', personName().as('by')])
    .orderBy('ordinal', 'desc')
    .limit(MAX_RULES)
    .execute()
  return rows.map(({ id, kind, treatment, from_month, said_at, by }) => ({
    id,
    kind: kind as DecidedKind,
    treatment: treatment as Treatment,
    from: from_month as Month,
    day: said_at.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
    by,
  }))
}

/** Maximum number of rules that the page shows. */
const MAX_RULES = 50

/**
 * Adds the lines that were invoiced but no longer exist: their whole amount has to be credited, unless their statement was
 * voided and its next version is still to come (`redone`).
 */
function withGone(found: readonly FoundLine[], notes: readonly NotedLine[], redone: ReadonlySet<string>): FoundLine[] {
  const fullKeyOf = ({ slug, key }: { slug: string; key: string }) => `${slug} ${key}`
  const current = new Set(found.map(fullKeyOf))
  const gone = new Map<string, FoundLine>()
  for (const { slug, line: key, driverId, kind, week, what, number } of notes) {
    const fullKey = fullKeyOf({ slug, key })
    // A line that no longer exists and needed no invoice leaves nothing to do.
    if (current.has(fullKey) || number === null) continue
    const nothing = cents(0)
    gone.set(fullKey, {
      key,
      slug,
      driverId,
      kind,
      week,
      what,
      about: null,
      on: null,
      total: nothing,
      invoiced: { total: nothing, base: nothing, vat: nothing, rate: basisPoints(0) },
      rule: redone.has(`${driverId} ${week}`) ? 'redone' : 'gone',
      sources: week !== null && driverId !== null ? [{ kind: 'statement', week, driverId }] : [],
    })
  }
  return [...found, ...gone.values()]
}

/** The drivers' weeks of these notes, as `driver week`, whose statement was voided and has no next version yet. */
async function listRedone(notes: readonly NotedLine[], on: Kysely<DB>): Promise<ReadonlySet<string>> {
  const weeks = [...new Set(notes.flatMap(({ week }) => week ?? []))]
  if (weeks.length === 0) return new Set()
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week'])
    .where('week', 'in', weeks)
    .groupBy(['driver_id', 'week'])
    .having(sql<boolean>`bool_and(state = 'void')`)
    .execute()
  return new Set(rows.map(({ driver_id, week }) => `${driver_id} ${week}`))
}

/** Finds, for lines that correct an earlier week, the invoice numbers of that week, by party and line. */
async function listCorrected(found: readonly FoundLine[], on: Kysely<DB>): Promise<Map<string, string>> {
  const corrections = found.filter(({ about }) => about !== null)
  if (corrections.length === 0) return new Map()
  const rows = await on
    .selectFrom('invoice_notes')
    .select(['party', 'line'])
    .select(sql<string>`string_agg(distinct number, ', ')`.as('numbers'))
    .where('withdrawn_at', 'is', null)
    .where('number', 'is not', null)
    .where('party', 'in', [...new Set(corrections.map(({ slug }) => slug))])
    .where('line', 'in', [...new Set(corrections.map(correctedKey))])
    .groupBy(['party', 'line'])
    .execute()
  return new Map(rows.map(({ party, line, numbers }) => [`${party} ${line}`, numbers]))
}

const correctedKey = ({ about, kind }: Pick<FoundLine, 'about' | 'kind'>) => `${about ?? ''}.${kind}`

type Person = { id: string; ref: string; name: string; nif: string | null }

async function listParties(ids: readonly string[], on: Kysely<DB>, nifs: NifShown): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'nif'])
    // An invoice carries the legal name.
    .select(sql<string>`coalesce(nullif(legal_name, ''), name)`.as('name'))
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(
    rows.map(({ id, ref, name, nif: sealed }) => {
      const nif = openOf('drivers.nif', id, sealed)
      return [id, { id, ref, name, nif: nif === null || nif === '' ? null : nifs === 'full' ? nif : maskNif(nif) }]
    }),
  )
}

type Known = {
  notes: readonly NotedLine[]
  corrected: ReadonlyMap<string, string>
  people: ReadonlyMap<string, Person>
}

function asLine({ slug, driverId, buyer = '', ...found }: FoundLine, { notes, corrected, people }: Known): InvoiceLine {
  const notesOfLine = notes.filter((note) => note.slug === slug && note.line === found.key)
  const shownNotes = notesOfLine.map((note) => ({ ...note, isNone: note.number === null }))
  return {
    ...found,
    party: partyOf(slug, { driver: driverId === null ? undefined : people.get(driverId), buyer }),
    corrected: corrected.get(`${slug} ${correctedKey(found)}`) ?? null,
    left: found.invoiced ? remainingOf(found.invoiced, notesOfLine) : null,
    state:
      found.rule === 'none' && shownNotes.length === 0 ? 'none' : lineState(found.invoiced, found.total, shownNotes),
    notes: notesOfLine.map(({ id, number, on, reason, by, base, vat, total }) => ({
      id,
      number,
      on,
      reason,
      by,
      base,
      vat,
      total,
    })),
  }
}

function partyOf(slug: string, { driver, buyer }: { driver: Person | undefined; buyer: string }): InvoiceParty {
  if (driver) {
    const { nif, ...name } = driver
    return { kind: 'driver', slug, driver: name, nif }
  }
  const platform = PLATFORMS.find((candidate) => slug === `platform-${candidate}`)
  return platform ? { kind: 'platform', slug, platform } : { kind: 'buyer', slug, name: buyer }
}

const PARTY_ORDER = ['driver', 'platform', 'buyer'] as const

function inOrder(a: InvoiceLine, b: InvoiceLine): number {
  const kinds = PARTY_ORDER.indexOf(a.party.kind) - PARTY_ORDER.indexOf(b.party.kind)
  if (kinds !== 0) return kinds
  const [left, right] = [sortKeyOf(a.party), sortKeyOf(b.party)]
  return inNumberedOrder(left, right) || (a.week ?? a.on ?? '').localeCompare(b.week ?? b.on ?? '')
}

function sortKeyOf(party: InvoiceParty): string {
  if (party.kind === 'driver') return party.driver.ref
  return party.slug
}
