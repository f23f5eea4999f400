import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { LOCALES, inLanguage, languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { CUT_SIZES, ICON_SIZES, cutIconAddress, iconAddress } from '#web/shell/icons.ts'
import type { Route } from './+types/manifest.ts'

/** What a long press on the icon offers. */
const SHORTCUTS = [
  ['/dashboard/payslips?last', 'page.offline.shortcuts.statement'],
  ['/dashboard/documents/roadside', 'page.papers.roadside.title'],
  ['/dashboard/help', 'common.menu.driver.help'],
] as const

const iconOf = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/**
 * How a phone keeps the site on its first screen: the operator's name, colour and mark. It opens a driver's home, without a network
 * too; whoever of the office opens it is led to theirs (`shell/guards.ts`).
 */
export const loader = async ({ url }: Route.LoaderArgs) => {
  const language = languageOf(url.pathname)
  const t = translator(language)
  const { name, description } = await rememberedBrand(language)
  const manifest = {
    // As it was first: another one would be another application on the phones that have it.
    id: '/login',
    name,
    short_name: name,
    description,
    lang: LOCALES[language].replace('_', '-'),
    dir: 'ltr',
    start_url: inLanguage('/dashboard?app', language),
    scope: '/',
    display: 'standalone',
    categories: ['business'],
    background_color: '#f7f5f0',
    theme_color: '#f7f5f0',
    icons: [
      ...ICON_SIZES.filter((size) => size > 180).map((size) => iconOf(iconAddress(size), size, 'any')),
      ...CUT_SIZES.map((size) => iconOf(cutIconAddress(size), size, 'maskable')),
    ],
    shortcuts: SHORTCUTS.map(([to, words]) => ({
      name: t(words),
      url: inLanguage(to, language),
      icons: [iconOf(iconAddress(192), 192, 'any')],
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json; charset=utf-8' },
  })
}
