/** Steps before somebody's first ride, in order. */
const FIRST_RIDE_STEPS = ['account', 'nif', 'iban', 'terms', 'papers', 'contract', 'car', 'platforms'] as const
export type FirstRideStep = (typeof FIRST_RIDE_STEPS)[number]

/**
 * State of a step, and who acts next: the driver in `yours`, the office in `waits` and `open`. `waits`: something came,
 * and the office must look at it; `open`: nothing is there yet.
 */
export type StepState = 'done' | 'waits' | 'yours' | 'open'

/** Steps to the first ride with their states. Facts decide each state; nobody ticks it off. */
export type FirstRide = readonly { step: FirstRideStep; state: StepState }[]

export function firstRide(states: Readonly<Record<FirstRideStep, boolean | StepState>>): FirstRide {
  return FIRST_RIDE_STEPS.map((step) => {
    const state = states[step]
    return { step, state: typeof state === 'string' ? state : state ? 'done' : 'open' }
  })
}
