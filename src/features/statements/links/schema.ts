import type { Week } from '#domain/week.ts'

/** Number of days for which a link to a statement is valid. */
export const LINK_DAYS = 30

/** The statement behind a valid link. */
export type LinkedStatement = { link: string; driver: string; week: Week; until: string }
