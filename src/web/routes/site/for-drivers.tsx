import { rememberedOffer } from '#features/company/offer/queries.server.ts'
import { rememberedTerms } from '#features/settlements/simulator/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CarSymbol } from './car.tsx'
import type { Route } from './+types/for-drivers.ts'
import styles from './drivers.module.css'
import { KeysDrawing } from './illustrations.tsx'
import { JobPosting, OfferBlock } from './offer-block.tsx'
import { Buttons, Columns, Journey, More, Opening, Part, Points } from './pieces.tsx'
import { Questions } from './questions.tsx'

export const loader = async ({ url, context }: Route.LoaderArgs) => {
  const { now } = context.get(requestContext)
  const today = now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
  const [{ settings }, offer] = await Promise.all([
    rememberedTerms(now),
    rememberedOffer(languageOf(url.pathname), today),
  ])
  return { settings, offer }
}

/** The operator's offer to drivers. */
export default function ForDriversScreen({ loaderData: { settings, offer } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <CarSymbol />
      <Opening title={t('page.forDrivers.title')} lead={t('page.forDrivers.lead')} drawing={<KeysDrawing />}>
        <p className={styles.actions}>
          <LinkButton kind="primary" to="/signup">
            {t('page.forDrivers.apply')}
          </LinkButton>
          <More to="/drivers">{t('page.forDrivers.terms')}</More>
        </p>
      </Opening>
      <Part tone="alt" title={t('page.forDrivers.work.title')}>
        <Journey names={t.list('page.forDrivers.work.names')} texts={t.list('page.forDrivers.work.texts')} />
      </Part>
      <OfferBlock offer={offer} settings={settings} stop={2} />
      <Part tone="alt" stop={3}>
        <Columns>
          <div>
            <h2>{t('page.forDrivers.phone.title')}</h2>
            <p>{t('page.forDrivers.phone.text')}</p>
          </div>
          <Points items={t.list('page.forDrivers.phone.points')} />
        </Columns>
      </Part>
      <Part stop={5}>
        <Questions of="forDrivers" params={{ hours: settings.disputeHours, days: settings.departureDays }} />
      </Part>
      <Part tone="alt" stop={6} title={t('page.forDrivers.call.title')} text={t('page.forDrivers.call.text')}>
        <Buttons>
          <LinkButton kind="primary" to="/signup">
            {t('page.forDrivers.apply')}
          </LinkButton>
          <More to="/contact">{t('page.home.call.talk')}</More>
        </Buttons>
      </Part>
      <JobPosting offer={offer} />
    </>
  )
}
