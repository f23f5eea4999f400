/**
 * The worked example of the public pages, in cents: one driver, week 47 of 2026, Uber and Bolt (`rulings.md` C.12).
 * The amounts are made up; the sums are those of the product.
 */
export const EXAMPLE_WEEK = '2026-11-16'

export const STATEMENT = {
  earnings: { uber: 621_50, bolt: 237_20, vat: -63_06 },
  costs: { fee: -31_80, rent: -270_00, fuel: -165_40, tolls: -21_35 },
  adjustments: { instalment: -50_00 },
  net: 257_09,
  receipt: 337_09,
  cash: 30_00,
  tollsNotRefunded: 7_65,
} as const

/** The same trips under three arrangements, before adjustments. */
export const ARRANGEMENTS = [
  { id: 'own', earnings: 858_70, vat: -63_06, fee: -25_00, rent: 0, fuel: -165_40, tolls: -21_35, sum: 583_89 },
  { id: 'fleet', earnings: 858_70, vat: -63_06, fee: -31_80, rent: -270_00, fuel: -165_40, tolls: -21_35, sum: 307_09 },
  { id: 'split', earnings: 858_70, vat: -63_06, fee: -337_47, rent: 0, fuel: -165_40, tolls: -21_35, sum: 271_42 },
] as const

export function total(amounts: Readonly<Record<string, number>>): number {
  return Object.values(amounts).reduce((sum, amount) => sum + amount, 0)
}
