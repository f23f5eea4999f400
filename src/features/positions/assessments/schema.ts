import { z } from 'zod'
import { DUTIES, OFF_DUTY } from '#domain/position.ts'

/** The groups by which looks are counted: who looked, without names. */
export const LOOKERS = ['admin', 'driver', 'link', 'system', 'command-line'] as const

const whole = z.number().int().min(0)

/** The facts of an assessment, as they are stored. */
export const assessmentFacts = z.object({
  company: z.object({ name: z.string(), nipc: z.string().nullable() }).nullable(),
  rules: z.object({
    recordsSince: z.string().nullable(),
    keepsDays: whole,
    duty: z.enum(DUTIES),
    offDuty: z.enum(OFF_DUTY),
    asksReason: z.boolean(),
    // A version from before there were alerts has neither of these.
    tellsUnheld: z.boolean().default(false),
    night: z.object({ from: whole, until: whole }).nullable().default(null),
  }),
  /** Zones that report a car leaving, and links to a car made in the last ninety days. */
  zones: whole.default(0),
  links: whole.default(0),
  notice: whole,
  /** Number of the operator's present cars, of drivers who have one of them, and of those who were notified. */
  cars: whole,
  drivers: whole,
  told: whole,
  devices: z.object({ phone: whole, tracker: whole, server: whole, file: whole }),
  holds: whole,
  /** Looks of the last ninety days by group, and the number of people of the office among them. */
  looks: z.object({ people: whole, by: z.partialRecord(z.enum(LOOKERS), whole) }),
})
export type AssessmentFacts = z.output<typeof assessmentFacts>

/** A version as its page lists it. */
export type Assessment = { version: number; at: string; by: string | null; facts: AssessmentFacts }

/** A part of an assessment: sentences, or names with a text for each. */
export type Part = {
  title: string
  sentences: readonly string[]
  rows: readonly (readonly [name: string, value: string])[]
}
