import type { DayStop, DayTrip } from '#features/positions/schema.ts'
import styles from './day-picture.module.css'

/** Width of the drawing, in its own units. */
const WIDE = 320
const EDGE = 12
/** The most points of a line: a phone can't show more of them. */
const MAX_POINTS = 400

type Place = { lat: number; lon: number }

/** Trips and stops of a day as a drawing: north is up, and a kilometre has the same length in both directions. */
export function DayPicture({ trips, stops, label }: Props) {
  const lines = trips.map(({ path }) => thinPath(path))
  const places = [...lines.flat(), ...stops]
  const [first] = places
  if (first === undefined) return null
  const squeeze = Math.cos((first.lat * Math.PI) / 180)
  const at = ({ lat, lon }: Place) => ({ x: lon * squeeze, y: -lat })
  const points = places.map(at)
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))]
  const wide = Math.max(...points.map(({ x }) => x)) - left
  const high = Math.max(...points.map(({ y }) => y)) - top
  const scale = (WIDE - 2 * EDGE) / Math.max(wide, high, 0.002)
  const tall = Math.max(high * scale, 60) + 2 * EDGE
  const place = (point: Place) => {
    const { x, y } = at(point)
    return { x: round((x - left) * scale + EDGE), y: round((y - top) * scale + EDGE) }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: there is no file an img could show
    <svg viewBox={`0 0 ${WIDE} ${Math.ceil(tall)}`} className={styles.picture} role="img" aria-label={label}>
      {lines.map((line, index) => (
        <path
          key={trips[index]?.from}
          className={styles.trip}
          d={line
            .map(place)
            .map(({ x, y }, step) => `${step === 0 ? 'M' : 'L'}${x} ${y}`)
            .join('')}
        />
      ))}
      {stops.map((stop) => {
        const { x, y } = place(stop)
        return <circle key={stop.from} className={styles.stop} cx={x} cy={y} r={4} />
      })}
    </svg>
  )
}
type Props = { trips: readonly DayTrip[]; stops: readonly DayStop[]; label: string }

const round = (number: number) => Math.round(number * 10) / 10

/** Every nth point of a line, and its last one. */
function thinPath(path: readonly Place[]): Place[] {
  const each = Math.ceil(path.length / MAX_POINTS)
  return path.filter((_, index) => index % each === 0 || index === path.length - 1)
}
