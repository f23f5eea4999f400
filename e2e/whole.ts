/**
 * Whether every combination is tried (`npm run slow -- whole`). In `npm test` each place, form and file is asked once for
 * each kind of answer, and the combinations take turns over the places (`docs/decisions/364`).
 */
export const WHOLE = process.env['VOLANTE_WHOLE'] !== undefined

/** Of several ways in which a thing may be asked, the one whose turn it is; all of them in the whole lane. */
export function inTurn<Way>(ways: readonly Way[], turn: number): readonly Way[] {
  return WHOLE ? ways : ways.slice(turn % ways.length).slice(0, 1)
}
