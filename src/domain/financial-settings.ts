import { type Cents, basisPoints, cents } from './money.ts'
import { TRIP_VATS, type Fee, type Terms, type TripVat } from './terms.ts'
import type { Week } from './week.ts'

/** Forms in which a setting is written; a weekday is ISO's, 1 Monday to 7 Sunday. */
export type SettingKind = 'money' | 'percent' | 'count' | 'hours' | 'weekday' | 'switch' | 'trip-vat' | 'vat-field'
export type SettingGroup =
  | 'tax'
  | 'return'
  | 'social'
  | 'fee'
  | 'split'
  | 'vehicle'
  | 'deductions'
  | 'plans'
  | 'payment'

type Definition = { group: SettingGroup } & (
  | { kind: 'trip-vat'; initial: TripVat }
  | { kind: 'count'; initial: number; most: number }
  // A field of the periodic VAT return, one of `choices`; 0 for none.
  | { kind: 'vat-field'; initial: number; choices: readonly number[] }
  | { kind: Exclude<SettingKind, 'trip-vat' | 'count' | 'vat-field'>; initial: number }
)

/**
 * Settings of the operator, with the values that count until somebody decides otherwise: cents, hundredths of a
 * percent, whole numbers, 0 or 1. In the order of the screen. Only settings that a rule reads are here
 * (`docs/decisions/041-which-constants-are-settings.md`).
 */
const DEFINITIONS = {
  tripVat: { kind: 'trip-vat', group: 'tax', initial: 'itemised' },
  transportVat: { kind: 'percent', group: 'tax', initial: 6_00 },
  normalVat: { kind: 'percent', group: 'tax', initial: 23_00 },
  tollField: { kind: 'vat-field', group: 'return', initial: 0, choices: [0, 1] },
  incentiveField: { kind: 'vat-field', group: 'return', initial: 0, choices: [0, 1, 3, 7] },
  passengerRefundField: { kind: 'vat-field', group: 'return', initial: 1, choices: [0, 1] },
  feeAsInvoiced: { kind: 'switch', group: 'return', initial: 1 },
  dependenceFrom: { kind: 'percent', group: 'social', initial: 50_00 },
  dependenceRate: { kind: 'percent', group: 'social', initial: 7_00 },
  dependenceHighFrom: { kind: 'percent', group: 'social', initial: 80_00 },
  dependenceHighRate: { kind: 'percent', group: 'social', initial: 10_00 },
  socialIndex: { kind: 'money', group: 'social', initial: 537_13 },
  slotFee: { kind: 'money', group: 'fee', initial: 25_00 },
  rentalFee: { kind: 'percent', group: 'fee', initial: 4_00 },
  exemptionWeeks: { kind: 'count', group: 'fee', initial: 0, most: 52 },
  splitShare: { kind: 'percent', group: 'split', initial: 50_00 },
  energyCap: { kind: 'money', group: 'split', initial: 120_00 },
  chargingCap: { kind: 'money', group: 'split', initial: 70_00 },
  rent: { kind: 'money', group: 'vehicle', initial: 270_00 },
  kilometresIncluded: { kind: 'count', group: 'vehicle', initial: 1_700, most: 20_000 },
  kilometreRate: { kind: 'money', group: 'vehicle', initial: 15 },
  deductionCeiling: { kind: 'percent', group: 'deductions', initial: 30_00 },
  deposit: { kind: 'money', group: 'plans', initial: 500_00 },
  depositFirst: { kind: 'money', group: 'plans', initial: 200_00 },
  depositInstalments: { kind: 'count', group: 'plans', initial: 6, most: 104 },
  planInterest: { kind: 'percent', group: 'plans', initial: 0 },
  skipWeeksWithoutIncome: { kind: 'switch', group: 'plans', initial: 1 },
  departureDays: { kind: 'count', group: 'plans', initial: 45, most: 180 },
  disputeHours: { kind: 'hours', group: 'payment', initial: 48 },
  receiptBeforePayment: { kind: 'switch', group: 'payment', initial: 0 },
  payDay: { kind: 'weekday', group: 'payment', initial: 4 },
  ibanHoldHours: { kind: 'hours', group: 'payment', initial: 48 },
} as const satisfies Record<string, Definition>

export type SettingName = keyof typeof DEFINITIONS
export type FinancialSettings = Readonly<Record<Exclude<SettingName, 'tripVat'>, number>> & { tripVat: TripVat }
/** Value of a setting: a number of its kind, or the VAT mode. */
export type SettingValue = number | TripVat

export const SETTING_GROUPS = [
  'tax',
  'return',
  'social',
  'fee',
  'split',
  'vehicle',
  'deductions',
  'plans',
  'payment',
] as const satisfies readonly SettingGroup[]

export const SETTINGS: readonly (Definition & { name: SettingName })[] = SETTING_GROUPS.flatMap((group) =>
  Object.entries(DEFINITIONS).flatMap(([name, definition]) =>
    isSettingName(name) && definition.group === group ? [{ ...definition, name }] : [],
  ),
)

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(DEFINITIONS, name)
}

