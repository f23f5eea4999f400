/**
 * How many cases of a random test a run tries, where each costs a fleet of its own in the database: half of all, fresh
 * ones each time. `npm run slow -- random` tries all of them, many times over.
 */
export const tries = (all: number) => (process.env['VOLANTE_TURNS'] === undefined ? Math.ceil(all / 2) : all)
