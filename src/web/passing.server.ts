import { createHash } from 'node:crypto'
import { PASSING } from './passing.ts'

/** What a page's headers name so that the browser takes `PASSING`. */
export const PASSING_HASH = createHash('sha256').update(PASSING).digest('base64')
