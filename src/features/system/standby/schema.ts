/** Seconds from which it is said how old something is: less is what a page takes to be looked at. */
export const SAID_FROM = 5
