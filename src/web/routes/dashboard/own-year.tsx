import { useSearchParams } from 'react-router'
import { LAWS, type LawId } from '#domain/law.ts'
import { lawFigureIn } from '#domain/own-year.ts'
import { findOwnDependence } from '#features/accounting/dependence/queries.server.ts'
import { withdrawExpense } from '#features/accounting/own-expenses/commands.server.ts'
import { type OwnExpense, withdrawalInput } from '#features/accounting/own-expenses/schema.ts'
import { getOwnYear, readYear } from '#features/accounting/own-years/queries.server.ts'
import type { OwnYear, YearLimit, YearQuarter } from '#features/accounting/own-years/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { lawPlace } from '#messages/law-words.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { answered } from '#web/reply.ts'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/own-year.ts'

const PAGE = '/dashboard/payslips/own-year'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const year = readYear(url.searchParams.get('year'), now)
    const until = Temporal.PlainDate.from({ year, month: 12, day: 31 })
    const [view, dependence] = await Promise.all([
      getOwnYear(driver, year, now),
      findOwnDependence(driver, { year, until }),
    ])
    return { view, share: dependence?.share ?? null }
  })

/** Withdraws an expense, or restores it. */
export const action = ({ request, context }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `own-expense.${intent}`,
    withdrawalInput,
    async (said, change) => {
      const { spentOn } = await withdrawExpense(change, ownDriver(context), said)
      const done = said.intent === 'withdraw' ? 'withdrawn' : 'restored'
      return sameLanguage(request, `${PAGE}?year=${spentOn.slice(0, 4)}&done=${done}#expenses`)
    },
  )

const DONE = ['added', 'withdrawn', 'restored'] as const

/** A driver's year as their own accountant needs it: information with its source, never advice. */
export default function OwnYearScreen({ loaderData: { view, share }, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  const { year, years, total, entries, spent } = view
  const running = view.quarters.find(({ isOpen }) => isOpen)
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/payslips', label: t('page.ownYear.back') }}
        title={t('page.ownYear.title', { year })}
        subtitle={t('page.ownYear.subtitle')}
      />
      <Stack>
        {done ? <Done>{t(`page.ownYear.expenses.done.${done}`)}</Done> : null}
        <FormReply reply={answered(actionData, 'withdraw') ?? answered(actionData, 'restore')} />
        {years.length > 1 ? (
          <Links>
            {years.map((tabYear) => (
              <Link key={tabYear} to={`${PAGE}?year=${tabYear}`} aria-current={tabYear === year ? 'page' : undefined}>
                {tabYear}
              </Link>
            ))}
          </Links>
        ) : null}
        <Figures boxed>
          <Figure name={t('page.ownYear.income')}>
            <Money cents={total.base} />
          </Figure>
          <Figure name={t('page.ownYear.vat')}>
            <Money cents={total.vat} />
          </Figure>
          <Figure name={t('page.ownYear.withheld')}>
            <Money cents={total.withheld} />
          </Figure>
          <Figure
            name={t('page.ownYear.spent')}
            note={spent.withoutVat > 0 ? t('page.ownYear.spentWithoutVat', { count: spent.withoutVat }) : null}
          >
            <Money cents={spent.amount} />
          </Figure>
        </Figures>
        {running ? (
          <Notice tone="info">
            {t('page.ownYear.quarters.now', {
              quarter: running.quarter,
              day: formatDayShort(running.declaration.to, t.language),
            })}
          </Notice>
        ) : null}
        {entries.length === 0 ? <Words>{t('page.ownYear.employee')}</Words> : null}
        <Words look="soft">{t('page.ownYear.seen')}</Words>
        {total.byStatement > 0 ? (
          <Words look="soft">{t('page.ownYear.byStatement', { count: total.byStatement })}</Words>
        ) : null}
        <Words>{t('page.ownYear.never')}</Words>
        <SideBySide>
          <Stack>
            <Quarters view={view} />
            <Expenses view={view} />
          </Stack>
          <Stack>
            <Files year={year} />
            <Card flush>
              <Limits view={view} />
              <IncomeTax view={view} />
              {share === null ? null : <Dependence share={share} />}
            </Card>
          </Stack>
        </SideBySide>
      </Stack>
    </>
  )
}

/** The law behind the figures, and when somebody last checked it. */
function Source({ laws }: { laws: readonly LawId[] }) {
  const t = useT()
  const cited = [...Map.groupBy(new Set(laws), (id) => LAWS[id].act).values()].map((ids) =>
    ids.map((id) => lawPlace(id, t)).join('; '),
  )
  const [oldest] = laws.toSorted((a, b) => (LAWS[a].readOn < LAWS[b].readOn ? -1 : 1))
  return (
    <Words look="small">
      {cited.join(' · ')}.{' '}
      {oldest === undefined ? null : t('page.law.read', { read: formatDayShort(LAWS[oldest].readOn, t.language) })}
    </Words>
  )
}

