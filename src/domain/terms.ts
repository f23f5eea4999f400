import { type BasisPoints, type Cents, ZERO, basisPoints } from './money.ts'
import type { Week } from './week.ts'

/** Kind of agreement between a driver and the operator. Slot = own car ("afiliado"), rental = fleet car ("locatário"). */
export type Regime = 'slot' | 'rental' | 'percentage' | 'employee'

/** Base of a percentage fee (`rulings.md` C.5). Costs are fuel, charging and the tolls charged to the driver. */
export type FeeBase =
  | 'commissionable'
  | 'gross'
  | 'gross-less-vat'
  | 'gross-less-platform-fee'
  | 'gross-less-costs'
  | 'gross-less-vat-and-costs'

export type Fee =
  | { mode: 'none' }
  /** Charged in weeks with income; with `always` also in the others. */
  | { mode: 'fixed'; amount: Cents; always: boolean }
  /** At least `floor` in weeks with income and never more than `cap`, where they are agreed. */
  | { mode: 'percent'; rate: BasisPoints; base: FeeBase; floor?: Cents; cap?: Cents }

/** How the VAT contained in the trips leaves the driver's income (`rulings.md` C.3). */
export type TripVat = 'none' | 'itemised' | 'gross6' | 'legacy'

/** Who bears the tolls (`rulings.md` C.8). `off-trip` needs the times of trips: see `docs/decisions/267`. */
export type TollPolicy = 'driver' | 'difference' | 'operator' | 'off-trip'

/** VAT on the driver's own receipt: exempt (art. 53.º CIVA), the reduced rate of transport, or the normal rate. */
export type ReceiptVat = 'exempt' | 'reduced' | 'normal'

/**
 * Why nothing is withheld, other than by the waiver for small incomes (art. 101.º-B CIRS): income of transport, from
 * which nobody withholds (art. 101.º, n.º 1), or a driver who is not resident and has no establishment here.
 */
export type NoWithholdingReason = 'not-subject' | 'non-resident'

/**
 * The parts of the value of a driver's receipt (`rulings.md` C.10, J.6): earnings less all costs, or without the
 * costs that the operator invoices to the driver separately: rent and kilometres, or everything of C, D and E.
 */
export type ReceiptBase = 'result' | 'rent-apart' | 'costs-apart'

/** Kilometres in the rent, and cents for each extra one; after `beyond.after` extra kilometres the second price applies. */
export type Kilometres = { included: number; rate: Cents; beyond?: { after: number; rate: Cents } }

/** Parts of terms that follow the company's financial settings of the week, whatever the terms themselves say. */
export type FollowedPart = 'fee' | 'rent' | 'trip-vat' | 'kilometres'

/** Agreed terms. An optional part that is absent was not agreed: it takes and gives nothing. */
export type Terms = {
  regime: Regime
  fee: Fee
  tripVat: TripVat
  tollPolicy: TollPolicy
  /** Rent per week in cents; 0 for own cars. Due even without income. */
  rent: Cents
  /**
   * Whether the rent is charged by days held / 7. Otherwise it is for the whole week: a rent named here always, the
   * car's own rent as soon as the car is held for a day.
   */
  rentByDays: boolean
  /**
   * For the percentage regime: the driver's share of the pot, and the cap of fuel and charging that the pot bears
   * (`null` = no cap). If charging has a cap of its own, the other one is for fuel only.
   */
  split: { driverShare: BasisPoints; energyCap: Cents | null; chargingCap?: Cents } | null
  /** Whether a fixed fee, a floor and a cap are charged by the days worked / 7 in the weeks in which the driver comes or leaves. */
  feeByDays?: boolean
  /** No fee in this many weeks, beginning with `from`. */
  exemption?: { from: Week; weeks: number }
  kilometres?: Kilometres
  /** Highest share of a week that charges and current account together may take; `null` for no ceiling, absent for that of the settings. */
  ceiling?: BasisPoints | null
  /** The driver's receipt. `carried`: VAT and withholding are settled on the statement, else they are information. */
  receipt?: { vat: ReceiptVat; withholding: BasisPoints; carried: boolean; unwithheld?: NoWithholdingReason }
  /** The parts of the receipt's value; absent for `result`. */
  receiptBase?: ReceiptBase
  /** VAT rate of passenger transport; absent for the 6 % of verba 2.14 of Lista I, CIVA. */
  transportVat?: BasisPoints
  /** Normal VAT rate, for a receipt that carries it; absent for 23 %. */
  normalVat?: BasisPoints
  /**
   * For an employee: the result of the week stays with the company (`docs/decisions/044`). The settings of the week set
   * it; weeks approved before this rule don't have it, and stay as they were.
   */
  companyKeeps?: boolean
  follows?: FollowedPart[]
}

