import type { SourceCard, WeekShown } from '#features/weeks/schema.ts'
import { formatInstant, formatStripDay } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Words } from '#web/ui/layout.tsx'
import { DropZone } from '../data/drop-zone.tsx'

/** The files of each source as imported; a missing one says where to get it. */
export function Sources({ page }: { page: WeekShown }) {
  const t = useT()
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="visually-hidden">
        {t('page.week.sources.title')}
      </h2>
      <Figures boxed aside={<DropZone week={page.name} isShort />}>
        {page.sources.map((card) => (
          <Source key={card.source} card={card} page={page} />
        ))}
      </Figures>
    </section>
  )
}

/** Sources whose weekly reports count drivers; the others count movements. */
const BY_DRIVER: ReadonlySet<string> = new Set(['uber', 'bolt'])

function Source({ card, page }: { card: SourceCard; page: WeekShown }) {
  const t = useT()
  const { source, total, files, drivers, movements, unmatched, missing, unread, lacking, state } = card
  const connected = page.isFrozen ? null : <Connected source={source} page={page} />
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
            {connected}
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
      mark={state === 'part' && !page.isFrozen ? null : <Icon name="check" small label={t('page.week.sources.has')} />}
      note={
        <>
          <p>
            {BY_DRIVER.has(source)
              ? t('page.week.sources.drivers', { count: drivers })
              : t('page.week.sources.movements', { count: movements })}
          </p>
          {troubles.length > 0 ? <Words look="warn">{troubles.join(' · ')}</Words> : null}
          {page.isFrozen ? null : <Lacks card={card} page={page} />}
          {connected}
          <Files files={files} />
        </>
      }
    >
      <Money cents={total} />
    </Figure>
  )
}

/** The most drivers named; the others are only counted. */
const MAX_NAMED_DRIVERS = 4

/** The missing days and drivers, with links to fix that; the form for files is beside it. */
function Lacks({ card: { source, days, undocumented }, page }: { card: SourceCard; page: WeekShown }) {
  const t = useT()
  // Compared with earlier weeks: a driver who usually drives there and has nothing is asked about.
  const silent = page.questions.find(
    (question) =>
      question.kind === 'anomaly' &&
      question.anomaly.kind === 'silent-platform' &&
      question.anomaly.platform === source,
  )
  const named = undocumented.slice(0, MAX_NAMED_DRIVERS).map(({ name }) => name)
  const more = undocumented.length - named.length
  return (
    <>
      {days.length > 0 ? (
        <Words look="warn">
          {t('page.week.sources.days', { days: days.map((day) => formatStripDay(day, t.language)).join(', ') })}
        </Words>
      ) : null}
      {undocumented.length > 0 ? (
        <Words look="warn">
          <Link to={`/admin/data/connections/${source}/weeks/${page.name}`}>
            {t('page.week.sources.undocumented', { count: undocumented.length })}
          </Link>{' '}
          {named.join(', ')}
          {more > 0 ? t('page.week.sources.more', { count: more }) : ''}
        </Words>
      ) : null}
      {silent ? (
        <p>
          <Link to={`#${silent.id}`}>{t('page.week.sources.silent')}</Link>
        </p>
      ) : null}
    </>
  )
}

/** How much of the week this platform's connection has fetched. */
function Connected({ source, page }: { source: string; page: WeekShown }) {
  const t = useT()
  const progress = page.progress.find(({ provider }) => provider === source)
  if (!progress) return null
  const count = progress.days.filter(({ state }) => state === 'in').length
  return (
    <p>
      <Link to={`/admin/data/connections/${progress.provider}`}>
        {progress.until
          ? t('page.week.sources.connected', { count, at: formatInstant(progress.until, t.language) })
          : t('page.week.sources.connectedNever')}
      </Link>
    </p>
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
