import { useLocation } from 'react-router'
import { type Brand, PRODUCT } from '#messages/brand.ts'
import type { Translator } from '#messages/catalogue.ts'
import {
  HTML_LANG,
  inLanguage,
  type Language,
  languageOf,
  LANGUAGES,
  LOCALES,
  withoutLanguage,
} from '#messages/language.ts'
import { translatorFor, useT } from './i18n.tsx'
import { isPanel } from './links.tsx'
import { guideChapterAt, isPublicPage, legalDocumentAt } from './public-pages.ts'
import { useBrand } from './shell/brand.ts'
import type { Canonical } from './shell/shell.ts'

/** Pages with texts of their own for search engines; every other path uses those of the home page (spec 2). */
export const SEO_PAGES = [
  'home',
  'drivers',
  'about',
  'contact',
  'login',
  'signup',
  'forDrivers',
  'forCompanies',
] as const

export type SeoPage = (typeof SEO_PAGES)[number]

/** Pages whose address differs from their name. */
const OTHER_PATHS: Partial<Record<SeoPage, string>> = {
  home: '/',
  forDrivers: '/para/motoristas',
  forCompanies: '/para/empresas',
}

/** The Portuguese path of a page with texts of its own. */
export function pathOf(page: SeoPage): string {
  return OTHER_PATHS[page] ?? `/${page}`
}

let titleName = PRODUCT

/**
 * Sets the name that ends every title from now on. An installation has one operator: the root sets it before it asks
 * the screens for their titles, on the server and in the browser alike.
 */
export function setTitleName(brand: Pick<Brand, 'name'>): void {
  titleName = brand.name
}

/** The title of a page, with the name of the brand after it, as on every page (spec 9). For public screens: `export const meta = () => pageTitle('…')`. */
export function pageTitle(title: string) {
  return [{ title: `${title} - ${titleName}` }]
}

/** The title of a page of the panel, set beside its heading (`ui/page-head.tsx`): React puts it into the head. */
export function PageTitle({ children }: { children: string }) {
  const brand = useBrand()
  return <title>{`${children} - ${brand.name}`}</title>
}

/** Title, description and keywords of a path, for the root's `meta`; a page of the panel sets its title itself. */
export function seoMeta(pathname: string) {
  const t = translatorFor(languageOf(pathname))
  const page = pageOf(pathname)
  return [
    ...(isPanel(withoutLanguage(pathname)) ? [] : pageTitle(t(`page.seo.${page}.title`))),
    { name: 'description', content: t(`page.seo.${page}.description`) },
    { name: 'keywords', content: t(`page.seo.${page}.keywords`) },
  ]
}

