import { exampleUnder } from '#domain/example-week.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { LineCode, Settlement } from '#domain/settlement-types.ts'
import { SIMULATED_REGIMES, type SimulatedRegime } from '#domain/simulation.ts'
import { formatAmount } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import styles from './arrangements.module.css'
import { Car } from './car.tsx'
import { termParams } from './usual-terms.ts'

/** The rows of the table, with the statement's lines that each one sums. */
const ROWS = [
  { row: 'earnings', codes: ['income.uber', 'income.bolt'] },
  { row: 'vat', codes: ['vat.trips'] },
  { row: 'fee', codes: ['fee.fixed', 'fee.percent', 'fee.split'] },
  { row: 'rent', codes: ['vehicle.rent'] },
  { row: 'fuel', codes: ['energy.fuel'] },
  { row: 'tolls', codes: ['tolls'] },
] as const satisfies readonly { row: string; codes: readonly LineCode[] }[]

/** The same trips under three arrangements, line by line. */
export function Arrangements({ settings }: { settings: FinancialSettings }) {
  const t = useT()
  const language = useLanguage()
  const arrangements = SIMULATED_REGIMES.map((id) => ({ id, settlement: exampleUnder(id, settings) }))
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('page.home.regimes.line')}</span>
            </th>
            {arrangements.map(({ id }) => (
              <th key={id} scope="col" className={styles[id]}>
                <Drawing id={id} />
                <span className={styles.name}>{t(`page.home.regimes.${id}.title`)}</span>
                <span className={styles.text}>{t(`page.home.regimes.${id}.text`, termParams(settings, language))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ row, codes }) => (
            <tr key={row}>
              <th scope="row">{t(`page.home.regimes.rows.${row}`)}</th>
              {arrangements.map(({ id, settlement }) => {
                const amount = amountOf(settlement, codes)
                return (
                  <td key={id}>
                    <b>{amount === 0 ? '–' : formatAmount(amount, language)}</b>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('page.home.regimes.rows.sum')}</th>
            {arrangements.map(({ id, settlement }) => (
              <td key={id}>
                <b>
                  {language === 'en' ? <small className={styles.before}>€</small> : null}
                  {formatAmount(settlement.net, language)}
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

function amountOf({ lines }: Settlement, codes: readonly LineCode[]): number {
  return lines.filter(({ code }) => codes.includes(code)).reduce((sum, { amount }) => sum + amount, 0)
}

/** A car in the colour of its owner: the driver's green, the fleet's ink, or half of each. */
function Drawing({ id }: { id: SimulatedRegime }) {
  if (id !== 'percentage') return <Car className={styles.car} />
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
