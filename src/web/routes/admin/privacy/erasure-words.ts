import type { Erasure } from '#features/oversight/personal-data/schema.ts'

type ErasureState = 'waiting' | 'withdrawn' | 'kept' | 'over'

export function erasureState({ confirmedAt, withdrawnAt, overAt }: Erasure): ErasureState {
  if (withdrawnAt !== null) return 'withdrawn'
  if (confirmedAt === null) return 'waiting'
  return overAt === null ? 'kept' : 'over'
}

export const ERASURE_TONES = { waiting: 'warn', withdrawn: 'plain', kept: 'ok', over: 'ok' } as const

/** The state of an account at the identity service, including a person's word that it is gone, which can be taken back. */
export function accountState({ state, declaration }: NonNullable<Erasure['account']>) {
  return state === 'by-hand' && declaration !== null ? 'said-gone' : state
}
