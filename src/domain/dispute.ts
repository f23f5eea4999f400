/** What a driver can find wrong with a line of the own statement, in the order of the form. */
export const DISPUTE_CAUSES = ['amount', 'not-mine', 'missing', 'terms', 'other'] as const
export type DisputeCause = (typeof DISPUTE_CAUSES)[number]
