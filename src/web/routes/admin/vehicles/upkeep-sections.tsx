import { useSearchParams } from 'react-router'
import { lossOf } from '#domain/car-profit.ts'
import { minus } from '#domain/money.ts'
import {
  type ContractView,
  type DueWork,
  type FixedCost,
  type Job,
  type Purchase,
  type TitleView,
  typedContract,
  typedTitle,
  upkeep,
  costEnd,
} from '#features/fleet/upkeep/schema.ts'
import type { StayView } from '#features/fleet/workshop-stays/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { askedContract } from '#web/parts/asked-contract.ts'
import { SignatureWords } from '#web/parts/paper-signature.tsx'
import { Money } from '#web/parts/money.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { type Option } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Answered = { reply: Reply | undefined }

const TONES = { calm: 'ok', soon: 'warn', due: 'bad' } as const

type DueProps = { due: readonly DueWork[]; stopped: readonly { id: string; what: string }[] } & Answered

/** Recurring work, and when it is due. */
export function DueSection({ due, stopped, reply }: DueProps) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.due.title')}>
      <Stack>
        <FormReply reply={answered(reply, 'end-rule') ?? answered(reply, 'resume-rule')} />
        {due.length === 0 ? <Words>{t('page.upkeep.due.empty')}</Words> : null}
        <Items>
          {due.map((work) => (
            <Item
              key={work.id}
              title={work.what}
              aside={<State tone={TONES[work.state]}>{t(`page.upkeep.due.states.${work.state}`)}</State>}
              acts={
                <Form inline>
                  <input type="hidden" name="intent" value="end-rule" />
                  <input type="hidden" name="rule" value={work.id} />
                  <SubmitButton kind="text">{t('page.upkeep.due.end')}</SubmitButton>
                </Form>
              }
            >
              <Words look="soft">{dueWords(work, t)}</Words>
            </Item>
          ))}
        </Items>
        {stopped.length === 0 ? null : (
          <Disclosure summary={t('page.upkeep.due.stopped')}>
            <Items>
              {stopped.map(({ id, what }) => (
                <Item
                  key={id}
                  title={what}
                  acts={
                    <Form inline>
                      <input type="hidden" name="intent" value="resume-rule" />
                      <input type="hidden" name="rule" value={id} />
                      <SubmitButton kind="text">{t('page.upkeep.due.resume')}</SubmitButton>
                    </Form>
                  }
                />
              ))}
            </Items>
          </Disclosure>
        )}
        <Disclosure summary={t('page.upkeep.due.add')} open={answered(reply, 'rule') !== undefined}>
          <Form intent="rule" of={upkeep.rule}>
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.due.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
      </Stack>
    </Section>
  )
}

