import type { ReactNode } from 'react'
import { data } from 'react-router'
import { formatDayLong } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { translatorFor, useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LEGAL_DOCUMENTS } from '#web/public-pages.ts'
import { pageTitle } from '#web/seo.tsx'
import type { Route } from './+types/legal.ts'
import styles from './legal.module.css'
import { Opening, Part } from './pieces.tsx'

type Document = (typeof LEGAL_DOCUMENTS)[number]

/** The day on which these texts last changed. */
const VERSION = '2026-11-29'

export const loader = ({ params }: Route.LoaderArgs) => {
  const document = LEGAL_DOCUMENTS.find((name) => name === params.document)
  if (!document) throw data(null, 404)
  return { document }
}

export const meta: Route.MetaFunction = ({ loaderData, location }) => {
  if (!loaderData) return []
  const t = translatorFor(languageOf(location.pathname))
  const { document } = loaderData
  return [
    ...pageTitle(t(`page.legal.${document}.title`)),
    { name: 'description', content: t(`page.legal.${document}.lead`) },
  ]
}

export default function LegalScreen({ loaderData: { document } }: Route.ComponentProps) {
  const t = useT()
  const texts = t.list(`page.legal.${document}.texts`)
  const day = formatDayLong(VERSION, useLanguage())
  return (
    <>
      <Opening title={t(`page.legal.${document}.title`)} lead={t(`page.legal.${document}.lead`)} />
      <Part tone="alt">
        <div className={styles.layout}>
          <div className={styles.document}>
            {t.list(`page.legal.${document}.heads`).map((head, index) => (
              <section key={head}>
                <h2>{head}</h2>
                {(texts[index] ?? '').split('\n').map((paragraph) => (
                  <p key={paragraph}>{withLinks(paragraph)}</p>
                ))}
                {document === 'cookies' && index === 0 ? <CookiesAndStorage /> : null}
              </section>
            ))}
            <p className={styles.version}>{t('page.legal.updated', { day })}</p>
          </div>
          <Others current={document} />
        </div>
      </Part>
    </>
  )
}

/** Every cookie and stored value by its name, with purpose and lifetime. */
function CookiesAndStorage() {
  const t = useT()
  const [whys, long] = [t.list('page.legal.cookies.kept.whys'), t.list('page.legal.cookies.kept.long')]
  return (
    <table className={styles.kept}>
      <caption className="visually-hidden">{t('page.legal.cookies.kept.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('page.legal.cookies.kept.columns.name')}</th>
          <th scope="col">{t('page.legal.cookies.kept.columns.why')}</th>
          <th scope="col">{t('page.legal.cookies.kept.columns.long')}</th>
        </tr>
      </thead>
      <tbody>
        {t.list('page.legal.cookies.kept.names').map((name, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{whys[index]}</td>
            <td>{long[index]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Makes links of the addresses in a text. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(www\.[a-z.]+[a-z])/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={part} href={`https://${part}/`} rel="external noopener">
        {part}
      </a>
    ) : (
      part
    ),
  )
}

function Others({ current }: { current: Document }) {
  const t = useT()
  return (
    <nav className={styles.others} aria-labelledby="other-documents">
      <h2 id="other-documents">{t('page.legal.others')}</h2>
      <ul>
        {LEGAL_DOCUMENTS.map((name) => (
          <li key={name}>
            <Link to={`/legal/${name}`} aria-current={name === current ? 'page' : undefined}>
              {t(`page.legal.${name}.title`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
