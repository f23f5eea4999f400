import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { type CarFigures } from '#domain/car-business.ts'
import { type Cents, ZERO, fraction, sum } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import {
  addCost,
  addJob,
  addRule,
  endCost,
  endRule,
  forgetContract,
  forgetPurchase,
  resumeCost,
  resumeRule,
  saveContract,
  savePurchase,
  saveRoadTax,
  saveTitle,
  setCostKind,
  withdrawCost,
  withdrawJob,
} from '#features/fleet/upkeep/commands.server.ts'
import {
  findContract,
  findPurchase,
  findTitle,
  listDueWork,
  listEndedRules,
  listFixedCosts,
  listJobs,
} from '#features/fleet/upkeep/queries.server.ts'
import { type UpkeepAct, typedContract, typedTitle, upkeep, upkeepAct } from '#features/fleet/upkeep/schema.ts'
import { beginStay, endStay, resumeStay, withdrawStay } from '#features/fleet/workshop-stays/commands.server.ts'
import { listStays } from '#features/fleet/workshop-stays/queries.server.ts'
import { type StayAct, stayAct } from '#features/fleet/workshop-stays/schema.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { showCars } from '#features/weeks/cars/queries.server.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { missingWords } from '#web/parts/car-business-words.ts'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { Money } from '#web/parts/money.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { SideBySide, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/upkeep.ts'
import { BusinessSection } from './business-section.tsx'
import { driverOptions } from './driver-options.server.ts'
import { StaySection } from './stay-section.tsx'
import {
  ContractSection,
  DueSection,
  FixedSection,
  JobsSection,
  PurchaseSection,
  RoadTaxSection,
  TitleSection,
} from './upkeep-sections.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const car = await getVehicle(params.id)
  const [fleet, jobs, fixed, purchase, contract, due, stopped, title, drivers, stays] = await Promise.all([
    showCars(null, now, { only: car.id }),
    listJobs(car.id),
    listFixedCosts(car.id),
    findPurchase(car.id),
    findContract(car.id),
    listDueWork(car.id, now),
    listEndedRules(car.id),
    findTitle(car, now),
    driverOptions(now, { withFormer: false }),
    listStays(car.id),
  ])
  return {
    id: car.id,
    due,
    stopped,
    title,
    drivers,
    stays,
    status: car.status,
    today: typedMoment(now).day,
    jobs,
    fixed,
    purchase,
    contract,
    business: fleet.cars[0] ?? null,
  }
})

export const action = saves(
  ({ intent }) => `upkeep.${intent}`,
  z.union([upkeepAct, stayAct]).and(opened),
  async (change, { opened: seen, ...act }, { request, params, url }: Route.ActionArgs) => {
    const car = await getVehicle(params.id, change.tx)
    const { id } = car
    const language = languageOf(url.pathname)
    if (act.intent === 'contract')
      refuseIfChanged(upkeep.contract, seen, typedContract(await findContract(id, change.tx)), language)
    if (act.intent === 'purchase')
      refuseIfChanged(upkeep.purchase, seen, (await findPurchase(id, change.tx)) ?? {}, language)
    if (act.intent === 'title')
      refuseIfChanged(upkeep.title, seen, typedTitle(await findTitle(car, change.now, change.tx)), language)
    await carryOutAct(change, id, act)
    return (act.intent === 'title' ? wayBack(request) : null) ?? `/admin/vehicles/${id}/upkeep?done=${act.intent}`
  },
)

