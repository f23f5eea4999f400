import { formatAmount } from '#messages/numbers.ts'
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
  return (
    <span className={[styles.amount, styles[size], owed ? styles.owed : ''].join(' ')}>
      {owed ? <i>{t('common.money.owed')} </i> : null}
      {language === 'en' ? <small>€</small> : null}
      {formatAmount(cents, language)}
      {language === 'pt' ? <small>&nbsp;€</small> : null}
    </span>
  )
}
