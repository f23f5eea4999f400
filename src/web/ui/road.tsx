import { type ReactNode } from 'react'
import { useT } from '#web/i18n.tsx'
import styles from './road.module.css'

/** `done` is past, `now` is the present, `warn` needs somebody, `todo` is to come. */
export type StopState = 'done' | 'now' | 'warn' | 'todo'
export type Stop = {
  label: string
  note?: ReactNode
  /** The word for the counted note; not drawn on a phone, where a day has room for the number only. */
  unit?: string
  state: StopState
}

/** The week as a line with stops: seven days, or the states of a week. Each stop says its state to people who don't see it. */
export function Road({
  stops,
  label,
  compact = false,
  draws = false,
}: {
  stops: readonly Stop[]
  label: string
  compact?: boolean
  draws?: boolean
}) {
  return (
    <ol
      className={[styles.road, compact ? styles.compact : '', draws ? styles.draws : ''].join(' ')}
      aria-label={label}
    >
      {stops.map((stop, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- stops never change places
        <RoadStop key={index} stop={stop} last={index === stops.length - 1} />
      ))}
    </ol>
  )
}

/** The office's week: the seven days, a bend, then the states (`rulings.md` B). On a phone the two halves stand one under the other. */
export function WeekRoad({ days, states, label }: { days: readonly Stop[]; states: readonly Stop[]; label: string }) {
  const bend = days.at(-1)?.state === 'done' && states[0]?.state !== 'todo' ? 'done' : 'todo'
  return (
    <ol className={styles.week} aria-label={label}>
      {days.map((stop, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- stops never change places
        <RoadStop key={`day ${index}`} stop={stop} last={false} className={styles.day} />
      ))}
      <li className={styles.bend} aria-hidden="true">
        <svg viewBox="0 0 40 30" className={styles[bend]}>
          <path d="M0 8h4c10 0 14 14 26 14h10" className={styles.line} />
        </svg>
      </li>
      {states.map((stop, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- stops never change places
        <RoadStop key={`state ${index}`} stop={stop} last={index === states.length - 1} className={styles.step} />
      ))}
    </ol>
  )
}

function RoadStop({ stop, last, className = '' }: { stop: Stop; last: boolean; className?: string | undefined }) {
  const t = useT()
  const current = stop.state === 'now' || stop.state === 'warn'
  return (
    <li className={`${styles.stop} ${styles[stop.state]} ${className}`} aria-current={current ? 'step' : undefined}>
      <svg width="100%" height="16" aria-hidden="true">
        {last ? null : <line x1="5" y1="8" x2="100%" y2="8" className={styles.line} />}
        {current ? <circle cx="6" cy="8" r="6" className={styles.ring} /> : null}
        <circle cx={current ? 6 : 5} cy="8" r={current ? 3 : 4} className={styles.dot} />
      </svg>
      <b>{stop.label}</b>
      <span className="visually-hidden">, {t(`common.road.${stop.state}`)}</span>
      {stop.note ? (
        <span className={styles.note}>
          {stop.note}
          {stop.unit ? <span className={styles.unit}> {stop.unit}</span> : null}
        </span>
      ) : null}
    </li>
  )
}

/** The empty state's drawing: a road with nothing on it yet. */
export function EmptyRoad() {
  return (
    <svg className={styles.empty} width="240" height="72" viewBox="0 0 240 72" aria-hidden="true">
      <path d="M0 52h44c22 0 20-32 44-32h152" className={styles.line} />
      {[100, 128, 156, 184, 212].map((x) => (
        <circle key={x} cx={x} cy="20" r="4" className={styles.dot} />
      ))}
      <circle cx="14" cy="52" r="5" className={styles.start} />
      <circle cx="44" cy="52" r="4" className={styles.dot} />
    </svg>
  )
}
