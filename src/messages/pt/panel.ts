import { common } from './common.ts'
import { seo } from './page/seo.ts'
import { trouble } from './page/trouble.ts'
import { weekNames } from './page/week-names.ts'

/** The words every panel page has in the browser; those of an area come with the scripts that name them. */
export const panel = { common, page: { seo, trouble, week: weekNames } }
