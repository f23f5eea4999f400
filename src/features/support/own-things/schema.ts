import type { DamageType, Part } from '#domain/inspection.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'

type Line = { code: LineCode; adjustment: { about: Week | null } | null }

/** What is a driver's own and can be asked about, in the facts that name it. */
export type OwnThing =
  | { kind: 'week'; week: Week }
  | { kind: 'line'; week: Week; ordinal: number; settlement: string; line: Line }
  | { kind: 'car'; id: string; plate: string }
  | { kind: 'paper'; id: string; pt: string; en: string; code: string }
  | { kind: 'fine'; id: string; number: string }
  | { kind: 'damage'; id: string; vehicle: string; plate: string; type: DamageType; part: Part }
