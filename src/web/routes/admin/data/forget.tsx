import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { readNumber } from '#domain/record-id.ts'
import { forgetKey } from '#features/fleet/keys/commands.server.ts'
import { getAnswer } from '#features/fleet/keys/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/forget.ts'
import { keyWords } from './key-words.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const answer = await getAnswer(readNumber(params.id))
  // E-mail and phone belong to the driver's record, and change there.
  if (answer.kind === 'email' || answer.kind === 'phone') throw new Refusal('record.not-found')
  return { answer }
})

export const action = saves('key.forget', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await forgetKey(deed, readNumber(params.id))
  return '/admin/data?done=forgotten'
})

export default function ForgetScreen({ loaderData: { answer } }: Route.ComponentProps) {
  const t = useT()
  const words = { ...keyWords(t, answer), owner: answer.name }
  const text = 'company' in answer.owner ? 'confirmCompany' : 'confirmText'
  return (
    <ConfirmForm
      title={t('page.data.answers.confirmTitle', words)}
      text={t(`page.data.answers.${text}`, words)}
      submit={t('page.data.answers.confirmSubmit')}
      back="/admin/data"
      from={t('page.data.title')}
    />
  )
}
