import { renderOwnPayslip } from '#features/statements/payslips/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownStatement } from '#web/own-statement.server.ts'
import type { Route } from './+types/payslip-pdf.ts'

/** The reader's own statement on paper. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { driver, week } = await ownStatement(context, params.week)
    const { name, bytes } = await renderOwnPayslip(driver, week)
    return attachment(name, bytes, 'application/pdf', 'inline')
  })
