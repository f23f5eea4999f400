/**
 * Answers of the office for one imported row (`docs/decisions/050-answers-of-rows.md`). `nothing`: it does not count,
 * for a reason · `twice`: printed twice, and it happened twice · `once`: printed twice, and counts once, which is the
 * default · `company`: nobody had the car at that time, and the company pays.
 */
export const ROW_ANSWERS = ['nothing', 'twice', 'once', 'company'] as const
export type RowAnswer = (typeof ROW_ANSWERS)[number]