function dueWords({ everyKm, everyMonths, dueKm, dueOn }: DueWork, t: Translator): string {
  return [
    everyKm === null ? null : t('page.upkeep.due.every.km', { km: formatNumber(everyKm, t.language) }),
    everyMonths === null ? null : t('page.upkeep.due.every.months', { count: everyMonths }),
    dueKm === null ? null : t('page.upkeep.due.km', { km: formatNumber(dueKm, t.language) }),
    dueOn === null ? null : t('page.upkeep.due.on', { day: formatDayShort(dueOn, t.language) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

type JobsProps = {
  id: string
  jobs: readonly Job[]
  due: readonly DueWork[]
  /** The stay of a car that is in a workshop now: its work most likely belongs to it. */
  stay: Pick<StayView, 'since' | 'workshop'> | undefined
  today: string
} & Answered

/** The work done, and the form to record more. */
export function JobsSection({ id, jobs, due, stay, today, reply }: JobsProps) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.jobs.title')}>
      <Stack>
        <Table
          caption={t('page.upkeep.jobs.caption')}
          rows={jobs}
          rowKey={(job) => job.id}
          columns={jobColumns(id, t)}
          empty={<p>{t('page.upkeep.jobs.empty')}</p>}
        />
        <Disclosure summary={t('page.upkeep.jobs.add')} open={answered(reply, 'job') !== undefined}>
          <Form
            intent="job"
            of={upkeep.job}
            values={{ on: today, inSince: stay?.since ?? null, workshop: stay?.workshop ?? '' }}
            offered={{ rule: due.map((work) => ({ value: work.id, label: work.what })) }}
          >
            <div>
              <SubmitButton>{t('page.upkeep.jobs.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
        {jobs.length > 0 ? (
          <Disclosure summary={t('page.upkeep.jobs.withdraw')} open={answered(reply, 'withdraw-job') !== undefined}>
            <Form
              intent="withdraw-job"
              of={upkeep.withdraw}
              offered={{
                job: jobs.map((job) => ({
                  value: job.id,
                  label: `${job.what}, ${formatDayShort(job.on, t.language)}`,
                })),
              }}
            >
              <div>
                <SubmitButton kind="outlined">{t('page.upkeep.jobs.withdrawSubmit')}</SubmitButton>
              </div>
            </Form>
          </Disclosure>
        ) : null}
      </Stack>
    </Section>
  )
}

function jobColumns(id: string, t: Translator): Column<Job>[] {
  return [
    {
      head: t('page.upkeep.jobs.columns.what'),
      cell: ({ what, workshop }) => [what, workshop].filter(Boolean).join(', '),
    },
    {
      head: t('page.upkeep.jobs.columns.on'),
      cell: ({ inSince, on }) =>
        inSince === null || inSince === on
          ? formatDayShort(on, t.language)
          : t('page.upkeep.jobs.stay', {
              from: formatDayShort(inSince, t.language),
              until: formatDayShort(on, t.language),
            }),
    },
    {
      head: t('page.upkeep.jobs.columns.kilometres'),
      number: true,
      cell: ({ kilometres }) => (kilometres === null ? '–' : formatNumber(kilometres, t.language)),
    },
    {
      head: t('page.upkeep.jobs.columns.cost'),
      number: true,
      first: true,
      cell: ({ cost }) => <Money cents={cost} look="bare" />,
    },
    {
      head: t('page.upkeep.jobs.columns.paper'),
      cell: ({ id: job, file, signature }) =>
        file ? (
          <>
            <Link to={`/admin/vehicles/${id}/upkeep/${job}/paper`} file>
              {t('page.upkeep.jobs.paper')}
            </Link>{' '}
            <SignatureWords signature={signature} />
          </>
        ) : (
          ''
        ),
    },
  ]
}

/** Monthly costs. */
export function FixedSection({ fixed, today, reply }: { fixed: readonly FixedCost[]; today: string } & Answered) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.costs.title')}>
      <Stack>
        <FormReply reply={answered(reply, 'resume-cost')} />
        {fixed.length === 0 ? <Words>{t('page.upkeep.costs.empty')}</Words> : null}
        <Items>
          {fixed.map((cost) => (
            <Item
              key={cost.id}
              title={cost.what}
              aside={cost.kind === 'other' ? null : <small>{t(`page.upkeep.costs.kinds.${cost.kind}`)}</small>}
              acts={
                cost.until === null ? (
                  <Form intent="end-cost" of={costEnd} values={{ until: today }} inline>
                    <input type="hidden" name="cost" value={cost.id} />
                    <SubmitButton kind="text">{t('page.upkeep.costs.endSubmit')}</SubmitButton>
                  </Form>
                ) : (
                  <Form inline>
                    <input type="hidden" name="intent" value="resume-cost" />
                    <input type="hidden" name="cost" value={cost.id} />
                    <SubmitButton kind="text">{t('page.upkeep.costs.resume')}</SubmitButton>
                  </Form>
                )
              }
            >
              <Words look="soft">
                {[
                  t('page.upkeep.costs.monthly', {
                    amount: formatMoney(cost.monthly, t.language),
                    day: formatDayShort(cost.from, t.language),
                  }),
                  cost.until === null
                    ? null
                    : t('page.upkeep.costs.until', { day: formatDayShort(cost.until, t.language) }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Words>
            </Item>
          ))}
        </Items>
        <Disclosure summary={t('page.upkeep.costs.add')} open={answered(reply, 'cost') !== undefined}>
          <Form intent="cost" of={upkeep.cost} values={{ from: today }}>
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.costs.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
        {fixed.length === 0 ? null : (
          <Disclosure summary={t('page.upkeep.costs.change')} open={answered(reply, 'cost-kind') !== undefined}>
            <Form
              intent="cost-kind"
              of={upkeep.costKind}
              offered={{ cost: fixed.map((cost) => ({ value: cost.id, label: cost.what })) }}
            >
              <div>
                <SubmitButton kind="outlined">{t('page.upkeep.costs.changeSubmit')}</SubmitButton>
              </div>
            </Form>
          </Disclosure>
        )}
        {fixed.length === 0 ? null : (
          <Disclosure summary={t('page.upkeep.costs.withdraw')} open={answered(reply, 'withdraw-cost') !== undefined}>
            <Form
              intent="withdraw-cost"
              of={upkeep.withdrawCost}
              offered={{
                cost: fixed.map((cost) => ({
                  value: cost.id,
                  label: `${cost.what}, ${formatMoney(cost.monthly, t.language)}`,
                })),
              }}
              above={<Words look="soft">{t('page.upkeep.costs.withdrawText')}</Words>}
            >
              <div>
                <SubmitButton kind="outlined">{t('page.upkeep.costs.withdrawSubmit')}</SubmitButton>
              </div>
            </Form>
          </Disclosure>
        )}
      </Stack>
    </Section>
  )
}

/** The contract of leasing or renting: its term, its kilometres, and what its instalment includes. */
export function ContractSection({ contract, reply }: { contract: ContractView | null } & Answered) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.contract.title')}>
      <Stack>
        <Words>{contract === null ? t('page.upkeep.contract.none') : contractWords(contract, t)}</Words>
        <Disclosure summary={t('page.upkeep.contract.change')} open={answered(reply, 'contract') !== undefined}>
          <Form intent="contract" of={upkeep.contract} values={typedContract(contract)} version={null}>
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.title.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
        {contract === null ? null : (
          <Form intent="forget-contract" inline>
            <SubmitButton kind="text">{t('page.upkeep.contract.forget')}</SubmitButton>
          </Form>
        )}
      </Stack>
    </Section>
  )
}

function contractWords({ beginsOn, endsOn, limit, beyond, residual, includes }: ContractView, t: Translator): string {
  const km = limit === null ? null : formatNumber(limit, t.language)
  const contained = includes.map((what) => t(`page.upkeep.contract.included.${what}`)).join(', ')
  return [
    t('page.upkeep.contract.runs', {
      from: formatDayShort(beginsOn, t.language),
      until: formatDayShort(endsOn, t.language),
    }),
    km === null
      ? null
      : beyond === null
        ? t('page.upkeep.contract.limitedOnly', { km })
        : t('page.upkeep.contract.limited', { km, amount: formatMoney(beyond, t.language) }),
    residual === null ? null : t('page.upkeep.contract.buys', { amount: formatMoney(residual, t.language) }),
    contained === '' ? null : t('page.upkeep.contract.contains', { what: contained }),
  ]
    .filter(Boolean)
    .join(' ')
}

type PurchaseProps = { purchase: Purchase | null } & Answered

/** The purchase price of the car and its actual or expected sale price, from which its loss in value follows. */
export function PurchaseSection({ purchase, reply }: PurchaseProps) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.purchase.title')}>
      <Stack>
        {purchase === null ? (
          <Words>{t('page.upkeep.purchase.none')}</Words>
        ) : (
          <Words>{purchaseWords(purchase, t)}</Words>
        )}
        <Words look="soft">{t('page.upkeep.purchase.way')}</Words>
        <Disclosure summary={t('page.upkeep.purchase.change')} open={answered(reply, 'purchase') !== undefined}>
          <Form intent="purchase" of={upkeep.purchase} values={purchase ?? {}} version={null}>
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.title.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
        {purchase === null ? null : (
          <Form intent="forget-purchase" inline>
            <SubmitButton kind="text">{t('page.upkeep.purchase.forget')}</SubmitButton>
          </Form>
        )}
      </Stack>
    </Section>
  )
}

function purchaseWords({ counted, isSold }: Purchase, t: Translator): string {
  const { boughtOn, price, until, worth } = counted
  const lost = lossOf(counted)
  const isGain = lost.total < 0
  const words = {
    week: formatMoney(isGain ? minus(lost.week) : lost.week, t.language),
    total: formatMoney(isGain ? minus(lost.total) : lost.total, t.language),
  }
  const facts = { until: formatDayShort(until, t.language), worth: formatMoney(worth, t.language) }
  return [
    t('page.upkeep.purchase.bought', {
      day: formatDayShort(boughtOn, t.language),
      price: formatMoney(price, t.language),
    }),
    t(isSold ? 'page.upkeep.purchase.sold' : 'page.upkeep.purchase.planned', facts),
    t(`page.upkeep.purchase.${isGain ? 'gained' : isSold ? 'lost' : 'loses'}`, words),
  ].join(' ')
}

type TitleProps = {
  title: (TitleView & { usableUntil: string | null }) | null
  drivers: readonly Option[]
} & Answered

/** The title by which the operator has the car; a driver's own car is given to nobody else. */
export function TitleSection({ title, drivers, reply }: TitleProps) {
  const t = useT()
  const [query] = useSearchParams()
  // A contract asks for a fact that is missing or wrong here.
  const isAsked = askedContract(query) !== null
  return (
    <Section title={t('page.upkeep.title.title')} at="title">
      <Stack>
        {title === null ? (
          <Words>{t('page.upkeep.title.none')}</Words>
        ) : (
          <Words>
            {[
              t(`page.upkeep.title.titles.${title.title}`),
              title.owner?.name,
              title.slotNumber,
              title.slotSince === null ? null : formatDayShort(title.slotSince, t.language),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Words>
        )}
        {title?.usableUntil ? (
          <Words look="soft">
            {t('page.upkeep.title.usableUntil', { day: formatDayShort(title.usableUntil, t.language) })}
          </Words>
        ) : null}
        <Disclosure
          summary={t('page.upkeep.title.change')}
          open={answered(reply, 'title') !== undefined || isAsked || !title?.firstRegisteredOn}
        >
          <Form
            intent="title"
            of={upkeep.title}
            values={typedTitle(title)}
            version={null}
            offered={{ ownerId: drivers }}
          >
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.title.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
      </Stack>
    </Section>
  )
}

/** When road tax is next due, by the rules of that year. */
export function RoadTaxSection({ title, reply }: { title: TitleView } & Answered) {
  const t = useT()
  const { roadTax, nextRoadTax: next } = title
  return (
    <Section title={t('page.upkeep.roadTax.title')}>
      <Stack>
        {next === null ? (
          <Words>{t('page.upkeep.roadTax.none')}</Words>
        ) : (
          <Words>
            {t('page.upkeep.roadTax.next', {
              amount: formatMoney(next.amount, t.language),
              day: formatDayShort(next.on, t.language),
            })}
          </Words>
        )}
        <Words look="soft">{t('page.upkeep.roadTax.rule')}</Words>
        {next === null ? null : <Words look="soft">{t('page.upkeep.roadTax.follow')}</Words>}
        <Disclosure summary={t('page.upkeep.roadTax.change')} open={answered(reply, 'road-tax') !== undefined}>
          <Form intent="road-tax" of={upkeep.roadTax} values={{ yearly: roadTax }}>
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.title.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
      </Stack>
    </Section>
  )
}
