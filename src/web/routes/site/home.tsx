import { exampleShortWeek, exampleStatement } from '#domain/example-week.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import { dayName } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import type { LineCode } from '#domain/settlement-types.ts'
import { total } from '#domain/settlement-lines.ts'
import type { PublicTerms } from '#features/settlements/simulator/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CarSymbol } from './car.tsx'
import type { Route } from './+types/home.ts'
import styles from './home.module.css'
import { DriversDrawing, FleetDrawing, WheelDrawing } from './illustrations.tsx'
import { Figures, More, Part, Points } from './pieces.tsx'
import { Questions } from './questions.tsx'
import { Simulator } from './simulator.tsx'
import { simulationOf } from './simulation-page.ts'
import { Statement } from './statement.tsx'
import { termParams } from './usual-terms.ts'
import { WeekDays } from './week-days.tsx'

export const loader = ({ url, context }: Route.LoaderArgs) => simulationOf(url, context)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function HomeScreen({ loaderData: { simulation, terms } }: Route.ComponentProps) {
  const t = useT()
  const { settings, lastWeek } = terms
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
            <p className={styles.facts}>
              {t('page.home.facts', {
                ...termParams(settings, t.language),
                day: dayName(settings.payDay, t.language),
              })}
            </p>
          </div>
          <Statement settings={settings} week={lastWeek} />
        </div>
      </section>
      <Part tone="alt" title={t('page.home.week.title')} text={t('page.home.week.text')}>
        <WeekDays disputeHours={settings.disputeHours} payDay={settings.payDay} />
      </Part>
      <Part title={t('page.home.sides.title')} text={t('page.home.sides.text')}>
        <Sides settings={settings} />
      </Part>
      <Part stop={4} title={t('page.simulator.title')} text={t('page.simulator.text')}>
        <Simulator simulation={simulation} settings={settings} path="/" />
        <p className={styles.note}>{t('page.simulator.note', termParams(settings, t.language))}</p>
      </Part>
      <Part tone="alt" stop={6}>
        <Questions of="home" params={answerParams(terms, t)} />
      </Part>
      <Call />
    </>
  )
}

/** What the driver and what the company does, side by side, with the amounts of the example. */
function Sides({ settings }: { settings: FinancialSettings }) {
  const t = useT()
  const language = useLanguage()
  const { settlement, cash, tolls } = exampleStatement(settings)
  const amount = (...codes: LineCode[]) => total(settlement.lines.filter(({ code }) => codes.includes(code)))
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
              [t('page.home.sides.drivers.receivable'), money(settlement.net)],
              [t('page.home.sides.drivers.receipt'), money(settlement.receiptValue)],
              [t('page.home.sides.drivers.cash'), money(cash)],
            ]}
          />
          <Points items={t.list('page.home.sides.drivers.points')} />
          <More to="/para/motoristas">{t('page.home.sides.drivers.more')}</More>
        </div>
        <div className={styles.side}>
          <FleetDrawing />
          <h3>{t('page.home.sides.companies.title')}</h3>
          <p>{t('page.home.sides.companies.text')}</p>
          <Figures
            figures={[
              [t('page.home.sides.companies.fees'), money(-amount('vehicle.rent', 'fee.percent'))],
              [t('page.home.sides.companies.vat'), money(-amount('vat.trips'))],
              [t('page.home.sides.companies.tolls'), money(tolls.charged - tolls.refunded)],
            ]}
          />
          <Points items={t.list('page.home.sides.companies.points')} />
          <More to="/para/empresas">{t('page.home.sides.companies.more')}</More>
        </div>
      </div>
      <p className={styles.note}>{t('page.home.sides.example')}</p>
    </>
  )
}

/** Parameters of the answers about a week that ends below zero, and about the time to dispute a line. */
function answerParams({ settings }: PublicTerms, t: Translator) {
  const { lines, net, payable, carriedOver } = exampleShortWeek(settings)
  const income = total(lines, ['A'])
  const money = (cents: number) => formatMoney(cents, t.language)
  const params = {
    income: money(income),
    out: money(income - net),
    payable: money(payable),
    carried: money(-carriedOver),
  }
  return { hours: settings.disputeHours, example: net < 0 ? t('page.home.questions.example', params) : '' }
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
