import { useSearchParams } from 'react-router'
import { breakEven, profitOf } from '#domain/car-profit.ts'
import { fraction, sum } from '#domain/money.ts'
import type { Change } from '#features/audit/commands.server.ts'
import {
  addCost,
  addJob,
  addRule,
  endCost,
  endRule,
  forgetPurchase,
  savePurchase,
  saveRoadTax,
  saveTitle,
  withdrawJob,
} from '#features/fleet/upkeep/commands.server.ts'
import { costsOf, findTitle, listDueWork } from '#features/fleet/upkeep/queries.server.ts'
import { type UpkeepAct, upkeepAct } from '#features/fleet/upkeep/schema.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { listWeeksOfCar } from '#features/weeks/cars/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Beside, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/upkeep.ts'
import { driverOptions } from './driver-options.server.ts'
import {
  DueSection,
  FixedSection,
  JobsSection,
  PurchaseSection,
  RoadTaxSection,
  TitleSection,
} from './upkeep-sections.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const car = await getVehicle(params.id)
  const [weeks, costs, due, title, drivers] = await Promise.all([
    listWeeksOfCar(car.id),
    costsOf(car.id),
    listDueWork(car.id, now),
    findTitle(car, now),
    driverOptions(now, { withFormer: false }),
  ])
  const profit = profitOf(weeks, costs)
  return {
    id: car.id,
    due,
    title,
    drivers,
    today: typedMoment(now).day,
    jobs: costs.jobs,
    fixed: costs.fixed,
    purchase: costs.purchase,
    profit,
    breakEven: breakEven(profit),
  }
})

export const action = saves(
  ({ intent }) => `upkeep.${intent}`,
  upkeepAct,
  async (change, act, { params }: Route.ActionArgs) => {
    const { id } = await getVehicle(params.id, change.tx)
    await carry(change, id, act)
    return `/admin/vehicles/${id}/upkeep?done=${act.intent}`
  },
)

function carry(change: Change, id: string, act: UpkeepAct): Promise<void> {
  switch (act.intent) {
    case 'rule':
      return addRule(change, id, act)
    case 'end-rule':
      return endRule(change, id, act.rule)
    case 'job':
      return addJob(change, id, act)
    case 'withdraw-job':
      return withdrawJob(change, id, act)
    case 'cost':
      return addCost(change, id, act)
    case 'end-cost':
      return endCost(change, id, act)
    case 'title':
      return saveTitle(change, id, act)
    case 'purchase':
      return savePurchase(change, id, act)
    case 'forget-purchase':
      return forgetPurchase(change, id)
    case 'road-tax':
      return saveRoadTax(change, id, act)
  }
}

/** What a car leaves each week, what is to be done to it, what it costs, and whose it is. */
export default function UpkeepScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { profit, breakEven: needed, due, jobs, fixed, purchase, title, drivers, today, id } = loaderData
  const done = reply ? null : t.find(`page.upkeep.done.${query.get('done') ?? ''}`)
  return (
    <Page>
      {done === null ? null : <Done>{done}</Done>}
      <Beside>
        <Section title={t('page.upkeep.profit.title')}>
          {needed === null ? (
            <Words>{t('page.upkeep.profit.none')}</Words>
          ) : (
            <Stack>
              <Words>{t('page.upkeep.profit.text')}</Words>
              <Profit profit={profit} needed={needed} />
            </Stack>
          )}
        </Section>
        <Page>
          <DueSection due={due} reply={reply} />
          <JobsSection id={id} jobs={jobs} due={due} today={today} reply={reply} />
          <FixedSection fixed={fixed} today={today} reply={reply} />
          {title?.title === 'driver' ? null : <PurchaseSection purchase={purchase} reply={reply} />}
          <TitleSection title={title} drivers={drivers} reply={reply} />
          {title?.firstRegisteredOn ? <RoadTaxSection title={title} reply={reply} /> : null}
          <Words look="small">{t('page.upkeep.papers')}</Words>
        </Page>
      </Beside>
    </Page>
  )
}

type Profited = ReturnType<typeof profitOf>

function Profit({ profit, needed }: { profit: Profited; needed: NonNullable<ReturnType<typeof breakEven>> }) {
  const t = useT()
  const parts = partsOf(profit)
  const total = (part: Part) => sum(profit.map((week) => week[part]))
  return (
    <>
      <Figures boxed>
        <Figure name={t('page.upkeep.profit.breakEven')} note={t('page.upkeep.profit.breakEvenNote')}>
          <Money cents={needed} />
        </Figure>
        <Figure name={t('page.upkeep.profit.average')}>
          <Money cents={fraction(total('brought'), 1, profit.length)} />
        </Figure>
        <Figure name={t('page.upkeep.profit.left')}>
          <Money cents={fraction(total('profit'), 1, profit.length)} />
        </Figure>
      </Figures>
      <Table
        caption={t('page.upkeep.profit.caption')}
        rows={profit.toReversed()}
        rowKey={({ week }) => week}
        columns={profitColumns(parts, t)}
        foot={[
          t('page.upkeep.profit.sum'),
          ...parts.map((part) => <Money key={part} cents={total(part)} look="bare" />),
        ]}
      />
    </>
  )
}

type Part = Exclude<keyof Profited[number], 'week'>

/** What a car lost in value is a column where somebody said what it was bought for. */
function partsOf(profit: Profited): readonly Part[] {
  const parts = ['brought', 'fixed', 'work', 'value', 'profit'] as const
  return profit.some(({ value }) => value !== 0) ? parts : parts.filter((part) => part !== 'value')
}

function profitColumns(parts: readonly Part[], t: Translator): Column<Profited[number]>[] {
  return [
    { head: t('page.upkeep.profit.columns.week'), cell: ({ week }) => formatWeekNumber(week, t.language) },
    ...parts.map((part) => ({
      head: t(`page.upkeep.profit.columns.${part}`),
      number: true,
      first: part === 'profit',
      cell: (week: Profited[number]) => <Money cents={week[part]} look="bare" />,
    })),
  ]
}
