import { common } from './common.ts'
import { errors } from './errors.ts'
import { page } from './page.ts'
import { payslip } from './payslip.ts'

/** What a panel page needs in the browser: everything but the public pages. */
export const panel = { common, page, payslip, errors }
