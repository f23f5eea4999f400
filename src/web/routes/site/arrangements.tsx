import { formatAmount } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import styles from './arrangements.module.css'
import { Car } from './car.tsx'
import { ARRANGEMENTS } from './example-week.ts'

const ROWS = ['earnings', 'vat', 'fee', 'rent', 'fuel', 'tolls'] as const

/** The same trips under three arrangements, line by line. */
export function Arrangements() {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('page.home.regimes.line')}</span>
            </th>
            {ARRANGEMENTS.map(({ id }) => (
              <th key={id} scope="col" className={styles[id]}>
                <Drawing id={id} />
                <span className={styles.name}>{t(`page.home.regimes.${id}.title`)}</span>
                <span className={styles.text}>{t(`page.home.regimes.${id}.text`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              <th scope="row">{t(`page.home.regimes.rows.${row}`)}</th>
              {ARRANGEMENTS.map((arrangement) => (
                <td key={arrangement.id}>
                  <b>{arrangement[row] === 0 ? '–' : formatAmount(arrangement[row], language)}</b>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('page.home.regimes.rows.sum')}</th>
            {ARRANGEMENTS.map(({ id, sum }) => (
              <td key={id}>
                <b>
                  {language === 'en' ? <small className={styles.before}>€</small> : null}
                  {formatAmount(sum, language)}
                  {language === 'pt' ? <small>&nbsp;€</small> : null}
                </b>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>{t('page.home.regimes.note')}</p>
    </>
  )
}

/** Whose car it is, by colour: the driver's green, the fleet's ink, and half of each. */
function Drawing({ id }: { id: (typeof ARRANGEMENTS)[number]['id'] }) {
  if (id !== 'split') return <Car className={styles.car} />
  return (
    <svg className={styles.car} viewBox="0 0 104 48" width="104" height="48" aria-hidden="true">
      <svg width="51" height="48" viewBox="0 0 51 48" className={styles.half}>
        <use href="#car" width="104" height="48" />
      </svg>
      <svg x="53" width="51" height="48" viewBox="53 0 51 48">
        <use href="#car" width="104" height="48" />
      </svg>
      <path d="M52 0v48" className={styles.fold} />
    </svg>
  )
}
