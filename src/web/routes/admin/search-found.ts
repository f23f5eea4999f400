import { searchOffice } from '#features/search/queries.server.ts'
import { readAsked } from '#features/search/schema.ts'
import { formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import type { PaletteEntry } from '#web/islands/palette.tsx'
import { shownOther } from '#web/parts/found-others.ts'
import { findSections } from '#web/parts/found-help.server.ts'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { findPages } from '#web/shell/office-pages.ts'
import type { Route } from './+types/search-found.ts'

/** Results shown at once; fewer of pages, to leave room for records with the same name. */
const SHOWN = 8
const PAGES_SHOWN = 3
const OTHERS_SHOWN = 2
const SECTIONS_SHOWN = 2

/** The results that the palette shows while somebody types; the search page has the others. */
export const loader = shows(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const { pathname, searchParams } = new URL(request.url)
  const language = languageOf(pathname)
  const terms = readAsked(searchParams.get('q') ?? '')
  if (!terms) return Response.json([])
  const { drivers, vehicles, weeks, files, others } = await searchOffice(terms, now)
  const pages = findPages(terms.words, requireUser(context), t)
  const found: PaletteEntry[] = [
    ...pages.slice(0, PAGES_SHOWN).map(({ to, name, facts }) => ({ to, name, facts })),
    ...drivers.found.map(({ id, name, ref }) => ({ to: `/admin/drivers/${id}`, name, facts: ref })),
    ...vehicles.found.map(({ id, plate, model }) => ({ to: `/admin/vehicles/${id}`, name: plate, facts: model })),
    ...weeks.found.map(({ week, name }) => ({
      to: `/admin/weekly/${name}`,
      name: formatWeekNumber(week, language),
      facts: formatWeekDays(week, language),
    })),
    ...others.flatMap(({ noun, found: some }) =>
      some.slice(0, OTHERS_SHOWN).map((foundOther) => {
        const { to, name, facts } = shownOther(foundOther, t)
        return { to, name, facts: [t(`page.search.others.${noun}.title`), ...facts.slice(0, 2)].join(' · ') }
      }),
    ),
    ...files.found.map(({ id, name }) => ({ to: `/admin/data/imports/${id}`, name, facts: '' })),
  ]
  const sections = findSections(terms.text, language, { least: 'all' })
    .slice(0, SECTIONS_SHOWN)
    .map(({ to, title, chapter }) => ({ to, name: title, facts: `${t('page.guide.link')} · ${chapter}` }))
  return Response.json(
    [...found.slice(0, SHOWN - sections.length), ...sections].map((entry) => ({
      ...entry,
      to: inLanguage(entry.to, language),
    })),
  )
})
