import type { Terms } from '#domain/terms.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { basisPoints, cents } from '#domain/money.ts'

export const ADMIN_EMAIL = 'helena.matos@example.org'
/** A second administrator who may change money, so that the rule of two people can be tried. */
export const SECOND_ADMIN_EMAIL = 'ines.prata@example.org'

/** An invented operator with invented people; series ZX of plates and bank 9999 are not issued. */
export const COMPANY = {
  name: 'Cais do Volante, Unipessoal Lda',
  nipc: nif('50999000'),
  uber_org_uuid: '5d0f2f55-3f0a-4d43-9a53-6a1c0c9a7e01',
  via_verde_contracts: ['900000777'],
  debtor_iban: iban(7001),
}

/** Public facts of the company. They belong to nobody: 00000 is no licence, and .example is no real domain. */
export const PUBLIC_FACTS = { licence: '00000/0000', phone: '+351 210 000 000', email: 'geral@example.org' }

const slot: Terms = { ...PLAIN_TERMS, fee: { mode: 'fixed', amount: cents(25_00), always: false }, tripVat: 'itemised' }
export const rental = (rent: number): Terms => ({
  ...PLAIN_TERMS,
  regime: 'rental',
  fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' },
  tripVat: 'itemised',
  rent: cents(rent),
})
const percentage: Terms = {
  ...PLAIN_TERMS,
  regime: 'percentage',
  tripVat: 'itemised',
  split: { driverShare: basisPoints(5_000), energyCap: cents(120_00) },
}

/** A driver of the demonstration; the files are calculated from the way they work. */
export type DemoDriver = {
  ref: string
  name: string
  /** The name as Uber and Bolt spell it, each a little differently. */
  uber: [string, string] | null
  bolt: string | null
  language: 'pt' | 'en'
  terms: Terms
  car: { plate: string; make: string; model: string; year: number; energy: 'Gasóleo' | 'Elétrico' | 'Gasolina' }
  /** Fares of a usual week on each platform, in cents. */
  fares: { uber: number; bolt: number }
  cash: boolean
}

const toyota = { make: 'Toyota', model: 'Corolla Touring', year: 2022, energy: 'Gasolina' as const }
const octavia = { make: 'Škoda', model: 'Octavia', year: 2021, energy: 'Gasóleo' as const }
const kona = { make: 'Hyundai', model: 'Kona', year: 2023, energy: 'Elétrico' as const }
const leaf = { make: 'Nissan', model: 'Leaf', year: 2022, energy: 'Elétrico' as const }

export const DRIVERS: readonly DemoDriver[] = [
  {
    ref: 'M1',
    name: 'Rui Valadas',
    uber: ['Rui', 'Valadas'],
    bolt: 'Rui Valadas',
    language: 'pt',
    terms: rental(270_00),
    car: { plate: 'ZX-58-MP', ...toyota },
    fares: { uber: 800_00, bolt: 310_00 },
    cash: true,
  },
  {
    ref: 'M2',
    name: 'Adriana Lopes',
    uber: ['ADRIANA', 'LOPES'],
    bolt: 'Adriana Lopes',
    language: 'pt',
    terms: rental(270_00),
    car: { plate: 'ZX-12-AD', ...toyota },
    fares: { uber: 760_00, bolt: 280_00 },
    cash: false,
  },
  {
    ref: 'M3',
    name: 'Arjun Thapa',
    uber: ['Arjun', 'Thapa'],
    bolt: 'Arjun Thapa',
    language: 'en',
    terms: rental(290_00),
    car: { plate: 'ZX-31-AT', ...kona },
    fares: { uber: 980_00, bolt: 300_00 },
    cash: false,
  },
  {
    ref: 'M4',
    name: 'Bruno Sequeira',
    uber: ['Bruno', 'Sequeira'],
    bolt: null,
    language: 'pt',
    terms: slot,
    car: { plate: 'ZX-44-BS', ...octavia },
    fares: { uber: 640_00, bolt: 0 },
    cash: true,
  },
  {
    ref: 'M5',
    name: 'Carla Nogueira',
    uber: ['Carla', 'Nogueira'],
    bolt: 'Carla Nogueira',
    language: 'pt',
    terms: rental(270_00),
    car: { plate: 'ZX-50-CN', ...leaf },
    fares: { uber: 700_00, bolt: 330_00 },
    cash: false,
  },
  {
    ref: 'M6',
    name: 'Diogo Pacheco',
    uber: ['Diogo', 'Pacheco'],
    bolt: 'Diogo M. Pacheco',
    language: 'pt',
    terms: percentage,
    car: { plate: 'ZX-61-DP', ...octavia },
    fares: { uber: 790_00, bolt: 360_00 },
    cash: true,
  },
  {
    ref: 'M7',
    name: 'Fátima Rebelo',
    uber: null,
    bolt: 'Fatima Rebelo',
    language: 'pt',
    terms: slot,
    car: { plate: 'ZX-72-FR', ...leaf },
    fares: { uber: 0, bolt: 720_00 },
    cash: false,
  },
  {
    ref: 'M8',
    name: 'Harpreet Singh',
    uber: ['Harpreet', 'Singh'],
    bolt: 'Harpreet Singh',
    language: 'en',
    // The operator invoices the rent to him; the statement keeps it back.
    terms: { ...rental(290_00), receiptBase: 'rent-apart' },
    car: { plate: 'ZX-83-HS', ...kona },
    fares: { uber: 1_050_00, bolt: 410_00 },
    cash: false,
  },
  {
    ref: 'M9',
    name: 'Hélder Monteiro',
    uber: ['Helder', 'Monteiro'],
    bolt: 'Hélder Monteiro',
    language: 'pt',
    terms: slot,
    car: { plate: 'ZX-84-HM', ...octavia },
    fares: { uber: 520_00, bolt: 190_00 },
    cash: true,
  },
  {
    ref: 'M10',
    name: 'Oksana Melnyk',
    uber: ['Oksana', 'Melnyk'],
    bolt: 'Oksana Melnyk',
    language: 'en',
    terms: slot,
    car: { plate: 'ZX-90-OM', ...toyota },
    fares: { uber: 880_00, bolt: 240_00 },
    cash: false,
  },
  {
    ref: 'M11',
    name: 'Paulo Meneses',
    uber: ['PAULO', 'MENESES'],
    bolt: 'Paulo Meneses',
    language: 'pt',
    terms: rental(270_00),
    car: { plate: 'ZX-07-SV', ...toyota },
    fares: { uber: 610_00, bolt: 240_00 },
    cash: true,
  },
  {
    ref: 'M12',
    name: 'Sónia Barreto',
    uber: ['Sónia', 'Barreto'],
    bolt: 'Sonia Barreto',
    language: 'pt',
    // Above the VAT exemption: her receipts carry VAT, and tax is withheld from them.
    terms: { ...slot, receipt: { vat: 'reduced', withholding: basisPoints(11_50), carried: true } },
    car: { plate: 'ZX-95-SB', ...kona },
    fares: { uber: 820_00, bolt: 310_00 },
    cash: false,
  },
]

