import { closeDatabase } from '#db/client.server.ts'
import { seedDemo } from '../src/demo/seed.server.ts'
import { liveBesideLargely } from './lived-beside.ts'
import { HALF_A_YEAR, manyDrivers } from './many-people.ts'

/**
 * The demonstration at the size of a real fleet, with what half a year leaves besides its weeks, into `VOLANTE_DATA`:
 * `node bench/lived-world.ts 200 26`. `npm start` on that folder serves it, with the sign-ins of `demo/sign-ins.json`.
 */
const [drivers = '200', weeks = String(HALF_A_YEAR)] = process.argv.slice(2)
await seedDemo({ weeks: Number(weeks), drivers: manyDrivers(Number(drivers)) })
await liveBesideLargely(Temporal.Now.instant(), Number(weeks))
await closeDatabase()
