import { accidentState } from '#domain/accident.ts'
import { driversApart } from '#domain/driver.ts'
import { listAccidentsOfCar, listWithdrawnAccidents } from '#features/fleet/accidents/queries.server.ts'
import { INSPECTION_KINDS } from '#domain/inspection.ts'
import { listReportsOfCar } from '#features/fleet/damage-reports/queries.server.ts'
import { listDamagesOfCar } from '#features/fleet/damages/queries.server.ts'
import type { DamageView } from '#features/fleet/damages/schema.ts'
import { listInspections } from '#features/fleet/inspections/queries.server.ts'
import { listTicketsOfCar } from '#features/support/tickets/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { CarDrawing } from '#web/parts/car-drawing.tsx'
import { DamageState, damageTitle } from '#web/parts/damage-parts.tsx'
import { OutboxState } from '#web/parts/outbox-state.tsx'
import { ReportItems } from '#web/parts/report-parts.tsx'
import { TicketItems } from '#web/parts/ticket-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Page, Words } from '#web/ui/layout.tsx'
import type { Route } from './+types/inspections.ts'
import { AccidentState } from './accident-state.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const [inspections, damages, accidents, withdrawn, tickets, reports] = await Promise.all([
    listInspections(params.id),
    listDamagesOfCar(params.id),
    listAccidentsOfCar(params.id),
    listWithdrawnAccidents(params.id),
    listTicketsOfCar(params.id, now),
    listReportsOfCar(params.id),
  ])
  return {
    id: params.id,
    inspections: driversApart(inspections, [...inspections, ...damages]),
    damages: driversApart(damages, [...inspections, ...damages]),
    accidents: accidents.map((accident) => ({
      id: accident.id,
      happenedAt: accident.happenedAt,
      place: accident.place,
      state: accidentState(accident),
    })),
    withdrawn: withdrawn.map(({ id, happenedAt, place, reason }) => ({ id, happenedAt, place, reason })),
    tickets,
    reports,
  }
})

/** All hand-overs and inspections of a car, and its damages. */
export default function InspectionsScreen({
  loaderData: { id, inspections, damages, accidents, withdrawn, tickets, reports },
}: Route.ComponentProps) {
  const t = useT()
  const base = `/admin/vehicles/${id}`
  const acts = (
    <Actions>
      {INSPECTION_KINDS.map((kind) => (
        <LinkButton
          key={kind}
          to={kind === 'check' ? `${base}/inspections/new?kind=check` : `${base}/handover?kind=${kind}`}
          kind={kind === 'out' ? 'primary' : 'outlined'}
        >
          {t(`page.inspections.add.${kind}`)}
        </LinkButton>
      ))}
    </Actions>
  )
  const open = damages.filter(({ state }) => state !== 'settled')
  const settled = damages.filter(({ state }) => state === 'settled')
  return (
    <Page>
      <OutboxState />
      <SideBySide>
        <Stack>
          {inspections.length === 0 ? (
            <EmptyState title={t('page.inspections.empty')} action={acts}>
              {t('page.inspections.emptyText')}
            </EmptyState>
          ) : (
            <Section title={t('page.inspections.title')}>
              <Stack>
                <Words>{t('page.inspections.text')}</Words>
                {acts}
                <Items label={t('page.inspections.caption')}>
                  {inspections.map(({ id: inspection, kind, driver, at, kilometres, doubts }) => (
                    <Item
                      key={inspection}
                      title={
                        driver
                          ? t('page.inspections.with', {
                              kind: t(`page.inspections.kinds.${kind}`),
                              driver: driver.name,
                            })
                          : t(`page.inspections.kinds.${kind}`)
                      }
                      to={`${base}/inspections/${inspection}`}
                      aside={formatInstant(at, t.language)}
                    >
                      <Words look="soft">
                        {t('page.inspections.own.kilometres', { count: formatNumber(kilometres, t.language) })}
                      </Words>
                      {doubts.map((doubt) => (
                        <Words key={doubt} look="warn">
                          {t(`page.inspections.one.doubts.${doubt}`)}
                        </Words>
                      ))}
                    </Item>
                  ))}
                </Items>
              </Stack>
            </Section>
          )}
          <Section
            title={t('page.accidents.title')}
            aside={
              <LinkButton to={`${base}/accidents/new`} kind="text">
                {t('page.accidents.add')}
              </LinkButton>
            }
          >
            {accidents.length === 0 ? null : (
              <Items>
                {accidents.map((accident) => (
                  <Item
                    key={accident.id}
                    title={accident.place}
                    to={`${base}/accidents/${accident.id}`}
                    aside={<AccidentState state={accident.state} />}
                  >
                    <Words look="soft">{formatInstant(accident.happenedAt, t.language)}</Words>
                  </Item>
                ))}
              </Items>
            )}
            <Links>
              <Link to="/admin/vehicles/accidents">{t('page.accidents.ofFleet')}</Link>
            </Links>
          </Section>
          {withdrawn.length > 0 ? (
            <Section title={t('page.accidents.restore.list')}>
              <Items>
                {withdrawn.map((accident) => (
                  <Item
                    key={accident.id}
                    title={accident.place}
                    aside={formatInstant(accident.happenedAt, t.language)}
                    acts={
                      <LinkButton
                        to={`${base}/accidents/${accident.id}/restoration`}
                        kind="text"
                        aria-label={t('page.accidents.restore.linkOne', { place: accident.place })}
                      >
                        {t('page.accidents.restore.link')}
                      </LinkButton>
                    }
                  >
                    <Words look="soft">{accident.reason}</Words>
                  </Item>
                ))}
              </Items>
            </Section>
          ) : null}
        </Stack>
        <Stack>
          <Section title={t('page.inspections.damagesTitle')}>
            <Stack>
              <CarDrawing
                label={t('page.inspections.form.drawing')}
                marks={open.map(({ x, y, isNew }, index) => ({ x, y, isNew, label: String(index + 1) }))}
              />
              {open.length > 0 ? (
                <DamageItems base={base} damages={open} />
              ) : (
                <Words>{t('page.inspections.noDamages')}</Words>
              )}
            </Stack>
          </Section>
          {reports.length > 0 ? (
            <Section title={t('page.damageReports.office.title')}>
              <ReportItems
                reports={reports}
                placeOf={(report) => `${base}/reports/${report.id}`}
                label={t('page.damageReports.office.title')}
              />
            </Section>
          ) : null}
          {tickets.length > 0 ? (
            <Section title={t('page.support.office.ofCar')}>
              <TicketItems tickets={tickets} label={t('page.support.office.ofCar')} />
            </Section>
          ) : null}
          {settled.length > 0 ? (
            <Section title={t('page.inspections.damagesSettled')}>
              <DamageItems base={base} damages={settled} />
            </Section>
          ) : null}
        </Stack>
      </SideBySide>
    </Page>
  )
}

function DamageItems({ base, damages }: { base: string; damages: readonly DamageView[] }) {
  const t = useT()
  return (
    <Items ordered>
      {damages.map((damage, index) => (
        <Item
          key={damage.id}
          title={`${index + 1}. ${damageTitle(damage, t)}`}
          to={`${base}/damages/${damage.id}`}
          aside={<DamageState damage={damage} />}
        >
          <Words look="soft">
            {[
              t(`page.inspections.severities.${damage.severity}`),
              formatInstant(damage.foundAt, t.language),
              damage.driver?.name,
              damage.estimate === null ? null : formatMoney(damage.invoice ?? damage.estimate, t.language),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Words>
        </Item>
      ))}
    </Items>
  )
}
