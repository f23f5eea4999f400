import './light-passwords.ts'
import { afterAll, expect, inject } from 'vitest'
import { keepPlans } from './kept-plans.ts'
import { beginFile, endFile } from './own-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string
    appUrl: string
    /** Whether other files of tests go on in this process. */
    sharesProcess: boolean
  }
}

await beginFile(inject('ownerUrl'), inject('appUrl'))
// How statements are asked is what the tests of `src/db` look at.
keepPlans(!expect.getState().testPath?.includes('/src/db/'))
if (inject('sharesProcess')) afterAll(endFile)
