import { common } from './common.ts'
import { seo } from './page/seo.ts'
import { trouble } from './page/trouble.ts'
import { weekNames } from './page/week-names.ts'

export const panel = { common, page: { seo, trouble, week: weekNames } }
