import { answerRow } from '#features/imports/commands.server.ts'
import { ownerInput } from '#features/imports/schema.ts'
import { answerCompany } from '#features/weeks/answers/commands.server.ts'
import { oldestAsked } from '#features/weeks/unmatched/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { FormReply } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/keys.ts'

/** Nothing to read: the queue shows the question. */
export const loader = shows(async () => null)

/** Remembers the owner of a key, so that its rows find their owner from then on; or leaves the rows in question with the company. */
export const action = saves('key.remember', ownerInput, async (change, owner, { request }: Route.ActionArgs) => {
  const row = new URL(request.url).searchParams.get('row') ?? ''
  if (owner === 'rows') await answerCompany(change, row, await oldestAsked(change.now, change.tx))
  else await answerRow(change, row, owner)
  return '/admin/data?done=remembered'
})

/** Shown only if the answer was refused: the reason, and the way back. */
export default function KeysScreen({ actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      <PageHead title={t('page.data.queue.reply')} back={{ to: '/admin/data', label: t('page.data.queue.back') }} />
      <FormReply reply={reply} />
      <div>
        <LinkButton to="/admin/data">{t('common.back')}</LinkButton>
      </div>
    </Stack>
  )
}
