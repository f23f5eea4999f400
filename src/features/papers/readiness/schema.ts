import type { Missing, Verdict } from '#domain/may-drive.ts'
import type { PaperKind } from '#domain/paper.ts'

/** What keeps somebody from driving, with the name of a paper and how far another one is on its way. */
export type MissingThing = Missing & { name: PaperKind['name'] | null; onItsWay: 'asked' | 'sent' | null }
export type Readiness = Omit<Verdict, 'missing'> & { missing: readonly MissingThing[] }

/** Readiness as a list shows it; `endsSoon`: it lasts a month at most. */
export type Driving = Readiness & { endsSoon: boolean }

export type DriverReadiness = Readiness & { id: string; ref: string; name: string; cars: readonly string[] }
export type CarReadiness = Readiness & { id: string; plate: string }
export type FleetReadiness = { drivers: readonly DriverReadiness[]; cars: readonly CarReadiness[] }

/** Somebody who may not drive, with what is missing. */
export type MayNot = Pick<DriverReadiness, 'id' | 'ref' | 'name' | 'missing'>

/** Who has no paper of a kind that counts; `id` is `null` for the operator. */
export type Lacking = { id: string | null; name: string }
