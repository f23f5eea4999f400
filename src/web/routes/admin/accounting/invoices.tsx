import { useSearchParams } from 'react-router'
import { readMonth } from '#domain/month.ts'
import { getInvoices } from '#features/accounting/invoices/queries.server.ts'
import { INVOICE_COLUMNS, type InvoiceLine, stateOfLines, sumsOfLines } from '#features/accounting/invoices/schema.ts'
import { partyName } from '#messages/invoice-words.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatMonth, formatMonthInside, weekNumber } from '#messages/dates.ts'
import { inLanguage } from '#messages/language.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { useMaySend } from '#web/place-power.ts'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Bullets, Links, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { LINE_TONES, partyNumber } from './invoice-parts.tsx'
import type { Route } from './+types/invoices.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { month, lines, leftOut, inside, missing } = await getInvoices(readMonth(params.month))
  const parties = [...Map.groupBy(lines, ({ party }) => party.slug).values()].flatMap((own) =>
    own[0] === undefined
      ? []
      : [{ party: own[0].party, lines: own.length, state: stateOfLines(own), ...sumsOfLines(own) }],
  )
  return {
    month,
    parties,
    all: sumsOfLines(lines),
    leftOut,
    inside,
    missing,
  }
})

type Loaded = Route.ComponentProps['loaderData']
type PartyRow = Loaded['parties'][number]

