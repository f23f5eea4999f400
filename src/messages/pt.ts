import { common } from './pt/common.ts'
import { errors } from './pt/errors.ts'
import { page } from './pt/page.ts'

/** The Portuguese words: the source, and the type of every other language. */
export const pt = { common, page, errors }
