import { z } from 'zod'
import { readWeek, weekName } from '#domain/week.ts'
import { acceptAllProposals, acceptProposal, declineProposal } from '#features/settlements/proposals/commands.server.ts'
import { listProposalViews } from '#features/settlements/proposals/queries.server.ts'
import { acceptAllInput, acceptInput, declineRecord } from '#features/settlements/proposals/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { FormReply } from '#web/ui/form.tsx'
import type { Route } from './+types/adjustments.ts'
import { ActionPage } from './action-page.tsx'
import { AcceptAll, ProposalCards } from './proposed-adjustments.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week), proposals: await listProposalViews(week) }
})

const answerInput = z.discriminatedUnion('answer', [
  acceptInput.extend({ answer: z.literal('accept') }),
  declineRecord.input.extend({ answer: z.literal('decline') }),
  acceptAllInput.extend({ answer: z.literal('accept-all') }),
])

export const action = saves(
  ({ answer }) => `adjustment.${answer}`,
  answerInput,
  async (change, said, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const done = (on: string, code: string) => `/admin/weekly/${on}?done=${code}`
    switch (said.answer) {
      case 'accept':
        return done(weekName(await acceptProposal(change, said)), 'accepted')
      case 'decline':
        return done(weekName(await declineProposal(change, said, said.reason)), 'declined')
      case 'accept-all':
        await acceptAllProposals(change, week, said)
        return done(weekName(week), 'accepted-all')
    }
  },
)

/** All late amounts that would go into this week; a refused decision leads here too. */
export default function AdjustmentsScreen({ loaderData: { week, name, proposals }, actionData }: Route.ComponentProps) {
  const t = useT()
  return (
    <ActionPage week={week} weekName={name} title={t('page.adjustments.page.title', { number: weekNumber(week) })}>
      <FormReply reply={actionData} />
      {proposals.length > 0 ? (
        <>
          <AcceptAll proposals={proposals} />
          <ProposalCards proposals={proposals} week={name} />
        </>
      ) : (
        <p>{t('page.adjustments.page.none')}</p>
      )}
    </ActionPage>
  )
}
