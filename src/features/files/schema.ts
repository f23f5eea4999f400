/** Maximum number of documents of each kind for one statement: each stays on the disk, even if another replaced it. */
export const MAX_PAPERS = 20
