import { z } from 'zod'
import { readTypedCents } from '#domain/amount.ts'
import { type BasisPoints, basisPoints, type Cents, ZERO } from '#domain/money.ts'
import {
  type Fee,
  FEE_BASES,
  FEE_MODES,
  FOLLOWED,
  type FollowedPart,
  RECEIPT_BASES,
  RECEIPT_VATS,
  REGIMES,
  type Terms,
  TOLL_POLICIES,
  TRIP_VATS,
  type NoWithholdingReason,
  UNWITHHELD,
  WITHHOLDINGS,
} from '#domain/terms.ts'
import { weekOf } from '#domain/week.ts'
import { chosenIds, chosenWeek, plausibleDay, givenLines } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

const NOT_NEEDED = ''

const money = z.string().default(NOT_NEEDED)

const agreed = {
  regime: z.enum(REGIMES, 'field.choice'),
  feeMode: z.enum(FEE_MODES, 'field.choice'),
  feeAmount: money,
  feeAlways: z.string().optional(),
  feeRate: money,
  feeBase: z.enum(FEE_BASES, 'field.choice').default('commissionable'),
  tripVat: z.enum(TRIP_VATS, 'field.choice'),
  tollPolicy: z.enum(TOLL_POLICIES, 'field.choice'),
  rent: money,
  rentByDays: z.string().optional(),
  driverShare: money,
  energyCap: money,
  chargingCap: money,
  feeFloor: money,
  feeCap: money,
  feeByDays: z.string().optional(),
  exemptionWeeks: money,
  exemptionFrom: money,
  kmIncluded: money,
  kmRate: money,
  kmAfter: money,
  kmAfterRate: money,
  ceiling: money,
  receiptVat: z.enum(['', ...RECEIPT_VATS], 'field.choice').default(''),
  withholding: money,
  receiptCarried: z.string().optional(),
  receiptBase: z.enum(RECEIPT_BASES, 'field.choice').default('result'),
  followsFee: z.string().optional(),
  followsRent: z.string().optional(),
  followsTripVat: z.string().optional(),
  followsKilometres: z.string().optional(),
}

type TypedTerms = z.output<z.ZodObject<typeof agreed>>

/**
 * Reads the terms of a form. Ignores fields that the chosen regime or fee does not show. A fee that follows the
 * settings also stores their current values, in the form that its regime has.
 */
