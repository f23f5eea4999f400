import { readSpan, renderOfficeSpan } from '#features/statements/payslips/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/weeks-pdf.ts'

/** A driver's statements of several weeks on paper. */
export const loader = paper(async ({ params, url }: Route.LoaderArgs) => {
  const { name, bytes } = await renderOfficeSpan(params.id, readSpan(url.searchParams))
  return { name, bytes, mediaType: 'application/pdf' }
})