/** The lines that the operator has to invoice in a month, by customer: those left, those issued, and those nobody has decided. */
export default function InvoicesScreen({ loaderData }: Route.ComponentProps) {
  const { month, parties, all } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.invoices.done.${query.get('done') ?? ''}`)
  const here = `/admin/accounting/${month}/invoices`
  return (
    <>
      <PageHead
        title={t('page.invoices.title', { month: formatMonthInside(month, t.language) })}
        subtitle={t('page.invoices.subtitle')}
        back={{ to: `/admin/accounting/${month}`, label: formatMonth(month, t.language) }}
        actions={<LinkButton to={`${here}/rules`}>{t('page.invoices.undecided.go')}</LinkButton>}
      />
      <Page>
        {done === null ? null : <Done>{done}</Done>}
        <Missing missing={loaderData.missing} />
        {parties.length === 0 ? (
          <EmptyState title={t('page.invoices.nothing')}>
            <p>{t('page.invoices.nothingText')}</p>
          </EmptyState>
        ) : (
          <>
            <Sums all={all} />
            {all.undecided.count === 0 ? null : (
              <Notice tone="warn" title={t('page.invoices.undecided.title', { count: all.undecided.count })}>
                <p>
                  {t('page.invoices.undecided.text')}{' '}
                  <ActLink to={`${here}/rules`}>{t('page.invoices.undecided.go')}</ActLink>
                </p>
              </Notice>
            )}
            <Table
              caption={t('page.invoices.caption', { month: formatMonthInside(month, t.language) })}
              rows={parties}
              rowKey={({ party }) => party.slug}
              href={({ party }) => `${here}/${party.slug}`}
              columns={columnsOf(t)}
              foot={[
                t('page.invoices.total'),
                ...[all.base, all.vat, all.total].map((amount, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- three cells that stay where they are
                  <Money key={place} cents={amount} look="bare" />
                )),
                <Money key="left" cents={all.left} look="bare" />,
                '',
              ]}
            />
          </>
        )}
        <Besides {...loaderData} />
        <FileOfMonth month={month} />
      </Page>
    </>
  )
}

function Missing({ missing }: Pick<Loaded, 'missing'>) {
  const t = useT()
  if (missing.length === 0) return null
  return (
    <Notice tone="warn" title={t('page.invoices.missing.title')}>
      <Bullets>
        {missing.map(({ week, missing: count }) => (
          <li key={week}>{t('page.invoices.missing.week', { number: weekNumber(week), count })}</li>
        ))}
      </Bullets>
    </Notice>
  )
}

function Sums({ all }: Pick<Loaded, 'all'>) {
  const t = useT()
  const { count, total } = all.undecided
  return (
    <Figures boxed>
      <Figure
        name={t('page.invoices.facts.total')}
        note={t('page.invoices.facts.totalNote', { vat: formatMoney(all.vat, t.language) })}
      >
        <Money cents={all.total} />
      </Figure>
      <Figure name={t('page.invoices.facts.left')}>
        <Money cents={all.left} />
      </Figure>
      {all.credit === 0 ? null : (
        <Figure name={t('page.invoices.facts.credit')}>
          <Money cents={all.credit} />
        </Figure>
      )}
      <Figure name={t('page.invoices.facts.done')}>
        <Money cents={all.issued} />
      </Figure>
      {count === 0 ? null : (
        <Figure name={t('page.invoices.facts.undecided')} note={t('page.invoices.facts.undecidedNote', { count })}>
          <Money cents={total} />
        </Figure>
      )}
    </Figures>
  )
}

/** Amounts that are not in the list, with the reason. */
function Besides({ leftOut, inside }: Pick<Loaded, 'leftOut' | 'inside'>) {
  const t = useT()
  const parts = leftOut.map(({ kind, total }) =>
    t('page.invoices.leftOutPart', {
      kind: t(`page.invoices.kinds.${kind}`).toLowerCase(),
      amount: formatMoney(total, t.language),
    }),
  )
  return (
    <Stack>
      {parts.length === 0 ? null : <Words look="soft">{t('page.invoices.leftOut', { parts: parts.join(', ') })}</Words>}
      {inside === 0 ? null : <Words look="soft">{t('page.invoices.inside', { count: inside })}</Words>}
      <Words look="soft">{t('page.invoices.trips')}</Words>
    </Stack>
  )
}

function FileOfMonth({ month }: Pick<Loaded, 'month'>) {
  const t = useT()
  const full = `/admin/accounting/${month}/invoices/full-numbers`
  const maySeeNumbers = useMaySend(full)
  return (
    <Section title={t('page.invoices.file.title')}>
      <Stack>
        <Words look="soft">
          {t('page.invoices.file.text')} {t('page.invoices.file.nif')}
        </Words>
        <Links>
          {(['csv', 'xlsx'] as const).map((format) => (
            <a
              key={format}
              href={inLanguage(`/admin/accounting/${month}/files/invoices/${format}`, t.language)}
              download
            >
              {t(`page.fileLinks.${format}`)}
            </a>
          ))}
          {maySeeNumbers ? <Link to={full}>{t('page.invoices.file.full')}</Link> : null}
        </Links>
        <Words look="soft">{t('page.invoices.saft')}</Words>
        <Disclosure summary={t('page.invoices.file.columns')}>
          <Table
            caption={t('page.invoices.file.caption')}
            rows={INVOICE_COLUMNS}
            rowKey={(column) => column}
            columns={[
              { head: t('page.invoices.file.name'), cell: (column) => t(`page.invoices.fileColumns.${column}`) },
              {
                head: t('page.invoices.file.about'),
                wraps: true,
                cell: (column) => t(`page.invoices.fileAbout.${column}`),
              },
            ]}
          />
        </Disclosure>
      </Stack>
    </Section>
  )
}

function columnsOf(t: Translator): Column<PartyRow>[] {
  const figure = (head: 'base' | 'vat', of: (row: PartyRow) => InvoiceLine['total']): Column<PartyRow> => ({
    head: t(`page.invoices.columns.${head}`),
    number: true,
    cell: (row) => <Money cents={of(row)} look="bare" />,
  })
  return [
    {
      head: t('page.invoices.columns.party'),
      wraps: true,
      cell: ({ party }) => (
        <>
          {partyName(party, t)} <small>{partyNumber(party, t)}</small>
        </>
      ),
    },
    figure('base', ({ base }) => base),
    figure('vat', ({ vat }) => vat),
    {
      head: t('page.invoices.columns.total'),
      number: true,
      first: true,
      cell: ({ total }) => <Money cents={total} look="bare" />,
    },
    {
      head: t('page.invoices.columns.left'),
      number: true,
      cell: ({ left, credit }) => <Money cents={left === 0 ? credit : left} look="bare" />,
    },
    {
      head: t('page.invoices.columns.state'),
      cell: ({ state, undecided }) => (
        <>
          <State tone={LINE_TONES[state]}>{t(`page.invoices.states.${state}`)}</State>
          {undecided.count === 0 ? null : (
            <>
              {' '}
              <small>
                {state === 'undecided'
                  ? formatMoney(undecided.total, t.language)
                  : t('page.invoices.undecidedOf', { amount: formatMoney(undecided.total, t.language) })}
              </small>
            </>
          )}
        </>
      ),
    },
  ]
}
