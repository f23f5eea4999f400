import type { SourceCard, WeekShown } from '#features/weeks/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Post } from '#web/parts/post.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './sources.module.css'

/** What came from each source, as imported; what is missing says where to fetch it. */
export function Sources({ page }: { page: WeekShown }) {
  const t = useT()
  return (
    <section className={styles.sources} aria-labelledby="sources">
      <h2 id="sources" className="visually-hidden">
        {t('page.week.sources.title')}
      </h2>
      <ul>
        {page.sources.map((card) => (
          <li key={card.source}>
            <Source card={card} />
          </li>
        ))}
      </ul>
      <Drop week={page.name} />
    </section>
  )
}

/** Weekly reports count drivers, the others movements. */
const BY_DRIVER: ReadonlySet<string> = new Set(['uber', 'bolt'])

function Source({ card }: { card: SourceCard }) {
  const t = useT()
  const { source, total, files, drivers, movements, unmatched, missing, unread, lacking } = card
  const name = t(`page.week.sourceNames.${source}`)
  if (files.length === 0) {
    return (
      <>
        <h3>{name}</h3>
        {unread > 0 ? <p className={styles.missing}>{t('page.refusedFiles.unread', { count: unread })}</p> : null}
        <p className={missing ? styles.missing : undefined}>
          {missing ? t('page.week.sources.missing', { source: name }) : t('page.week.sources.absent', { source: name })}
        </p>
        <p>{t(`page.week.sources.where.${source}`)}</p>
      </>
    )
  }
  return (
    <>
      <h3>
        {name}
        {unread > 0 || lacking.length > 0 ? null : <Icon name="check" small label={t('page.week.sources.has')} />}
      </h3>
      <p className={styles.total}>
        <Money cents={total} />
      </p>
      <p>
        {BY_DRIVER.has(source)
          ? t('page.week.sources.drivers', { count: drivers })
          : t('page.week.sources.movements', { count: movements })}
        {unmatched > 0 ? (
          <span className={styles.missing}> · {t('page.week.sources.unmatched', { count: unmatched })}</span>
        ) : null}
        {unread > 0 ? (
          <span className={styles.missing}> · {t('page.refusedFiles.unread', { count: unread })}</span>
        ) : null}
      </p>
      {lacking.length > 0 ? (
        <p className={styles.missing}>{t('page.week.sources.lacking', { accounts: lacking.join(', ') })}</p>
      ) : null}
      <Files files={files} />
    </>
  )
}

function Files({ files }: Pick<SourceCard, 'files'>) {
  const t = useT()
  const language = useLanguage()
  const [first] = files
  if (files.length === 1 && first)
    return <FileLink file={first} words={t('page.week.sources.file', { at: formatInstant(first.at, language) })} />
  return (
    <details className={styles.files}>
      <summary>{t('page.week.sources.files', { count: files.length })}</summary>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <FileLink file={file} words={file.name} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function FileLink({ file, words }: { file: SourceCard['files'][number]; words: string }) {
  return (
    <Link to={`/admin/data/imports/${file.id}`} className={styles.file} title={file.name}>
      {words}
    </Link>
  )
}

/** A plain upload: files go to a page that shows what is in them before anything counts, and comes back here. */
function Drop({ week }: { week: string }) {
  const t = useT()
  return (
    <Post to={`/admin/data/drop?week=${week}`} encType="multipart/form-data" className={styles.drop} data-send="">
      <label>
        <Icon name="upload" />
        <span>
          <b>{t('page.week.sources.drop.title')}</b>
          <small>{t('page.week.sources.drop.help')}</small>
        </span>
        <input type="file" name="files" multiple required />
      </label>
      <button type="submit">{t('page.week.sources.drop.submit')}</button>
    </Post>
  )
}
