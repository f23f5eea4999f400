import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { inNumberedOrder } from '#domain/numbered.ts'
import { maskNif, showPlate } from '#domain/identifiers.ts'
import {
  type DecidedKind,
  type InvoiceKind,
  type InvoiceRules,
  type Treatment,
  UNDECIDED,
  invoicedAs,
  leftOf,
  lineState,
} from '#domain/invoicing.ts'
import { type Cents, basisPoints, cents, minus, sum } from '#domain/money.ts'
import { type Month, daysOfMonth, weeksOfMonth } from '#domain/month.ts'
import type { SignedPdf } from '#domain/pdf-signature.ts'
import { Refusal } from '#domain/refusal.ts'
import { type ReceiptTerms, type TakenLine, apartParts } from '#domain/settlement-receipt.ts'
import type { LineCode, Step } from '#domain/settlement-types.ts'
import { incentivesInvoiced } from '#domain/vat-month.ts'
import { type Week, ZONE, weekOf } from '#domain/week.ts'
import { getMonth } from '#features/accounting/queries.server.ts'
import { type MonthBooks, PLATFORMS } from '#features/accounting/schema.ts'
import { readSignatures } from '#integrations/seal/read-signatures.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { WrittenCell } from '#platform/csv-writer.ts'
import { readSettings } from '#features/company/financial-settings/queries.server.ts'
import { invoiceTable } from './table.ts'
import type { InvoiceLine, InvoiceMonth, InvoiceNote, InvoiceParty, LineRule, LineSource, SaidRule } from './schema.ts'

/** What the operator has to invoice in a month, what was said of it, and what is decided not to be invoiced. */
export async function getInvoices(month: Month, on: Kysely<DB> = db): Promise<InvoiceMonth> {
  const view = await getMonth(month, on)
  const missing = view.weeks.filter((one) => one.missing > 0).map((one) => ({ week: one.week, missing: one.missing }))
  return { ...(await invoicesOf(view, on)), missing }
}

/** How a NIF is told: its last digits, or the whole to who said why. */
export type NifShown = 'masked' | 'full'

/** The same of a month that was read already. */
export async function invoicesOf(
  view: MonthBooks,
  on: Kysely<DB> = db,
  nifs: NifShown = 'masked',
): Promise<Omit<InvoiceMonth, 'missing'>> {
  const { month } = view
  const settings = await readSettings(on)
  const rules = await findInvoiceRules(month, on)
  const decided = (kind: DecidedKind, total: Cents, week: Week) => ({
    rule: rules[kind],
    invoiced: invoicedAs(rules[kind], total, settings(week)),
  })
  const [charged, plans, sales, notes] = await Promise.all([
    listCharged(month, on),
    listPlans(month, on),
    listSales(month, on),
    listNotes(month, on),
  ])
  const found: Found[] = [
    ...charged.flatMap((one) => chargedLines(one, decided)),
    ...plans.map(({ day, ...one }): Found => ({ ...one, ...decided(one.kind, one.total, weekOf(day)) })),
    ...sales.map(({ day, ...one }): Found => ({ ...one, ...decided('sale', one.total, weekOf(day)) })),
    ...incentiveLines(view, decided, settings),
  ].filter(({ total }) => total !== 0)
  const corrected = await listCorrected(found, on)
  const people = await listParties(
    [...found.map(({ driverId }) => driverId), ...notes.map(({ driverId }) => driverId)].flatMap((id) => id ?? []),
    on,
    nifs,
  )
  const lines = [...withGone(found, notes)].map((one) => asLine(one, { notes, corrected, people }))
  const isLeftOut = ({ rule, notes: said }: InvoiceLine) => rule === 'none' && said.length === 0
  return {
    month,
    lines: lines.filter((one) => !isLeftOut(one)).toSorted(inOrder),
    leftOut: [...Map.groupBy(lines.filter(isLeftOut), ({ kind }) => kind)].map(([kind, own]) => ({
      kind,
      count: own.length,
      total: sum(own.map(({ total }) => total)),
    })),
    rentsInside: view.rentsInside,
  }
}

/** The same as the table of a file. */
export async function tableOfInvoices(
  view: MonthBooks,
  t: Translator,
  nifs: NifShown = 'masked',
  on: Kysely<DB> = db,
): Promise<WrittenCell[][]> {
  return invoiceTable(await invoicesOf(view, on, nifs), t)
}

