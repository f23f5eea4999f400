import { common } from './common.ts'
import { errors } from './errors.ts'
import { page } from './page.ts'

export const panel = { common, page, errors }
