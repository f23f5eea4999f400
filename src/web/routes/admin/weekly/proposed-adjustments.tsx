import { sum } from '#domain/money.ts'
import type { ProposalView } from '#features/settlements/proposals/schema.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Changes } from '#web/parts/changes.tsx'
import { lineLink } from '#web/parts/line-link.ts'
import { Post } from '#web/parts/post.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { SubmitButton, RecordFields } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { QuestionCard } from './question-card.tsx'
import questions from './questions.module.css'
import { declineRecord } from '#features/settlements/proposals/schema.ts'

type Props = { proposals: readonly ProposalView[]; week: string }

/** Amounts that came too late for frozen weeks: each with its evidence, to be accepted into this week or declined. */
export function ProposedAdjustments({ proposals, week }: Props) {
  const t = useT()
  if (proposals.length === 0) return null
  return (
    <section className={questions.section} aria-labelledby="proposed">
      <header className={questions.head}>
        <h2 id="proposed">{t('page.adjustments.proposed.title', { count: proposals.length })}</h2>
        {proposals.length > 1 ? (
          <LinkButton to={`/admin/weekly/${week}/adjustments`}>{t('page.adjustments.proposed.all')}</LinkButton>
        ) : null}
      </header>
      {proposals.some(({ net }) => net !== null) ? (
        <Words look="small">{t('page.adjustments.proposed.lead')}</Words>
      ) : null}
      <ProposalCards proposals={proposals} week={week} />
    </section>
  )
}

export function ProposalCards({ proposals, week }: Props) {
  return (
    <ul className={questions.cards}>
      {proposals.map((proposal) => (
        <ProposalCard key={`${proposal.driver.id} ${proposal.about}`} proposal={proposal} week={week} />
      ))}
    </ul>
  )
}

function ProposalCard({ proposal, week }: { proposal: ProposalView; week: string }) {
  const t = useT()
  const { driver, about, aboutName, net, amount, changes } = proposal
  const number = weekNumber(about)
  const money = formatMoney(Math.abs(amount), t.language)
  const title = amount > 0 ? 'page.adjustments.proposed.credit' : 'page.adjustments.proposed.debit'
  return (
    <QuestionCard
      id={`adjustment-${driver.ref}-${aboutName}`}
      kind={t('page.adjustments.proposed.kind', { number })}
      title={t(title, { name: driver.name, amount: money, number })}
      text={
        <>
          <Changes changes={changes} />
          <ChangedRows proposal={proposal} />
        </>
      }
      effect={
        net === null ? (
          t('page.adjustments.proposed.left', { number })
        ) : (
          <>
            {t('page.adjustments.proposed.told', { net: formatMoney(net, t.language) })}{' '}
            <Link to={`/admin/weekly/${aboutName}/${driver.id}`}>
              {t('page.adjustments.proposed.statement', { number })}
            </Link>
          </>
        )
      }
      action={
        <Post to={`/admin/weekly/${week}/adjustments`}>
          <Seen proposal={proposal} answer="accept" />
          <SubmitButton kind="outlined" wide>
            {t('page.adjustments.proposed.accept')}
          </SubmitButton>
        </Post>
      }
      alternatives={
        <details className={questions.decline}>
          <summary>{t('page.adjustments.proposed.decline')}</summary>
          <Post to={`/admin/weekly/${week}/adjustments`}>
            <Seen proposal={proposal} answer="decline" />
            <RecordFields of={declineRecord} />
            <SubmitButton kind="outlined" wide>
              {t('page.adjustments.proposed.declineSubmit')}
            </SubmitButton>
          </Post>
        </details>
      }
    />
  )
}

/** Sends the proposal as it was shown, so that nothing else is decided. */
function Seen({ proposal, answer }: { proposal: ProposalView; answer: string }) {
  return (
    <>
      <input type="hidden" name="answer" value={answer} />
      <input type="hidden" name="driver" value={proposal.driver.id} />
      <input type="hidden" name="about" value={proposal.about} />
      <input type="hidden" name="amount" value={proposal.amount} />
    </>
  )
}

const FEW = 4

/** The rows that came late and those that no longer count, each with its line of the file. */
function ChangedRows({ proposal: { came, gone } }: { proposal: ProposalView }) {
  const t = useT()
  const rows = [
    ...gone.map((row) => ({ row, is: 'gone' as const })),
    ...came.map((row) => ({ row, is: 'came' as const })),
  ]
  if (rows.length === 0) return null
  return (
    <ul aria-label={t('page.adjustments.proposed.rows')}>
      {rows.slice(0, FEW).map(({ row, is }) => (
        <li key={row.id}>
          <RowLink row={row} /> {t(`page.adjustments.proposed.${is}`)}: {formatMoney(row.amount, t.language)}
        </li>
      ))}
      {rows.length > FEW ? <li>{t('page.adjustments.proposed.more', { count: rows.length - FEW })}</li> : null}
    </ul>
  )
}

function RowLink({ row }: { row: Evidence }) {
  const t = useT()
  return <Link to={lineLink(row)}>{t('common.lineOf', { file: row.file, line: row.line })}</Link>
}

/** Accepts all of them in one confirmation: how many, how much to drivers, how much from them. */
export function AcceptAll({ proposals }: Omit<Props, 'week'>) {
  const t = useT()
  const money = (amount: number) => formatMoney(amount, t.language)
  const amounts = proposals.map(({ amount }) => amount)
  const count = proposals.length
  const total = sum(amounts)
  return (
    <Page>
      <p>
        {t('page.adjustments.page.summary', {
          count,
          credits: money(sum(amounts.filter((amount) => amount > 0))),
          debits: money(Math.abs(sum(amounts.filter((amount) => amount < 0)))),
          total: money(total),
        })}
      </p>
      <Post to="">
        <input type="hidden" name="answer" value="accept-all" />
        <input type="hidden" name="count" value={count} />
        <input type="hidden" name="amount" value={total} />
        <SubmitButton>{t('page.adjustments.page.acceptAll', { count })}</SubmitButton>
      </Post>
    </Page>
  )
}
