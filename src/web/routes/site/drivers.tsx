import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Arrangements } from './arrangements.tsx'
import { CarSymbol } from './car.tsx'
import { Buttons, Columns, Journey, More, Opening, Part, Points } from './pieces.tsx'

export default function DriversScreen() {
  const t = useT()
  return (
    <>
      <CarSymbol />
      <Opening title={t('page.drivers.title')} lead={t('page.drivers.lead')} />
      <Part tone="alt" title={t('page.home.regimes.title')} text={t('page.home.regimes.text')}>
        <Arrangements />
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
      <Part tone="alt" title={t('page.drivers.next.title')}>
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
