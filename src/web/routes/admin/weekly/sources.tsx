import type { SourceCard, WeekShown } from '#features/weeks/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Words } from '#web/ui/layout.tsx'
import { DropZone } from '../data/drop-zone.tsx'

/** What came from each source, as imported; what is missing says where to fetch it. */
export function Sources({ page }: { page: WeekShown }) {
  const t = useT()
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="visually-hidden">
        {t('page.week.sources.title')}
      </h2>
      <Figures boxed beside={<DropZone week={page.name} isShort />}>
        {page.sources.map((card) => (
          <Source key={card.source} card={card} />
        ))}
      </Figures>
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
    const absent = t(`page.week.sources.${missing ? 'missing' : 'absent'}`, { source: name })
    return (
      <Figure
        name={name}
        text
        note={
          <>
            {unread > 0 ? <p>{t('page.refusedFiles.unread', { count: unread })}</p> : null}
            <p>{t(`page.week.sources.where.${source}`)}</p>
          </>
        }
      >
        {missing ? <Words look="warn">{absent}</Words> : <Words look="small">{absent}</Words>}
      </Figure>
    )
  }
  const troubles = [
    ...(unmatched > 0 ? [t('page.week.sources.unmatched', { count: unmatched })] : []),
    ...(unread > 0 ? [t('page.refusedFiles.unread', { count: unread })] : []),
    ...(lacking.length > 0 ? [t('page.week.sources.lacking', { accounts: lacking.join(', ') })] : []),
  ]
  return (
    <Figure
      name={name}
      mark={unread > 0 || lacking.length > 0 ? null : <Icon name="check" small label={t('page.week.sources.has')} />}
      note={
        <>
          <p>
            {BY_DRIVER.has(source)
              ? t('page.week.sources.drivers', { count: drivers })
              : t('page.week.sources.movements', { count: movements })}
          </p>
          {troubles.length > 0 ? <Words look="warn">{troubles.join(' · ')}</Words> : null}
          <Files files={files} />
        </>
      }
    >
      <Money cents={total} />
    </Figure>
  )
}

function Files({ files }: Pick<SourceCard, 'files'>) {
  const t = useT()
  const language = useLanguage()
  const [first] = files
  if (files.length === 1 && first)
    return <FileLink file={first} words={t('page.week.sources.file', { at: formatInstant(first.at, language) })} />
  return (
    <details>
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
    <Link to={`/admin/data/imports/${file.id}`} title={file.name}>
      {words}
    </Link>
  )
}
