import { Refusal } from '#domain/refusal.ts'
import { confirmErasure } from '#features/oversight/personal-data/commands.server.ts'
import { getErasure } from '#features/oversight/personal-data/queries.server.ts'
import { confirmRecord } from '#features/oversight/personal-data/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn, requireUser } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/confirm-erasure.ts'

export const loader = shows(async ({ params, context }: Route.LoaderArgs) => {
  const erasure = await getErasure(params.id, requireUser(context).uid)
  if (erasure.confirmedAt !== null || erasure.withdrawnAt !== null) throw new Refusal('record.changed-meanwhile')
  return erasure
})

export const action = saves(
  'erasure.confirm',
  confirmRecord.input,
  async (change, { name }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await confirmErasure(change, params.id, name)
    return `/admin/privacy/erasures/${params.id}?done=confirmed`
  },
)

/** Asks to type the person's name before their data are erased. */
export default function ConfirmErasureScreen({ loaderData: erasure }: Route.ComponentProps) {
  const t = useT()
  const name = erasure.name ?? t('page.privacy.erase.nameless')
  return (
    <SmallAct
      record={name}
      from={t('page.privacy.erase.title')}
      facts={{ person: name, since: formatInstant(erasure.askedAt, t.language), by: erasure.askedBy }}
      question={t('page.privacy.erase.question', { name })}
      effect={t('page.privacy.erase.effect')}
      buttonWords={t('page.privacy.erase.confirm')}
      unchanged={t('page.privacy.erase.stay')}
      barred={erasure.needsAnother ? <Notice tone="warn">{t('page.privacy.erase.another')}</Notice> : undefined}
    >
      <RecordFields of={confirmRecord} />
    </SmallAct>
  )
}
