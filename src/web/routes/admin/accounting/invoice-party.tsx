import { useSearchParams } from 'react-router'
import { type Month, readMonth } from '#domain/month.ts'
import { noteInvoice } from '#features/accounting/invoices/commands.server.ts'
import { getInvoicesOf } from '#features/accounting/invoices/queries.server.ts'
import {
  type InvoiceLine,
  type InvoiceNote,
  invoiceNoteRecord,
  seenLine,
  sumsOfLines,
} from '#features/accounting/invoices/schema.ts'
import { invoiceText, partyName } from '#messages/invoice-words.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatMonth, formatMonthInside } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { replyOf } from '#web/reply.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { LINE_TONES, isOpen, partyNumber, sourceAddress } from './invoice-parts.tsx'
import type { Route } from './+types/invoice-party.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const month = readMonth(params.month)
  const { party, lines } = await getInvoicesOf(month, params.party)
  return { month, party, lines, sums: sumsOfLines(lines), today: typedMoment(now).day }
})

export const action = saves(
  'invoice.note',
  invoiceNoteRecord.input,
  async (change, input, { params }: Route.ActionArgs) => {
    await noteInvoice(change, { month: readMonth(params.month), party: params.party }, input)
    return `/admin/accounting/${params.month}/invoices/${params.party}?done=noted`
  },
)

