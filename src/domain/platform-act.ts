import type { Platform } from './performance.ts'

/** What the fleet can want of a platform for a driver: cash trips off or on, a car given or taken, or that the driver joins. */
export const ACT_KINDS = ['cash-off', 'cash-on', 'assign', 'unassign', 'invite'] as const
export type ActKind = (typeof ACT_KINDS)[number]

/** Why it is wanted. */
export const ACT_CAUSES = ['debt', 'hand-over', 'person'] as const
export type ActCause = (typeof ACT_CAUSES)[number]

/**
 * How an act stands. `proposed`: nobody has said yes. `ordered`, `sending`: on its way. `unknown`: sent, and nobody knows what became of it.
 * `portal`: to be done by hand there. `accepted`: the platform took it. `done`: somebody did it in the portal. `refused` and `withdrawn`: it
 * is not done.
 */
export const ACT_STATES = [
  ...(['proposed', 'ordered', 'sending', 'unknown', 'portal'] as const),
  ...(['accepted', 'done', 'refused', 'withdrawn'] as const),
]
export type ActState = (typeof ACT_STATES)[number]

/** The states after which nothing happens any more. */
export const ENDED_ACTS: ReadonlySet<ActState> = new Set(['accepted', 'done', 'refused', 'withdrawn'])

const REVERSE: Readonly<Record<ActKind, ActKind | null>> = {
  'cash-off': 'cash-on',
  'cash-on': 'cash-off',
  assign: 'unassign',
  unassign: 'assign',
  // Who has an invitation has it; leaving a fleet is the driver's own.
  invite: null,
}

/** What takes an act back, once it is done; `null` where nothing does. */
export function reverseOf(kind: ActKind): ActKind | null {
  return REVERSE[kind]
}

/** What somebody of the office can say to an act as it stands. */
export const ACT_WORDS = ['confirm', 'withdraw', 'done', 'by-hand', 'again', 'take-back'] as const
export type ActWord = (typeof ACT_WORDS)[number]

type ActFacts = { kind: ActKind; state: ActState; sends: number }

/** `by-hand` ends the waiting for an answer; whoever looked there then says whether it is so. */
export function wordsTo({ kind, state, sends }: ActFacts): readonly ActWord[] {
  switch (state) {
    case 'proposed':
      return ['confirm', 'by-hand', 'withdraw']
    case 'ordered':
      // Once something has left, only the platform can say what became of it.
      return sends === 0 ? ['withdraw', 'by-hand'] : ['by-hand']
    case 'sending':
      return []
    case 'unknown':
      return ['by-hand']
    case 'portal':
      return ['done', 'withdraw']
    case 'refused':
      return ['again', 'by-hand', 'withdraw']
    case 'accepted':
    case 'done':
      return reverseOf(kind) === null ? [] : ['take-back']
    case 'withdrawn':
      return []
  }
}

/** What a driver's debt asks for under a rule: `null` for nothing. `isOff`: whether cash is off there, as far as is known. */
export function wantedByDebt(
  { owed, limit }: { owed: number; limit: number },
  { isOff, byDebt }: { isOff: boolean; byDebt: boolean },
): 'cash-off' | 'cash-on' | null {
  if (owed > limit) return isOff ? null : 'cash-off'
  // Only what the rule switched off comes back by the rule: what a person wanted stays a person's.
  return isOff && byDebt ? 'cash-on' : null
}

/** Where each platform is looked after by hand. */
export const PORTALS: Readonly<Record<Platform, string>> = {
  uber: 'https://supplier.uber.com',
  bolt: 'https://fleets.bolt.eu',
}
