import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { LOCALES } from '#messages/language.ts'
import { iconAddress } from '#web/shell/icons.ts'

/** How a phone keeps the site on its first screen: the operator's name, colour and mark. It opens where one signs in. */
export const loader = async () => {
  const { name, description } = await rememberedBrand('pt')
  const manifest = {
    id: '/login',
    name,
    short_name: name,
    description,
    lang: LOCALES.pt.replace('_', '-'),
    start_url: '/login',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f5f0',
    theme_color: '#f7f5f0',
    icons: ([192, 512] as const).map((size) => ({
      src: iconAddress(size),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any',
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
