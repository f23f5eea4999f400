import { data } from 'react-router'
import { listSections, pictureSizes } from '#features/search/guide/queries.server.ts'
import { type Chapter, CHAPTERS } from '#features/search/guide/schema.ts'
import { languageOf } from '#messages/language.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Opening, Part } from '../pieces.tsx'
import type { Route } from './+types/chapter.ts'
import styles from './chapter.module.css'
import { SectionText } from './section-text.tsx'

export const loader = ({ params, url }: Route.LoaderArgs) => {
  const chapter = CHAPTERS.find((name) => name === params.chapter)
  if (!chapter) throw data(null, 404)
  return { chapter, sections: listSections(chapter, languageOf(url.pathname)), sizes: pictureSizes() }
}

export const meta: Route.MetaFunction = ({ loaderData, location }) => {
  if (!loaderData) return []
  const t = translatorFor(languageOf(location.pathname))
  const { chapter } = loaderData
  return [
    ...pageTitle(t(`page.guide.chapters.${chapter}.title`)),
    { name: 'description', content: t(`page.guide.chapters.${chapter}.lead`) },
  ]
}

/** A chapter of the guide, its contents beside it, and links to the chapters before and after. */
export default function ChapterScreen({ loaderData: { chapter, sections, sizes } }: Route.ComponentProps) {
  const t = useT()
  const index = CHAPTERS.indexOf(chapter)
  return (
    <div className={styles.page}>
      <Opening title={t(`page.guide.chapters.${chapter}.title`)} lead={t(`page.guide.chapters.${chapter}.lead`)}>
        <p className={styles.number}>
          <Link to="/guide">{t('page.guide.title')}</Link>
          {' · '}
          {t('page.guide.number', { number: index + 1, count: CHAPTERS.length })}
        </p>
      </Opening>
      <Part tone="alt">
        <div className={styles.layout}>
          <nav className={styles.contents} aria-labelledby="in-chapter">
            <h2 id="in-chapter">{t('page.guide.inChapter')}</h2>
            <ol>
              {sections.map(({ name, title }) => (
                <li key={name}>
                  <a href={`#${name}`}>{title}</a>
                </li>
              ))}
            </ol>
            <SearchField label={t('page.guide.search')} to="/guide" />
          </nav>
          <div className={styles.text}>
            {sections.map((section) => (
              <SectionText key={section.name} section={section} sizes={sizes} />
            ))}
            <nav className={styles.turn} aria-label={t('page.guide.chaptersTitle')}>
              <Neighbour chapter={CHAPTERS[index - 1]} label={t('page.guide.previous')} rel="prev" />
              <Neighbour chapter={CHAPTERS[index + 1]} label={t('page.guide.next')} rel="next" />
              <Link to="/guide" className={styles.all}>
                {t('page.guide.all')}
              </Link>
            </nav>
          </div>
        </div>
      </Part>
    </div>
  )
}

function Neighbour({ chapter, label, rel }: { chapter: Chapter | undefined; label: string; rel: 'prev' | 'next' }) {
  const t = useT()
  if (!chapter) return null
  return (
    <Link to={`/guide/${chapter}`} rel={rel} className={rel === 'next' ? styles.after : styles.before}>
      <small>{label}</small>
      {t(`page.guide.chapters.${chapter}.title`)}
    </Link>
  )
}
