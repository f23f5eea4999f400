import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A password costs two tenths of a second of processor time and 64 MB, and the tests have hundreds: this runs the same
 * function with the smallest cost where the product asks for the full one, and leaves the parameters written in the
 * hash as they are. `password-hash.test.ts` and the journey `start` test the full cost, and that passwords open and are
 * refused.
 */
const MUCH = 65_536
const whole = crypto.argon2
const light: typeof whole = (algorithm, parameters, done) =>
  whole(algorithm, parameters.memory < MUCH ? parameters : { ...parameters, memory: 8, passes: 1 }, done)
crypto.argon2 = light
syncBuiltinESMExports()
