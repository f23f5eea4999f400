import { type BasisPoints, type Cents, ZERO } from './money.ts'

/** What a driver and the operator agreed, in force from a week on. Slot = own car ("afiliado"), rental = fleet car ("locatário"). */
export type Regime = 'slot' | 'rental' | 'percentage' | 'employee'

/** What a percentage fee is taken on (`rulings.md` C.5). Costs are fuel, charging and the tolls charged to the driver. */
export type FeeBase =
  | 'commissionable'
  | 'gross'
  | 'gross-less-vat'
  | 'gross-less-platform-fee'
  | 'gross-less-costs'
  | 'gross-less-vat-and-costs'

export type Fee =
  | { mode: 'none' }
  /** Charged in weeks with income; `always` charges it in the others too. */
  | { mode: 'fixed'; amount: Cents; always: boolean }
  | { mode: 'percent'; rate: BasisPoints; base: FeeBase }

/** How the VAT contained in the trips leaves the driver's income (`rulings.md` C.3). */
export type TripVat = 'none' | 'itemised' | 'gross6' | 'legacy'

/** Who bears the tolls (`rulings.md` C.8). `off-trip` needs the times of trips and comes with them. */
export type TollPolicy = 'driver' | 'difference' | 'operator'

export type Terms = {
  regime: Regime
  fee: Fee
  tripVat: TripVat
  tollPolicy: TollPolicy
  /** Rent per week in cents; 0 for own cars. Due even without income. */
  rent: Cents
  /** Rent by days held / 7; otherwise the whole week: a rent named here always, the car's own as soon as it is held a day. */
  rentByDays: boolean
  /** Percentage regime: the driver's share of the pot, and the cap of fuel and charging that the pot bears (`null` = no cap). */
  split: { driverShare: BasisPoints; energyCap: Cents | null } | null
}

/** A settlement that is the bare sum of the files: no fee, no rent, no VAT line, tolls as charged. */
export const PLAIN_TERMS: Terms = {
  regime: 'slot',
  fee: { mode: 'none' },
  tripVat: 'none',
  tollPolicy: 'driver',
  rent: ZERO,
  rentByDays: false,
  split: null,
}

/** What a form offers, in its order. */
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
export const TOLL_POLICIES = ['driver', 'difference', 'operator'] as const satisfies readonly TollPolicy[]

/** What an operator starts from in the form of a new driver: `domain.md` 12. */
export const FEE_DEFAULTS = {
  slotFixed: 25_00,
  rentalRate: 400,
  rentalWeek: 270_00,
  splitShare: 5_000,
  energyCap: 120_00,
}

/** The same terms in a week the driver no longer works in and nothing came: no rent and no fee, only what is left to settle. */
export function withoutCharges(terms: Terms): Terms {
  return { ...terms, fee: { mode: 'none' }, rent: ZERO }
}
