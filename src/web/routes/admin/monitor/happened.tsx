import type { RowKind, Source } from '#domain/import.ts'
import type { InspectionKind } from '#domain/inspection.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatTime } from '#messages/dates.ts'
import { formatNumber, formatRatio } from '#messages/numbers.ts'
import { Link } from '#web/links.tsx'
import type { Column } from '#web/ui/table.tsx'
import { State } from '#web/ui/state.tsx'

/** Something that a car did on a day, or a place where it was seen. */
export type Happened = {
  kind: 'trip' | 'stop' | 'enters' | 'leaves' | RowKind | InspectionKind
  from: string
  to: string | null
  place: string | null
  /** The place where a trip ended. */
  toPlace: string | null
  metres: number | null
  driver: string | null
  source: { file: Source; line: number } | null
  link: string | null
}

/** The columns of a car's day, whose rows are lines of events. */
export function happenedColumns(t: Translator): Column<Happened>[] {
  const head = (name: 'time' | 'what' | 'where' | 'how') => t(`page.monitor.day.columns.${name}`)
  return [
    {
      head: head('time'),
      cell: ({ from, to }) => <span className="num">{timeWords(from, to)}</span>,
      phone: 'identity',
    },
    {
      head: head('what'),
      cell: (event) => (
        <State tone={event.kind === 'trip' ? 'ok' : event.kind === 'stop' ? 'plain' : 'info'}>
          {kindWords(event, t)}
        </State>
      ),
      phone: 'state',
    },
    { head: head('where'), cell: (event) => <Where event={event} t={t} />, wraps: true, phone: 'fact' },
    { head: head('how'), cell: (event) => howWords(event, t), number: true, phone: 'amount' },
  ]
}

function timeWords(from: string, to: string | null): string {
  return to === null ? formatTime(from) : `${formatTime(from)}–${formatTime(to)}`
}

function kindWords({ kind }: Happened, t: Translator): string {
  return t.find(`page.monitor.day.kinds.${kind}`) ?? t.find(`page.monitor.kinds.${kind}`) ?? ''
}

function Where({ event, t }: { event: Happened; t: Translator }) {
  const { kind, place, toPlace, source, link, driver } = event
  const name = whereWords({ kind, place, toPlace }, t)
  const sourceText =
    source === null
      ? null
      : t('page.monitor.line', { source: t(`page.week.sourceNames.${source.file}`), line: source.line })
  return (
    <>
      {link !== null && sourceText === null ? <Link to={link}>{name}</Link> : name}
      {sourceText !== null && link !== null ? (
        <>
          {' · '}
          <Link to={link}>{sourceText}</Link>
        </>
      ) : null}
      {driver === null ? null : ` · ${driver}`}
    </>
  )
}

function whereWords({ kind, place, toPlace }: Pick<Happened, 'kind' | 'place' | 'toPlace'>, t: Translator): string {
  if (kind === 'out' || kind === 'in' || kind === 'check') return t('page.monitor.atOffice')
  if (place === null) return t('page.monitor.noPlace')
  if (toPlace !== null) return place === toPlace ? t('page.monitor.near', { place }) : `${place} → ${toPlace}`
  return kind === 'stop' ? t('page.monitor.near', { place }) : place
}

const MINUTE = 60_000

/** The kilometres of a trip, or the duration of a stop. */
function howWords({ metres, kind, from, to }: Happened, t: Translator): string {
  if (metres !== null) return t('page.monitor.day.kilometres', { count: kilometres(metres, t) })
  if (kind !== 'stop' || to === null) return '–'
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / MINUTE)
  if (minutes < 60) return t('page.monitor.day.minutes', { minutes })
  return t('page.monitor.day.hours', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  })
}

/** "8,4" up to a hundred kilometres, whole numbers from there on. */
export function kilometres(metres: number, t: Translator): string {
  const distance = metres / 1000
  return distance < 100 ? formatRatio(distance, t.language) : formatNumber(Math.round(distance), t.language)
}
