import { cli } from './pt/cli.ts'
import { common } from './pt/common.ts'
import { errors } from './pt/errors.ts'
import { fileErrors } from './pt/files.ts'
import { page } from './pt/page.ts'
import { site } from './pt/site.ts'
import { payslip } from './pt/payslip.ts'

/** The Portuguese words: the source, and the type of every other language. */
export const pt = { cli, common, page: { ...page, ...site }, payslip, errors: { ...fileErrors, ...errors } }