/** The lines of one party of a month. Refuses `record.not-found` where it has none. */
export async function getInvoicesOf(month: Month, slug: string, on: Kysely<DB> = db) {
  const { lines, ...rest } = await getInvoices(month, on)
  const own = lines.filter(({ party }) => party.slug === slug)
  const [first] = own
  if (!first) throw new Refusal('record.not-found')
  return { ...rest, party: first.party, lines: own }
}

/** One line of a party. Refuses `record.not-found`. */
export async function getInvoiceLine(
  month: Month,
  slug: string,
  key: string,
  on: Kysely<DB> = db,
): Promise<InvoiceLine> {
  const { lines } = await getInvoicesOf(month, slug, on)
  const found = lines.find((one) => one.key === key)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** What the signatures of an invoice that somebody sent say; nothing of it is kept. */
export async function lookAtInvoice(paper: File): Promise<SignedPdf & { name: string }> {
  return { name: paper.name, ...(await readSignatures(new Uint8Array(await paper.arrayBuffer()))) }
}

/** What is decided of each kind in a month. */
export async function findInvoiceRules(month: Month, on: Kysely<DB> = db): Promise<InvoiceRules> {
  const rows = await on
    .selectFrom('invoice_rules')
    .select(['kind', 'treatment'])
    .distinctOn('kind')
    .where('from_month', '<=', month)
    .orderBy('kind')
    .orderBy('from_month', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
  return { ...UNDECIDED, ...Object.fromEntries(rows.map(({ kind, treatment }) => [kind, treatment])) }
}

/** What was decided, newest first. */
export async function listInvoiceRules(on: Kysely<DB> = db): Promise<SaidRule[]> {
  const rows = await on
    .selectFrom('invoice_rules')
    .leftJoin('users', 'users.uid', 'said_by')
    .select(['invoice_rules.id', 'kind', 'treatment', 'from_month', 'said_at', personName().as('by')])
    .orderBy('ordinal', 'desc')
    .limit(MOST_RULES)
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

/** As many of them as the page shows. */
const MOST_RULES = 50

/** A line before it has its party and what was said of it. */
type Found = Pick<
  InvoiceLine,
  'key' | 'kind' | 'week' | 'about' | 'on' | 'what' | 'total' | 'invoiced' | 'rule' | 'sources'
> & {
  slug: string
  driverId: string | null
  buyer?: string
}

const driverSlug = (id: string) => `driver-${id}`

type Charged = {
  id: string
  driverId: string
  week: Week
  terms: ReceiptTerms
  lines: readonly (TakenLine & {
    isOwn: boolean
    adjustmentId: string | null
    planId: string | null
    about: Week | null
    reason: string
    damageId: string | null
    vehicleId: string | null
    fineId: string | null
  })[]
}

/** Of the issued statements of a month the lines that may be invoiced: what is outside the receipt, and what was charged besides. */
async function listCharged(month: Month, on: Kysely<DB>): Promise<Charged[]> {
  const changes = sql<Step[]>`jsonb_path_query_array(steps, '$[*] ? (@.kind == "change")')`
  const isApart = sql<boolean>`terms ->> 'receiptBase' in ('rent-apart', 'costs-apart') and terms ->> 'regime' <> 'employee'`
  const rows = await on
    .selectFrom('settlement_lines')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .leftJoin('adjustments', 'adjustments.id', 'settlement_lines.adjustment_id')
    .leftJoin('plans', 'plans.id', 'settlement_lines.plan_id')
    .leftJoin('car_charges', 'car_charges.adjustment_id', 'adjustments.id')
    .leftJoin('damages', 'damages.id', 'car_charges.damage_id')
    .select(['settlement_id', 'settlements.driver_id', 'settlements.week', 'code', 'settlement_lines.amount_cents'])
    .select(['settlement_lines.adjustment_id', 'settlement_lines.plan_id', 'adjustments.about', 'adjustments.reason'])
    .select(['plans.reason as plan_reason', 'car_charges.damage_id', 'car_charges.fine_id', 'damages.vehicle_id'])
    .select(changes.as('changes'))
    .select(
      sql<ReceiptTerms>`jsonb_strip_nulls(jsonb_build_object('regime', terms -> 'regime',
        'receiptBase', terms -> 'receiptBase', 'normalVat', terms -> 'normalVat'))`.as('terms'),
    )
    .where('settlements.week', 'in', weeksOfMonth(month))
    .where('settlements.state', '<>', 'void')
    .where(
      sql<boolean>`(code in ('adjustment.fine', 'adjustment.damage', 'adjustment.other', 'adjustment.interest')
        or ${isApart} and (line_group in ('C', 'D', 'E') or steps @> '[{"kind": "change"}]'))`,
    )
    .orderBy('settlements.week')
    .orderBy('settlement_lines.ordinal')
    .execute()
  return [...Map.groupBy(rows, ({ settlement_id }) => settlement_id)].flatMap(([id, own]) =>
    own[0] === undefined
      ? []
      : [
          {
            id,
            driverId: own[0].driver_id,
            week: own[0].week as Week,
            terms: own[0].terms,
            lines: own.map((row) => ({
              code: row.code as LineCode,
              amount: cents(row.amount_cents),
              steps: row.changes,
              // What a later statement settled already of this very week belongs to the week.
              isOwn: row.code === 'adjustment.settled',
              adjustmentId: row.adjustment_id,
              planId: row.plan_id,
              about: row.about as Week | null,
              reason: row.reason ?? row.plan_reason ?? '',
              damageId: row.damage_id,
              vehicleId: row.vehicle_id,
              fineId: row.fine_id,
            })),
          },
        ],
  )
}

const CHARGED: Readonly<Partial<Record<LineCode, DecidedKind>>> = {
  'adjustment.fine': 'fine',
  'adjustment.damage': 'damage',
  'adjustment.other': 'other',
  'adjustment.interest': 'interest',
}

type Decided = (kind: DecidedKind, total: Cents, week: Week) => Pick<Found, 'rule' | 'invoiced'>

function chargedLines({ driverId, week, terms, lines }: Charged, decided: Decided): Found[] {
  const [slug, statement] = [driverSlug(driverId), { kind: 'statement' as const, week, driverId }]
  const rule: LineRule = terms.receiptBase === 'costs-apart' ? 'costs-apart' : 'rent-apart'
  const apart = apartParts(lines, terms).map(({ kind, correction, ...invoiced }): Found => {
    const line = correction === null ? null : lines[correction]
    const key = [week, kind, ...(line ? [line.adjustmentId ?? correction] : [])].join('.')
    const { total } = invoiced
    const about = line?.about ?? null
    return { key, slug, driverId, kind, week, about, on: null, what: '', total, invoiced, rule, sources: [statement] }
  })
  const charged = lines.flatMap(({ code, amount, adjustmentId, planId, reason, ...of }): Found[] => {
    const kind = CHARGED[code]
    // What the office gives somebody is no invoice of its own that shrinks.
    if (kind === undefined || amount >= 0) return []
    const key = adjustmentId === null ? `interest.${week}.${planId ?? ''}` : `charge.${adjustmentId}`
    const total = minus(amount)
    const sources = [statement, ...sourcesOf(of)]
    const facts = { key, slug, driverId, kind, week, about: null, on: null, what: reason, total, sources }
    return [{ ...facts, ...decided(kind, total, week) }]
  })
  return [...apart, ...charged]
}

function sourcesOf(of: { damageId: string | null; vehicleId: string | null; fineId: string | null }): LineSource[] {
  if (of.fineId !== null) return [{ kind: 'fine', fineId: of.fineId }]
  if (of.damageId === null || of.vehicleId === null) return []
  return [{ kind: 'damage', vehicleId: of.vehicleId, damageId: of.damageId }]
}

/** Damages and fines by instalments: charged whole on the day on which the plan began, as the books have it. */
async function listPlans(month: Month, on: Kysely<DB>) {
  const { first, last } = daysOfMonth(month)
  const day = sql<string>`(plans.created_at at time zone ${ZONE})::date::text`
  const rows = await on
    .selectFrom('plans')
    .leftJoin('car_charges', 'car_charges.plan_id', 'plans.id')
    .leftJoin('damages', 'damages.id', 'car_charges.damage_id')
    .select(['plans.id', 'plans.driver_id', 'plans.kind', 'plans.reason', 'plans.total_cents', day.as('day')])
    .select(['car_charges.damage_id', 'car_charges.fine_id', 'damages.vehicle_id'])
    .where('plans.kind', 'in', ['damage', 'fine'])
    .where('plans.replaces', 'is', null)
    .where('plans.state', 'in', ['active', 'replaced'])
    .where(sql<boolean>`not exists (select from plans v where v.root_id = plans.id and v.state = 'cancelled')`)
    .where(day, '>=', first.toString())
    .where(day, '<=', last.toString())
    .orderBy('plans.ordinal')
    .execute()
  return rows.map((row) => ({
    key: `plan.${row.id}`,
    slug: driverSlug(row.driver_id),
    driverId: row.driver_id,
    kind: row.kind as 'damage' | 'fine',
    week: null,
    about: null,
    on: row.day,
    day: Temporal.PlainDate.from(row.day),
    what: row.reason,
    total: cents(row.total_cents),
    sources: [
      { kind: 'plan' as const, driverId: row.driver_id, planId: row.id },
      ...sourcesOf({ damageId: row.damage_id, vehicleId: row.vehicle_id, fineId: row.fine_id }),
    ],
  }))
}

/** Cars that were sold for a price that somebody wrote down. */
async function listSales(month: Month, on: Kysely<DB>) {
  const { first, last } = daysOfMonth(month)
  const rows = await on
    .selectFrom('car_sales')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['car_sales.id', 'vehicle_id', 'plate', 'left_on', 'buyer', 'price_cents'])
    .where('way', '=', 'sold')
    .where('withdrawn_at', 'is', null)
    .where('price_cents', 'is not', null)
    .where('left_on', '>=', first.toString())
    .where('left_on', '<=', last.toString())
    .orderBy('car_sales.ordinal')
    .execute()
  return rows.map((row) => ({
    key: `sale.${row.id}`,
    slug: `buyer-${row.id}`,
    driverId: null,
    buyer: row.buyer,
    kind: 'sale' as const,
    week: null,
    about: null,
    on: row.left_on,
    day: Temporal.PlainDate.from(row.left_on),
    what: showPlate(row.plate),
    total: cents(row.price_cents ?? 0),
    sources: [{ kind: 'sale' as const, vehicleId: row.vehicle_id }],
  }))
}

/** What the platforms pay of their own, as the month's VAT has it. */
function incentiveLines(
  { platforms, last }: MonthBooks,
  decided: Decided,
  settings: Awaited<ReturnType<typeof readSettings>>,
): Found[] {
  return PLATFORMS.flatMap((platform) => {
    const own = platforms.filter((part) => part.platform === platform)
    const total = sum(own.map(({ vat }) => vat.incentives))
    const facts = {
      key: 'incentives',
      slug: `platform-${platform}`,
      driverId: null,
      kind: 'incentives' as const,
      week: null,
      about: null,
      on: last,
      what: '',
      total,
      sources: [{ kind: 'reports' as const }],
    }
    const [newest] = own.slice(-1)
    if (!newest) return []
    const word = decided('incentives', total, newest.week)
    if (word.rule !== 'by-field') return [{ ...facts, ...word }]
    const parts = own.map(({ week, vat }) => incentivesInvoiced(vat, settings(week)))
    const [first] = parts
    // In no field, or with two rates in one month: with which VAT nobody has said.
    const isOneRate = parts.every((part) => part !== null && part.rate === first?.rate)
    if (!first || !isOneRate) return [{ ...facts, rule: 'undecided' as const, invoiced: null }]
    const of = (name: 'base' | 'vat') => sum(parts.flatMap((part) => (part ? [part[name]] : [])))
    return [
      { ...facts, rule: 'by-field' as const, invoiced: { total, base: of('base'), vat: of('vat'), rate: first.rate } },
    ]
  })
}

type Noted = InvoiceNote & Pick<Found, 'slug' | 'driverId' | 'kind' | 'week' | 'what'> & { line: string }

/** What was said of the lines of a month and stands. */
async function listNotes(month: Month, on: Kysely<DB>): Promise<Noted[]> {
  const rows = await on
    .selectFrom('invoice_notes')
    .leftJoin('users', 'users.uid', 'said_by')
    .selectAll('invoice_notes')
    .select(personName().as('by'))
    .where('month', '=', month)
    .where('withdrawn_at', 'is', null)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    slug: row.party,
    line: row.line,
    kind: row.kind as InvoiceKind,
    driverId: row.driver_id,
    week: row.week as Week | null,
    what: row.what,
    number: row.number,
    on: row.issued_on,
    reason: row.reason,
    by: row.by,
    base: cents(row.base_cents),
    vat: cents(row.vat_cents),
    total: cents(row.total_cents),
  }))
}

