import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import styles from './amount.module.css'

/** A large amount: what a week pays. A debt of the driver is red, with a minus and a word for it. */
export function Amount({
  cents,
  size = 'regular',
  plain = false,
}: {
  cents: number
  size?: 'regular' | 'big' | 'huge'
  plain?: boolean
}) {
  const language = useLanguage()
  const t = useT()
  const owed = cents < 0 && !plain
  // English has the minus before the €, Portuguese a space, which is drawn as small as the €.
  const [before, sign, after] = formatMoney(cents, language).split(/(\u00A0?€)/)
  return (
    <span className={[styles.amount, styles[size], owed ? styles.owed : ''].join(' ')}>
      {owed ? <i>{t('common.money.owed')} </i> : null}
      {before}
      <small>{sign}</small>
      {after}
    </span>
  )
}
