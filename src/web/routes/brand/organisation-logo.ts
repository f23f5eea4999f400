import { drawOrganisationLogo } from '#features/company/brand/queries.server.ts'
import { show } from '#web/answer.server.ts'

export const loader = async () =>
  new Response(new Uint8Array(await show(drawOrganisationLogo)), { headers: { 'content-type': 'image/png' } })
