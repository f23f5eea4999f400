import { exampleStatement } from '#domain/example-week.ts'
import { total } from '#domain/settlement-lines.ts'
import type { LineCode } from '#domain/settlement-types.ts'
import { rememberedTerms } from '#features/settlements/simulator/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CarSymbol } from './car.tsx'
import type { Route } from './+types/for-companies.ts'
import styles from './drivers.module.css'
import { FleetDrawing } from './illustrations.tsx'
import { Buttons, Columns, Figures, Journey, More, Opening, Part } from './pieces.tsx'
import { Questions } from './questions.tsx'

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { settings } = await rememberedTerms(context.get(requestContext).now)
  return { settings }
}

/** The operator's offer to owners of cars. */
export default function ForCompaniesScreen({ loaderData: { settings } }: Route.ComponentProps) {
  const t = useT()
  const { settlement, tolls } = exampleStatement(settings)
  const amount = (...codes: LineCode[]) => {
    const cents = -total(settlement.lines.filter(({ code }) => codes.includes(code)))
    return formatMoney(cents, t.language)
  }
  return (
    <>
      <CarSymbol />
      <Opening title={t('page.companies.title')} lead={t('page.companies.lead')} drawing={<FleetDrawing />}>
        <p className={styles.actions}>
          <LinkButton kind="primary" to="/contact">
            {t('page.companies.talk')}
          </LinkButton>
        </p>
      </Opening>
      <Part tone="alt" title={t('page.companies.work.title')}>
        <Journey names={t.list('page.companies.work.names')} texts={t.list('page.companies.work.texts')} />
      </Part>
      <Part stop={2}>
        <Columns>
          <div>
            <h2>{t('page.companies.figures.title')}</h2>
            <p>{t('page.companies.figures.text')}</p>
          </div>
          <Figures
            figures={[
              [t('page.companies.figures.fees'), amount('vehicle.rent', 'fee.percent')],
              [t('page.companies.figures.vat'), amount('vat.trips')],
              [t('page.companies.figures.fuel'), amount('energy.fuel')],
              [t('page.companies.figures.tolls'), formatMoney(tolls.charged - tolls.refunded, t.language)],
            ]}
          />
        </Columns>
      </Part>
      <Part tone="alt" stop={4} title={t('page.companies.begin.title')}>
        <Journey names={t.list('page.companies.begin.steps')} texts={t.list('page.companies.begin.texts')} />
      </Part>
      <Part stop={5}>
        <Questions of="companies" />
      </Part>
      <Part tone="alt" stop={6} title={t('page.companies.call.title')} text={t('page.companies.call.text')}>
        <Buttons>
          <LinkButton kind="primary" to="/contact">
            {t('page.companies.talk')}
          </LinkButton>
          <More to="/about">{t('common.nav.about')}</More>
        </Buttons>
      </Part>
    </>
  )
}
