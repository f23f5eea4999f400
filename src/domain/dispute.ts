/** How long a statement's lines can be contested: where the company says nothing else (`rulings.md` B), and at most. */
export const DISPUTE_HOURS = { usual: 48, most: 720 }

/** What a driver can find wrong with a line of the own statement, in the order of the form. */
export const DISPUTE_CAUSES = ['amount', 'not-mine', 'missing', 'terms', 'other'] as const
export type DisputeCause = (typeof DISPUTE_CAUSES)[number]
