import { z } from 'zod'
import { carriedNumber, choice, countOrNone, day, choiceOrEmpty, nameList } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

const LONGEST_LIST = 1_000
const LONGEST_NOTICE = 365
/** The contract that a new driver works under. */
const HIRINGS = ['contractor', 'employee'] as const
const statedFact = (fact: 'deposit' | 'kilometres') =>
  choiceOrEmpty(['told'], () => `page.offer.told.${fact}`, 'page.offer.untold')

/** The offer that the site shows to drivers; a field that is empty is not shown. */
export const offerRecord = record(
  {
    tellsDeposit: statedFact('deposit'),
    tellsKilometres: statedFact('kilometres'),
    rentBuysPt: nameList(LONGEST_LIST),
    rentBuysEn: nameList(LONGEST_LIST),
    carsPt: nameList(LONGEST_LIST),
    carsEn: nameList(LONGEST_LIST),
    cities: nameList(LONGEST_LIST, /[\n,;]+/),
    noticeDays: countOrNone(1, LONGEST_NOTICE, 'field.days-of-year'),
    hiringAs: choice(HIRINGS, (how) => `page.offer.hiring.${how}`),
    hiringUntil: day(),
  },
  (name) => `page.offer.fields.${name}`,
  [
    { legend: 'page.offer.parts.terms', rows: [['tellsDeposit', 'tellsKilometres'], 'noticeDays'] },
    { legend: 'page.offer.parts.cars', rows: ['rentBuysPt', 'rentBuysEn', 'carsPt', 'carsEn'] },
    { legend: 'page.offer.parts.places', rows: ['cities', ['hiringUntil', 'hiringAs']] },
  ],
  { logged: 'offer' },
)

export const offerInput = offerRecord.input.extend({ version: carriedNumber() })

export type OfferInput = z.output<typeof offerInput>

/** The offer in one language; texts that nobody wrote are empty. */
export type Offer = {
  tells: { deposit: boolean; kilometres: boolean }
  rentBuys: readonly string[]
  cars: readonly string[]
  cities: readonly string[]
  noticeDays: number | null
  /** An open job posting: it has cities and a last day that has not passed. */
  hiring: { as: (typeof HIRINGS)[number]; since: string; until: string } | null
}
