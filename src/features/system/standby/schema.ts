/** Seconds of age from which a page says so: less is no more than the time to look at it. */
export const SAID_FROM = 5
