import { lastOf } from '#domain/certain.ts'
import styles from './spark.module.css'

type Props = { values: readonly number[]; label: string; tone?: 'done' | 'warn'; width?: number; height?: number }

/** The road as a curve: a figure over the weeks, the last one where one stands now. */
export function Spark({ values, label, tone = 'done', width = 136, height = 32 }: Props) {
  if (values.length < 2) return null
  const low = Math.min(...values)
  const high = Math.max(...values)
  const x = (index: number) => 4 + (index * (width - 10)) / (values.length - 1)
  const y = (value: number) => (high === low ? height / 2 : height - 5 - ((value - low) / (high - low)) * (height - 10))
  const points = values.map((value, index) => ({ x: round(x(index)), y: round(y(value)) }))
  const last = lastOf(points)
  return (
    <svg
      className={styles.spark}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...{ role: 'img', 'aria-label': label }}
    >
      <polyline
        className={styles.done}
        points={points
          .slice(0, tone === 'warn' ? -1 : undefined)
          .map(at)
          .join(' ')}
      />
      {tone === 'warn' ? <polyline className={styles.warn} points={points.slice(-2).map(at).join(' ')} /> : null}
      {points.slice(0, -1).map((point) => (
        <circle key={point.x} className={styles.stop} cx={point.x} cy={point.y} r="1.5" />
      ))}
      <circle className={tone === 'warn' ? styles.hereWarn : styles.here} cx={last.x} cy={last.y} r="4" />
    </svg>
  )
}

function at({ x, y }: { x: number; y: number }): string {
  return `${x},${y}`
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
