import { sql } from 'kysely'
import { listQuestion } from '#db/together.server.ts'
import { personName } from '#db/person-name.ts'
import { firstOf } from '#domain/certain.ts'
import { showPlate } from '#domain/identifiers.ts'
import {
  type DecidedKind,
  type InvoiceKind,
  type InvoiceRules,
  type Treatment,
  UNDECIDED,
  invoicedAs,
} from '#domain/invoicing.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import { type Month, daysOfMonth, weeksOfMonth } from '#domain/month.ts'
import { type ReceiptTerms, type TakenLine, separateInvoiceParts } from '#domain/settlement-receipt.ts'
import type { LineCode, Step } from '#domain/settlement-types.ts'
import { incentivesInvoiced } from '#domain/vat-month.ts'
import { type Week, ZONE, weekOf } from '#domain/week.ts'
import { type MonthBooks, PLATFORMS } from '#features/accounting/schema.ts'
import { allSettings } from '#features/company/financial-settings/queries.server.ts'
import type { InvoiceLine, InvoiceNote, LineRule, LineSource } from './schema.ts'

/** The part of a month's books that the lines need. */
export type PlatformMonth = Pick<MonthBooks, 'month' | 'last' | 'platforms'>

/** A line before its party and its notes are added. */
export type FoundLine = Pick<
  InvoiceLine,
  'key' | 'kind' | 'week' | 'about' | 'on' | 'what' | 'total' | 'invoiced' | 'rule' | 'sources'
> & {
  slug: string
  driverId: string | null
  buyer?: string
}

/**
 * The queries from which the lines of a month are made. `all` includes the rents and costs that are invoiced outside
 * receipts; `besides` has only the fines, damages, interest and other charges of the statements.
 */
export const questionsOf = (month: Month, which: 'all' | 'besides') => ({
  rules: rulesIn(month),
  charged: chargedIn(month, which),
  plans: plansIn(month),
  sales: salesIn(month),
  settings: allSettings,
})

type InvoiceQuestions = ReturnType<typeof questionsOf>
export type InvoiceFacts = { [Name in keyof InvoiceQuestions]: ReturnType<InvoiceQuestions[Name]['read']> }
type Settings = InvoiceFacts['settings']

/** The lines of a month whose amount is not zero. */
export function findLines(view: PlatformMonth, { rules, charged, plans, sales, settings }: InvoiceFacts): FoundLine[] {
  const decided = (kind: DecidedKind, total: Cents, week: Week) => ({
    rule: rules[kind],
    invoiced: invoicedAs(rules[kind], total, settings(week)),
  })
  return [
    ...charged.flatMap((charge) => chargedLines(charge, decided)),
    ...plans.map(({ day, ...plan }): FoundLine => ({ ...plan, ...decided(plan.kind, plan.total, weekOf(day)) })),
    ...sales.map(({ day, ...sale }): FoundLine => ({ ...sale, ...decided('sale', sale.total, weekOf(day)) })),
    ...incentiveLines(view, decided, settings),
  ].filter(({ total }) => total !== 0)
}

/** How each kind is invoiced in a month. */
export const rulesIn = (month: Month) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('invoice_rules')
        .select(['kind', 'treatment'])
        .distinctOn('kind')
        .where('from_month', '<=', month)
        .orderBy('kind')
        .orderBy('from_month', 'desc')
        .orderBy('ordinal', 'desc'),
    (rows: { kind: DecidedKind; treatment: Treatment }[]): InvoiceRules => ({
      ...UNDECIDED,
      ...Object.fromEntries(rows.map(({ kind, treatment }) => [kind, treatment])),
    }),
  )

const driverSlug = (id: string) => `driver-${id}`