/** Terms of a settlement that only adds up the files: no fee, no rent, no VAT line, tolls as charged. */
export const PLAIN_TERMS: Terms = {
  regime: 'slot',
  fee: { mode: 'none' },
  tripVat: 'none',
  tollPolicy: 'driver',
  rent: ZERO,
  rentByDays: false,
  split: null,
}

/** Regimes in the order of the form. */
export const REGIMES = ['slot', 'rental', 'percentage', 'employee'] as const satisfies readonly Regime[]
export const FEE_MODES = ['none', 'fixed', 'percent'] as const satisfies readonly Fee['mode'][]
export const FEE_BASES = [
  'commissionable',
  'gross',
  'gross-less-vat',
  'gross-less-platform-fee',
  'gross-less-costs',
  'gross-less-vat-and-costs',
] as const satisfies readonly FeeBase[]
export const TRIP_VATS = ['itemised', 'gross6', 'legacy', 'none'] as const satisfies readonly TripVat[]
export const TOLL_POLICIES = ['driver', 'difference', 'operator', 'off-trip'] as const satisfies readonly TollPolicy[]
export const RECEIPT_VATS = ['exempt', 'reduced', 'normal'] as const satisfies readonly ReceiptVat[]
export const RECEIPT_BASES = ['result', 'rent-apart', 'costs-apart'] as const satisfies readonly ReceiptBase[]
/**
 * Rates that may be withheld from a receipt (art. 101.º CIRS, mainland): nothing where it is waived (art. 101.º-B),
 * else the rate of the category under which the driver is registered.
 */
export const WITHHOLDINGS: readonly BasisPoints[] = [0, 11_50, 16_50, 20_00, 23_00, 25_00].map(basisPoints)
export const UNWITHHELD = ['not-subject', 'non-resident'] as const satisfies readonly NoWithholdingReason[]
export const FOLLOWED = ['fee', 'rent', 'trip-vat', 'kilometres'] as const satisfies readonly FollowedPart[]

/** Answers the terms for a week in which the driver no longer works and nothing came: no rent and no fee, only what is left to settle. */
export function withoutCharges(terms: Terms): Terms {
  return filterFollowed({ ...withoutRent(terms), fee: { mode: 'none' } }, (part) => part !== 'fee')
}

/**
 * Answers the terms for rows that came after the driver left: no fee of a whole week and no floor, because nobody drove in
 * it. A share or a percentage of what came stays.
 */
export function withoutWeeklyFee(terms: Terms): Terms {
  const { fee } = terms
  if (fee.mode === 'none') return terms
  if (fee.mode === 'fixed') return filterFollowed({ ...terms, fee: { mode: 'none' } }, (part) => part !== 'fee')
  const { floor: _floor, ...ofWhatCame } = fee
  return { ...terms, fee: ofWhatCame }
}

/** Answers the terms for a week after the car was given back: neither rent nor kilometres, even where they follow the settings. */
export function withoutRent({ kilometres: _kilometres, ...terms }: Terms): Terms {
  return filterFollowed({ ...terms, rent: ZERO }, (part) => part !== 'rent' && part !== 'kilometres')
}

function filterFollowed({ follows, ...terms }: Terms, stays: (part: FollowedPart) => boolean): Terms {
  return follows === undefined ? terms : { ...terms, follows: follows.filter(stays) }
}