function carryOutAct(change: Change, id: string, act: UpkeepAct | StayAct): Promise<void> {
  switch (act.intent) {
    case 'stay':
      return beginStay(change, id, act)
    case 'end-stay':
      return endStay(change, id, act)
    case 'resume-stay':
      return resumeStay(change, id, act)
    case 'withdraw-stay':
      return withdrawStay(change, id, act)
    case 'rule':
      return addRule(change, id, act)
    case 'end-rule':
      return endRule(change, id, act.rule)
    case 'resume-rule':
      return resumeRule(change, id, act.rule)
    case 'resume-cost':
      return resumeCost(change, id, act.cost)
    case 'job':
      return addJob(change, id, act)
    case 'withdraw-job':
      return withdrawJob(change, id, act)
    case 'cost':
      return addCost(change, id, act)
    case 'end-cost':
      return endCost(change, id, act)
    case 'withdraw-cost':
      return withdrawCost(change, id, act)
    case 'cost-kind':
      return setCostKind(change, id, act)
    case 'contract':
      return saveContract(change, id, act)
    case 'forget-contract':
      return forgetContract(change, id)
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

/** What a car leaves each week, its work, its costs, and its title. */
export default function UpkeepScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { business, due, stopped, jobs, fixed, purchase, contract, title, drivers, stays, status, today, id } =
    loaderData
  const done = reply ? null : t.find(`page.upkeep.done.${query.get('done') ?? ''}`)
  const isHired = title !== null && title.title !== 'own' && title.title !== 'driver'
  const weeks = business?.weeks.filter(({ figures }) => figures.days > 0 || figures.income !== 0) ?? []
  return (
    <Page>
      <ContractWay />
      {done === null ? null : <Done>{done}</Done>}
      <SideBySide>
        <Page>
          <Section title={t('page.upkeep.profit.title')}>
            {weeks.length === 0 ? (
              <Words>{t('page.upkeep.profit.none')}</Words>
            ) : (
              <Stack>
                <Words>{t('page.upkeep.profit.text')}</Words>
                <Profit weeks={weeks} />
              </Stack>
            )}
          </Section>
          {business === null || weeks.length === 0 ? null : <BusinessSection car={business} />}
        </Page>
        <Page>
          <DueSection due={due} stopped={stopped} reply={reply} />
          {status === 'sold' ? null : (
            <StaySection stays={stays} isInMaintenance={status === 'maintenance'} today={today} reply={reply} />
          )}
          <JobsSection
            id={id}
            jobs={jobs}
            due={due}
            stay={stays.find(({ until }) => until === null)}
            today={today}
            reply={reply}
          />
          <FixedSection fixed={fixed} today={today} reply={reply} />
          {isHired || contract !== null ? <ContractSection contract={contract} reply={reply} /> : null}
          {title?.title === 'driver' ? null : <PurchaseSection purchase={purchase} reply={reply} />}
          <TitleSection title={title} drivers={drivers} reply={reply} />
          {title?.firstRegisteredOn ? <RoadTaxSection title={title} reply={reply} /> : null}
          <Words look="small">{t('page.upkeep.papers')}</Words>
        </Page>
      </SideBySide>
    </Page>
  )
}

type CarWeek = { week: Week; figures: CarFigures }

const COLUMNS = ['brought', 'fixed', 'work', 'value', 'profit'] as const
type Part = (typeof COLUMNS)[number]

/** A week of a car in the columns of its table; unknown costs are named above the table, and in no column. */
function inColumns({ income, costs, left }: CarFigures): Record<Part, Cents> {
  const known = (names: readonly (keyof CarFigures['costs'])[]) => sum(names.map((name) => costs[name] ?? ZERO))
  return {
    brought: income,
    fixed: known(['finance', 'insurance', 'tax', 'other']),
    work: known(['work', 'damages']),
    value: known(['value']),
    profit: left,
  }
}

function Profit({ weeks }: { weeks: readonly CarWeek[] }) {
  const t = useT()
  const rows = weeks.map(({ week, figures }) => ({ week, ...inColumns(figures) }))
  // The loss in value has a column only if somebody entered the purchase price.
  const parts = rows.some(({ value }) => value !== 0) ? COLUMNS : COLUMNS.filter((part) => part !== 'value')
  const total = (part: Part) => sum(rows.map((week) => week[part]))
  const average = (part: Part) => fraction(total(part), 1, rows.length)
  const missing = [...new Set(weeks.flatMap(({ figures }) => figures.missing))]
  return (
    <>
      <Figures boxed>
        <Figure name={t('page.upkeep.profit.breakEven')} note={t('page.upkeep.profit.breakEvenNote')}>
          <Money cents={fraction(sum(weeks.map(({ figures }) => figures.cost)), 1, rows.length)} />
        </Figure>
        <Figure name={t('page.upkeep.profit.average')}>
          <Money cents={average('brought')} />
        </Figure>
        <Figure name={t('page.upkeep.profit.left')}>
          <Money cents={average('profit')} owed />
        </Figure>
      </Figures>
      {missing.length === 0 ? null : (
        <Words look="warn">{t('page.upkeep.profit.lacks', { what: missingWords(missing, t) })}</Words>
      )}
      <Table
        caption={t('page.upkeep.profit.caption')}
        rows={rows.toReversed()}
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

type Row = { week: Week } & Record<Part, Cents>

function profitColumns(parts: readonly Part[], t: Translator): Column<Row>[] {
  return [
    { head: t('page.upkeep.profit.columns.week'), cell: ({ week }) => formatWeekNumber(week, t.language) },
    ...parts.map((part) => ({
      head: t(`page.upkeep.profit.columns.${part}`),
      number: true,
      first: part === 'profit',
      cell: (week: Row) => <Money cents={week[part]} look="bare" />,
    })),
  ]
}
