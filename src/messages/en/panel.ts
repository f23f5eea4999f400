import { common } from './common.ts'
import { errors } from './errors.ts'
import { page } from './page.ts'
import { payslip } from './payslip.ts'

export const panel = { common, page, payslip, errors }
