import { readNumber } from '#domain/record-id.ts'
import { renderOfficeYear } from '#features/statements/payslips/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/year-pdf.ts'

/** A driver's year on paper. */
export const loader = paper(async ({ params }: Route.LoaderArgs) => {
  const { name, bytes } = await renderOfficeYear(params.id, readNumber(params.year))
  return { name, bytes, mediaType: 'application/pdf' }
})