function Files({ year }: { year: number }) {
  const t = useT()
  return (
    <Card title={t('page.ownYear.files')}>
      <Stack>
        <Words>{t('page.ownYear.filesText')}</Words>
        <Links>
          {(['pdf', 'xlsx', 'csv'] as const).map((format) => (
            <LinkButton key={format} to={`${PAGE}/files/${format}?year=${year}`} kind="text" icon="download" file>
              {t(`page.ownYear.formats.${format}`)}
            </LinkButton>
          ))}
        </Links>
      </Stack>
    </Card>
  )
}

function Quarters({ view: { year, quarters } }: { view: OwnYear }) {
  const t = useT()
  const laws = [
    lawFigureIn('serviceShare', year),
    lawFigureIn('contributionRate', year),
    lawFigureIn('leastContribution', year),
    lawFigureIn('chosenMargin', year),
  ] as const
  const [part, rate, least, margin] = laws
  const known = laws.flatMap((found) => found?.law ?? [])
  const [first] = quarters.filter(({ social }) => social !== null).slice(-1)
  const money = (amount: number) => formatMoney(amount, t.language)
  return (
    <Card title={t('page.ownYear.quarters.title')}>
      <Stack>
        <Table
          caption={t('page.ownYear.quarters.caption')}
          rows={quarters}
          rowKey={({ quarter }) => String(quarter)}
          columns={quarterColumns(t)}
        />
        {first ? (
          <Words>
            {t('page.ownYear.quarters.one', { quarter: first.quarter })}:{' '}
            {t('page.ownYear.quarters.pay', {
              from: formatDayShort(first.declaration.paidFrom, t.language),
              to: formatDayShort(first.declaration.paidTo, t.language),
            })}
          </Words>
        ) : null}
        <Disclosure level="line" summary={t('page.ownYear.quarters.how')}>
          <Stack>
            {part && rate ? (
              <Words>
                {t('page.ownYear.quarters.text', {
                  part: formatPercent(part.value, t.language),
                  rate: formatPercent(rate.value, t.language),
                })}
              </Words>
            ) : null}
            {least ? <Words>{t('page.ownYear.quarters.least', { least: money(least.value) })}</Words> : null}
            {margin ? (
              <Words>{t('page.ownYear.quarters.exempt', { margin: formatPercent(margin.value, t.language) })}</Words>
            ) : null}
            <Source laws={[...known, 'quarter-declared', 'quarter-paid']} />
          </Stack>
        </Disclosure>
      </Stack>
    </Card>
  )
}

function quarterColumns(t: Translator): Column<YearQuarter>[] {
  return [
    { head: t('page.ownYear.quarters.quarter'), cell: (row) => <QuarterName row={row} /> },
    {
      head: t('page.ownYear.quarters.base'),
      number: true,
      first: true,
      // Without any document of a quarter, nobody knows what was earned.
      cell: ({ base, receipts, byStatement }) =>
        receipts + byStatement === 0 ? '–' : <Money cents={base} look="bare" />,
    },
    {
      head: t('page.ownYear.quarters.relevant'),
      number: true,
      cell: ({ social }) => (social ? <Money cents={social.relevant} look="bare" /> : null),
    },
    {
      head: t('page.ownYear.quarters.monthly'),
      number: true,
      cell: ({ social }) => (social ? <Money cents={social.monthly} look="bare" /> : null),
    },
  ]
}

/** The name of a quarter, the deadline of its declaration, and why it has no figures. */
function QuarterName({ row: { quarter, declaration, social, isOver } }: { row: YearQuarter }) {
  const t = useT()
  const unknown = isOver ? t('page.ownYear.quarters.unknown') : t('page.ownYear.quarters.running')
  const until = t('page.ownYear.quarters.declareUntil', { day: formatDayShort(declaration.to, t.language) })
  return (
    <>
      {t('page.ownYear.quarters.one', { quarter })}
      <Words look="small">{social ? until : unknown}</Words>
    </>
  )
}

const LIMIT_TONES = { below: 'ok', near: 'warn', over: 'bad' } as const satisfies Record<YearLimit['state'], string>

/** Folded while every limit is far; open if one is near or passed. */
function Limits({ view: { limits, total } }: { view: OwnYear }) {
  const t = useT()
  const money = (amount: number) => formatMoney(amount, t.language)
  const worst = (['over', 'near', 'below'] as const).find((name) => limits.some(({ state }) => state === name))
  return (
    <Disclosure
      summary={t('page.ownYear.limitsTitle')}
      aside={worst ? <LimitState state={worst} /> : null}
      open={worst === 'over' || worst === 'near'}
    >
      <Stack>
        {limits.length === 0 ? (
          <Words>{t('page.ownYear.limitUnknown')}</Words>
        ) : (
          <Items>
            {limits.map(({ name, limit, state }) => (
              <Item key={name} title={t(`page.ownYear.limits.${name}`)} aside={<LimitState state={state} />}>
                <Words>{t('page.ownYear.limitLine', { income: money(total.base), limit: money(limit) })}</Words>
                {state === 'below' ? null : <Words look="warn">{t(`page.ownYear.after.${name}`)}</Words>}
              </Item>
            ))}
          </Items>
        )}
        {limits.length > 0 ? <Source laws={limits.map(({ law }) => law)} /> : null}
      </Stack>
    </Disclosure>
  )
}