/** Answers the name of the hidden field that holds the value a form showed when it was opened. */
export function shownValueField(name: SettingName): string {
  return `seen-${name}`
}

/** Makes the settings from decisions, newest last; a setting without a decision, or with an impossible value, keeps its initial value. */
export function settingsFrom(decided: Iterable<{ name: string; value: unknown }>): FinancialSettings {
  const initial = Object.fromEntries(SETTINGS.map(({ name, initial: value }) => [name, value]))
  for (const { name, value } of decided) if (isSettingName(name) && isValidSetting(name, value)) initial[name] = value
  return initial as FinancialSettings
}

/** Whether a setting can have this value. */
export function isValidSetting(name: SettingName, value: unknown): value is SettingValue {
  const definition: Definition = DEFINITIONS[name]
  if (definition.kind === 'trip-vat') return TRIP_VATS.some((vat) => vat === value)
  if (definition.kind === 'vat-field') return definition.choices.some((field) => field === value)
  const [least, most] = definition.kind === 'count' ? [0, definition.most] : RANGES[definition.kind]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
}

const RANGES = {
  money: [0, 1_000_000_00],
  percent: [0, 100_00],
  // A driver would not read of it in less than a day.
  hours: [24, 720],
  weekday: [1, 7],
  switch: [0, 1],
} as const

/**
 * Compares typed settings with those that count in a week: which of them change something, and which of these have
 * another value than the person was shown (`seen`), because somebody else changed them or another first week was
 * chosen.
 */
export function compareSettings(
  counting: FinancialSettings,
  typed: Partial<Record<SettingName, SettingValue>>,
  seen: Partial<Record<SettingName, SettingValue>>,
): { changed: SettingName[]; stale: SettingName[] } {
  const names = SETTINGS.map(({ name }) => name)
  const changed = names.filter((name) => typed[name] !== undefined && typed[name] !== counting[name])
  return { changed, stale: changed.filter((name) => seen[name] !== counting[name]) }
}

/**
 * Puts the settings of the week into agreed terms: the rates of VAT, the ceiling where none was agreed, and every part
 * that follows the settings. The result depends on no setting any more, so a frozen week keeps it. Terms that only add
 * up the files have no ceiling (`rulings.md` C.9). A driver whose fee follows the settings pays none in the first weeks
 * with the operator; the settings of the week say how many. `since` is the week the driver came, `null` where unknown:
 * then nothing was promised.
 */
export function applySettings({ follows, ...agreed }: Terms, settings: FinancialSettings, since: Week | null): Terms {
  const follow = (part: NonNullable<typeof follows>[number]) => follows?.includes(part) ?? false
  const counted: Terms = {
    ...agreed,
    transportVat: basisPoints(settings.transportVat),
    normalVat: basisPoints(settings.normalVat),
    fee: follow('fee') ? usualFee(agreed, settings) : agreed.fee,
    rent: follow('rent') && agreed.regime === 'rental' ? cents(settings.rent) : agreed.rent,
    tripVat: follow('trip-vat') ? settings.tripVat : agreed.tripVat,
    ...(follow('kilometres') && agreed.regime === 'rental'
      ? { kilometres: { included: settings.kilometresIncluded, rate: cents(settings.kilometreRate) } }
      : {}),
    ...(follow('fee') && since !== null && settings.exemptionWeeks > 0 && !agreed.exemption
      ? { exemption: { from: since, weeks: settings.exemptionWeeks } }
      : {}),
    ...(agreed.regime === 'employee' ? { companyKeeps: true } : {}),
  }
  const usual = isPlain(counted) ? null : basisPoints(settings.deductionCeiling)
  return { ...counted, ceiling: agreed.ceiling === undefined ? usual : agreed.ceiling }
}

/**
 * Answers the rent of the settings that a renter pays in place of the rent of the car; `null` where the terms do not follow
 * it, or the settings have none, so that the rent of the car counts (`settlement.ts`).
 */
export function rentInPlaceOfCar(terms: Terms, settings: FinancialSettings): Cents | null {
  const { rent } = applySettings(terms, settings, null)
  return terms.regime === 'rental' && terms.follows?.includes('rent') && rent > 0 ? rent : null
}

/** Answers the usual fee: a renter pays a part of the commissionable base, a driver with an own car a fixed amount. */
function usualFee({ regime, fee }: Terms, settings: FinancialSettings): Fee {
  if (regime === 'rental') return { mode: 'percent', rate: basisPoints(settings.rentalFee), base: 'commissionable' }
  if (regime === 'slot') return { mode: 'fixed', amount: cents(settings.slotFee), always: false }
  return fee
}

function isPlain({ regime, fee, tripVat, tollPolicy, rent }: Terms): boolean {
  return regime === 'slot' && fee.mode === 'none' && tripVat === 'none' && tollPolicy === 'driver' && rent === 0
}
