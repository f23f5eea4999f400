/** The longest paper that is kept with a decision. */
export const MOST_BYTES = 10 * 1024 * 1024
