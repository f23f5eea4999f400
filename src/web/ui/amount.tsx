import { formatAmount } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import styles from './amount.module.css'

/** An amount to be read from afar: what a week pays. What the driver owes is red, has its minus, and the word. */
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
  return (
    <span className={[styles.amount, styles[size], owed ? styles.owed : ''].join(' ')}>
      {owed ? <i>{t('common.money.owed')} </i> : null}
      {language === 'en' ? <small>€</small> : null}
      {formatAmount(cents, language)}
      {language === 'pt' ? <small>&nbsp;€</small> : null}
    </span>
  )
}
