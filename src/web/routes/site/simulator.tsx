import type { ReactNode } from 'react'
import type { FeeCeiling } from '#domain/fee-ceiling.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import {
  type VisitorFigures,
  SIMULATED_REGIMES,
  type SimulatedRegime,
  type SimulatedWeek,
  simulate,
  leftAfterCarCosts,
} from '#domain/simulation.ts'
import type { Cents } from '#domain/money.ts'
import type { Settlement } from '#domain/settlement-types.ts'
import { LONGEST_FIGURE, type Simulation, type SimulatorField } from '#features/settlements/simulator/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { inLanguage } from '#messages/language.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatAmount, formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { formulaOf } from './formula.ts'
import styles from './simulator.module.css'

type Props = { simulation: Simulation; settings: FinancialSettings; path: '/' | '/drivers'; more?: boolean }

/**
 * A form that is sent to its own page, and a statement made by `settle`: no script, and the address holds all values.
 * Each regime is a button of the same form, with the week's result under it.
 */
export function Simulator({ simulation, settings, path, more = false }: Props) {
  const t = useT()
  const { regime, week, visitorFigures } = simulation
  return (
    <form
      id="simulator"
      method="get"
      action={`${inLanguage(path, t.language)}#simulator`}
      className={styles.simulator}
      aria-label={t('page.simulator.title')}
    >
      <div className={styles.fields}>
        <Field name="uber" simulation={simulation} help={t('page.simulator.gross')} />
        <Field name="bolt" simulation={simulation} help={t('page.simulator.gross')} />
        <Field name="fuel" simulation={simulation} />
        <Field name="tolls" simulation={simulation} />
        {more ? (
          <>
            <Field name="tips" simulation={simulation} />
            <Field name="cash" simulation={simulation} />
            <Field name="refunds" simulation={simulation} />
          </>
        ) : null}
        <Field name="platformFee" simulation={simulation} help={<CeilingWords ceiling={simulation.ceiling} />} />
        <Field name="hours" simulation={simulation} />
        {more ? <Field name="ownCar" simulation={simulation} help={t('page.simulator.ownCarHelp')} /> : null}
        <div className={styles.submit}>
          <Button type="submit" kind="primary" name="regime" value={regime}>
            {t('page.simulator.submit')}
          </Button>
        </div>
      </div>
      <div className={styles.result}>
        {week ? <Result week={week} regime={regime} settings={settings} visitorFigures={visitorFigures} /> : <Unread />}
      </div>
    </form>
  )
}

function Field({ name, simulation, help }: { name: SimulatorField; simulation: Simulation; help?: ReactNode }) {
  const t = useT()
  const { values, fieldErrors } = simulation
  return (
    <TextField
      name={name}
      label={t(`page.simulator.fields.${name}`)}
      help={help}
      inputMode="decimal"
      autoComplete="off"
      maxLength={LONGEST_FIGURE}
      reply={{ values, fieldErrors: { [name]: fieldErrors[name] ?? [] }, refusal: null }}
    />
  )
}

/** The share that a platform may keep of a trip, since when, and of which price. */
function CeilingWords({ ceiling: { from, share, of, ofFare } }: { ceiling: FeeCeiling }) {
  const t = useT()
  return t(`page.simulator.feeHelp.${of}`, {
    day: formatDayShort(from, t.language),
    share: formatPercent(share, t.language),
    ofFare: formatPercent(ofFare, t.language),
  })
}

function Unread() {
  return <p role="alert">{useT()('page.simulator.unread')}</p>
}

type ResultProps = {
  week: SimulatedWeek
  regime: SimulatedRegime
  settings: FinancialSettings
  visitorFigures: VisitorFigures
}

function Result({ week, regime, settings, visitorFigures }: ResultProps) {
  const t = useT()
  const settlement = simulate(week, regime, settings)
  // The costs of the own car are deducted before regimes are compared, because the rent of a fleet car covers them.
  const leftOf = (otherRegime: SimulatedRegime) =>
    leftAfterCarCosts(simulate(week, otherRegime, settings).net, otherRegime, visitorFigures)
  return (
    <>
      <fieldset className={styles.regimes} aria-label={t('page.simulator.choose')}>
        {SIMULATED_REGIMES.map((shownRegime) => (
          <button key={shownRegime} name="regime" value={shownRegime} aria-pressed={shownRegime === regime}>
            {t(`page.simulator.regimes.${shownRegime}`)}
            <b className="num">{formatMoney(leftOf(shownRegime).left, t.language)}</b>
          </button>
        ))}
      </fieldset>
      <p className={styles.net}>
        <span>{t(settlement.net < 0 ? 'page.simulator.owed' : 'page.simulator.result')}</span>
        <Amount cents={settlement.net} size="huge" />
        <small>{t('page.simulator.tax')}</small>
      </p>
      <Lines settlement={settlement} />
      <AfterCosts net={settlement.net} regime={regime} visitorFigures={visitorFigures} />
    </>
  )
}

function Lines({ settlement: { lines, net } }: { settlement: Settlement }) {
  const t = useT()
  return (
    <table className={styles.lines}>
      <caption className="visually-hidden">{t('page.simulator.lines')}</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={line.code}>
            <th scope="row">
              {lineLabel({ code: line.code, adjustment: null }, t)}
              <small>{formulaOf(line.steps, t.language)}</small>
            </th>
            <td>{formatAmount(line.amount, t.language)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('page.simulator.sum')}</th>
          <td>{formatMoney(net, t.language)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Figures that no statement has: the costs of the own car, and the income of an hour. */
function AfterCosts({
  net,
  regime,
  visitorFigures,
}: {
  net: Cents
  regime: SimulatedRegime
  visitorFigures: VisitorFigures
}) {
  const t = useT()
  const { left, anHour } = leftAfterCarCosts(net, regime, visitorFigures)
  const paysCar = regime === 'slot' && visitorFigures.ownCar > 0
  if (anHour === null && !paysCar) return null
  return (
    <dl className={styles.outside} aria-label={t('page.simulator.outside')}>
      {paysCar ? (
        <>
          <div>
            <dt>{t('page.simulator.fields.ownCar')}</dt>
            <dd className="num">{formatAmount(-visitorFigures.ownCar, t.language)}</dd>
          </div>
          <div>
            <dt>{t('page.simulator.left')}</dt>
            <dd className="num">{formatMoney(left, t.language)}</dd>
          </div>
        </>
      ) : null}
      {anHour === null ? null : (
        <div>
          <dt>{t('page.simulator.anHour')}</dt>
          <dd className="num">{formatMoney(anHour, t.language)}</dd>
        </div>
      )}
    </dl>
  )
}
