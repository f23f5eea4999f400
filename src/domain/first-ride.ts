/** What there must be before somebody's first ride, in the order in which it comes. */
const FIRST_RIDE_STEPS = ['account', 'nif', 'iban', 'terms', 'papers', 'contract', 'car', 'platforms'] as const
export type FirstRideStep = (typeof FIRST_RIDE_STEPS)[number]

/**
 * Who acts next: the driver in `yours`, the office in the other two. `waits`: something came, and the office is still to look at
 * it; `open`: nothing is there yet.
 */
export type StepState = 'done' | 'waits' | 'yours' | 'open'

/** The way to the first ride. Facts say how far each step is; nobody ticks it off. */
export type FirstRide = readonly { step: FirstRideStep; state: StepState }[]

export function firstRide(states: Readonly<Record<FirstRideStep, boolean | StepState>>): FirstRide {
  return FIRST_RIDE_STEPS.map((step) => {
    const state = states[step]
    return { step, state: typeof state === 'string' ? state : state ? 'done' : 'open' }
  })
}
