import { useSearchParams } from 'react-router'
import { CHECK_OUTCOMES } from '#domain/receipt-check.ts'
import { getCheck } from '#features/payments/receipt-checks/queries.server.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { FindingTable } from '#web/parts/receipt-findings.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/receipt-check.ts'

export const loader = shows(({ params }: Route.LoaderArgs) => getCheck(params.id))

/** What a list of e-Fatura says about every receipt: differing, missing, unexpected and matching ones. */
export default function ReceiptCheckScreen({ loaderData: { check, findings } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const day = (of: string) => formatDayShort(of, t.language)
  return (
    <>
      <PageHead
        back={{ to: '/admin/weekly/receipts', label: t('page.greenReceipts.office.back') }}
        title={t('page.greenReceipts.checks.one', { first: day(check.first), last: day(check.last) })}
        subtitle={t('page.greenReceipts.checks.of', {
          file: check.fileName,
          at: formatInstant(check.checkedAt, t.language),
        })}
        actions={<LinkButton to="/admin/weekly/receipts/checks/new">{t('page.greenReceipts.checks.again')}</LinkButton>}
      />
      <Stack>
        {query.get('done') === 'checked' ? <Done>{t('page.greenReceipts.checks.done')}</Done> : null}
        <Figures boxed>
          {CHECK_OUTCOMES.map((outcome) => (
            <Figure key={outcome} name={t(`page.greenReceipts.checks.outcomes.${outcome}`)}>
              {formatNumber(check.counts[outcome], t.language)}
            </Figure>
          ))}
        </Figures>
        <Words look="soft">
          {t('page.greenReceipts.checks.lines', { count: check.lines })}{' '}
          {t('page.greenReceipts.checks.others', { count: check.others })}
        </Words>
        {findings.length === 0 ? (
          <EmptyState title={t('page.greenReceipts.checks.empty')}>
            <p>{t('page.greenReceipts.checks.emptyText')}</p>
          </EmptyState>
        ) : (
          CHECK_OUTCOMES.map((outcome) => {
            const ofOutcome = findings.filter((finding) => finding.outcome === outcome)
            return ofOutcome.length === 0 ? null : (
              <Section key={outcome} title={t(`page.greenReceipts.checks.outcomes.${outcome}`)}>
                <Words look="soft">{t(`page.greenReceipts.checks.means.${outcome}`)}</Words>
                {/* Screen readers list both the section and the table, so their names must differ. */}
                <FindingTable findings={ofOutcome} caption={t(`page.greenReceipts.checks.means.${outcome}`)} />
              </Section>
            )
          })
        )}
      </Stack>
    </>
  )
}
