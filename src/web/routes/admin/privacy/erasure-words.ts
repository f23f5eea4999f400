import type { Erasure } from '#features/oversight/personal-data/schema.ts'

type ErasureState = 'waiting' | 'withdrawn' | 'kept' | 'over'

export function erasureState({ confirmedAt, withdrawnAt, overAt }: Erasure): ErasureState {
  if (withdrawnAt !== null) return 'withdrawn'
  if (confirmedAt === null) return 'waiting'
  return overAt === null ? 'kept' : 'over'
}

export const ERASURE_TONES = { waiting: 'warn', withdrawn: 'plain', kept: 'ok', over: 'ok' } as const
