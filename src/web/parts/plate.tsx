import styles from './plate.module.css'

/** A number plate as it stands on the car: `AB-12-CD`. Takes it with or without hyphens. */
export function Plate({ plate }: { plate: string }) {
  const bare = plate.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()
  const words = bare.length === 6 ? (bare.match(/../g) ?? []).join('-') : plate.toUpperCase()
  return <span className={styles.plate}>{words}</span>
}
