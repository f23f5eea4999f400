import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import { LOCALES, inLanguage, languageOf } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { CUT_SIZES, ICON_SIZES, cutIconAddress, iconAddress } from '#web/shell/icons.ts'
import type { Route } from './+types/manifest.ts'

/** Entries of the menu that a long press on the icon opens. */
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
 * The web app manifest: the operator's name, colour and mark on a phone's home screen. The icon opens a driver's home, also without
 * a network; office people are redirected to theirs (`shell/guards.ts`).
 */
export const loader = async ({ url }: Route.LoaderArgs) => {
  const language = languageOf(url.pathname)
  const t = translator(language)
  const { name, description } = await rememberedBrand(language)
  const manifest = {
    // The id it had at first: with another one, phones would take it for another application.
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
