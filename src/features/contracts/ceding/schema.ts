import type { CedingAsker, CedingState } from '#domain/ceding.ts'
import type { CedingKind } from '#domain/contract.ts'
import type { PaperKind } from '#domain/paper.ts'

/**
 * One thing that is asked for. `until`: the last day on which it counts, or counted; `place`: the page where it is, or
 * can be corrected.
 */
export type CedingNeed = {
  what: { is: 'contract'; kind: CedingKind } | { is: 'paper'; name: PaperKind['name'] } | { is: 'link' }
  state: CedingState
  until: string | null
  place: string
}

/** What is asked for of a driver's own car. `car` is `null` when no record says which one it is. */
export type Ceding = {
  car: { id: string; plate: string } | null
  askers: readonly { asker: CedingAsker; needs: readonly CedingNeed[] }[]
}
