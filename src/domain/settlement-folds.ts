import type { LineGroup } from './settlement-types.ts'

/** Folds of a statement on screen and on paper; every group is in exactly one (`rulings.md` C.14). */
export const FOLDS = {
  earnings: ['A', 'B', 'H'],
  costs: ['C', 'D', 'E', 'F'],
  adjustments: ['G', 'I'],
} as const satisfies Record<string, readonly LineGroup[]>
