/** Papers that a driver sends with one statement, of each kind: each stays on the disk, also where another took its place. */
export const MOST_PAPERS = 20