/** The lines, and those that were invoiced and are no more: all of them is to be credited. */
function withGone(found: readonly Found[], notes: readonly Noted[]): Found[] {
  const nameOf = ({ slug, key }: { slug: string; key: string }) => `${slug} ${key}`
  const here = new Set(found.map(nameOf))
  const gone = new Map<string, Found>()
  for (const { slug, line: key, driverId, kind, week, what, number } of notes) {
    const name = nameOf({ slug, key })
    // Of what needed no invoice and is no more, nothing is left to do.
    if (here.has(name) || number === null) continue
    const nothing = cents(0)
    gone.set(name, {
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
      rule: 'gone',
      sources: week !== null && driverId !== null ? [{ kind: 'statement', week, driverId }] : [],
    })
  }
  return [...found, ...gone.values()]
}

/** Under which numbers weeks were invoiced that later statements correct. */
async function listCorrected(found: readonly Found[], on: Kysely<DB>): Promise<Map<string, string>> {
  const asked = found.filter(({ about }) => about !== null)
  if (asked.length === 0) return new Map()
  const rows = await on
    .selectFrom('invoice_notes')
    .select(['party', 'line'])
    .select(sql<string>`string_agg(distinct number, ', ')`.as('numbers'))
    .where('withdrawn_at', 'is', null)
    .where('number', 'is not', null)
    .where('party', 'in', [...new Set(asked.map(({ slug }) => slug))])
    .where('line', 'in', [...new Set(asked.map(correctedKey))])
    .groupBy(['party', 'line'])
    .execute()
  return new Map(rows.map(({ party, line, numbers }) => [`${party} ${line}`, numbers]))
}

