import './light-passwords.ts'
import { afterAll, inject } from 'vitest'
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
if (inject('sharesProcess')) afterAll(endFile)
