import { canBeSetUp } from '#domain/import.ts'
import { lacksWeek } from '#domain/refused-file.ts'
import type { Week } from '#domain/week.ts'
import { isReferenceReport } from '#domain/imported-file.ts'
import type { DropPreview, PreviewFile, ReadPreview } from '#features/imports/previews/schema.ts'
import { daysOfWeek, formatDays, formatWeek, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { problemWords, refusalWords, warningWords } from '#messages/file-words.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { inLanguage } from '#messages/language.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { Cut } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { Table } from '#web/ui/table.tsx'
import { bringsNewRows, fileOfOtherWeek } from './drop-answers.ts'
import { FileEffect } from './file-effect.tsx'
import { figureWords, measureName, orderedTotals, reportName, sizeWords } from './figure.ts'
import { showKey } from './key-words.ts'
import { TeachOffer } from './teach-offer.tsx'
import { WeekChoice } from './week-choice.tsx'
import styles from './preview.module.css'

type Read = Extract<PreviewFile, { ok: true }>
type Unread = Extract<PreviewFile, { ok: false }>

/** One file: its kind, its content, and what importing it would do. */
export function FilePreview({ file, drop, last }: { file: PreviewFile; drop: DropPreview; last: Week }) {
  const t = useT()
  const { tone, words } = stateOf(file, drop)
  return (
    <article className={styles.file} data-tone={tone} aria-labelledby={`file-${file.id}`}>
      <header className={styles.head}>
        <div>
          <h2 id={`file-${file.id}`}>{file.ok ? reportName(t, file.read) : file.name}</h2>
          <p className={styles.name}>
            {file.ok ? file.name : null}{' '}
            {file.archive ? t('page.data.preview.fromArchive', { archive: file.archive }) : null}
          </p>
        </div>
        <State tone={tone}>{t(`page.data.preview.state.${words}`)}</State>
      </header>
      {asksItsWeek(file) ? (
        <div className={styles.says}>
          <WeekOfFile id={file.id} drop={drop.id} chosen={file.saidWeek ?? drop.week} last={last} />
        </div>
      ) : null}
      {file.ok ? <ReadFilePreview file={file} drop={drop} /> : <Refused file={file} drop={drop.id} last={last} />}
    </article>
  )
}

/** Whether a file needs no answer: it is new or newer, and each of its rows has an owner. */
export function isClean(file: PreviewFile, drop: DropPreview): file is Read {
  if (!file.ok || !bringsNewRows(file) || asksItsWeek(file) || fileOfOtherWeek(drop)?.id === file.id) return false
  const { effect, strange, warnings, unmatched, closed, undoneAt } = file.read
  const isPlain = effect.is === 'new' || effect.is === 'reference' || (effect.is === 'joins' && effect.added > 0)
  const isAlone = drop.versions.every(({ files }) => !files.includes(file.id))
  const isCalm = strange.length === 0 && warnings.length === 0 && unmatched.count === 0
  return isPlain && isAlone && isCalm && undoneAt === null && (closed.length === 0 || isReferenceReport(file.read.kind))
}

/** Whether a file counts already, or is in the drop twice: nothing more needs to be said about it. */
export function isKnown(file: PreviewFile): file is Read {
  return file.ok && (file.read.effect.is === 'same' || file.read.effect.is === 'twice')
}

type FileLines = { is: 'clean' | 'known'; files: readonly Read[]; drop: DropPreview }

/** Files that need no answer, a line each; unfolded, more about one of them. */
export function FileLines({ is, files, drop }: FileLines) {
  const t = useT()
  if (files.length === 0) return null
  return (
    <Card flush title={t(`page.data.preview.${is}`)} aside={t('page.data.preview.files', { count: files.length })}>
      {files.map((file) => (
        <Disclosure
          key={file.id}
          level="line"
          summary={<CleanName file={file} />}
          aside={<CleanFigures read={file.read} />}
        >
          <div className={styles.clean}>
            <ReadFilePreview file={file} drop={drop} />
          </div>
        </Disclosure>
      ))}
    </Card>
  )
}

function CleanName({ file: { name, archive, read } }: { file: Read }) {
  const t = useT()
  return (
    <>
      <b>{reportName(t, read)}</b>
      <Cut title={name}>
        {name} {archive ? t('page.data.preview.fromArchive', { archive }) : null}
      </Cut>
    </>
  )
}

function CleanFigures({ read }: { read: ReadPreview }) {
  const t = useT()
  const [week, ...more] = read.weeks
  return (
    <>
      {hasMoney(read) ? <b>{formatMoney(read.amount, t.language)}</b> : null}
      <small className={styles.lines}>
        {t('page.data.strip.rows', { count: read.rows })}
        {week && more.length === 0 ? ` · ${formatWeekNumber(week, t.language)}` : null}
      </small>
    </>
  )
}

function hasMoney({ kind }: ReadPreview): boolean {
  return kind !== 'driver_activity' && !isReferenceReport(kind)
}

function stateOf(file: PreviewFile, { versions }: DropPreview) {
  const of = (tone: StateTone, words: keyof typeof STATES) => ({ tone, words })
  if (!file.ok) return lacksWeek(file.refusal) ? of('warn', 'lacksWeek') : of('bad', 'refused')
  const { effect } = file.read
  if (effect.is === 'same' || effect.is === 'twice') return of('todo', effect.is)
  if (effect.is === 'elsewhere') return of('warn', 'elsewhere')
  if (effect.is === 'replaced') return of('info', 'replaced')
  if (file.read.strange.length > 0 || versions.some(({ files }) => files.includes(file.id)))
    return of('warn', 'strange')
  if (effect.is === 'joins' && effect.added === 0) return of('todo', 'nothing')
  return of(effect.is === 'replaces' ? 'info' : 'ok', effect.is)
}

const STATES = {
  new: 0,
  replaced: 0,
  same: 0,
  twice: 0,
  elsewhere: 0,
  replaces: 0,
  joins: 0,
  nothing: 0,
  reference: 0,
  refused: 0,
  lacksWeek: 0,
  strange: 0,
}

function ReadFilePreview({ file, drop }: { file: Read; drop: DropPreview }) {
  const t = useT()
  const { read } = file
  return (
    <>
      <ReadFacts file={file} />
      <div className={styles.says}>
        <OtherWeek file={file} drop={drop} />
        {bringsNewRows(file) ? <FileDoubts file={file} /> : null}
        <FileEffect read={read} />
        {bringsNewRows(file) ? <Unmatched read={read} /> : null}
        {read.warnings.length > 0 ? (
          <Notice tone="warn" title={t('page.data.preview.warnings')}>
            <ul className={styles.list}>
              {read.warnings.map((warning) => (
                <li key={warning.code + JSON.stringify(warning.params)}>{warningWords(t, warning)}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
      </div>
      {bringsNewRows(file) ? (
        <label className={`${styles.accept} ${styles.leave}`}>
          <input type="checkbox" name="leave[]" value={file.id} />
          <span>
            {t('page.data.preview.leave')}
            <span className="visually-hidden"> {file.name}</span>
          </span>
        </label>
      ) : null}
      <Totals file={file} />
    </>
  )
}

function ReadFacts({ file }: { file: Read }) {
  const { read, size } = file
  const t = useT()
  const language = useLanguage()
  const facts: [string, string][] = [
    ...weekFact(t, read),
    ...(hasMoney(read)
      ? pair(
          t(`page.data.preview.facts.${bringsNewRows(file) ? 'amount' : 'amountThere'}`),
          formatMoney(read.amount, language),
        )
      : []),
    [t('page.data.preview.facts.rows'), formatNumber(read.rows, language)],
    [t('page.data.preview.facts.drivers'), formatNumber(read.drivers, language)],
    [
      t('page.data.preview.facts.language'),
      `${t(`page.data.preview.languages.${read.language}`)}, ${sizeWords(t, size)}`,
    ],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function pair(name: string, value: string): [string, string][] {
  return [[name, value]]
}

/** The week of the file; for a longer list also its weeks and days. */
function weekFact(t: ReturnType<typeof useT>, { week, weeks, period }: ReadPreview): [string, string][] {
  if (weeks.length > 1) {
    // Late movements lie before the days that the file names for itself: those days would be wrong beside their week.
    const isWithin =
      period &&
      weeks.every(
        (weekOfFile) => period.from <= (daysOfWeek(weekOfFile).at(-1) ?? weekOfFile) && period.to >= weekOfFile,
      )
    const days = isWithin ? formatDays(period, t.language) : null
    const numbers = weeks.map((weekOfFile) => weekNumber(weekOfFile)).join(', ')
    return pair(t('page.data.preview.facts.weeks'), days ? `${numbers} · ${days}` : numbers)
  }
  return pair(
    t('page.data.preview.facts.week'),
    week ? formatWeek(week, t.language) : t('page.data.preview.facts.noWeek'),
  )
}

/** Whether the week of a file is known only from a person, or from the page it was dropped on. */
function asksItsWeek(file: DropPreview['files'][number]): boolean {
  return file.ok && (file.saidWeek !== null || file.read.strange.some(({ code }) => code === 'week-of-page'))
}

/** Asks for the week of a file that does not name one; an answer can be changed there too. */
function WeekOfFile({ id, drop, chosen, last }: { id: string; drop: string; chosen: Week | null; last: Week }) {
  const t = useT()
  return (
    <div className={styles.week}>
      <WeekChoice file={id} chosen={chosen} last={last} />
      <SubmitButton
        kind="outlined"
        formAction={inLanguage(`/admin/data/drops/${drop}/weeks/${id}`, t.language)}
        formNoValidate
      >
        {t('page.data.weekChoice.submit')}
      </SubmitButton>
    </div>
  )
}

/** Warns that the file's week differs from that of the others; not if the page's own week already raises that question. */
function OtherWeek({ file: { id, read }, drop }: { file: Read; drop: DropPreview }) {
  const t = useT()
  const stray = fileOfOtherWeek(drop)
  if (stray?.id !== id || read.strange.some(({ code }) => code === 'other-week')) return null
  const numbers = { number: weekNumber(stray.week), other: weekNumber(stray.theirs) }
  return (
    <Notice tone="warn">
      <p>{t('page.data.preview.otherWeek', { count: stray.others, ...numbers })}</p>
    </Notice>
  )
}

/** Oddities that a person answers for this file; the answer that another company is the operator's too is remembered. */
function FileDoubts({ file: { id, read } }: { file: Read }) {
  const t = useT()
  const company = read.strange.find(({ code }) => code === 'other-company')
  const others = read.strange.filter(({ code }) => code !== 'other-company')
  return (
    <>
      {company ? (
        <Notice tone="warn">
          <p>{refusalWords(t, company.code, company.params)}</p>
          <label className={styles.accept}>
            <input type="checkbox" name="ours[]" value={id} />
            {t('page.data.preview.ours')}
          </label>
          <p>{t('page.data.preview.oursHelp')}</p>
        </Notice>
      ) : null}
      {others.length > 0 ? (
        <Notice tone="warn">
          {others.map(({ code, params }) => (
            <p key={code}>{refusalWords(t, code, params)}</p>
          ))}
          <label className={styles.accept}>
            <input type="checkbox" name="accept[]" value={id} />
            {t('page.data.preview.accept')}
          </label>
        </Notice>
      ) : null}
    </>
  )
}

const KEYS_SHOWN = 5

function Unmatched({ read: { unmatched, source } }: { read: ReadPreview }) {
  const t = useT()
  const { count, total, keys } = unmatched
  if (count === 0) return <p className={styles.quiet}>{t('page.data.preview.allMatched')}</p>
  return (
    <div>
      <p className={styles.warn}>
        {t('page.data.preview.unmatched', { count, amount: formatMoney(total, t.language) })}
      </p>
      <ul className={styles.list}>
        {keys.slice(0, KEYS_SHOWN).map(({ key, label, count: rows, total: sum }) => (
          <li key={`${key.kind} ${key.value}`}>
            {label && key.kind !== 'plate' ? `${label}, ` : ''}
            {t('page.data.preview.keyLine', {
              ...showKey(t, source, key),
              count: rows,
              amount: formatMoney(sum, t.language),
            })}
          </li>
        ))}
        {keys.length > KEYS_SHOWN ? (
          <li>{t('page.data.preview.moreKeys', { count: keys.length - KEYS_SHOWN })}</li>
        ) : null}
      </ul>
    </div>
  )
}

function Totals({ file: { name, read } }: { file: Read }) {
  const t = useT()
  const figures = orderedTotals(read.totals)
  if (figures.length === 0) return null
  return (
    <Disclosure level="line" summary={t('page.data.preview.totals')}>
      <Table
        caption={t('page.data.preview.totalsCaption', { file: name })}
        rows={figures}
        rowKey={([measure]) => measure}
        columns={[
          { head: t('page.data.preview.measure'), cell: ([measure]) => measureName(t, measure) },
          {
            head: t('page.data.preview.total'),
            cell: ([measure, figure]) => figureWords(t, measure, figure),
            number: true,
          },
        ]}
      />
    </Disclosure>
  )
}

const PROBLEMS_OPEN = 20

function Refused({ file: { id, refusal }, drop, last }: { file: Unread; drop: string; last: Week }) {
  const t = useT()
  const { code, params, problems } = refusal
  const count = typeof params['count'] === 'number' ? params['count'] : problems.length
  const lines = problems.map((problem, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- problems never change places
    <li key={index}>{problemWords(t, problem)}</li>
  ))
  return (
    <div className={styles.refused}>
      <p>{refusalWords(t, code, params)}</p>
      {lacksWeek({ code }) ? <WeekOfFile id={id} drop={drop} chosen={null} last={last} /> : null}
      {canBeSetUp(refusal) ? <TeachOffer to={`/admin/data/drops/${drop}/teach/${id}`} /> : null}
      {lines.length > 0 && code !== 'columns-missing' ? (
        <>
          <h3>{t('page.data.preview.problems', { count: count })}</h3>
          <ol className={styles.problems}>{lines.slice(0, PROBLEMS_OPEN)}</ol>
          {lines.length > PROBLEMS_OPEN ? (
            <Disclosure
              level="line"
              summary={t('page.data.preview.moreProblems', { count: lines.length - PROBLEMS_OPEN })}
            >
              <ol className={styles.problems} start={PROBLEMS_OPEN + 1}>
                {lines.slice(PROBLEMS_OPEN)}
              </ol>
            </Disclosure>
          ) : null}
          {count > lines.length ? (
            <p className={styles.quiet}>{t('page.data.preview.unlisted', { shown: lines.length, count: count })}</p>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
