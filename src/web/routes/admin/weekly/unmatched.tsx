import { Fragment, type ReactNode } from 'react'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import type { Question } from '#features/weeks/questions/schema.ts'
import type { Suggestion } from '#features/weeks/unmatched/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { SHORT_DAYS, formatDayShort, formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { Post } from '#web/parts/post.tsx'
import { sourceName } from '#web/parts/source-name.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/form.tsx'
import { QuestionCard } from './question-card.tsx'
import styles from './questions.module.css'
import { lineLink, rowLink } from '#web/parts/line-link.ts'
import { shortId } from '#web/parts/short-id.ts'
import { useOwnAddress } from '#web/parts/way-back.ts'

export type Unmatched = Extract<Question, { kind: 'unmatched' }>

/** Rows that nobody claims: their owner is asked for once, and remembered. */
export function UnmatchedQuestion({ question, week }: { question: Unmatched; week: string }) {
  const t = useT()
  const { reason, total } = question
  return (
    <QuestionCard
      id={question.id}
      kind={t(`page.week.questions.unmatched.${reason}`)}
      title={unmatchedTitle(question, t)}
      text={<UnmatchedText question={question} />}
      effect={t('page.week.questions.outside', { amount: formatMoney(total, t.language) })}
      figure={question.moments.length > 0 ? <WeekLine question={question} /> : null}
      action={<Suggested question={question} week={week} />}
      alternatives={<Alternatives question={question} week={week} />}
    />
  )
}

export function unmatchedTitle(question: Unmatched, t: Translator): string {
  const { reason, total, count, rows, key, vehicle, source } = question
  const what = t(`page.week.questions.what.${whatOf(source, key.kind)}`, { count })
  return t(`page.week.questions.unmatchedTitle.${reason}`, {
    what,
    amount: formatMoney(Math.abs(total), t.language),
    key: unbrokenPlate(shortId(key.value)),
    label: rows[0]?.label || shortId(key.value),
    source: sourceName(t, question),
    plate: unbrokenPlate(vehicle?.plate ?? ''),
  })
}

/** A plate never breaks at its hyphens. */
function unbrokenPlate(plate: string): string {
  return plate.replaceAll('-', '-\u2060')
}

function whatOf(source: Unmatched['source'], kind: Unmatched['key']['kind']): 'toll' | 'fuel' | 'charging' | 'other' {
  if (source === 'viaverde') return 'toll'
  if (kind === 'electric-card') return 'charging'
  return kind === 'fuel-card' ? 'fuel' : 'other'
}

export function UnmatchedText({ question }: { question: Unmatched }) {
  const t = useT()
  const { rows, count, key, reason, stay } = question
  const shown = rows.slice(0, 2)
  return (
    <>
      <ul>
        {shown.map((row) => (
          <li key={row.id}>
            <RowWords row={row} change />
          </li>
        ))}
        {count > shown.length ? <li>{t('page.week.questions.moreRows', { count: count - shown.length })}</li> : null}
      </ul>
      {reason === 'unknown-plate' ? null : (
        <p>
          {t('page.week.questions.keyed', {
            source: sourceName(t, question),
            kind: t(`page.week.questions.keyKinds.${key.kind}`),
            value: shortId(key.value),
          })}
        </p>
      )}
      <Reason question={question} />
      {stay === null ? null : (
        <p>
          {stay.until === null
            ? t('page.exceptions.holder.stillInWorkshop', { from: formatDayShort(stay.from, t.language) })
            : t('page.exceptions.holder.inWorkshop', {
                from: formatDayShort(stay.from, t.language),
                until: formatDayShort(stay.until, t.language),
              })}
        </p>
      )}
    </>
  )
}

function Reason({ question: { suggestion, source } }: { question: Unmatched }) {
  return suggestion ? <SuggestionReason question={{ suggestion, source }} /> : null
}

/**
 * The reason of a suggestion, in words: the same e-mail, the same phone, the only one missing, or only the name. `sure`: the
 * name is whole, and nobody else has it.
 */
