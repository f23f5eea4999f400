import type { CedingAsker, CedingState } from '#domain/ceding.ts'
import type { CedingKind } from '#domain/contract.ts'
import type { PaperKind } from '#domain/paper.ts'

/**
 * One required document or contract. `until`: the last day on which it is or was valid. `place`: the page where it
 * is, or can be added.
 */
export type CedingNeed = {
  what: { is: 'contract'; kind: CedingKind } | { is: 'paper'; name: PaperKind['name'] } | { is: 'link' }
  state: CedingState
  until: string | null
  place: string
}

/**
 * Everything that is required for a driver's own car, by who requires it. `car` is `null` when no record says which
 * car it is.
 */
export type Ceding = {
  car: { id: string; plate: string } | null
  askers: readonly { asker: CedingAsker; needs: readonly CedingNeed[] }[]
}
