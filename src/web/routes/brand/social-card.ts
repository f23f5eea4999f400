import { drawSocialCard } from '#features/company/brand/queries.server.ts'
import { LANGUAGES } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { translatorFor } from '#web/i18n.tsx'
import { cardAddress, SEO_PAGES } from '#web/seo.tsx'
import type { Route } from './+types/social-card.ts'

/** The picture of a page for social networks, in a language: `/social/drivers-en.png`. */
export const loader = async ({ url }: Route.LoaderArgs) => {
  for (const page of SEO_PAGES) {
    for (const { code } of LANGUAGES) {
      if (cardAddress(page, code) !== url.pathname) continue
      const png = await show(() => drawSocialCard(translatorFor(code)(`page.seo.${page}.title`)))
      return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } })
    }
  }
  throw new Response(null, { status: 404 })
}
