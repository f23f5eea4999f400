import { drawOrganisationLogo } from '#features/company/brand/queries.server.ts'

export const loader = async () =>
  new Response(new Uint8Array(await drawOrganisationLogo()), { headers: { 'content-type': 'image/png' } })
