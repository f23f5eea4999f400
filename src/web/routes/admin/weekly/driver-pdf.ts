import { readWeek } from '#domain/week.ts'
import { renderOfficePayslip } from '#features/statements/payslips/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/driver-pdf.ts'

/** A statement on paper; a draft says that it is one. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, bytes } = await renderOfficePayslip(params.driver, readWeek(params.week))
  return attachment(name, bytes, 'application/pdf', 'inline')
})
