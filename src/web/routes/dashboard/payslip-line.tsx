import { href } from 'react-router'
import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import { getAdjustment } from '#features/adjustments/queries.server.ts'
import { confirmLine, contestLine, withdrawDispute } from '#features/statements/disputes/commands.server.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { contestRecord, opinionInput } from '#features/statements/disputes/schema.ts'
import { getOwnStatement } from '#features/statements/queries.server.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ownStatement } from '#web/own-statement.server.ts'
import { Link } from '#web/links.tsx'
import { DisputeWords } from '#web/parts/dispute-words.tsx'
import { openDispute } from '#web/parts/line-opinion.tsx'
import { SingleLine } from '#web/parts/statement-lines.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/payslip-line.ts'
import styles from './payslip.module.css'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { now } = context.get(requestContext)
    const { driver, week } = await ownStatement(context, params.week)
    const ordinal = readOrdinal(params.line)
    const [statement, opinions] = await Promise.all([
      getOwnStatement(driver, week, languageOf(new URL(request.url).pathname), now),
      findOpinions(driver, week, now),
    ])
    const line = statement.settlement.lines[ordinal]
    const lineOpinion = opinions?.lines[ordinal]
    if (!line || !opinions || !lineOpinion) throw new Refusal('record.not-found')
    const { until, isOpen } = opinions
    const adjustment = line.adjustment?.id ? await getAdjustment(line.adjustment.id) : null
    const paper = adjustment?.file ? { id: adjustment.id, name: adjustment.file } : null
    return {
      statement,
      ordinal,
      line,
      paper,
      until,
      isOpen,
      dispute: openDispute(lineOpinion),
      corrected: lineOpinion.corrected,
    }
  })

/** Saves what the driver says about a line, and redirects to the statement. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'dispute.say', opinionInput, async (said, change) => {
    const line = { ...(await ownStatement(context, params.week)), ordinal: readOrdinal(params.line) }
    if (said.opinion === 'right') await confirmLine(change, line)
    else if (said.opinion === 'contested') await contestLine(change, line, said)
    else await withdrawDispute(change, line.driver, said.dispute)
    return sameLanguage(request, `${href('/dashboard/payslips/:week', params)}?done=${said.opinion}`)
  })

/** The number of a line in an address. Refuses `record.not-found`. */
function readOrdinal(typed: string): number {
  if (!/^\d{1,3}$/.test(typed)) throw new Refusal('record.not-found')
  return Number(typed)
}

/** One line of the driver's own statement: the form to contest it, or what became of that. */
export default function PayslipLineScreen({ loaderData }: Route.ComponentProps) {
  const { statement, ordinal, line, paper, until, isOpen, dispute, corrected } = loaderData
  const t = useT()
  const label = lineLabel(line, t)
  return (
    <div className={styles.page}>
      <PageHead
        back={{
          to: `/dashboard/payslips/${statement.name}`,
          label: t('page.disputes.form.back', { number: weekNumber(statement.week) }),
        }}
        title={
          dispute
            ? t('page.disputes.known.title', { label })
            : isOpen
              ? t('page.disputes.form.title', { label })
              : label
        }
      />
      <div className={styles.parts}>
        <SingleLine index={ordinal} statement={statement} reader="driver" />
        {paper ? (
          <p>
            {t('page.adjustments.list.file')}:{' '}
            <Link to={`/dashboard/adjustments/${paper.id}/file`} file>
              {paper.name}
            </Link>
          </p>
        ) : null}
        {corrected ? (
          <p>
            {t('page.disputes.known.corrected', {
              amount: formatMoney(corrected.amount, t.language),
              week: weekNumber(corrected.week),
            })}
          </p>
        ) : null}
        {dispute ? (
          <>
            <DisputeWords dispute={dispute} file={`/dashboard/disputes/${dispute.id}/file`} reader="driver" />
            {dispute.state === 'open' ? (
              <>
                <p>
                  {t(dispute.withdrawn.length > 0 ? 'page.disputes.known.waitingAgain' : 'page.disputes.known.waiting')}{' '}
                  {t('page.disputes.form.held')}
                </p>
                <Form data-outbox>
                  <input type="hidden" name="opinion" value="withdrawn" />
                  <input type="hidden" name="dispute" value={dispute.id} />
                  <div>
                    <SubmitButton kind="outlined">{t('page.disputes.known.withdraw')}</SubmitButton>
                  </div>
                </Form>
              </>
            ) : null}
          </>
        ) : isOpen ? (
          <Form
            of={contestRecord}
            above={
              <p>
                {t('page.disputes.form.text')} {t('page.disputes.form.held')}
              </p>
            }
            data-outbox
          >
            <input type="hidden" name="opinion" value="contested" />
            <div>
              <SubmitButton>{t('page.disputes.form.submit')}</SubmitButton>
            </div>
          </Form>
        ) : (
          <p>{t('page.disputes.over', { until: formatInstant(until, t.language) })}</p>
        )}
        <p>
          <Link to={`/dashboard/help/new?about=line:${weekName(statement.week)}:${ordinal}`}>
            {t(
              dispute?.state === 'declined' || dispute?.state === 'accepted'
                ? 'page.disputes.known.disagree'
                : 'page.support.ask.link',
            )}
          </Link>
        </p>
      </div>
    </div>
  )
}
