import { z } from 'zod'
import { PAPER_HOLDERS } from '#domain/paper.ts'
import { REGIMES } from '#domain/terms.ts'
import { CAR_TITLES } from '#domain/vehicle.ts'
import { carriedNumber, choice, count, countOrNone, givenDay, severalChoicesOrNone, text, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

const named = { namePt: text(80, { required: true }), nameEn: text(80, { required: true }) }
const needed = { drive: tick(), assign: tick() }
const valid = { hasExpiry: tick(), validMonths: countOrNone(1, 240) }
const used = { atRoadside: tick(), isSensitive: tick() }
const ofAll = { ...named, ...needed, ...valid, ...used }
const ofCars = { firstAfterMonths: countOrNone(1, 120) }
const ofDrivers = { pay: tick(), fromDriver: tick() }
const regimes = severalChoicesOrNone(REGIMES, (regime) => `page.fleet.regimes.${regime}`)
const titles = severalChoicesOrNone(CAR_TITLES, (title) => `page.upkeep.title.titles.${title}`)

type Field = keyof typeof ofAll | keyof typeof ofCars | keyof typeof ofDrivers | 'appliesTo' | 'isUsed' | 'holder'
const isUse = (name: Field) => name === 'drive' || name === 'assign' || name === 'pay'
const labelOf = (name: Exclude<Field, 'appliesTo' | 'drive' | 'assign' | 'pay'>) =>
  `page.papers.kinds.fields.${name}` as const
const wordOfDriver = (name: Field) =>
  isUse(name)
    ? (`page.papers.uses.${name}` as const)
    : name === 'appliesTo'
      ? 'page.papers.kinds.fields.regimes'
      : labelOf(name)
const wordOfCar = (name: Field) =>
  isUse(name)
    ? (`page.papers.usesOfCar.${name}` as const)
    : name === 'appliesTo'
      ? 'page.papers.kinds.fields.titles'
      : labelOf(name)

const names = ['namePt', 'nameEn']
const part = (of: 'needed' | 'validity' | 'use', rows: readonly string[]) => ({
  legend: `page.papers.kinds.fields.${of}` as const,
  rows,
})
const rowsOfDriver = [
  names,
  part('needed', ['drive', 'assign', 'pay']),
  'appliesTo',
  part('validity', ['hasExpiry', 'validMonths']),
  part('use', ['fromDriver', 'atRoadside', 'isSensitive']),
]
const isUsed = tick()

/** A kind of document, by its holder: fields that make no sense for the holder are left out. */
export const kindRecords = {
  driver: record({ ...ofAll, ...ofDrivers, appliesTo: regimes, isUsed }, wordOfDriver, [...rowsOfDriver, 'isUsed']),
  car: record({ ...ofAll, ...ofCars, appliesTo: titles, isUsed }, wordOfCar, [
    names,
    part('needed', ['drive', 'assign']),
    'appliesTo',
    part('validity', ['hasExpiry', 'validMonths', 'firstAfterMonths']),
    part('use', ['atRoadside', 'isSensitive']),
    'isUsed',
  ]),
  company: record({ ...ofAll, isUsed }, wordOfCar, [
    names,
    part('needed', ['drive', 'assign']),
    part('validity', ['hasExpiry', 'validMonths']),
    part('use', ['atRoadside', 'isSensitive']),
    'isUsed',
  ]),
}

/** A new kind: the fields that depend on its holder follow once that is chosen. */
export const newKindRecord = record(
  {
    holder: choice(PAPER_HOLDERS, (holder) => `page.papers.kinds.of.${holder}`),
    ...ofAll,
    ...ofDrivers,
    appliesTo: regimes,
  },
  wordOfDriver,
  ['holder', ...rowsOfDriver],
)

/** The fields of a kind that the office may change. */
const kindFields = {
  ...ofAll,
  ...ofDrivers,
  ...ofCars,
  appliesTo: severalChoicesOrNone([...REGIMES, ...CAR_TITLES], () => 'page.papers.kinds.fields.regimes'),
}
export const kindInput = z.object({ ...kindFields, isUsed, version: carriedNumber() })
export type KindInput = z.output<typeof kindInput>
export const newKindInput = z.object({ ...kindFields, holder: newKindRecord.fields.holder })
export type NewKindInput = z.output<typeof newKindInput>

/** The age limit of cars from a day on. */
export const ageLimitRecord = record(
  { from: givenDay(), years: count(1, 40), electricYears: count(1, 40) },
  (name) => `page.papers.ages.${name}`,
  ['from', ['years', 'electricYears']],
)
export type AgeLimitInput = z.output<typeof ageLimitRecord.input>

/** The acts that a missing document blocks, and whether a signed contract is required. */
export const rulesRecord = record(
  { stopsAssigning: tick(), stopsPaying: tick(), needsContract: tick() },
  (name) => `page.papers.rules.${name}`,
)
export const rulesInput = rulesRecord.input.extend({ version: carriedNumber() })
export type RulesInput = z.output<typeof rulesInput>
