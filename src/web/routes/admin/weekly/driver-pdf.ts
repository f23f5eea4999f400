import { readWeek } from '#domain/week.ts'
import { renderOfficePayslip } from '#features/statements/payslips/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/driver-pdf.ts'

/** A statement on paper; a draft says that it is one. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes } = await renderOfficePayslip(params.driver, readWeek(params.week))
    return attachment(name, bytes, 'application/pdf', 'inline')
  })
