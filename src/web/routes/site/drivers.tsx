import { exampleStatement } from '#domain/example-week.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import { splitOf } from '#domain/money-flow.ts'
import { useT } from '#web/i18n.tsx'
import { SplitOfFares } from '#web/parts/split-of-fares.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import type { Route } from './+types/drivers.ts'
import { Arrangements } from './arrangements.tsx'
import { CarSymbol } from './car.tsx'
import styles from './drivers.module.css'
import { RankDrawing } from './illustrations.tsx'
import { OfferBlock } from './offer-block.tsx'
import { Buttons, Columns, Journey, More, Opening, Part, Points } from './pieces.tsx'
import { Questions } from './questions.tsx'
import { simulationOf } from './simulation-page.ts'
import { Simulator } from './simulator.tsx'
import { termParams } from './usual-terms.ts'

export const loader = ({ url, context }: Route.LoaderArgs) => simulationOf(url, context)

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function DriversScreen({ loaderData: { simulation, terms, offer } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <CarSymbol />
      <Opening title={t('page.drivers.title')} lead={t('page.drivers.lead')} drawing={<RankDrawing />}>
        <p className={styles.actions}>
          <LinkButton kind="primary" to="/signup">
            {t('page.drivers.apply')}
          </LinkButton>
          <More to="/drivers#simulator">{t('page.simulator.title')}</More>
        </p>
      </Opening>
      <Part tone="alt" title={t('page.home.regimes.title')} text={t('page.home.regimes.text')}>
        <Arrangements settings={terms.settings} />
        <Shares settings={terms.settings} />
      </Part>
      <OfferBlock offer={offer} settings={terms.settings} stop={1} />
      <Part tone="alt" stop={2} title={t('page.simulator.title')} text={t('page.simulator.text')}>
        <Simulator simulation={simulation} settings={terms.settings} path="/drivers" more />
        <p className={styles.note}>
          {t('page.simulator.note', termParams(terms.settings, t.language))} {t('page.simulator.share')}
        </p>
      </Part>
      <Part stop={3}>
        <Columns>
          <div>
            <h2>{t('page.drivers.needs.title')}</h2>
            <p>{t('page.drivers.needs.text')}</p>
          </div>
          <div>
            <Points items={t.list('page.drivers.needs.items')} />
            <h3>{t('page.drivers.needs.vehicle')}</h3>
            <Points items={t.list('page.drivers.needs.vehicleItems')} />
          </div>
        </Columns>
      </Part>
      <Part tone="alt" stop={5}>
        <Questions of="drivers" />
      </Part>
      <Part stop={6} title={t('page.drivers.next.title')}>
        <Journey names={t.list('page.drivers.next.steps')} texts={t.list('page.drivers.next.texts')} />
        <Buttons>
          <LinkButton kind="primary" to="/signup">
            {t('page.drivers.apply')}
          </LinkButton>
          <More to="/contact">{t('page.home.call.talk')}</More>
        </Buttons>
      </Part>
    </>
  )
}

/** Who gets how much of the passengers' fares, in the example. */
function Shares({ settings }: { settings: FinancialSettings }) {
  const split = splitOf(exampleStatement(settings).settlement.lines)
  return split ? (
    <div className={styles.split}>
      <SplitOfFares split={split} reader="anybody" />
    </div>
  ) : null
}