export function SuggestionReason({
  question: { suggestion, source },
  sure = false,
}: {
  question: { suggestion: Suggestion; source: Unmatched['source'] }
  sure?: boolean
}) {
  const t = useT()
  if ('vehicle' in suggestion) {
    const { vehicle, heldBy } = suggestion
    const plate = unbrokenPlate(vehicle.plate)
    return (
      <p>
        {heldBy
          ? t('page.exceptions.because.held', { plate, name: heldBy })
          : t('page.exceptions.because.plate', { plate })}
      </p>
    )
  }
  const { because } = suggestion
  if (sure && because.by === 'name') return <p>{t('page.recognised.sameName')}</p>
  if (because.by === 'only')
    return <p>{t('page.exceptions.because.only', { source: t(`page.week.sourceNames.${source}`) })}</p>
  const where = because.source
    ? t('page.exceptions.because.platform', { source: t(`page.week.sourceNames.${because.source}`) })
    : t('page.exceptions.because.record')
  return <p>{t(`page.exceptions.because.${because.by}`, { where, value: because.value })}</p>
}

/** "Carcavelos A5, 3 jun. 2026, 23:52, −1,30 €. Linha 12", with a link to say that the row does not count. */
export function RowWords({ row, change = false }: { row: Evidence; change?: boolean }) {
  const t = useT()
  const here = useOwnAddress()
  const mayChange = useMayFollow(rowLink(row, here))
  const language = useLanguage()
  const words = [
    row.place ?? row.label,
    row.at ? formatInstant(row.at, language) : null,
    row.amount === 0 ? null : formatMoney(row.amount, language),
  ]
  return (
    <>
      {words.filter(Boolean).join(', ')}
      {'. '}
      <Link to={lineLink(row)} title={row.file} aria-label={t('common.lineOf', { file: row.file, line: row.line })}>
        {t('page.week.questions.line', { line: row.line })}
      </Link>
      {change && mayChange ? (
        <>
          {' · '}
          <ActLink
            to={rowLink(row, here)}
            aria-label={t('page.exceptions.row.changeOf', { file: row.file, line: row.line })}
          >
            {t('page.exceptions.row.change')}
          </ActLink>
        </>
      ) : null}
    </>
  )
}

type Props = { question: Unmatched; week: string }

function Suggested({ question, week }: Props) {
  const t = useT()
  const { suggestion, reason, key, rows } = question
  if (suggestion) {
    const owner = 'driver' in suggestion ? `driver:${suggestion.driver.id}` : `vehicle:${suggestion.vehicle.id}`
    return (
      <Remember question={question} week={week} owner={owner}>
        <SubmitButton kind="outlined" wide>
          {'driver' in suggestion
            ? t('page.week.questions.assignDriver', { name: shortName(suggestion.driver.name) })
            : t('page.week.questions.assignVehicle', { plate: suggestion.vehicle.plate })}
        </SubmitButton>
      </Remember>
    )
  }
  if (reason === 'no-driver-at-that-time') {
    return (
      <LinkButton to={`/admin/weekly/${week}/holder?row=${rows[0]?.id ?? ''}`} wide>
        {t('page.exceptions.holder.open')}
      </LinkButton>
    )
  }
  if (reason === 'unknown-plate' && key.kind === 'plate') {
    return (
      <LinkButton to={`/admin/vehicles/new?plate=${encodeURIComponent(key.value)}&week=${week}`} wide>
        {t('page.week.questions.createVehicle', { plate: key.value })}
      </LinkButton>
    )
  }
  return (
    <LinkButton to={chooserOf(week, rows)} wide>
      {t(reason === 'unknown-driver' ? 'page.week.questions.chooseDriver' : 'page.week.questions.chooseOwner')}
    </LinkButton>
  )
}

