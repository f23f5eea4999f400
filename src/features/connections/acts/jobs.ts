import { NOTHING, job } from '#db/job.ts'

/**
 * Sends the acts that are due, and asks what became of those with an unknown result; ordered at each press and every
 * quarter of an hour.
 */
export const carryOutActs = job('connections.acts', NOTHING, 'outside')

/** Applies the cash rule to what drivers owe; ordered every quarter of an hour. */
export const weighDebts = job('connections.weigh-debts', NOTHING)
