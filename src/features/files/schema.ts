/** Most papers of each kind that a driver sends with one statement: each stays on the disk, even if another replaced it. */
export const MOST_PAPERS = 20
