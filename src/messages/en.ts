import type { Catalogue } from './catalogue.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { page } from './en/page.ts'

export const en: Catalogue = { common, page, errors }
