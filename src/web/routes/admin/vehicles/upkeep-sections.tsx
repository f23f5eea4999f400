import { CAR_TITLES } from '#domain/vehicle.ts'
import { lossOf } from '#domain/car-profit.ts'
import { minus } from '#domain/money.ts'
import type { DueWork, FixedCost, Job, Purchase, TitleView } from '#features/fleet/upkeep/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayNumeric } from '#messages/dates.ts'
import { formatAmount, formatMoney, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DateField, FieldRow, FileDrop, MoneyField, type Option, SelectField, TextField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Answered = { reply: Reply | undefined }

const TONES = { calm: 'ok', soon: 'warn', due: 'bad' } as const

/** Work that comes again, and when. */
export function DueSection({ due, reply }: { due: readonly DueWork[] } & Answered) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.due.title')}>
      <Stack>
        <FormReply reply={answered(reply, 'end-rule')} />
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
        <Disclosure summary={t('page.upkeep.due.add')} open={answered(reply, 'rule') !== undefined}>
          <Form intent="rule">
            <TextField
              name="what"
              label={t('page.upkeep.due.what')}
              help={t('page.upkeep.due.whatHelp')}
              maxLength={80}
              required
            />
            <FieldRow>
              <TextField name="everyKm" label={t('page.upkeep.due.everyKm')} inputMode="numeric" />
              <TextField name="everyMonths" label={t('page.upkeep.due.everyMonths')} inputMode="numeric" />
            </FieldRow>
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
    dueOn === null ? null : t('page.upkeep.due.on', { day: formatDayNumeric(dueOn) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

type JobsProps = { id: string; jobs: readonly Job[]; due: readonly DueWork[]; today: string } & Answered

/** What was done, and writing down what was. */
export function JobsSection({ id, jobs, due, today, reply }: JobsProps) {
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
          <Form intent="job" encType="multipart/form-data">
            <FieldRow>
              <TextField name="what" label={t('page.upkeep.due.what')} maxLength={80} required />
              <SelectField
                name="rule"
                label={t('page.upkeep.jobs.rule')}
                empty={t('page.upkeep.jobs.noRule')}
                options={due.map((work) => ({ value: work.id, label: work.what }))}
              />
            </FieldRow>
            <FieldRow>
              <DateField name="on" label={t('page.upkeep.jobs.on')} defaultValue={today} max={today} required />
              <TextField name="kilometres" label={t('page.upkeep.jobs.kilometres')} inputMode="numeric" />
            </FieldRow>
            <FieldRow>
              <MoneyField name="cost" label={t('page.upkeep.jobs.cost')} />
              <TextField name="workshop" label={t('page.upkeep.jobs.workshop')} maxLength={80} />
            </FieldRow>
            <FileDrop name="paper" label={t('page.upkeep.jobs.columns.paper')} multiple={false} />
            <div>
              <SubmitButton>{t('page.upkeep.jobs.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
        {jobs.length > 0 ? (
          <Disclosure summary={t('page.upkeep.jobs.withdraw')} open={answered(reply, 'withdraw-job') !== undefined}>
            <Form intent="withdraw-job">
              <SelectField
                name="job"
                label={t('page.upkeep.jobs.which')}
                options={jobs.map((one) => ({ value: one.id, label: `${one.what}, ${formatDayNumeric(one.on)}` }))}
                required
              />
              <TextField name="reason" label={t('page.upkeep.jobs.reason')} maxLength={200} required />
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
    { head: t('page.upkeep.jobs.columns.on'), cell: ({ on }) => formatDayNumeric(on) },
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
      cell: ({ id: job, file }) =>
        file ? (
          <Link to={`/admin/vehicles/${id}/upkeep/${job}/paper`} file>
            {t('page.upkeep.jobs.paper')}
          </Link>
        ) : (
          ''
        ),
    },
  ]
}

/** What is paid every month. */
export function FixedSection({ fixed, today, reply }: { fixed: readonly FixedCost[]; today: string } & Answered) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.costs.title')}>
      <Stack>
        {fixed.length === 0 ? <Words>{t('page.upkeep.costs.empty')}</Words> : null}
        <Items>
          {fixed.map((cost) => (
            <Item
              key={cost.id}
              title={cost.what}
              acts={
                cost.until === null ? (
                  <Form intent="end-cost" inline>
                    <input type="hidden" name="cost" value={cost.id} />
                    <DateField name="until" label={t('page.upkeep.costs.end')} defaultValue={today} required />
                    <SubmitButton kind="text">{t('page.upkeep.costs.endSubmit')}</SubmitButton>
                  </Form>
                ) : null
              }
            >
              <Words look="soft">
                {[
                  t('page.upkeep.costs.monthly', {
                    amount: formatMoney(cost.monthly, t.language),
                    day: formatDayNumeric(cost.from),
                  }),
                  cost.until === null ? null : t('page.upkeep.costs.until', { day: formatDayNumeric(cost.until) }),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Words>
            </Item>
          ))}
        </Items>
        <Disclosure summary={t('page.upkeep.costs.add')} open={answered(reply, 'cost') !== undefined}>
          <Form intent="cost">
            <TextField
              name="what"
              label={t('page.upkeep.costs.what')}
              help={t('page.upkeep.costs.whatHelp')}
              maxLength={80}
              required
            />
            <FieldRow>
              <MoneyField name="monthly" label={t('page.upkeep.costs.amount')} required />
              <DateField name="from" label={t('page.upkeep.costs.from')} defaultValue={today} required />
            </FieldRow>
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.costs.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
      </Stack>
    </Section>
  )
}

type PurchaseProps = { purchase: Purchase | null; today: string } & Answered

/** What the car was bought for and what it was or should be sold for: what it loses in value. */
export function PurchaseSection({ purchase, today, reply }: PurchaseProps) {
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
          <Form intent="purchase">
            <FieldRow>
              <DateField
                name="boughtOn"
                label={t('page.upkeep.purchase.boughtOn')}
                defaultValue={purchase?.boughtOn ?? ''}
                max={today}
                required
              />
              <MoneyField
                name="price"
                label={t('page.upkeep.purchase.price')}
                defaultValue={purchase ? formatAmount(purchase.price, t.language) : ''}
                required
              />
            </FieldRow>
            <FieldRow>
              <TextField
                name="years"
                label={t('page.upkeep.purchase.years')}
                inputMode="numeric"
                defaultValue={purchase ? String(purchase.years) : ''}
                required
              />
              <MoneyField
                name="worth"
                label={t('page.upkeep.purchase.worth')}
                help={t('page.upkeep.purchase.worthHelp')}
                defaultValue={purchase ? formatAmount(purchase.worth, t.language) : ''}
              />
            </FieldRow>
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
  const way = { until: formatDayNumeric(until), worth: formatMoney(worth, t.language) }
  return [
    t('page.upkeep.purchase.bought', { day: formatDayNumeric(boughtOn), price: formatMoney(price, t.language) }),
    t(isSold ? 'page.upkeep.purchase.sold' : 'page.upkeep.purchase.planned', way),
    t(`page.upkeep.purchase.${isGain ? 'gained' : isSold ? 'lost' : 'loses'}`, words),
  ].join(' ')
}

type TitleProps = {
  title: (TitleView & { usableUntil: string | null }) | null
  drivers: readonly Option[]
} & Answered

/** By which title the operator has the car; a driver's own is given to nobody else. */
export function TitleSection({ title, drivers, reply }: TitleProps) {
  const t = useT()
  return (
    <Section title={t('page.upkeep.title.title')}>
      <Stack>
        {title === null ? (
          <Words>{t('page.upkeep.title.none')}</Words>
        ) : (
          <Words>
            {[
              t(`page.upkeep.title.titles.${title.title}`),
              title.owner?.name,
              title.slotNumber,
              title.slotSince === null ? null : formatDayNumeric(title.slotSince),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Words>
        )}
        {title?.usableUntil ? (
          <Words look="soft">{t('page.upkeep.title.usableUntil', { day: formatDayNumeric(title.usableUntil) })}</Words>
        ) : null}
        <Disclosure summary={t('page.upkeep.title.change')} open={answered(reply, 'title') !== undefined}>
          <Form intent="title">
            <FieldRow>
              <SelectField
                name="title"
                label={t('page.upkeep.title.field')}
                options={CAR_TITLES.map((value) => ({ value, label: t(`page.upkeep.title.titles.${value}`) }))}
                defaultValue={title?.title ?? 'own'}
                required
              />
              <SelectField
                name="ownerId"
                label={t('page.upkeep.title.owner')}
                help={t('page.upkeep.title.ownerHelp')}
                empty={t('page.upkeep.title.noOwner')}
                options={drivers}
                defaultValue={title?.owner?.id ?? ''}
              />
            </FieldRow>
            <FieldRow>
              <TextField
                name="slotNumber"
                label={t('page.upkeep.title.slotNumber')}
                maxLength={40}
                defaultValue={title?.slotNumber ?? ''}
              />
              <DateField
                name="slotSince"
                label={t('page.upkeep.title.slotSince')}
                defaultValue={title?.slotSince ?? ''}
              />
            </FieldRow>
            <DateField
              name="firstRegisteredOn"
              label={t('page.upkeep.title.firstRegisteredOn')}
              defaultValue={title?.firstRegisteredOn ?? ''}
            />
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.title.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
      </Stack>
    </Section>
  )
}

/** When road tax is due next, by the rule of that year. */
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
              day: formatDayNumeric(next.on),
            })}
          </Words>
        )}
        <Words look="soft">{t('page.upkeep.roadTax.rule')}</Words>
        {next === null ? null : <Words look="soft">{t('page.upkeep.roadTax.follow')}</Words>}
        <Disclosure summary={t('page.upkeep.roadTax.change')} open={answered(reply, 'road-tax') !== undefined}>
          <Form intent="road-tax">
            <MoneyField
              name="yearly"
              label={t('page.upkeep.roadTax.yearly')}
              defaultValue={roadTax === null ? '' : formatAmount(roadTax, t.language)}
              required
            />
            <div>
              <SubmitButton kind="outlined">{t('page.upkeep.title.submit')}</SubmitButton>
            </div>
          </Form>
        </Disclosure>
      </Stack>
    </Section>
  )
}
