import type { DamageType, Part } from '#domain/inspection.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { About } from '#domain/ticket.ts'
import { type Week, weekName } from '#domain/week.ts'

type Line = { code: LineCode; adjustment: { about: Week | null } | null }

/** A thing of a driver's own that they can ask about, with the facts that name it. */
export type OwnThing =
  | { kind: 'week'; week: Week }
  | { kind: 'line'; week: Week; ordinal: number; settlement: string; line: Line }
  | { kind: 'car'; id: string; plate: string }
  | { kind: 'paper'; id: string; pt: string; en: string; code: string }
  | { kind: 'fine'; id: string; number: string }
  | { kind: 'report'; id: string; vehicle: string; plate: string; at: string }
  | { kind: 'damage'; id: string; vehicle: string; plate: string; type: DamageType; part: Part }

/** A thing that is asked about, in the form that an address and a form carry. */
export function aboutOf(thing: OwnThing): About {
  if (thing.kind === 'week') return { kind: 'week', week: weekName(thing.week) }
  if (thing.kind === 'line') return { kind: 'line', week: weekName(thing.week), line: thing.ordinal }
  return { kind: thing.kind, id: thing.id }
}
