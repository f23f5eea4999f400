import type { Catalogue } from './catalogue.ts'
import { cli } from './en/cli.ts'
import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { fileErrors } from './en/files.ts'
import { page } from './en/page.ts'
import { site } from './en/site.ts'
import { payslip } from './en/payslip.ts'

export const en: Catalogue = { cli, common, page: { ...page, ...site }, payslip, errors: { ...fileErrors, ...errors } }
