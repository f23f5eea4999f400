import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CarSymbol } from './car.tsx'
import { STATEMENT } from './example-week.ts'
import type { Route } from './+types/home.ts'
import styles from './home.module.css'
import { DriversDrawing, FleetDrawing, WheelDrawing } from './illustrations.tsx'
import { More, Part, Points } from './pieces.tsx'
import { Questions } from './questions.tsx'
import { Simulator } from './simulator.tsx'
import { simulationOf } from './simulation-page.ts'
import { Statement } from './statement.tsx'
import { WeekDays } from './week-days.tsx'

export const loader = ({ url }: Route.LoaderArgs) => simulationOf(url)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function HomeScreen({ loaderData: simulation }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <CarSymbol />
      <section className={styles.hero}>
        <div className={styles.wrap}>
          <div className={styles.words}>
            <h1>{t('page.home.title')}</h1>
            <p className={styles.lead}>{t('page.home.lead')}</p>
            <div className={styles.actions}>
              <LinkButton kind="primary" to="/signup">
                {t('page.home.apply')}
              </LinkButton>
              <More to="/drivers">{t('page.home.terms')}</More>
            </div>
          </div>
          <Statement />
        </div>
      </section>
      <Part tone="alt" title={t('page.home.week.title')} text={t('page.home.week.text')}>
        <WeekDays />
      </Part>
      <Part title={t('page.home.sides.title')} text={t('page.home.sides.text')}>
        <Sides />
      </Part>
      <Part stop={4} title={t('page.simulator.title')} text={t('page.simulator.text')}>
        <Simulator simulation={simulation} path="/" />
        <p className={styles.note}>{t('page.simulator.note')}</p>
      </Part>
      <Part tone="alt" stop={6}>
        <Questions of="home" />
      </Part>
      <Call />
    </>
  )
}

/** Driver and company, beside each other, with the amounts of the example. */
function Sides() {
  const t = useT()
  const language = useLanguage()
  const { net, receipt, cash, costs, earnings, tollsNotRefunded } = STATEMENT
  const money = (cents: number) => formatMoney(cents, language)
  return (
    <>
      <div className={styles.sides}>
        <div className={styles.side}>
          <DriversDrawing />
          <h3>{t('page.home.sides.drivers.title')}</h3>
          <p>{t('page.home.sides.drivers.text')}</p>
          <Figures
            figures={[
              [t('page.home.sides.drivers.receivable'), money(net)],
              [t('page.home.sides.drivers.receipt'), money(receipt)],
              [t('page.home.sides.drivers.cash'), money(cash)],
            ]}
          />
          <Points items={t.list('page.home.sides.drivers.points')} />
          <More to="/drivers">{t('page.home.sides.drivers.more')}</More>
        </div>
        <div className={styles.side}>
          <FleetDrawing />
          <h3>{t('page.home.sides.companies.title')}</h3>
          <p>{t('page.home.sides.companies.text')}</p>
          <Figures
            figures={[
              [t('page.home.sides.companies.fees'), money(-costs.rent - costs.fee)],
              [t('page.home.sides.companies.vat'), money(-earnings.vat)],
              [t('page.home.sides.companies.tolls'), money(tollsNotRefunded)],
            ]}
          />
          <Points items={t.list('page.home.sides.companies.points')} />
          <More to="/contact">{t('page.home.sides.companies.more')}</More>
        </div>
      </div>
      <p className={styles.note}>{t('page.home.sides.example')}</p>
    </>
  )
}

function Figures({ figures }: { figures: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function Call() {
  const t = useT()
  return (
    <section className={styles.call}>
      <WheelDrawing />
      <div className={styles.callWrap}>
        <h2>{t('page.home.call.title')}</h2>
        <p>{t('page.home.call.text')}</p>
        <div className={styles.actions}>
          <Link to="/signup" className={styles.callButton}>
            {t('page.home.apply')}
          </Link>
          <More to="/contact">{t('page.home.call.talk')}</More>
        </div>
      </div>
    </section>
  )
}
