import type { Brand } from '#messages/brand.ts'
import styles from './logo.module.css'

/** The operator's own picture, or the mark of the product beside its name; always 160 wide and 64 high (spec 9). */
export function Logo({ brand: { name, logo } }: { brand: Pick<Brand, 'name' | 'logo'> }) {
  if (logo) return <img src={logo} width="160" height="64" alt="" className={styles.picture} />
  const { lines, size } = wordmark(name)
  return (
    <svg width="160" height="64" viewBox="0 0 160 64" aria-hidden="true" className={styles.logo}>
      <g fill="none" strokeLinecap="round">
        <circle cx="30" cy="32" r="24" stroke="currentColor" strokeWidth="3.5" />
        <path d="M30 37v17.5" stroke="currentColor" strokeWidth="3.5" />
        <path d="M8 32h44" className={styles.road} strokeWidth="1.5" />
      </g>
      <g className={styles.days}>
        {[12.6, 17.8, 23, 37, 42.2, 47.4].map((x) => (
          <circle key={x} cx={x} cy="32" r="2.1" />
        ))}
        <circle cx="30" cy="32" r="4.7" />
      </g>
      {lines.map((line, index) => (
        <text
          key={line}
          x="64"
          y={32 + size * (0.35 + 1.1 * (index - (lines.length - 1) / 2))}
          fontSize={size}
          textLength={line.length * size * 0.6 > ROOM ? ROOM : undefined}
          lengthAdjust="spacingAndGlyphs"
        >
          {line}
        </text>
      ))}
    </svg>
  )
}

/** Width left for the name beside the wheel, out of 160. */
const ROOM = 94

/** The name as large as it fits: on one line, or broken into two nearest its middle. */
function wordmark(name: string): { lines: string[]; size: number } {
  if (name.length <= 8) return { lines: [name], size: 26 }
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index)
  const middle = spaces.toSorted((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0]
  const lines = middle === undefined ? [name] : [name.slice(0, middle), name.slice(middle + 1)]
  const longest = Math.max(...lines.map(({ length }) => length))
  return { lines, size: Math.max(11, Math.min(20, Math.floor(ROOM / (longest * 0.58)))) }
}
