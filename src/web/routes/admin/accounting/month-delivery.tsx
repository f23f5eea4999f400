import type { ChangedFigure, MonthDelivery } from '#features/accounting/month-deliveries/schema.ts'
import { minus, sum } from '#domain/money.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** Whether the accountant has the month, and which of its figures have changed since. */
export function Delivery({ here, delivery }: { here: string; delivery: MonthDelivery | null }) {
  const t = useT()
  const mark = `${here}/delivery`
  if (!delivery)
    return (
      <Section title={t('page.accounting.delivery.title')}>
        <Stack>
          <Words look="soft">{t('page.accounting.delivery.why')}</Words>
          <Actions>
            <LinkButton to={mark}>{t('page.accounting.delivery.mark')}</LinkButton>
          </Actions>
        </Stack>
      </Section>
    )
  const { changed } = delivery
  return (
    <Section title={t('page.accounting.delivery.title')}>
      <Stack>
        <Words>
          {saidOf(t, delivery)} {changed.length === 0 ? t('page.accounting.delivery.same') : null}
        </Words>
        {changed.length === 0 ? null : (
          <>
            <Notice tone="warn" title={t('page.accounting.delivery.changed', { count: changed.length })}>
              <p>{t('page.accounting.delivery.advice')}</p>
            </Notice>
            <Table
              caption={t('page.accounting.delivery.caption')}
              rows={changed}
              rowKey={({ file, of }) => `${file}.${of}`}
              columns={columnsOf(t)}
            />
          </>
        )}
        <Actions>
          {changed.length === 0 ? null : <LinkButton to={mark}>{t('page.accounting.delivery.again')}</LinkButton>}
          <LinkButton to={`${mark}/withdrawal`} kind="text">
            {t('page.accounting.delivery.undo')}
          </LinkButton>
        </Actions>
      </Stack>
    </Section>
  )
}

function saidOf(t: Translator, { day: on, by }: MonthDelivery): string {
  const day = formatDayShort(on, t.language)
  return by === null
    ? t('page.accounting.delivery.done', { day })
    : t('page.accounting.delivery.doneBy', { day, name: by })
}

function columnsOf(t: Translator): Column<ChangedFigure>[] {
  return [
    {
      head: t('page.accounting.delivery.file'),
      cell: ({ file, of }) => (
        <>
          {t(`page.accounting.files.titles.${file}`)} <small>{partOf(t, of)}</small>
        </>
      ),
    },
    { head: t('page.accounting.delivery.was'), number: true, cell: ({ was }) => <Money cents={was} look="bare" /> },
    { head: t('page.accounting.delivery.is'), number: true, cell: ({ is }) => <Money cents={is} look="bare" /> },
    {
      head: t('page.accounting.delivery.difference'),
      number: true,
      first: true,
      cell: ({ was, is }) => <Money cents={sum([is, minus(was)])} look="signed" />,
    },
  ]
}

function partOf(t: Translator, of: ChangedFigure['of']): string {
  return of === 'tripsBase' || of === 'tripsVat' || of === 'fee' || of === 'feeVat'
    ? t(`page.accounting.delivery.parts.${of}`)
    : t(`page.accounting.files.sums.${of}`)
}