/** The tags that search engines and social networks read besides the title: rendered on every page by the root. */
export function SeoHead({ origin, canonical }: { origin: string; canonical: Canonical }) {
  const t = useT()
  const brand = useBrand()
  const { pathname } = useLocation()
  // An operator that has not said who it is publishes nothing (`docs/decisions/054`).
  if (!isPublicPage(pathname) || !brand.isSet) return <meta name="robots" content="noindex, nofollow" />

  const { language } = t
  const path = withoutLanguage(pathname)
  const page = pageOf(pathname)
  const { title: pageName, description } = titleAndDescription(path, t)
  const title = `${pageName} - ${brand.name}`
  const address = canonicalAddress(pathname, canonical)
  return (
    <>
      <meta name="robots" content="index, follow" />
      <link rel="canonical" href={origin + address} />
      {alternates(path).map(({ hrefLang, href }) => (
        <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={origin + href} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + pathname} />
      <meta property="og:locale" content={LOCALES[language]} />
      <meta property="og:locale:alternate" content={LOCALES[language === 'pt' ? 'en' : 'pt']} />
      <meta property="og:image" content={origin + cardAddress(page, language)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('page.seo.imageAlt')} />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // Escaped so that no text can end the element; the browser never renders public pages with React.
        dangerouslySetInnerHTML={{
          __html: JSON.stringify(
            structuredData({ origin, path, language, pageName, description, brand, parent: parentOf(path, t) }),
          ).replaceAll('<', '\\u003c'),
        }}
      />
    </>
  )
}

/** The title and description of a page of the site; pages with texts of their own have these among their words. */
function titleAndDescription(path: string, t: Translator): { title: string; description: string } {
  const legal = legalDocumentAt(path)
  if (legal) return { title: t(`page.legal.${legal}.title`), description: t(`page.legal.${legal}.lead`) }
  const chapter = guideChapterAt(path)
  if (chapter)
    return { title: t(`page.guide.chapters.${chapter}.title`), description: t(`page.guide.chapters.${chapter}.lead`) }
  if (path === '/guide') return { title: t('page.guide.title'), description: t('page.guide.lead') }
  const page = pageOf(path)
  return { title: t(`page.seo.${page}.title`), description: t(`page.seo.${page}.description`) }
}

/** The canonical address of a page. */
export function canonicalAddress(pathname: string, canonical: Canonical): string {
  return canonical === 'spec' ? withoutLanguage(pathname) : pathname
}

/** A path in each language, with `x-default`: for the head of the page and the site map. */
export function alternates(path: string): { hrefLang: string; href: string }[] {
  const languages = LANGUAGES.map(({ code }) => ({ hrefLang: HTML_LANG[code], href: inLanguage(path, code) }))
  return [...languages, { hrefLang: 'x-default', href: inLanguage(path, 'pt') }]
}

/** The address of the picture that social networks show for a page. */
export function cardAddress(page: SeoPage, language: Language): string {
  return `/social/${page}-${language}.png`
}

/** `pageName`: the page's title without the product. */
type Described = {
  origin: string
  path: string
  language: Language
  pageName: string
  description: string
  brand: Brand
  /** The page between the home page and this one, if there is one. */
  parent?: TrailStep | null
}

type TrailStep = { path: string; name: string }

/** Organisation, site, page and breadcrumbs, and a service if the path names one (spec 3). */
export function structuredData(described: Described) {
  const { origin, path, language, pageName, description, brand, parent = null } = described
  const organisation = `${origin}/#organisation`
  const site = `${origin}/#site`
  const url = origin + inLanguage(path, language)
  const other = language === 'pt' ? 'en' : 'pt'
  const segments = path.split('/').filter(Boolean)
  const service = isServicePath(segments)
    ? [
        {
          '@type': 'Service',
          '@id': `${url}#service`,
          serviceType: 'TVDE',
          name: pageName,
          provider: { '@id': organisation },
          areaServed: 'PT',
        },
      ]
    : []
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organisation,
        name: brand.name,
        legalName: brand.legalName,
        url: origin,
        logo: { '@type': 'ImageObject', url: `${origin}/logo-500.png`, width: 500, height: 500 },
        ...(vatOf(brand) ? { vatID: vatOf(brand) } : {}),
        ...(brand.address.length > 0 ? { address: addressOf(brand.address) } : {}),
        ...(brand.social.length > 0 ? { sameAs: brand.social.map(({ href }) => href) } : {}),
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer service',
          ...(brand.phoneHref ? { telephone: brand.phoneHref } : {}),
          ...(brand.email ? { email: brand.email } : {}),
          areaServed: 'PT',
          availableLanguage: Object.values(HTML_LANG),
        },
      },
      {
        '@type': 'WebSite',
        '@id': site,
        url: origin,
        name: brand.name,
        inLanguage: Object.values(HTML_LANG),
        publisher: { '@id': organisation },
      },
      {
        '@type': pageType(segments[0]),
        '@id': `${url}#page`,
        url,
        name: pageName,
        description,
        inLanguage: HTML_LANG[language],
        // The other language is a translation, not a copy, whichever of them is called canonical.
        [language === 'pt' ? 'workTranslation' : 'translationOfWork']: {
          '@id': `${origin}${inLanguage(path, other)}#page`,
        },
        isPartOf: { '@id': site },
        about: { '@id': organisation },
        breadcrumb: { '@id': `${url}#trail` },
      },
      {
        '@type': 'BreadcrumbList',
        '@id': `${url}#trail`,
        itemListElement: breadcrumbTrail({ origin, segments, language, pageName, brand, parent }),
      },
      ...service,
    ],
  }
}

/** The VAT number of a Portuguese company in its European form; empty unless the number has nine digits. */
function vatOf({ taxNumber }: Brand): string | null {
  const digits = taxNumber.replaceAll(/\s/g, '')
  return /^\d{9}$/.test(digits) ? `PT${digits}` : null
}

/** An address from lines as people write them; the post code and the town after it are split off. */
function addressOf(lines: readonly string[]) {
  const code = lines.map((line) => /^(\d{4}-\d{3})\s+(.+)$/.exec(line)).find((found) => found !== null)
  return {
    '@type': 'PostalAddress',
    streetAddress: lines.filter((line) => line !== code?.[0]).join(', '),
    ...(code ? { postalCode: code[1], addressLocality: code[2] } : {}),
    addressCountry: 'PT',
  }
}

function breadcrumbTrail({
  origin,
  segments,
  language,
  pageName,
  brand,
  parent,
}: Pick<Described, 'origin' | 'language' | 'pageName' | 'brand'> & {
  segments: readonly string[]
  parent: TrailStep | null
}) {
  const ownStep = { path: `/${segments.join('/')}`, name: pageName }
  // Leave out the segments between, such as `/para` and `/legal`: they are no pages.
  const first = { path: '/', name: brand.name }
  const steps = segments.length === 0 ? [first] : [first, ...(parent ? [parent] : []), ownStep]
  return steps.map((step, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: step.name,
    item: origin + inLanguage(step.path, language),
  }))
}

/** The page between the home page and this one, if there is one: a chapter has the guide. */
function parentOf(path: string, t: Translator): TrailStep | null {
  return guideChapterAt(path) ? { path: '/guide', name: t('page.guide.title') } : null
}

function isServicePath(segments: readonly string[]): boolean {
  return (segments[0] === 'para' || segments[0] === 'services') && segments[1] !== undefined
}

function pageType(segment: string | undefined): 'AboutPage' | 'ContactPage' | 'CollectionPage' | 'WebPage' {
  if (segment === 'about') return 'AboutPage'
  if (segment === 'contact') return 'ContactPage'
  return segment === 'drivers' || segment === 'para' || segment === 'services' ? 'CollectionPage' : 'WebPage'
}

function pageOf(pathname: string): SeoPage {
  const path = withoutLanguage(pathname)
  return SEO_PAGES.find((page) => path === pathOf(page)) ?? 'home'
}
