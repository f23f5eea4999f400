import { readMonth } from '#domain/month.ts'
import { exportMonth } from '#features/accounting/month-files/queries.server.ts'
import { readMonthFile } from '#features/accounting/month-files/schema.ts'
import { readFormat } from '#features/ledger/account-files/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/month-file.ts'

/** One table of the month as a file. */
export const loader = paper(async ({ params, context }: Route.LoaderArgs, { t }) => {
  const [month, file, format] = [readMonth(params.month), readMonthFile(params.file), readFormat(params.format)]
  const { name, bytes, type } = await readFileFromStandby(context, (on) =>
    exportMonth(month, file, format, t.language, on),
  )
  return { name, bytes, mediaType: type }
})
