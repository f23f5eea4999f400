import { NOTHING, job } from '#db/job.ts'

/** Sends the acts whose time has come, and asks what became of those that nobody knows; ordered at each press and each quarter of an hour. */
export const carryOutActs = job('connections.acts', NOTHING, 'outside')

/** Holds what drivers owe against the rule for cash; ordered each quarter of an hour. */
export const weighDebts = job('connections.weigh-debts', NOTHING)
