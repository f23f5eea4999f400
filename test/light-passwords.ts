import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A password costs two tenths of a second of processor time and 64 MB, and the tests have hundreds: here the same function
 * runs with the least it takes where it is asked for that much, and what is written of a hash stays as it is. What the product
 * asks for, and that it opens and refuses, is shown with the whole work in `password-hash.test.ts`, and by the journey `start`.
 */
const MUCH = 65_536
const whole = crypto.argon2
const light: typeof whole = (algorithm, parameters, done) =>
  whole(algorithm, parameters.memory < MUCH ? parameters : { ...parameters, memory: 8, passes: 1 }, done)
crypto.argon2 = light
syncBuiltinESMExports()
