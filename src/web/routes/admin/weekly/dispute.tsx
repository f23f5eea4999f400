import { weekName } from '#domain/week.ts'
import { declineDispute } from '#features/statements/disputes/commands.server.ts'
import { getContestedLine, listOthersOfSameLine } from '#features/statements/disputes/queries.server.ts'
import { declineInput } from '#features/statements/disputes/schema.ts'
import { findOverlap } from '#features/statements/overlaps/queries.server.ts'
import { nameApart } from '#features/fleet/drivers/queries.server.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { getOfficeStatement } from '#features/statements/queries.server.ts'
import { limitsOf } from '#forms/record.ts'
import { formatWeek, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { lineLabel } from '#messages/line-label.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DisputeWords } from '#web/parts/dispute-words.tsx'
import { SingleLine } from '#web/parts/statement-lines.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { OthersOfLine } from './others-of-line.tsx'
import { ChangedSince } from './changed-since.tsx'
import { OverlapNote } from './overlap-note.tsx'
import type { Route } from './+types/dispute.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const contested = await getContestedLine(params.id, now)
  const language = languageOf(new URL(request.url).pathname)
  const { week, driver, isVoid } = contested
  // The lines of a voided statement can't be opened any more.
  const statement = isVoid ? null : await getOfficeStatement(week, driver.id, language, now)
  const overlap = contested.state === 'accepted' ? await findOverlap(contested.id) : null
  const others = contested.state === 'open' ? await listOthersOfSameLine(contested.id) : []
  const name = await nameApart(driver.id)
  return { contested, others, overlap, name, statement, reach: await reachOfDriver(driver, 'dispute-declined') }
})

export const action = saves(
  'dispute.decline',
  declineInput,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await declineDispute(change, params.id, reason)
    return '/admin/weekly/disputes?done=declined'
  },
)

/** One contested line with everything behind it: agree and correct the amount, or say why not. */
export default function DisputeScreen({ loaderData }: Route.ComponentProps) {
  const { contested, others, overlap, name, statement, reach } = loaderData
  const { id, driver, line, week, weekName: contestedWeek, isVoid, state, settled, withdrawn } = contested
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/weekly/disputes', label: t('page.disputes.office.back') }}
        title={t('page.disputes.office.one', { name, label: lineLabel(line, t) })}
        subtitle={formatWeek(week, t.language)}
      />
      <SideBySide>
        <Stack>
          <DisputeWords dispute={contested} file={`/admin/weekly/disputes/${id}/file`} reader="office" />
          {settled ? (
            <p>
              <Link to={`/admin/weekly/${weekName(settled.week)}/${driver.id}`}>
                {t('page.disputes.office.seeSettled', { week: weekNumber(settled.week) })}
              </Link>
            </p>
          ) : null}
          {overlap && (overlap.isOpen || overlap.answer) ? <OverlapNote overlap={overlap} /> : null}
          {state === 'declined' ? (
            <p>
              <LinkButton to={`/admin/weekly/disputes/${id}/answer`} kind="text">
                {t('page.disputes.office.takeBack.link')}
              </LinkButton>
            </p>
          ) : null}
          {state === 'open' && withdrawn.length > 0 ? (
            <Notice tone="warn">{t('page.disputes.office.again')}</Notice>
          ) : null}
          <OthersOfLine others={others} />
          {isVoid && state === 'open' ? <Notice tone="warn">{t('page.disputes.office.void')}</Notice> : null}
          {state === 'open' ? <ChangedSince line={line} /> : null}
          {state === 'open' ? (
            <>
              <ReachNote reach={reach} name={driver.name} driver={driver.id} />
              <p>
                <LinkButton to={`/admin/weekly/disputes/${id}/acceptance`} kind="primary">
                  {t('page.disputes.office.accept')}
                </LinkButton>
              </p>
              <Section title={t('page.disputes.office.decline')}>
                <Form>
                  <TextareaField
                    name="reason"
                    label={t('page.disputes.office.declineReason')}
                    help={t('page.disputes.office.declineHelp', { name: driver.name })}
                    {...limitsOf(declineInput.shape.reason)}
                    rows={3}
                  />
                  <div>
                    <SubmitButton kind="outlined">{t('page.disputes.office.declineSubmit')}</SubmitButton>
                  </div>
                </Form>
              </Section>
            </>
          ) : null}
        </Stack>
        <Stack>
          {statement ? <SingleLine index={line.ordinal} statement={statement} reader="office" /> : null}
          <p>
            <Link to={`/admin/weekly/${contestedWeek}/${driver.id}`}>{t('page.disputes.office.statement')}</Link>
          </p>
        </Stack>
      </SideBySide>
    </>
  )
}
