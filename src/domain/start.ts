/** The steps of a new operator, in their order. Inviting may wait: the others lead to the first week. */
const START_STEPS = ['company', 'files', 'fleet', 'terms', 'ibans', 'invitations', 'week'] as const
export type StartStep = (typeof START_STEPS)[number]

/** The steps with what is done, in the order in which they are gone. */
export function startSteps(done: Record<StartStep, boolean>): { step: StartStep; isDone: boolean }[] {
  return START_STEPS.map((step) => ({ step, isDone: done[step] }))
}