function LimitState({ state }: Pick<YearLimit, 'state'>) {
  const t = useT()
  return <State tone={LIMIT_TONES[state]}>{t(`page.ownYear.limitStates.${state}`)}</State>
}

function IncomeTax({ view: { simplified } }: { view: OwnYear }) {
  const t = useT()
  return (
    <Disclosure summary={t('page.ownYear.irs.title')}>
      {simplified.length === 0 ? (
        <Words>{t('page.ownYear.irs.unknown')}</Words>
      ) : (
        <Stack>
          <Words>{t('page.ownYear.irs.text')}</Words>
          <Facts>
            {simplified.map(({ coefficient, income, law }) => (
              <Fact
                key={law}
                name={t('page.ownYear.coefficient', { coefficient: formatPercent(coefficient, t.language) })}
              >
                <Money cents={income} />
              </Fact>
            ))}
          </Facts>
          <Words>{t('page.ownYear.irs.which')}</Words>
          <Source laws={simplified.map(({ law }) => law)} />
        </Stack>
      )}
    </Disclosure>
  )
}

function Dependence({ share }: { share: number }) {
  const t = useT()
  return (
    <Disclosure summary={t('page.ownYear.dependence.title')} aside={formatPercent(share, t.language)}>
      <Stack>
        <Words>{t('page.ownYear.dependence.line', { share: formatPercent(share, t.language) })}</Words>
        <Links>
          <Link to="/dashboard/payslips/other-income">{t('page.ownYear.dependence.link')}</Link>
        </Links>
        <Words look="small">{t('page.ownYear.settingSource')}</Words>
      </Stack>
    </Disclosure>
  )
}

function Expenses({ view: { expenses } }: { view: OwnYear }) {
  const t = useT()
  const counted = expenses.filter(({ isWithdrawn }) => !isWithdrawn)
  const gone = expenses.filter(({ isWithdrawn }) => isWithdrawn)
  return (
    <div id="expenses">
      <Card title={t('page.ownYear.expenses.title')}>
        <Stack>
          <Words>{t('page.ownYear.expenses.text')}</Words>
          <Actions>
            <LinkButton to={`${PAGE}/expenses/new`} kind="outlined">
              {t('page.ownYear.expenses.add')}
            </LinkButton>
          </Actions>
          {counted.length === 0 ? <Words look="soft">{t('page.ownYear.expenses.empty')}</Words> : null}
          <ExpenseItems expenses={counted} intent="withdraw" />
          {gone.length > 0 ? (
            <Disclosure level="line" summary={t('page.ownYear.expenses.withdrawn')} aside={String(gone.length)}>
              <ExpenseItems expenses={gone} intent="restore" />
            </Disclosure>
          ) : null}
        </Stack>
      </Card>
    </div>
  )
}

function ExpenseItems({ expenses, intent }: { expenses: readonly OwnExpense[]; intent: 'withdraw' | 'restore' }) {
  const t = useT()
  if (expenses.length === 0) return null
  return (
    <Items actionsInline>
      {expenses.map(({ id, spentOn, kind, amount, vat, note, fileName }) => (
        <Item
          key={id}
          title={t(`page.ownYear.expenses.kinds.${kind}`)}
          aside={<Money cents={amount} />}
          acts={
            <Form inline action={PAGE} data-outbox>
              <input type="hidden" name="intent" value={intent} />
              <input type="hidden" name="expense" value={id} />
              <SubmitButton kind="text">
                {t(`page.ownYear.expenses.${intent}`)}
                <span className="visually-hidden">
                  : {t(`page.ownYear.expenses.kinds.${kind}`)}, {formatDayShort(spentOn, t.language)}
                </span>
              </SubmitButton>
            </Form>
          }
        >
          <Words look="small">
            {[
              formatDayShort(spentOn, t.language),
              vat === null ? '' : t('page.ownYear.expenses.vatOf', { vat: formatMoney(vat, t.language) }),
              note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Words>
          {fileName ? (
            <p>
              <Link to={`${PAGE}/expenses/${id}/file`} file>
                {t('page.ownYear.expenses.paper', { name: fileName })}
              </Link>
            </p>
          ) : null}
        </Item>
      ))}
    </Items>
  )
}
