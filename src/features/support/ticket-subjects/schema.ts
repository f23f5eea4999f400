import type { DamageType, Part } from '#domain/inspection.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import type { About } from '#domain/ticket.ts'
import { type Week, weekName } from '#domain/week.ts'

type Line = { code: LineCode; adjustment: { about: Week | null } | null }

/** What a ticket can be about: a record of the driver who asks, with the facts that name it. */
export type TicketSubject =
  | { kind: 'week'; week: Week }
  | { kind: 'line'; week: Week; ordinal: number; settlement: string; line: Line }
  | { kind: 'car'; id: string; plate: string }
  | { kind: 'paper'; id: string; pt: string; en: string; code: string }
  | { kind: 'fine'; id: string; number: string }
  | { kind: 'report'; id: string; vehicle: string; plate: string; at: string }
  | { kind: 'damage'; id: string; vehicle: string; plate: string; type: DamageType; part: Part }

/** Answers a subject as an address and a form carry it. */
export function aboutOf(subject: TicketSubject): About {
  if (subject.kind === 'week') return { kind: 'week', week: weekName(subject.week) }
  if (subject.kind === 'line') return { kind: 'line', week: weekName(subject.week), line: subject.ordinal }
  return { kind: subject.kind, id: subject.id }
}
