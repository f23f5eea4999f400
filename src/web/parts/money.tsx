import type { Cents } from '#domain/money.ts'
import { formatAmount, formatDifference, formatMoney } from '#messages/numbers.ts'
import { useLanguage } from '#web/i18n.tsx'
import styles from './money.module.css'

type Props = {
  cents: Cents
  /** `bare`: without the currency, in a column whose head has it. `signed`: also with a plus before gains. */
  look?: 'full' | 'bare' | 'signed'
  /** A debt of the driver is red; an ordinary deduction has the colour of text. */
  owed?: boolean
  /**
   * In a list: a phone draws the row without the head that names the currency, so the amount shows it itself. English
   * amounts of other tables do so too: their currency stands after the minus, where no table can put it.
   */
  inList?: boolean
}

/** An amount in a line of text or a cell, with tabular digits. The large ones are `<Amount>` of `ui/amount.tsx`. */
export function Money({ cents, look = 'full', owed = false, inList = false }: Props) {
  const language = useLanguage()
  const words = { full: formatMoney, bare: formatAmount, signed: formatDifference }[look](cents, language)
  const looks = owed && cents < 0 ? styles.owed : styles.money
  if (!inList && (look === 'full' || language === 'pt')) return <span className={looks}>{words}</span>
  const size = words.search(/\d/)
  return (
    <span className={looks}>
      {language === 'en' ? words.slice(0, size) : words}
      <i className={styles.sign} />
      {language === 'en' ? words.slice(size) : null}
    </span>
  )
}
