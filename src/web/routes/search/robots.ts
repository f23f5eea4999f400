import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { siteAddress } from '#web/site-address.server.ts'

/**
 * Search engines may read everything: private pages require a sign-in and say `noindex` themselves. Until the operator
 * has said who it is, they may read nothing (`docs/decisions/054`).
 */
export const loader = async () => {
  const { isSet } = await rememberedBrand('pt')
  const open = `Allow: /\n\nSitemap: ${siteAddress()}/sitemap.xml`
  return new Response(`User-agent: *\n${isSet ? open : 'Disallow: /'}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
