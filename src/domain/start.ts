/** Steps of a new operator, in order. Invitations may wait; the others lead to the first week. */
const START_STEPS = ['company', 'files', 'fleet', 'terms', 'ibans', 'invitations', 'week'] as const
export type StartStep = (typeof START_STEPS)[number]

/** Answers the steps in order, each with whether it is done. */
export function startSteps(done: Record<StartStep, boolean>): { step: StartStep; isDone: boolean }[] {
  return START_STEPS.map((step) => ({ step, isDone: done[step] }))
}
