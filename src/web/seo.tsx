import { useLocation } from 'react-router'
import {
  HTML_LANG,
  inLanguage,
  type Language,
  languageOf,
  LANGUAGES,
  LOCALES,
  withoutLanguage,
} from '#messages/language.ts'
import { speak, useT } from './i18n.tsx'
import { isPanel } from './links.tsx'
import { type Brand, PRODUCT, useBrand } from './shell/brand.ts'

/** Pages with words of their own for search engines; every other path uses the home page's (spec 2). */
const PAGES = ['home', 'drivers', 'about', 'contact', 'login', 'signup'] as const

type SeoPage = (typeof PAGES)[number]

/** '{title} - Volante', as every title reads (spec 9). For screens: `export const meta = () => pageTitle('Semana 23')`. */
export function pageTitle(title: string) {
  return [{ title: `${title} - ${PRODUCT}` }]
}

/** Title, description and keywords of a path; for the root's `meta`, which every screen inherits that has none. */
export function seoMeta(pathname: string) {
  const t = speak(languageOf(pathname))
  const page = pageOf(pathname)
  return [
    ...pageTitle(t(`page.seo.${page}.title`)),
    { name: 'description', content: t(`page.seo.${page}.description`) },
    { name: 'keywords', content: t(`page.seo.${page}.keywords`) },
  ]
}

/** What search engines and social networks read besides the title: rendered on every page by the root. */
export function SeoHead({ origin }: { origin: string }) {
  const t = useT()
  const brand = useBrand()
  const { pathname } = useLocation()
  const path = withoutLanguage(pathname)
  if (isPanel(path) || path.startsWith('/auth')) return <meta name="robots" content="noindex, nofollow" />

  const page = pageOf(pathname)
  const title = `${t(`page.seo.${page}.title`)} - ${PRODUCT}`
  const description = t(`page.seo.${page}.description`)
  const { language } = t
  const image = `${origin}/social-card.png`
  return (
    <>
      <meta name="robots" content="index, follow" />
      <link rel="canonical" href={origin + path} />
      {LANGUAGES.map(({ code }) => (
        <link key={code} rel="alternate" hrefLang={HTML_LANG[code]} href={origin + inLanguage(path, code)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + path} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + pathname} />
      <meta property="og:locale" content={LOCALES[language]} />
      <meta property="og:locale:alternate" content={LOCALES[language === 'pt' ? 'en' : 'pt']} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('page.seo.imageAlt')} />
      <meta name="twitter:card" content="summary_large_image" />
      <script
        type="application/ld+json"
        // Escaped so that no text can end the element; public pages are never rendered in a browser.
        dangerouslySetInnerHTML={{
          __html: JSON.stringify(structuredData({ origin, path, language, title, description, brand })).replaceAll(
            '<',
            '\\u003c',
          ),
        }}
      />
    </>
  )
}

type Described = { origin: string; path: string; language: Language; title: string; description: string; brand: Brand }

/** Organisation, site, page and breadcrumbs, and a service where the path names one (spec 3). */
export function structuredData({ origin, path, language, title, description, brand }: Described) {
  const organisation = `${origin}/#organisation`
  const site = `${origin}/#site`
  const url = origin + inLanguage(path, language)
  const segments = path.split('/').filter(Boolean)
  const service = isServicePath(segments)
    ? [
        {
          '@type': 'Service',
          '@id': `${url}#service`,
          serviceType: 'TVDE',
          name: title,
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
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer service',
          telephone: brand.phoneHref,
          email: brand.email,
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
        name: title,
        description,
        inLanguage: HTML_LANG[language],
        isPartOf: { '@id': site },
        about: { '@id': organisation },
        breadcrumb: { '@id': `${url}#trail` },
      },
      {
        '@type': 'BreadcrumbList',
        '@id': `${url}#trail`,
        itemListElement: trail({ origin, segments, language, title, brand }),
      },
      ...service,
    ],
  }
}

function trail({
  origin,
  segments,
  language,
  title,
  brand,
}: Pick<Described, 'origin' | 'language' | 'title' | 'brand'> & { segments: readonly string[] }) {
  const paths = ['/', ...segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)]
  return paths.map((path, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: index === 0 ? brand.name : index === segments.length ? title : (segments[index - 1] ?? ''),
    item: origin + inLanguage(path, language),
  }))
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
  return PAGES.find((page) => path === `/${page}`) ?? 'home'
}
