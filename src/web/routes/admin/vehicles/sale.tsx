import { useSearchParams } from 'react-router'
import { undoSale, sellVehicle } from '#features/fleet/sales/commands.server.ts'
import { findSale } from '#features/fleet/sales/queries.server.ts'
import { type SaleView, keptRecord, saleAct, saleRecord } from '#features/fleet/sales/schema.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import type { Reply } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Actions, Form, LateReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { RecordFacts } from '#web/ui/record-facts.tsx'
import type { Route } from './+types/sale.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const car = await getVehicle(params.id)
  const { id, status } = car
  const [sale, assignments] = await Promise.all([findSale(id), listAssignments(id)])
  const held = assignments.find(({ to }) => to === null || Temporal.Instant.compare(to, now) > 0)
  return {
    id,
    car,
    sale,
    isUndated: sale === null && status === 'sold',
    held: held?.driver ?? null,
    today: typedMoment(now).day,
  }
})

export const action = saves(
  ({ intent }) => `sale.${intent}`,
  saleAct,
  async (change, act, { params }: Route.ActionArgs) => {
    if (act.intent === 'record') await sellVehicle(change, params.id, act)
    else await undoSale(change, params.id, act.reason)
    return `/admin/vehicles/${params.id}/sale?done=${act.intent}`
  },
)

/** How a car left the fleet, or the form that says so. */
export default function SaleScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { id, car, sale, isUndated, held, today } = loaderData
  const done = reply ? null : t.find(`page.sales.done.${query.get('done') ?? ''}`)
  return (
    <SideBySide>
      <Section title={t('page.sales.title')}>
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          <LateReply offered={sale ? ['withdraw'] : held === null ? ['record'] : []} />
          {isUndated ? <Notice tone="info">{t('page.sales.undated')}</Notice> : null}
          {sale ? <Gone id={id} sale={sale} reply={reply} /> : null}
          {sale === null && held !== null ? (
            <Notice tone="warn">
              <p>{t('page.sales.held', { driver: held })}</p>
              <p>
                <LinkButton to={`/admin/vehicles/${id}/handover?kind=in`}>{t('page.sales.toReturn')}</LinkButton>
              </p>
            </Notice>
          ) : null}
          {sale === null && held === null ? <Leaves id={id} today={today} /> : null}
        </Stack>
      </Section>
      <Section title={t('page.fleet.vehicle.tabs.record')}>
        <RecordFacts of={vehicleRecord} values={car} />
      </Section>
    </SideBySide>
  )
}

function Leaves({ id, today }: { id: string; today: string }) {
  const t = useT()
  return (
    <Form intent="record" of={saleRecord} values={{ leftOn: today }} above={<Words>{t('page.sales.text')}</Words>}>
      <Actions>
        <SubmitButton>{t('page.sales.submit')}</SubmitButton>
        <LinkButton to={`/admin/vehicles/${id}`} kind="text">
          {t('common.cancel')}
        </LinkButton>
      </Actions>
    </Form>
  )
}

function Gone({ id, sale, reply }: { id: string; sale: SaleView; reply: Reply | undefined }) {
  const t = useT()
  const { way, leftOn, buyer, price, kilometres, file } = sale
  return (
    <>
      <Card>
        <Facts>
          <Fact name={t('page.sales.way')}>{t(`page.sales.ways.${way}`)}</Fact>
          <Fact name={t('page.sales.leftOn')}>{formatDayShort(leftOn, t.language)}</Fact>
          {buyer ? <Fact name={t('page.sales.buyer')}>{buyer}</Fact> : null}
          {price === null ? null : <Fact name={t('page.sales.price')}>{formatMoney(price, t.language)}</Fact>}
          {kilometres === null ? null : (
            <Fact name={t('page.sales.kilometres')}>{formatNumber(kilometres, t.language)}</Fact>
          )}
          {file ? (
            <Fact name={t('page.sales.paper')}>
              <Link to={`/admin/vehicles/${id}/sale/paper`} file>
                {t('page.sales.openPaper')}
              </Link>
            </Fact>
          ) : null}
        </Facts>
      </Card>
      <Disclosure summary={t('page.sales.back')} open={reply !== undefined}>
        <Form intent="withdraw" of={keptRecord} above={<Words>{t('page.sales.backText')}</Words>}>
          <div>
            <SubmitButton kind="outlined">{t('page.sales.backSubmit')}</SubmitButton>
          </div>
        </Form>
      </Disclosure>
    </>
  )
}
