import { useSearchParams } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { contestDamage } from '#features/fleet/damages/commands.server.ts'
import { listOwnReports } from '#features/fleet/damage-reports/queries.server.ts'
import { listOwnDamages } from '#features/fleet/damages/queries.server.ts'
import { type DamageView, contestRecord } from '#features/fleet/damages/schema.ts'
import { listOwnInspections } from '#features/fleet/inspections/queries.server.ts'
import { readPersons } from '#features/fleet/current-drivers/queries.server.ts'
import { listChargesOfDamages } from '#features/plans/charges/queries.server.ts'
import type { Charge } from '#features/plans/charges/schema.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DamageState, damageTitle } from '#web/parts/damage-parts.tsx'
import { ReportItems } from '#web/parts/report-parts.tsx'
import type { Reply } from '#web/reply.ts'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/inspections.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const [inspections, damages, reports] = await Promise.all([
      listOwnInspections(driver),
      listOwnDamages(driver),
      listOwnReports(driver),
    ])
    const charges = damages.length > 0 ? await listChargesOfDamages() : new Map<string, Charge>()
    const personOf = await readPersons()
    const ownCharge = (charge: Charge | undefined) => (charge?.personId === driver ? charge : null)
    return {
      inspections,
      reports,
      damages: damages.map((damage) => ({
        damage,
        charge: ownCharge(charges.get(damage.id)),
        isOthers: personOf(damage.driver?.id ?? '') !== driver,
      })),
    }
  })

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'damage.contest', contestRecord.input, async ({ damage, words }, change) => {
    await contestDamage(change, ownDriver(context), damage, words)
    return sameLanguage(request, '/dashboard/inspections?done=contested')
  })

/** The cars that the reader took and gave back, and the charges proposed for damages, which can be contested. */
export default function OwnInspectionsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { inspections, damages, reports } = loaderData
  return (
    <>
      <PageHead
        title={t('page.inspections.own.title')}
        subtitle={t('page.inspections.own.subtitle')}
        back={{ to: '/dashboard', label: t('common.menu.driver.dashboard') }}
        actions={
          <LinkButton to="/dashboard/damage-reports/new" kind="primary">
            {t('page.damageReports.title')}
          </LinkButton>
        }
      />
      <Page width="narrow">
        {query.get('done') === 'contested' && !actionData ? <Done>{t('page.inspections.own.done')}</Done> : null}
        {reports.length > 0 ? (
          <Section title={t('page.damageReports.own.title')}>
            <ReportItems
              reports={reports}
              placeOf={({ id }) => `/dashboard/damage-reports/${id}`}
              label={t('page.damageReports.own.title')}
            />
          </Section>
        ) : null}
        {damages.length > 0 ? (
          <Section title={t('page.inspections.own.damages')}>
            <Items>
              {damages.map((damage) => (
                <OwnDamage key={damage.damage.id} {...damage} reply={actionData} />
              ))}
            </Items>
          </Section>
        ) : null}
        {inspections.length === 0 ? (
          <EmptyState title={t('page.inspections.own.empty')}>{t('page.inspections.own.emptyText')}</EmptyState>
        ) : (
          <Section title={t('page.inspections.title')}>
            <Items>
              {inspections.map(({ id, kind, vehicle, at, kilometres, photos }) => (
                <Item
                  key={id}
                  title={`${t(`page.inspections.kinds.${kind}`)}: ${showPlate(vehicle.plate)}`}
                  aside={formatInstant(at, t.language)}
                >
                  <Words look="soft">
                    {t('page.inspections.own.kilometres', { count: formatNumber(kilometres, t.language) })}
                  </Words>
                  <Links>
                    <Link to={`/dashboard/inspections/${id}/pdf`} file>
                      {t('page.inspections.paper.open')}
                    </Link>
                    <Link to={`/dashboard/help/new?about=car:${vehicle.id}`}>{t('page.support.ask.link')}</Link>
                  </Links>
                  {photos.some(({ missing }) => missing === null) ? (
                    <>
                      <Words look="soft">{t('page.inspections.one.photosFirst')}</Words>
                      <Links>
                        {photos
                          .filter(({ missing }) => missing === null)
                          .map(({ side }) => (
                            <Link key={side} to={`/dashboard/inspections/${id}/photos/${side}`} file>
                              {t(`page.inspections.sides.${side}`)}
                            </Link>
                          ))}
                      </Links>
                    </>
                  ) : null}
                </Item>
              ))}
            </Items>
          </Section>
        )}
      </Page>
    </>
  )
}

/**
 * The amount that a driver is asked for: the proposed one, because no more can be charged even if the repair cost more.
 * A driver who pays for a damage that is proposed to somebody else by now reads their own charge.
 */
export function askedOf({ estimate }: Pick<DamageView, 'estimate'>, othersCharge: Pick<Charge, 'amount'> | null) {
  return othersCharge?.amount ?? estimate
}

type OwnDamageProps = { damage: DamageView; charge: Charge | null; isOthers: boolean; reply: Reply | undefined }

function OwnDamage({ damage, charge, isOthers, reply: given }: OwnDamageProps) {
  const t = useT()
  const reply = given?.values['damage'] === damage.id ? given : undefined
  const { id, vehicle, state, contestedWords, answer, settledReason, estimatePaper } = damage
  const asked = askedOf(damage, isOthers ? charge : null)
  return (
    <Item
      title={`${showPlate(vehicle.plate)}, ${damageTitle(damage, t)}`}
      aside={asked === null ? null : formatMoney(asked, t.language)}
      under={
        state === 'proposed' && answer === '' && !isOthers ? (
          <Form of={contestRecord} reply={reply} data-outbox>
            <input type="hidden" name="damage" value={id} />
            <div>
              <SubmitButton kind="outlined">{t('page.inspections.own.contest')}</SubmitButton>
            </div>
          </Form>
        ) : (
          // The office acted meanwhile.
          <FormReply reply={reply} />
        )
      }
    >
      <Stack>
        {isOthers ? <Words>{t('page.inspections.own.others')}</Words> : <DamageState damage={damage} />}
        {charge === null ? null : (
          <Words look="soft">
            {charge.by === 'plan'
              ? t('page.inspections.own.planned')
              : t('page.inspections.own.charged', { number: weekNumber(charge.week) })}
          </Words>
        )}
        {contestedWords && !isOthers ? (
          <Words>{t('page.inspections.own.contested', { words: contestedWords })}</Words>
        ) : null}
        {answer && !isOthers ? <Words>{t('page.inspections.own.answer', { answer })}</Words> : null}
        {settledReason ? <Words>{t('page.inspections.own.settled', { reason: settledReason })}</Words> : null}
        <Links>
          <Link to={`/dashboard/help/new?about=damage:${id}`}>{t('page.support.ask.link')}</Link>
        </Links>
        {damage.hasPhoto ? (
          <Link to={`/dashboard/damages/${id}/photo`} file>
            {t('page.inspections.own.photo')}
          </Link>
        ) : null}
        {estimatePaper && !isOthers ? (
          <Link to={`/dashboard/damages/${id}/estimate`} file>
            {t('page.inspections.own.estimate')}
          </Link>
        ) : null}
      </Stack>
    </Item>
  )
}
