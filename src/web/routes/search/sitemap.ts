import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { LANGUAGES, inLanguage } from '#messages/language.ts'
import { PUBLIC_PAGES } from '#web/public-pages.ts'
import { alternates } from '#web/seo.tsx'
import { siteAddress } from '#web/site-address.server.ts'

/**
 * Every public page in both languages, each with its alternates (sitemaps.org, and Google's `xhtml:link`); none until the
 * operator has said who it is.
 */
export const loader = async () => {
  const origin = siteAddress()
  const { isSet } = await rememberedBrand('pt')
  const pages = (isSet ? PUBLIC_PAGES : []).flatMap((path) => {
    const links = alternates(path).map(
      ({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${origin}${href}"/>`,
    )
    return LANGUAGES.map(({ code }) => `<url><loc>${origin}${inLanguage(path, code)}</loc>${links.join('')}</url>`)
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${pages.join('')}</urlset>\n`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