function Alternatives({ question, week }: Props) {
  const t = useT()
  const { suggestion, reason, key, rows, vehicle } = question
  if (reason === 'no-driver-at-that-time') {
    return (
      <>
        <Link to={`/admin/vehicles/${vehicle?.id ?? ''}/drivers`}>{t('page.week.questions.carTime')}</Link>
        <Nobody question={question} week={week} />
      </>
    )
  }
  const isPlate = reason === 'unknown-plate' && key.kind === 'plate'
  return (
    <>
      {suggestion || isPlate ? (
        <Link to={chooserOf(week, rows)}>
          {t(isPlate ? 'page.week.questions.otherCar' : 'page.week.questions.otherDriver')}
        </Link>
      ) : null}
      {reason === 'unknown-driver' && !suggestion ? (
        <Link to={`/admin/data/keys/driver?row=${question.rows[0]?.id ?? ''}`}>
          {t('page.week.questions.createDriver')}
        </Link>
      ) : null}
      <Remember question={question} week={week} owner="company">
        <button
          type="submit"
          title={t(`page.week.questions.${question.tellsNothing ? 'nobodyEffect' : 'companyEffect'}`)}
        >
          {t(`page.week.questions.${question.tellsNothing ? 'nobody' : 'company'}`)}
        </button>
      </Remember>
    </>
  )
}

/** The answer that nobody had the car: its cost stays with the company. */
export function Nobody({ question: { rows }, week }: Props) {
  const t = useT()
  return (
    <Post to={`/admin/weekly/${week}/rows`}>
      <input type="hidden" name="about" value="nobody" />
      <input type="hidden" name="row" value={rows[0]?.id ?? ''} />
      <button type="submit">{t('page.exceptions.holder.nobody')}</button>
    </Post>
  )
}

function chooserOf(week: string, rows: Unmatched['rows']): string {
  return `/admin/weekly/${week}/keys?row=${rows[0]?.id ?? ''}`
}

/** A button that posts an answer as it is shown. */
function Remember({ question, week, owner, children }: Props & { owner: string; children: ReactNode }) {
  return (
    <Post to={`/admin/weekly/${week}/keys?row=${question.rows[0]?.id ?? ''}`}>
      <input type="hidden" name="owner" value={owner} />
      {children}
    </Post>
  )
}

/** First and last name: a button has no room for four names. */
function shortName(name: string): string {
  const words = name.split(' ')
  return words.length > 2 ? `${words[0]} ${words.at(-1)}` : name
}

const WIDTH = 176
const MAX_DOTS = 40

/** The week as a line: green while somebody had the car, amber at the rows. */
function WeekLine({ question: { held, moments, vehicle } }: { question: Unmatched }) {
  const t = useT()
  const x = (fraction: number) => Math.round((6 + fraction * (WIDTH - 12)) * 10) / 10
  const days = SHORT_DAYS[useLanguage()].map((day, index) => ({
    day,
    letter: day.charAt(0).toUpperCase(),
    x: x((index + 0.5) / 7),
  }))
  const named = {
    role: 'img',
    'aria-label': t(vehicle ? 'page.week.questions.drawingHeld' : 'page.week.questions.drawingWeek'),
  }
  return (
    <svg className={styles.line} width={WIDTH} height="44" viewBox={`0 0 ${WIDTH} 44`} {...named}>
      <line x1={x(0)} x2={x(1)} y1="16" y2="16" />
      {held.map(({ from, to, driver }) => (
        <line
          key={`${driver} ${from}`}
          className={styles.held}
          x1={x(Math.max(0, from))}
          x2={x(Math.min(1, to))}
          y1="16"
          y2="16"
        >
          <title>{driver}</title>
        </line>
      ))}
      {days.map(({ day, letter, x: middle }) => (
        <Fragment key={day}>
          <circle className={styles.day} cx={middle} cy="16" r="1.5" />
          <text x={middle} y="38" textAnchor="middle">
            {letter}
          </text>
        </Fragment>
      ))}
      {[...new Set(moments.map(x))].slice(0, MAX_DOTS).map((at) => (
        <circle key={at} className={styles.moment} cx={at} cy="16" r="4.5" />
      ))}
    </svg>
  )
}
