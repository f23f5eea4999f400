import type { Platform } from './performance.ts'

/** Acts that the fleet may ask a platform to do for a driver: switch cash trips off or on, give or take a car, or invite the driver. */
export const ACT_KINDS = ['cash-off', 'cash-on', 'assign', 'unassign', 'invite'] as const
export type ActKind = (typeof ACT_KINDS)[number]

/** Reason for the request. */
export const ACT_CAUSES = ['debt', 'hand-over', 'person'] as const
export type ActCause = (typeof ACT_CAUSES)[number]

/**
 * States of a request to a platform. `proposed`: nobody has confirmed it. `ordered`, `sending`: on its way. `unknown`:
 * sent, and nobody knows the result. `portal`: to be done by hand in the platform's portal. `accepted`: the platform
 * took it. `done`: somebody did it in the portal. `refused` and `withdrawn`: it is not done.
 */
export const ACT_STATES = [
  ...(['proposed', 'ordered', 'sending', 'unknown', 'portal'] as const),
  ...(['accepted', 'done', 'refused', 'withdrawn'] as const),
]
export type ActState = (typeof ACT_STATES)[number]

/** States after which nothing happens any more. */
export const ENDED_ACTS: ReadonlySet<ActState> = new Set(['accepted', 'done', 'refused', 'withdrawn'])

const REVERSE: Readonly<Record<ActKind, ActKind | null>> = {
  'cash-off': 'cash-on',
  'cash-on': 'cash-off',
  assign: 'unassign',
  unassign: 'assign',
  // An invitation can't be taken back; only the driver can leave a fleet.
  invite: null,
}

/** Answers the act that takes back another one, once it is done; `null` where nothing does. */
export function reverseOf(kind: ActKind): ActKind | null {
  return REVERSE[kind]
}

/** Answers that the office can give to an act, by its state. */
export const OFFICE_ACT_ANSWERS = ['confirm', 'withdraw', 'done', 'by-hand', 'again', 'take-back'] as const
export type OfficeActAnswer = (typeof OFFICE_ACT_ANSWERS)[number]

type ActFacts = { kind: ActKind; state: ActState; sends: number }

/**
 * Answers what the office can say to an act now. `by-hand` ends the waiting for an answer; a person then looks in the
 * portal and says whether it is done.
 */
export function officeAnswersTo({ kind, state, sends }: ActFacts): readonly OfficeActAnswer[] {
  switch (state) {
    case 'proposed':
      return ['confirm', 'by-hand', 'withdraw']
    case 'ordered':
      // Once a request has left, only the platform knows what became of it.
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

/** Answers what a driver's debt asks for under a rule: `null` for nothing. `isOff`: whether cash is off there, as far as is known. */
export function wantedByDebt(
  { owed, limit }: { owed: number; limit: number },
  { isOff, byDebt }: { isOff: boolean; byDebt: boolean },
): 'cash-off' | 'cash-on' | null {
  if (owed > limit) return isOff ? null : 'cash-off'
  // The rule switches cash on again only if the rule switched it off: a person's decision stays.
  return isOff && byDebt ? 'cash-on' : null
}

/** Address of each platform's portal, where acts are done by hand. */
export const PORTALS: Readonly<Record<Platform, string>> = {
  uber: 'https://supplier.uber.com',
  bolt: 'https://fleets.bolt.eu',
}