/** The lines of one customer in a month, each with its origin, and the form that notes the invoice of the chosen ones. */
export default function InvoicePartyScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { month, party, lines, sums, today } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.invoices.done.${query.get('done') ?? ''}`)
  const list = `/admin/accounting/${month}/invoices`
  const here = `${list}/${party.slug}`
  const monthName = formatMonth(month, t.language)
  const open = lines.some(isOpen)
  const [unchosen] = replyOf(actionData)?.fieldErrors['lines'] ?? []
  const table = (
    <Table
      caption={t('page.invoices.party.caption', {
        name: partyName(party, t),
        month: formatMonthInside(month, t.language),
      })}
      rows={lines}
      rowKey={({ key }) => key}
      columns={columnsOf({ t, here, month, mayChoose: open })}
      foot={[
        t('page.invoices.total'),
        <Money key="base" cents={sums.base} look="bare" />,
        '',
        <Money key="vat" cents={sums.vat} look="bare" />,
        <Money key="total" cents={sums.total} look="bare" />,
        '',
        ...(open ? [''] : []),
      ]}
    />
  )
  return (
    <>
      <PageHead
        title={partyName(party, t)}
        subtitle={[partyNumber(party, t), monthName].filter(Boolean).join(' · ')}
        back={{ to: list, label: t('page.invoices.back') }}
      />
      <Page>
        {done === null ? null : <Done>{done}</Done>}
        {open ? (
          <Form wide>
            {unchosen ? (
              <Notice tone="bad">
                <p>{t('page.invoices.party.unchosen')}</p>
              </Notice>
            ) : null}
            {table}
            <Section title={t('page.invoices.party.form')}>
              <Stack>
                <Words look="soft">{t('page.invoices.party.text')}</Words>
                <RecordFields of={invoiceNoteRecord} values={{ number: '', issuedOn: today }} />
                <Actions>
                  <SubmitButton>{t('page.invoices.party.submit')}</SubmitButton>
                </Actions>
              </Stack>
            </Section>
          </Form>
        ) : (
          <>
            {table}
            <Words look="soft">
              {t(sums.undecided.count === 0 ? 'page.invoices.party.all' : 'page.invoices.party.undecided')}{' '}
              {sums.undecided.count === 0 ? null : (
                <ActLink to={`${list}/rules`}>{t('page.invoices.undecided.go')}</ActLink>
              )}
            </Words>
          </>
        )}
      </Page>
    </>
  )
}

type Drawing = { t: Translator; here: string; month: Month; mayChoose: boolean }

function columnsOf({ t, here, month, mayChoose }: Drawing): Column<InvoiceLine>[] {
  const figure = (head: 'base' | 'vat', of: (line: InvoiceLine) => number | undefined): Column<InvoiceLine> => ({
    head: t(`page.invoices.columns.${head}`),
    number: true,
    cell: (line) => {
      const amount = of(line)
      return amount === undefined ? '–' : <Money cents={amount as InvoiceLine['total']} look="bare" />
    },
  })
  return [
    {
      head: t('page.invoices.columns.what'),
      wraps: true,
      cell: (line) => <What line={line} month={month} />,
    },
    figure('base', ({ invoiced }) => invoiced?.base),
    {
      head: t('page.invoices.columns.rate'),
      number: true,
      cell: ({ invoiced }) => (invoiced ? formatPercent(invoiced.rate, t.language) : '–'),
    },
    figure('vat', ({ invoiced }) => invoiced?.vat),
    {
      head: t('page.invoices.columns.total'),
      number: true,
      first: true,
      cell: ({ total }) => <Money cents={total} look="bare" />,
    },
    {
      head: t('page.invoices.columns.note'),
      wraps: true,
      cell: (line) => <Said line={line} here={here} />,
    },
    ...(mayChoose
      ? [
          {
            head: t('page.invoices.columns.choose'),
            quiet: true,
            choice: true,
            centre: true,
            cell: (line: InvoiceLine) =>
              isOpen(line) ? (
                <label>
                  <input
                    type="checkbox"
                    name="lines[]"
                    value={seenLine(line)}
                    defaultChecked
                    aria-label={`${t('page.invoices.columns.choose')}: ${invoiceText(line, month, t)}`}
                  />
                </label>
              ) : null,
          },
        ]
      : []),
  ]
}

/** What a line is for, the rule behind it, and a link to its origin. */
function What({ line, month }: { line: InvoiceLine; month: Month }) {
  const t = useT()
  return (
    <>
      {invoiceText(line, month, t)}
      <br />
      <small>
        {t(`page.invoices.rules.${line.rule}`)}{' '}
        {line.corrected === null ? null : t('page.invoices.corrected', { number: line.corrected })}
      </small>
      <Links>
        {line.sources.map((source) => (
          <Link key={source.kind} to={sourceAddress(source, month)}>
            {t(`page.invoices.sources.${source.kind}`)}
          </Link>
        ))}
      </Links>
    </>
  )
}

/** The state of a line, the note on it, and its actions. */
function Said({ line, here }: { line: InvoiceLine; here: string }) {
  const t = useT()
  const { state, left, notes, key, rule } = line
  const amount = left?.total ?? 0
  return (
    <>
      <State tone={LINE_TONES[state]}>{t(`page.invoices.states.${state}`)}</State>
      {state === 'differs' && amount !== 0 ? (
        <>
          {' '}
          {t(`page.invoices.differs.${amount > 0 ? 'more' : 'less'}`, {
            amount: formatMoney(Math.abs(amount), t.language),
          })}
        </>
      ) : null}
      {notes.map((note) => (
        <Words key={note.id} look="small">
          {noteWords(note, { t, isOnly: notes.length === 1 && state === 'done' })}{' '}
          <ActLink to={`${here}/notes/${note.id}`}>{t('page.invoices.party.undo')}</ActLink>
        </Words>
      ))}
      {state === 'done' || state === 'none' || rule === 'gone' || rule === 'redone' ? null : (
        <Words look="small">
          <ActLink to={`${here}/lines/${key}`}>{t('page.invoices.party.none')}</ActLink>
        </Words>
      )}
    </>
  )
}

function noteWords(
  { number, on, reason, total }: InvoiceNote,
  { t, isOnly }: { t: Translator; isOnly: boolean },
): string {
  if (number === null || on === null) return t('page.invoices.party.without', { reason })
  const day = formatDayShort(on, t.language)
  return isOnly
    ? t('page.invoices.party.noted', { number, day })
    : t('page.invoices.party.notedOf', { number, day, amount: formatMoney(total, t.language) })
}