const correctedKey = ({ about, kind }: Pick<Found, 'about' | 'kind'>) => `${about ?? ''}.${kind}`

type Person = { id: string; ref: string; name: string; nif: string | null }

async function listParties(ids: readonly string[], on: Kysely<DB>, nifs: NifShown): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'nif'])
    // An invoice is made out to who somebody is on paper.
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

type Known = { notes: readonly Noted[]; corrected: ReadonlyMap<string, string>; people: ReadonlyMap<string, Person> }

function asLine({ slug, driverId, buyer = '', ...found }: Found, { notes, corrected, people }: Known): InvoiceLine {
  const own = notes.filter((note) => note.slug === slug && note.line === found.key)
  const said = own.map((note) => ({ ...note, isNone: note.number === null }))
  return {
    ...found,
    party: partyOf(slug, { driver: driverId === null ? undefined : people.get(driverId), buyer }),
    corrected: corrected.get(`${slug} ${correctedKey(found)}`) ?? null,
    left: found.invoiced ? leftOf(found.invoiced, own) : null,
    state: found.rule === 'none' && said.length === 0 ? 'none' : lineState(found.invoiced, found.total, said),
    notes: own.map(({ id, number, on, reason, by, base, vat, total }) => ({
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
  const platform = PLATFORMS.find((one) => slug === `platform-${one}`)
  return platform ? { kind: 'platform', slug, platform } : { kind: 'buyer', slug, name: buyer }
}

const PARTY_ORDER = ['driver', 'platform', 'buyer'] as const

function inOrder(a: InvoiceLine, b: InvoiceLine): number {
  const kinds = PARTY_ORDER.indexOf(a.party.kind) - PARTY_ORDER.indexOf(b.party.kind)
  if (kinds !== 0) return kinds
  const [left, right] = [nameIn(a.party), nameIn(b.party)]
  return inNumberedOrder(left, right) || (a.week ?? a.on ?? '').localeCompare(b.week ?? b.on ?? '')
}

function nameIn(party: InvoiceParty): string {
  if (party.kind === 'driver') return party.driver.ref
  return party.slug
}
