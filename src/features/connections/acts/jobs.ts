import { NOTHING, job } from '#db/job.ts'

/** Sends due acts, and checks those with an unknown result; ordered at each press and every quarter of an hour. */
export const carryOutActs = job('connections.acts', NOTHING, 'outside')

/** Applies the cash rule to the debts of drivers; ordered every quarter of an hour. */
export const weighDebts = job('connections.weigh-debts', NOTHING)
