import { readWeek } from '#domain/week.ts'
import { renderOwnPayslip } from '#features/payslips/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/payslip-pdf.ts'

/** The reader's own statement on paper. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes } = await renderOwnPayslip(ownDriver(context), readWeek(params.week))
    return attachment(name, bytes, 'application/pdf', 'inline')
  })
