import { z } from 'zod'
import { DUTIES, OFF_DUTY } from '#domain/position.ts'

/** What of looks is counted: who asked, and not the names. */
export const LOOKERS = ['admin', 'driver', 'link', 'system', 'command-line'] as const

const whole = z.number().int().min(0)

/** What an assessment is made from, as it is kept. */
export const assessmentFacts = z.object({
  company: z.object({ name: z.string(), nipc: z.string().nullable() }).nullable(),
  rules: z.object({
    recordsSince: z.string().nullable(),
    keepsDays: whole,
    duty: z.enum(DUTIES),
    offDuty: z.enum(OFF_DUTY),
    asksReason: z.boolean(),
    // A version from before there were alerts has neither.
    tellsUnheld: z.boolean().default(false),
    night: z.object({ from: whole, until: whole }).nullable().default(null),
  }),
  /** Zones whose leaving is told, and links to one car that were made in the last ninety days. */
  zones: whole.default(0),
  links: whole.default(0),
  notice: whole,
  /** Cars of the operator that are here, drivers who have one of them, and those of them who were told. */
  cars: whole,
  drivers: whole,
  told: whole,
  devices: z.object({ phone: whole, tracker: whole, server: whole, file: whole }),
  holds: whole,
  /** Looks of the last ninety days, by who asked, and how many people of the office those were. */
  looks: z.object({ people: whole, by: z.partialRecord(z.enum(LOOKERS), whole) }),
})
export type AssessmentFacts = z.output<typeof assessmentFacts>

/** A version as its page lists it. */
export type Assessment = { version: number; at: string; by: string | null; facts: AssessmentFacts }

/** A part of an assessment: sentences, or names with what is said of each. */
export type Part = {
  title: string
  sentences: readonly string[]
  rows: readonly (readonly [name: string, said: string])[]
}
