import { z } from 'zod'
import { retrySeveral } from '#features/mail/commands.server.ts'
import { listUnsent } from '#features/mail/queries.server.ts'
import { chosenNumbers } from '#forms/fields.ts'
import { useT } from '#web/i18n.tsx'
import { mailName } from '#web/parts/mail-name.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/retry-several.ts'
import { OUTBOX } from './outbox.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { t }) => {
  const unsent = chosenOf(OUTBOX, await listUnsent(), request, t)
  return unsent.map(({ id, recipient, template }) => ({
    id,
    name: `${mailName(t, template)} · ${recipient}`,
  }))
})

export const action = saves('mail.retry', z.object({ ids: chosenNumbers() }), async (change, { ids }) => {
  await retrySeveral(change, ids)
  return withDone(OUTBOX.place, 'retried')
})

/** Tries the chosen unsent messages again now. */
export default function RetrySeveralScreen({ loaderData: unsent }: Route.ComponentProps) {
  const t = useT()
  const count = unsent.length
  return (
    <>
      <PageHead
        title={t('page.mail.outbox.several.title')}
        subtitle={t('page.mail.outbox.several.text')}
        back={{ to: OUTBOX.place, label: t('page.mail.outbox.back') }}
      />
      <TogetherForm
        chosen={unsent}
        text={t('page.mail.outbox.several.count', { count })}
        submit={t('page.mail.outbox.several.submit', { count })}
        back={OUTBOX.place}
      />
    </>
  )
}
