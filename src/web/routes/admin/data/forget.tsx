import { Refusal } from '#domain/refusal.ts'
import { readNumber } from '#domain/record-id.ts'
import { forgetKey } from '#features/fleet/keys/commands.server.ts'
import { getAnswer } from '#features/fleet/keys/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/forget.ts'
import { keyWords } from './key-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const answer = await getAnswer(readNumber(params.id))
  // E-mail and phone keys belong to the driver's record, and change there.
  if (answer.kind === 'email' || answer.kind === 'phone') throw new Refusal('record.not-found')
  return { answer }
})

export const action = confirms('key.forget', async (change, { params }: Route.ActionArgs) => {
  await forgetKey(change, readNumber(params.id))
  return '/admin/data?done=forgotten'
})

export default function ForgetScreen({ loaderData: { answer } }: Route.ComponentProps) {
  const t = useT()
  const words = { ...keyWords(t, answer), owner: answer.name }
  const isCompany = 'company' in answer.owner
  return (
    <SmallAct
      record={answer.value}
      from={t('page.data.title')}
      facts={{
        source: t.find(`page.week.sourceNames.${answer.source}`),
        key: answer.value,
        owner: answer.name,
        since: formatInstant(answer.at, t.language),
      }}
      question={t('page.data.answers.confirmTitle', words)}
      effect={t(`page.data.answers.${isCompany ? 'confirmCompany' : 'confirmText'}`, words)}
      buttonWords={t('page.data.answers.confirmSubmit')}
    />
  )
}
