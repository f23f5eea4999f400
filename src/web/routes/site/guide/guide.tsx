import { CHAPTERS } from '#features/search/guide/schema.ts'
import { languageOf } from '#messages/language.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { FoundAnswer, FoundSection } from '#web/parts/found-help.tsx'
import { type FoundHelp, findHelp } from '#web/parts/found-help.server.ts'
import { searchedFor } from '#web/parts/list-view.ts'
import { pageTitle } from '#web/seo.tsx'
import { findPages } from '#web/shell/office-pages.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { Opening, Part } from '../pieces.tsx'
import type { Route } from './+types/guide.ts'
import styles from './guide.module.css'

export const loader = ({ url }: Route.LoaderArgs) => {
  const text = searchedFor(url.searchParams).trim()
  const language = languageOf(url.pathname)
  const t = translatorFor(language)
  const found = text === '' ? null : findHelp(text, { language, answersOf: 'office', pages: findPages([], null, t) })
  return { text, found }
}

export const meta: Route.MetaFunction = ({ location }) => {
  const t = translatorFor(languageOf(location.pathname))
  return [...pageTitle(t('page.guide.title')), { name: 'description', content: t('page.guide.lead') }]
}

/** The chapters in reading order; after a search, the sections that were found. */
export default function GuideScreen({ loaderData: { text, found } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <Opening title={t('page.guide.title')} lead={t('page.guide.lead')}>
        <div className={styles.search}>
          <SearchField label={t('page.guide.search')} to="/guide" />
        </div>
      </Opening>
      <Part tone="alt">
        {found ? <Found text={text} found={found} /> : null}
        <h2 className={found ? styles.title : 'visually-hidden'}>{t('page.guide.chaptersTitle')}</h2>
        <ol className={styles.chapters}>
          {CHAPTERS.map((chapter, at) => (
            <li key={chapter}>
              <Link to={`/guide/${chapter}`} className={styles.chapter}>
                <span className={styles.number}>{at + 1}</span>
                <span>
                  <span className={styles.name}>{t(`page.guide.chapters.${chapter}.title`)}</span>
                  <span className={styles.lead}>{t(`page.guide.chapters.${chapter}.lead`)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </Part>
    </>
  )
}

function Found({ text, found: { sections, answers, pages, isAlike } }: { text: string; found: FoundHelp }) {
  const t = useT()
  const count = sections.length + answers.length + pages.length
  if (count === 0) {
    return (
      <div className={styles.found}>
        <h2 className={styles.title}>{t('page.guide.nothing', { text })}</h2>
        <p>{t('page.guide.nothingText')}</p>
      </div>
    )
  }
  return (
    <div className={styles.found}>
      <h2 className={styles.title}>{t('page.guide.found', { count, text })}</h2>
      {isAlike ? <p>{t('page.search.alike')}</p> : null}
      {sections.length > 0 ? (
        <section>
          <h3>{t('page.guide.sections')}</h3>
          <ul>
            {sections.map((section) => (
              <li key={section.to}>
                <FoundSection section={section} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {answers.length > 0 ? (
        <section>
          <h3>{t('page.guide.answers')}</h3>
          <ul>
            {answers.map((answer) => (
              <li key={answer.name}>
                <FoundAnswer answer={answer} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {pages.length > 0 ? (
        <section>
          <h3>{t('page.guide.screens')}</h3>
          <ul>
            {pages.map(({ to, name, facts }) => (
              <li key={to + name}>
                <Link to={to}>{name}</Link>
                {facts ? <p>{facts}</p> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
