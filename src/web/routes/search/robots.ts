import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { siteAddress } from '#web/site-address.server.ts'

/**
 * Everything is open to be read: what is private asks for a sign-in and says `noindex` itself. Nothing is, until the
 * operator has said who it is (`docs/decisions/054`).
 */
export const loader = async () => {
  const { isSet } = await rememberedBrand('pt')
  const open = `Allow: /\n\nSitemap: ${siteAddress()}/sitemap.xml`
  return new Response(`User-agent: *\n${isSet ? open : 'Disallow: /'}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
