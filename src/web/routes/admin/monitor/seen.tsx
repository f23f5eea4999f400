import { showPlate } from '#domain/identifiers.ts'
import type { RowKind, Source } from '#domain/import.ts'
import type { InspectionKind } from '#domain/inspection.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { Link } from '#web/links.tsx'
import { list } from '#web/parts/list.ts'
import { ageWords, nearWords } from '#web/parts/place-words.ts'
import { State, type StateTone } from '#web/ui/state.tsx'
import styles from './monitor.module.css'

/** The state of a car: its tracker says that it moves or stands, or has gone silent; it has no tracker, or was never seen. */
export const SEEN_STATES = ['offline', 'unseen', 'untracked', 'moving', 'stopped'] as const
export type SeenState = (typeof SEEN_STATES)[number]

/** How a car was seen: by its tracker, by a file, or by the office. */
export type SeenKind = 'fix' | RowKind | InspectionKind

/** When and where a car was seen, and by what. */
export type Seen = {
  kind: SeenKind
  at: string
  /** The place in the words of the source, or the town near a position. */
  place: string | null
  /** For a position: kilometres to the middle of the town in `place`; 0 means near. */
  away: number | null
  /** The town in the name of a toll or a petrol station: an area, not a point. */
  area: { name: string; lat: number; lon: number } | null
  /** The device that sent the position, or the line of a file. */
  source: { device: string } | { file: Source; line: number } | null
  /** The page with that record. */
  to: string | null
}

export type SeenCar = {
  id: string
  plate: string
  model: string
  /** The driver who has it now, and the one who had it when it was seen. */
  driver: string | null
  driverThen: string | null
  state: SeenState
  seen: Seen | null
  /** The last position of its tracker; speed in kilometres an hour, course in degrees. */
  fix: { lat: number; lon: number; speed: number | null; course: number | null } | null
  /** Milliseconds since it was seen. */
  age: number | null
}

export const SEEN_TONES: Readonly<Record<SeenState, StateTone>> = {
  offline: 'warn',
  unseen: 'warn',
  untracked: 'todo',
  moving: 'ok',
  stopped: 'plain',
}

/** Where each car was seen; the cars that need attention come first. */
export const SEEN = list({
  place: '/admin/monitor',
  words: (word) => `page.monitor.${word}`,
  searchTexts: ({ plate, model, driver, driverThen, seen }: SeenCar) => [
    plate,
    model,
    driver,
    driverThen,
    seen?.place ?? null,
    seen?.area?.name ?? null,
  ],
  href: ({ id }) => `/admin/monitor/${id}`,
  views: {
    offline: { words: 'page.monitor.states.offline', holds: ({ state }) => state === 'offline' },
    moving: { words: 'page.monitor.states.moving', holds: ({ state }) => state === 'moving' },
    stopped: { words: 'page.monitor.states.stopped', holds: ({ state }) => state === 'stopped' },
    untracked: { words: 'page.monitor.states.untracked', holds: ({ state }) => state === 'untracked' },
    unseen: { words: 'page.monitor.states.unseen', holds: ({ state }) => state === 'unseen' },
  },
  keeps: ['reason'],
  first: { by: 'state', descending: false },
  columns: {
    plate: {
      value: ({ plate }) => showPlate(plate),
      cell: ({ plate, driver }, t) => (
        <>
          {showPlate(plate)}
          <small className={styles.under}>{driver ?? t('page.monitor.nobody')}</small>
        </>
      ),
      sorts: true,
    },
    driver: { value: ({ driver }) => driver, sorts: true, onlyInFile: true },
    place: {
      value: ({ seen }, t) => (seen ? placeWords(seen, t) : null),
      cell: (car, t) => (car.seen ? <Place car={car} seen={car.seen} t={t} /> : '–'),
      sorts: true,
    },
    seen: {
      value: ({ age }, t) => ageWords(age, t),
      cell: ({ seen, age }, t) =>
        seen ? (
          <time dateTime={seen.at} title={formatInstant(seen.at, t.language)} className="num">
            {ageWords(age, t)}
          </time>
        ) : (
          '–'
        ),
      order: ({ age }) => age ?? Number.MAX_SAFE_INTEGER,
      sorts: true,
    },
    state: {
      value: ({ state }, t) => t(`page.monitor.states.${state}`),
      cell: ({ state }, t) => <State tone={SEEN_TONES[state]}>{t(`page.monitor.states.${state}`)}</State>,
      // Of the cars without a tracker, the one not seen for longest comes first.
      order: ({ state, age }) => SEEN_STATES.indexOf(state) * 1e15 - (age ?? 0),
      sorts: true,
    },
  },
  phone: { amount: 'seen', state: 'state', facts: ['place'] },
  head: (column) => `page.monitor.columns.${column}`,
})

function Place({ car: { driver, driverThen }, seen, t }: { car: SeenCar; seen: Seen; t: Translator }) {
  const source = sourceWords(seen, t)
  return (
    <>
      {placeWords(seen, t)}
      <small className={styles.under}>
        {seen.to === null ? source : <Link to={seen.to}>{source}</Link>}
        {driverThen !== null && driverThen !== driver ? ` ${t('page.monitor.with', { driver: driverThen })}` : null}
      </small>
    </>
  )
}

/** "Perto de Odivelas", "Alverca A1". */
export function placeWords({ kind, place, away }: Seen, t: Translator): string {
  if (place === null) {
    const isAtOffice = kind === 'out' || kind === 'in' || kind === 'check'
    return t(isAtOffice ? 'page.monitor.atOffice' : 'page.monitor.noPlace')
  }
  return away === null ? place : nearWords({ place, away }, t)
}

/** "Portagem · Via Verde, linha 12", "Localizador · Telemóvel do Rui", "Entrega". */
export function sourceWords({ kind, source }: Seen, t: Translator): string {
  const what = t.find(`page.monitor.kinds.${kind}`) ?? ''
  if (source === null) return what
  const sourceText =
    'device' in source
      ? source.device
      : t('page.monitor.line', { source: t(`page.week.sourceNames.${source.file}`), line: source.line })
  return sourceText === '' || sourceText === what ? what : `${what} · ${sourceText}`
}
