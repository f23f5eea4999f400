import type { Week } from '#domain/week.ts'

/** Days for which a link to a statement is good. */
export const LINK_DAYS = 30

/** What a good link leads to. */
export type LinkedStatement = { link: string; driver: string; week: Week; until: string }
