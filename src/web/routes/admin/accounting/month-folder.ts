import { hasPower } from '#domain/access.ts'
import { readMonth } from '#domain/month.ts'
import { folderName, walkMonthFolder } from '#features/accounting/month-folders/queries.server.ts'
import { requireFiles } from '#features/files/queries.server.ts'
import { readStepsFromStandby } from '#web/standby.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/month-folder.ts'

/** The whole month as a ZIP, sent while it is made; the bank's files only for readers who may pay. */
export const loader = shows(async ({ params, context }: Route.LoaderArgs, { now, t: { language } }) => {
  const month = readMonth(params.month)
  const mayPay = hasPower(requireAdmin(context), 'money')
  await requireFiles()
  const pieces = walkMonthFolder({ month, now, language, mayPay, ask: readStepsFromStandby(context) })
  return attachment(folderName(month, language), pieces, 'application/zip')
})
