import type { Missing, Verdict } from '#domain/may-drive.ts'
import type { PaperKind } from '#domain/paper.ts'

/** Something missing for driving, with the name of the document and whether another one was requested or sent. */
export type MissingThing = Missing & { name: PaperKind['name'] | null; onItsWay: 'asked' | 'sent' | null }
export type Readiness = Omit<Verdict, 'missing'> & { missing: readonly MissingThing[] }

/** Readiness as a list shows it; `endsSoon`: it lasts a month at most. */
export type Driving = Readiness & { endsSoon: boolean }

export type DriverReadiness = Readiness & { id: string; ref: string; name: string; cars: readonly string[] }
export type CarReadiness = Readiness & { id: string; plate: string }
export type FleetReadiness = { drivers: readonly DriverReadiness[]; cars: readonly CarReadiness[] }

/** A driver who may not drive, with what is missing. */
export type BarredDriver = Pick<DriverReadiness, 'id' | 'ref' | 'name' | 'missing'>

/** A holder without a valid document of a kind; `id` is `null` for the operator. */
export type Lacking = { id: string | null; name: string }
