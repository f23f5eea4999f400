import styles from './qr-picture.module.css'

/** Four modules of white around it, as the standard asks, in the dark design too. */
const QUIET = 4

/** A QR code, its dark squares row by row. The text beside it says where it leads. */
export function QrPicture({ rows, label }: { rows: readonly (readonly boolean[])[]; label: string }) {
  const size = rows.length + 2 * QUIET
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
    .join('')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: there is no file an img could show
    <svg viewBox={`0 0 ${size} ${size}`} className={styles.picture} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