function readAgreed(typed: TypedTerms, ctx: z.RefinementCtx): Terms {
  const amount = (name: keyof TypedTerms, empty: Cents | null): Cents | null => {
    const typedText = String(typed[name] ?? '').trim()
    if (typedText === '') {
      if (empty === null) ctx.addIssue({ code: 'custom', path: [name], message: 'field.required' })
      return empty
    }
    const cents = readTypedCents(typedText)
    if (cents === null || cents < 0) ctx.addIssue({ code: 'custom', path: [name], message: 'field.money' })
    return cents
  }
  // "4,5" percent is 450 hundredths, which the reader of amounts gives.
  const rate = (name: keyof TypedTerms) => {
    const hundredths = readTypedCents(String(typed[name] ?? ''))
    if (hundredths !== null && hundredths >= 0 && hundredths <= 10_000) return basisPoints(hundredths)
    ctx.addIssue({ code: 'custom', path: [name], message: 'field.percent' })
    return basisPoints(0)
  }
  const fee = (mode: Fee['mode']): Fee => {
    if (mode === 'fixed') {
      return { mode: 'fixed', amount: amount('feeAmount', null) ?? ZERO, always: typed.feeAlways !== undefined }
    }
    if (mode === 'percent') {
      return {
        mode: 'percent',
        rate: rate('feeRate'),
        base: typed.feeBase,
        ...agreedAs({ floor: limit('feeFloor'), cap: limit('feeCap') }),
      }
    }
    return { mode: 'none' }
  }
  const isTyped = (name: keyof TypedTerms) => String(typed[name] ?? '').trim() !== ''
  const limit = (name: keyof TypedTerms): Cents | undefined =>
    isTyped(name) ? (amount(name, ZERO) ?? ZERO) : undefined
  const wholeNumber = (name: keyof TypedTerms): number => {
    const typedText = String(typed[name] ?? '').trim()
    if (!/^\d{1,5}$/.test(typedText)) ctx.addIssue({ code: 'custom', path: [name], message: 'field.number' })
    return Number(typedText)
  }
  const optionalRate = (name: keyof TypedTerms): BasisPoints | undefined => (isTyped(name) ? rate(name) : undefined)
  const isRental = typed.regime === 'rental'
  const kilometres = () => ({
    included: wholeNumber('kmIncluded'),
    rate: amount('kmRate', null) ?? ZERO,
    ...(isTyped('kmAfter')
      ? { beyond: { after: wholeNumber('kmAfter'), rate: amount('kmAfterRate', null) ?? ZERO } }
      : {}),
  })
  const exemption = () => {
    const first = plausibleDay(typed.exemptionFrom.trim(), 'fleet', ctx, 'exemptionFrom')
    return { weeks: wholeNumber('exemptionWeeks'), from: weekOf(first ?? Temporal.PlainDate.from('2020-01-06')) }
  }
  const split = () => ({
    driverShare: rate('driverShare'),
    energyCap: limit('energyCap') ?? null,
    ...agreedAs({ chargingCap: limit('chargingCap') }),
  })
  const parts: Record<FollowedPart, string | undefined> = {
    fee: typed.followsFee,
    rent: typed.followsRent,
    'trip-vat': typed.followsTripVat,
    kilometres: typed.followsKilometres,
  }
  const hasSettings: Record<FollowedPart, boolean> = {
    fee: isRental || typed.regime === 'slot',
    rent: isRental,
    'trip-vat': true,
    kilometres: isRental,
  }
  const followed = FOLLOWED.filter((part) => hasSettings[part] && parts[part] !== undefined)
  const usualMode = isRental ? 'percent' : 'fixed'
  const withholding = (): { withholding: BasisPoints; unwithheld?: NoWithholdingReason } => {
    const found = WITHHOLDINGS.find((withholdingRate) => String(withholdingRate) === typed.withholding)
    if (found !== undefined) return { withholding: found }
    const unwithheld = UNWITHHELD.find((reason) => typed.withholding === `0-${reason}`)
    if (unwithheld !== undefined) return { withholding: basisPoints(0), unwithheld }
    ctx.addIssue({ code: 'custom', path: ['withholding'], message: 'field.choice' })
    return { withholding: basisPoints(0) }
  }
  const receipt = (vat: (typeof RECEIPT_VATS)[number]) => ({
    vat,
    ...withholding(),
    carried: typed.receiptCarried !== undefined,
  })
  const isEmployee = typed.regime === 'employee'
  return {
    regime: typed.regime,
    fee: fee(followed.includes('fee') ? usualMode : typed.feeMode),
    tripVat: typed.tripVat,
    tollPolicy: typed.tollPolicy,
    rent: isRental ? (amount('rent', ZERO) ?? ZERO) : ZERO,
    rentByDays: isRental && typed.rentByDays !== undefined,
    split: typed.regime === 'percentage' ? split() : null,
    ...agreedAs({
      feeByDays: typed.feeByDays === undefined ? undefined : true,
      exemption: isTyped('exemptionWeeks') && typed.exemptionWeeks.trim() !== '0' ? exemption() : undefined,
      kilometres: isRental && isTyped('kmIncluded') ? kilometres() : undefined,
      ceiling: optionalRate('ceiling'),
      receipt: typed.receiptVat === '' || isEmployee ? undefined : receipt(typed.receiptVat),
      receiptBase: typed.receiptBase === 'result' || isEmployee ? undefined : typed.receiptBase,
      follows: followed.length === 0 ? undefined : followed,
    }),
  }
}

type Agreed<Rules> = { [Name in keyof Rules]?: Exclude<Rules[Name], undefined> }

/** The rules that were agreed, without the others. */
function agreedAs<Rules extends object>(rules: Rules): Agreed<Rules> {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as Agreed<Rules>
}

/** Terms for a preview: nothing is saved, so no reason is needed. */
export const proposedTerms = z.object(agreed).transform(readAgreed)

/** The reason why terms are agreed, or taken back. */
export const termsReason = givenLines(500)

export const termsInput = z
  .object({ ...agreed, reason: termsReason })
  .transform((typed, ctx) => ({ terms: readAgreed(typed, ctx), reason: typed.reason }))

/**
 * The form that gives the same terms to several drivers who have none; it asks for no reason, because no terms
 * change.
 */
export const firstTermsInput = z
  .object({ drivers: chosenIds(), ...agreed })
  .transform((typed, ctx) => ({ drivers: typed.drivers, terms: readAgreed(typed, ctx) }))

/** The reason why terms are taken back. */
export const termsRemoval = record({ reason: termsReason }, () => 'page.fleet.terms.reason')

const week = chosenWeek()

/** Terms, and the Monday from which they are in force. */
export const newTermsInput = z
  .object({ from: week, ...agreed, reason: termsReason })
  .transform((typed, ctx) => ({ from: typed.from, terms: readAgreed(typed, ctx), reason: typed.reason }))

export type TermsInput = z.output<typeof termsInput>

export type NewTermsInput = z.output<typeof newTermsInput>