type Charged = {
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

/**
 * The lines of a month's issued statements that may be invoiced: rents and costs outside the receipt, their later
 * changes, and other charges (`all`), or only the other charges (`besides`).
 */
const chargedIn = (month: Month, which: 'all' | 'besides') => {
  const changes = sql<Step[]>`jsonb_path_query_array(steps, '$[*] ? (@.kind == "change")')`
  const isApart = sql<boolean>`terms ->> 'receiptBase' in ('rent-apart', 'costs-apart') and terms ->> 'regime' <> 'employee'`
  const isBesides = sql<boolean>`code = any(${Object.keys(CHARGED)}::text[])`
  const isAll = sql<boolean>`(${isBesides} or ${isApart} and (line_group in ('C', 'D', 'E') or steps @> '[{"kind": "change"}]'))`
  return listQuestion(
    (on) =>
      on
        .selectFrom('settlement_lines')
        .innerJoin('settlements', 'settlements.id', 'settlement_id')
        .leftJoin('adjustments', 'adjustments.id', 'settlement_lines.adjustment_id')
        .leftJoin('plans', 'plans.id', 'settlement_lines.plan_id')
        .leftJoin('car_charges', 'car_charges.adjustment_id', 'adjustments.id')
        .leftJoin('damages', 'damages.id', 'car_charges.damage_id')
        .select(['settlement_id', 'settlements.driver_id', 'settlements.week', 'code', 'settlement_lines.amount_cents'])
        .select([
          'settlement_lines.adjustment_id',
          'settlement_lines.plan_id',
          'adjustments.about',
          'adjustments.reason',
        ])
        .select(['plans.reason as plan_reason', 'car_charges.damage_id', 'car_charges.fine_id', 'damages.vehicle_id'])
        .select((which === 'all' ? changes : sql<Step[]>`'[]'::jsonb`).as('changes'))
        .select(
          sql<ReceiptTerms>`jsonb_strip_nulls(jsonb_build_object('regime', terms -> 'regime',
            'receiptBase', terms -> 'receiptBase', 'normalVat', terms -> 'normalVat'))`.as('terms'),
        )
        .where('settlements.week', '=', sql<string>`any(${weeksOfMonth(month)}::date[])`)
        .where('settlements.state', '<>', 'void')
        // With a list of ids the index finds the lines of these statements; the join alone reads the lines of all years.
        .where(
          sql<boolean>`settlement_id = any(array(select id from settlements where week = any(${weeksOfMonth(month)}::date[])))`,
        )
        .where(which === 'all' ? isAll : isBesides)
        .orderBy('settlements.week')
        .orderBy('settlement_lines.ordinal'),
    (rows: ChargedRow[]) =>
      [...Map.groupBy(rows, ({ settlement_id }) => settlement_id).values()].map((own): Charged => {
        const { driver_id, week, terms } = firstOf(own)
        return {
          driverId: driver_id,
          week,
          terms,
          lines: own.map((row) => ({
            code: row.code,
            amount: cents(row.amount_cents),
            steps: row.changes,
            // This line undoes what a later statement settled of this week, so it belongs to the week itself.
            isOwn: row.code === 'adjustment.settled',
            adjustmentId: row.adjustment_id,
            planId: row.plan_id,
            about: row.about,
            reason: row.reason ?? row.plan_reason ?? '',
            damageId: row.damage_id,
            vehicleId: row.vehicle_id,
            fineId: row.fine_id,
          })),
        }
      }),
  )
}

type ChargedRow = Omit<Charged, 'driverId' | 'lines'> & {
  settlement_id: string
  driver_id: string
  code: LineCode
  amount_cents: number
  changes: Step[]
  about: Week | null
  reason: string | null
  plan_reason: string | null
} & Record<'adjustment_id' | 'plan_id' | 'damage_id' | 'fine_id' | 'vehicle_id', string | null>

const CHARGED: Readonly<Partial<Record<LineCode, DecidedKind>>> = {
  'adjustment.fine': 'fine',
  'adjustment.damage': 'damage',
  'adjustment.other': 'other',
  'adjustment.interest': 'interest',
}

type Decided = (kind: DecidedKind, total: Cents, week: Week) => Pick<FoundLine, 'rule' | 'invoiced'>

function chargedLines({ driverId, week, terms, lines }: Charged, decided: Decided): FoundLine[] {
  const [slug, statement] = [driverSlug(driverId), { kind: 'statement' as const, week, driverId }]
  const rule: LineRule = terms.receiptBase === 'costs-apart' ? 'costs-apart' : 'rent-apart'
  const apart = separateInvoiceParts(lines, terms).map(({ kind, correction, ...invoiced }): FoundLine => {
    const line = correction === null ? null : lines[correction]
    const key = [week, kind, ...(line ? [line.adjustmentId ?? correction] : [])].join('.')
    const { total } = invoiced
    const about = line?.about ?? null
    return { key, slug, driverId, kind, week, about, on: null, what: '', total, invoiced, rule, sources: [statement] }
  })
  const charged = lines.flatMap(({ code, amount, adjustmentId, planId, reason, ...ids }): FoundLine[] => {
    const kind = CHARGED[code]
    // Skip a credit to the driver: it does not reduce an invoice.
    if (kind === undefined || amount >= 0) return []
    const key = adjustmentId === null ? `interest.${week}.${planId ?? ''}` : `charge.${adjustmentId}`
    const total = minus(amount)
    const sources = [statement, ...sourcesOf(ids)]
    const facts = { key, slug, driverId, kind, week, about: null, on: null, what: reason, total, sources }
    return [{ ...facts, ...decided(kind, total, week) }]
  })
  return [...apart, ...charged]
}

function sourcesOf(ids: { damageId: string | null; vehicleId: string | null; fineId: string | null }): LineSource[] {
  if (ids.fineId !== null) return [{ kind: 'fine', fineId: ids.fineId }]
  if (ids.damageId === null || ids.vehicleId === null) return []
  return [{ kind: 'damage', vehicleId: ids.vehicleId, damageId: ids.damageId }]
}

/**
 * Damages and fines paid by instalments. Like the books, it charges the whole amount on the day on which the plan
 * began.
 */
const plansIn = (month: Month) => {
  const { first, last } = daysOfMonth(month)
  const day = sql<string>`(plans.created_at at time zone ${ZONE})::date::text`
  return listQuestion(
    (on) =>
      on
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
        .orderBy('plans.ordinal'),
    (rows: PlanRow[]) =>
      rows.map((row) => ({
        key: `plan.${row.id}`,
        slug: driverSlug(row.driver_id),
        driverId: row.driver_id,
        kind: row.kind,
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
      })),
  )
}

type PlanRow = Record<'id' | 'driver_id' | 'reason' | 'day', string> &
  Record<'damage_id' | 'fine_id' | 'vehicle_id', string | null> & { kind: 'damage' | 'fine'; total_cents: number }

/** Cars that were sold, where somebody wrote down the price. */
const salesIn = (month: Month) => {
  const { first, last } = daysOfMonth(month)
  return listQuestion(
    (on) =>
      on
        .selectFrom('car_sales')
        .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
        .select(['car_sales.id', 'vehicle_id', 'plate', 'left_on', 'buyer', 'price_cents'])
        .where('way', '=', 'sold')
        .where('withdrawn_at', 'is', null)
        .where('price_cents', 'is not', null)
        .where('left_on', '>=', first.toString())
        .where('left_on', '<=', last.toString())
        .orderBy('car_sales.ordinal'),
    (rows: SaleRow[]) =>
      rows.map((row) => ({
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
        total: cents(row.price_cents),
        sources: [{ kind: 'sale' as const, vehicleId: row.vehicle_id }],
      })),
  )
}

type SaleRow = Record<'id' | 'vehicle_id' | 'plate' | 'left_on' | 'buyer', string> & { price_cents: number }

/** The incentives that platforms pay, with the amounts of the month's VAT table. */
function incentiveLines({ platforms, last }: PlatformMonth, decided: Decided, settings: Settings): FoundLine[] {
  return PLATFORMS.flatMap((platform) => {
    const ofPlatform = platforms.filter((part) => part.platform === platform)
    const total = sum(ofPlatform.map(({ vat }) => vat.incentives))
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
    const [newest] = ofPlatform.slice(-1)
    if (!newest) return []
    const decision = decided('incentives', total, newest.week)
    if (decision.rule !== 'by-field') return [{ ...facts, ...decision }]
    const parts = ofPlatform.map(({ week, vat }) => incentivesInvoiced(vat, settings(week)))
    const [first] = parts
    // The VAT is undecided when incentives are in no field of the return, or a month has two rates.
    const isOneRate = parts.every((part) => part !== null && part.rate === first?.rate)
    if (!first || !isOneRate) return [{ ...facts, rule: 'undecided' as const, invoiced: null }]
    const sumOf = (name: 'base' | 'vat') => sum(parts.flatMap((part) => (part ? [part[name]] : [])))
    return [
      {
        ...facts,
        rule: 'by-field' as const,
        invoiced: { total, base: sumOf('base'), vat: sumOf('vat'), rate: first.rate },
      },
    ]
  })
}

export type NotedLine = InvoiceNote & Pick<FoundLine, 'slug' | 'driverId' | 'kind' | 'week' | 'what'> & { line: string }

/** The notes of a month's lines that were not withdrawn. */
export const notesIn = (month: Month) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('invoice_notes')
        .leftJoin('users', 'users.uid', 'said_by')
        .selectAll('invoice_notes')
        .select(personName().as('by'))
        .where('month', '=', month)
        .where('withdrawn_at', 'is', null)
        .orderBy('ordinal'),
    (rows: NoteRow[]) =>
      rows.map((row): NotedLine => ({
        id: row.id,
        slug: row.party,
        line: row.line,
        kind: row.kind,
        driverId: row.driver_id,
        week: row.week,
        what: row.what,
        number: row.number,
        on: row.issued_on,
        reason: row.reason,
        by: row.by,
        base: cents(row.base_cents),
        vat: cents(row.vat_cents),
        total: cents(row.total_cents),
      })),
  )

type NoteRow = Record<'id' | 'party' | 'line' | 'what' | 'reason', string> &
  Record<'driver_id' | 'number' | 'issued_on' | 'by', string | null> &
  Record<'base_cents' | 'vat_cents' | 'total_cents', number> & { kind: InvoiceKind; week: Week | null }
