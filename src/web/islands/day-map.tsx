import { useEffect, useRef, useState } from 'react'
import styles from './fleet-map.module.css'
import { type DayTrack, drawingOf } from './map/day-way.ts'
import { MapControls } from './map-controls.tsx'
import type { StreetTiles } from './map/map-style.ts'
import type { DayMapView } from './map/open-day-map.ts'
import type { PageContext } from './page-context.ts'

export type DayMapProps = {
  way: DayTrack
  streets: StreetTiles
  /** The time of each point, on Lisbon's clock. */
  clocks: readonly string[]
  words: {
    title: string
    cannot: string
    zoomIn: string
    zoomOut: string
    all: string
    replay: string
    play: string
    pause: string
    /** Contains `{speed}`. */
    speed: string
    data: string
  }
}

/** Milliseconds from one point to the next while a day is replayed. */
const STEP_MS = 120

/** A car's day on the map, with a replay. Until the map is loaded, and without a script, a plain drawing of the same way. */
export default function DayMap({ way, streets, clocks, words, place }: DayMapProps & PageContext) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<DayMapView>(null)
  const [state, setState] = useState<'waits' | 'ready' | 'cannot'>('waits')
  const [at, setAt] = useState(0)
  const [plays, setPlays] = useState(false)
  const last = way.points.length - 1
  const drawing = drawingOf(way)
  const point = way.points[at]

  useEffect(() => {
    const element = container.current
    if (!place || !element) return
    let isGone = false
    const draw = async () => {
      const { openDayMap } = await import('./map/open-day-map.ts')
      if (!isGone)
        view.current = openDayMap(element, { title: words.title, way, streets, ready: () => setState('ready') })
    }
    draw().catch(() => setState('cannot'))
    return () => {
      isGone = true
      view.current?.close()
    }
  }, [place, way, streets, words.title])

  useEffect(() => view.current?.at(at), [at])

  useEffect(() => {
    if (!plays) return
    const timer = setTimeout(() => (at < last ? setAt(at + 1) : setPlays(false)), STEP_MS)
    return () => clearTimeout(timer)
  }, [plays, at, last])

  return (
    <div className={styles.frame} data-map={state}>
      <div ref={container} className={styles.ground} />
      {state === 'ready' ? null : (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
        <svg className={styles.drawing} viewBox={drawing.viewBox} role="img" aria-label={words.title}>
          {drawing.trips.map((points) => (
            <polyline key={points.slice(0, 40)} points={points} />
          ))}
          {drawing.stops.map(({ x, y }) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={drawing.dot} />
          ))}
        </svg>
      )}
      {state === 'cannot' ? <output className={styles.note}>{words.cannot}</output> : null}
      {state === 'ready' ? <MapControls words={words} icon="car" view={() => view.current} /> : null}
      <div className={styles.foot}>
        {state === 'ready' && point ? (
          <div className={styles.replay}>
            <button
              type="button"
              onClick={() => {
                if (!plays && at === last) setAt(0)
                setPlays(!plays)
              }}
            >
              {plays ? words.pause : words.play}
            </button>
            <input
              type="range"
              aria-label={words.replay}
              aria-valuetext={clocks[at]}
              min={0}
              max={last}
              value={at}
              onChange={({ target }) => {
                setPlays(false)
                setAt(Number(target.value))
              }}
            />
            <output className="num">
              {clocks[at]}
              {point[3] === null ? '' : ` · ${words.speed.replace('{speed}', String(point[3]))}`}
            </output>
          </div>
        ) : null}
        {state === 'ready' ? <small>{words.data}</small> : null}
      </div>
    </div>
  )
}
