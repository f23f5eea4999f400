import type { Change } from '#domain/settlement-types.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './changes.module.css'

/** Each line of an earlier week with the amount it was issued with and its amount now: "Uber 303,64 → 313,64". */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const t = useT()
  return (
    <ul className={styles.changes}>
      {changes.map(({ code, from, to }) => (
        <li key={code}>
          {t(`page.payLines.${code}`)} <span>{formatMoney(from, t.language)}</span>
          <Icon name="arrow" small label="→" />
          <b>{formatMoney(to, t.language)}</b>
        </li>
      ))}
    </ul>
  )
}
