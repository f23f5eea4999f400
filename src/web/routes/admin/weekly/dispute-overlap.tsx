import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import { answerOverlap } from '#features/statements/overlaps/commands.server.ts'
import { findOverlap } from '#features/statements/overlaps/queries.server.ts'
import { overlapRecord } from '#features/statements/overlaps/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Fact, Facts } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import type { Route } from './+types/dispute-overlap.ts'
import { ActionPage } from './action-page.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const overlap = await findOverlap(params.id)
  if (!overlap || (overlap.overlap === 0 && overlap.taken === 0)) throw new Refusal('record.not-found')
  return { overlap }
})

export const action = saves(
  'dispute.overlap',
  overlapRecord.input,
  async (change, said, { params }: Route.ActionArgs) => {
    const { week } = await answerOverlap(change, params.id, said)
    return `/admin/weekly/${weekName(week)}?done=said`
  },
)

/** A week corrects again what an accepted dispute gave back: the office says whether the driver gets it once or twice. */
export default function DisputeOverlapScreen({ loaderData }: Route.ComponentProps) {
  const { dispute, driver, week, line, given, on, before, now, overlap, taken, answer } = loaderData.overlap
  const t = useT()
  const money = (cents: number) => formatMoney(cents, t.language)
  return (
    <ActionPage
      week={week}
      weekName={weekName(week)}
      back={`/admin/weekly/disputes/${dispute}`}
      title={t('page.disputes.overlap.title', { name: driver.name, label: lineLabel(line, t) })}
    >
      <Facts>
        <Fact name={t('page.disputes.overlap.before')}>{money(before)}</Fact>
        <Fact name={t('page.disputes.overlap.given', { number: weekNumber(on) })}>{money(given)}</Fact>
        <Fact name={t('page.disputes.overlap.now', { number: weekNumber(week) })}>{money(now)}</Fact>
        {taken === 0 ? null : <Fact name={t('page.disputes.overlap.taken')}>{money(taken)}</Fact>}
      </Facts>
      <Words>
        {overlap === 0
          ? t('page.disputes.overlap.gone')
          : t('page.disputes.overlap.text', { amount: money(Math.abs(overlap)) })}
      </Words>
      <Form of={overlapRecord} values={{ answer: answer?.said ?? 'once', reason: '' }}>
        <input type="hidden" name="seen" value={overlap} />
        <div>
          <SubmitButton>{t('page.disputes.overlap.submit')}</SubmitButton>
        </div>
      </Form>
    </ActionPage>
  )
}
