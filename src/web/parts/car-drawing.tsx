/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a drawing is no file of a picture */
import styles from './car-drawing.module.css'

export type Mark = { x: number; y: number; isNew: boolean; label: string }

/** Height of the drawing, which is 1,000 wide; places on it are thousandths of each side. */
const HIGH = 500

/** A car seen from above, front on the left, with its damages marked; the words beside it say the same. */
export function CarDrawing({ marks, label, onPick }: DrawingProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- drawn here; the list of parts beside it does the same by keys
    <svg
      className={styles.car}
      viewBox={`0 0 1000 ${HIGH}`}
      role="img"
      aria-label={label}
      {...(onPick
        ? {
            onClick: ({ currentTarget, clientX, clientY }) => {
              const { left, top, width, height } = currentTarget.getBoundingClientRect()
              onPick(toThousandths((clientX - left) / width), toThousandths((clientY - top) / height))
            },
          }
        : {})}
    >
      <g className={styles.body}>
        {[150, 760].flatMap((x) =>
          [40, 410].map((y) => <rect key={x + y} x={x} y={y} width="90" height="50" rx="12" />),
        )}
        <path d="M70 120 Q90 70 180 66 L820 66 Q930 70 950 130 L958 250 L950 370 Q930 430 820 434 L180 434 Q90 430 70 380 L52 250 Z" />
        <path d="M300 110 Q340 90 380 96 L380 404 Q340 410 300 390 Q270 250 300 110 Z" />
        <path d="M690 100 Q730 96 760 120 Q780 250 760 380 Q730 404 690 400 Z" />
        <path d="M400 96 L670 96 M400 404 L670 404 M535 66 L535 98 M535 402 L535 434" />
      </g>
      {[...Map.groupBy(marks, ({ x, y }) => `${x} ${y}`).values()].map((together) => (
        <Spot key={together[0]?.label} marks={together} />
      ))}
    </svg>
  )
}

/** Half the height of a mark, and how much wider it is for each further damage at its point. */
const RADIUS = 20
const FURTHER = 36

/** A point of the car with the numbers of all damages there: none of them lies under another. */
function Spot({ marks }: { marks: readonly Mark[] }) {
  const [first] = marks
  if (!first) return null
  const width = 2 * RADIUS + FURTHER * (marks.length - 1)
  const x = Math.min(Math.max(first.x, width / 2), 1_000 - width / 2)
  const y = (first.y * HIGH) / 1_000
  return (
    <g className={marks.some(({ isNew }) => isNew) ? styles.fresh : styles.known}>
      <rect x={x - width / 2} y={y - RADIUS} width={width} height={2 * RADIUS} rx={RADIUS} />
      <text x={x} y={y + 8} textAnchor="middle">
        {marks.map(({ label }) => label).join(', ')}
      </text>
    </g>
  )
}

type DrawingProps = { marks: readonly Mark[]; label: string; onPick?: (x: number, y: number) => void }

function toThousandths(part: number): number {
  return Math.round(Math.min(Math.max(part, 0), 1) * 1_000)
}
