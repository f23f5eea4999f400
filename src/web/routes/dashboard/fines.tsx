import { showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import { listOwnFines } from '#features/fleet/fines/queries.server.ts'
import type { FineView } from '#features/fleet/fines/schema.ts'
import { readPersons } from '#features/fleet/current-drivers/queries.server.ts'
import { listChargesOfFines } from '#features/plans/charges/queries.server.ts'
import type { Charge } from '#features/plans/charges/schema.ts'
import { formatDayShort, formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ownDriver } from '#web/session.server.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/fines.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const fines = await listOwnFines(driver, context.get(requestContext).now)
    const charges = fines.length > 0 ? await listChargesOfFines() : new Map<string, Charge>()
    const personOf = await readPersons()
    const ownCharge = (charge: Charge | undefined) => (charge?.personId === driver ? charge : null)
    return {
      fines: fines.map((fine) => ({
        fine,
        charge: ownCharge(charges.get(fine.id)),
        // The reader was notified of it or charged, but by now it names somebody else.
        isOthers: personOf(fine.driver?.id ?? '') !== driver,
      })),
    }
  })

/** The reader's own fines: what, when and where, and how much is charged. */
export default function OwnFinesScreen({ loaderData: { fines } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.fines.own.title')}
        subtitle={t('page.fines.own.subtitle')}
        back={{ to: '/dashboard/financing', label: t('page.accounts.own.title') }}
      />
      <Page width="narrow">
        {fines.length === 0 ? (
          <EmptyState title={t('page.fines.own.empty')}>{t('page.fines.own.emptyText')}</EmptyState>
        ) : (
          <Items>
            {fines.map(({ fine, charge, isOthers }) => (
              <OwnFine key={fine.id} fine={fine} charge={charge} isOthers={isOthers} />
            ))}
          </Items>
        )}
      </Page>
    </>
  )
}

function OwnFine({ fine, charge, isOthers }: { fine: FineView; charge: Charge | null; isOthers: boolean }) {
  const t = useT()
  const { id, number, committedAt, place, offence, vehicle, amount, state, isRunning, until, notice } = fine
  return (
    <Item
      title={t('page.fines.one', { number: showFineNumber(number) })}
      heading="h2"
      aside={amount === null ? t('page.fines.own.unpriced') : formatMoney(amount, t.language)}
      acts={
        <Links>
          {notice ? (
            <Link to={`/dashboard/fines/${id}/notice`} file>
              {t('page.fines.own.notice')}
            </Link>
          ) : null}
          <Link to={`/dashboard/help/new?about=fine:${id}`}>{t('page.support.ask.link')}</Link>
        </Links>
      }
    >
      <Words>
        {[formatInstant(committedAt, t.language), place, showPlate(vehicle.plate), offence].filter(Boolean).join(' · ')}
      </Words>
      <Words look="soft">
        {charge === null
          ? t(`page.fines.own.${state === 'not-applicable' ? 'over' : 'free'}`)
          : charge.by === 'plan'
            ? t('page.fines.own.planned')
            : t('page.fines.own.charged', { number: weekNumber(charge.week) })}
      </Words>
      {isOthers ? <Words>{t('page.fines.own.others')}</Words> : null}
      {isRunning && !isOthers ? (
        <Words look="small">{t('page.fines.own.wrong', { day: formatDayShort(until, t.language) })}</Words>
      ) : null}
    </Item>
  )
}