/** A driver of the first weeks, who then left. */
export const LEAVER: DemoDriver = {
  ref: 'M13',
  name: 'Tiago Faria',
  uber: ['Tiago', 'Faria'],
  bolt: 'Tiago Faria',
  language: 'pt',
  terms: rental(270_00),
  car: { plate: 'ZX-16-TF', ...octavia },
  fares: { uber: 690_00, bolt: 290_00 },
  cash: false,
}

/** Identifiers made from a number, the same in every run. */
export function uuid(kind: 'uber' | 'bolt' | 'individual' | 'car', driver: DemoDriver): string {
  const number = Number(driver.ref.slice(1))
  const head = { uber: 'a1', bolt: 'b2', individual: 'c3', car: 'd4' }[kind]
  return `${head}000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export function email(driver: DemoDriver): string {
  return `${driver.name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.org`
}

export function phone(driver: DemoDriver): string {
  return `+351990000${driver.ref.slice(1).padStart(3, '0')}`
}

export function card(driver: DemoDriver): { fuel: string | null; electric: string | null } {
  const number = driver.ref.slice(1).padStart(4, '0')
  return driver.car.energy === 'Elétrico'
    ? { fuel: null, electric: `PTPRIO990000000000${number}` }
    : { fuel: `708200000000${number}`, electric: null }
}

/** The roster that a new operator would load: company, drivers, cars, and assignments. */
export function roster(fleet = DRIVERS) {
  return {
    company: COMPANY,
    drivers: fleet.map((driver, at) => ({
      id: driver.ref,
      name: driver.name,
      email: email(driver),
      phone: phone(driver),
      nif: nif(`2999${String(at + 1).padStart(4, '0')}`),
      iban: iban(at + 1),
      language: driver.language,
      // Leave it out for every third driver, so that contracts ask for it.
      ...(at % 3 === 2
        ? {}
        : {
            address: `Rua de Exemplo, ${at + 1}, 2700-000 Amadora`,
            born_on: `${1970 + (at % 30)}-0${1 + (at % 9)}-15`,
          }),
      uber_driver_uuid: driver.uber && uuid('uber', driver),
      bolt_driver_uuid: driver.bolt && uuid('bolt', driver),
      bolt_individual_uuid: driver.bolt && uuid('individual', driver),
    })),
    vehicles: fleet.map((driver, at) => ({
      plate: driver.car.plate,
      make: driver.car.make,
      model: driver.car.model,
      year: driver.car.year,
      fuel: driver.car.energy,
      via_verde_obu: `4190000${String(at + 1).padStart(4, '0')}`,
      via_verde_iai: `3690000${String(at + 1).padStart(4, '0')}`,
      prio_fuel_card: card(driver).fuel,
      prio_electric_card: card(driver).electric,
    })),
    assignments: fleet.map((driver) => ({ driver: driver.ref, plate: driver.car.plate, from: null, to: null })),
  }
}

/** Eight digits and the check digit that makes them a NIF. */
function nif(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (9 - at), 0)
  const rest = sum % 11
  return digits + (rest < 2 ? 0 : 11 - rest)
}

/** An account of the bank 9999, with both check digits right. */
function iban(number: number): string {
  const account = `9999000000${String(number).padStart(9, '0')}`
  const check = 98n - ((BigInt(account) * 100n) % 97n)
  return `PT50${account}${String(check).padStart(2, '0')}`
}
