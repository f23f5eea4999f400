import { z } from 'zod'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { previewUndo } from '#features/imports/undoings/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/undo.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ plan: await previewUndo(Number(params.id)) }))

export const action = saves('import.undo', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await undoImport(deed, Number(params.id))
  return `/admin/data/imports/${params.id}`
})

const PARTS = ['reversed', 'kept', 'restored'] as const

/** What goes, what stays and what comes back, before it happens. */
export default function UndoScreen({ loaderData: { plan } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/data/imports/${plan.id}`
  const parts = PARTS.filter((part) => plan[part].rows > 0)
  return (
    <>
      <PageHead title={t('page.data.undo.action')} back={{ to: back, label: plan.name }} />
      <ConfirmForm
        title={t('page.data.undo.title', { name: plan.name })}
        text={
          <>
            {parts.map((part) => (
              <span key={part}>
                {t(`page.data.undo.${part}`, {
                  count: plan[part].rows,
                  amount: formatMoney(plan[part].amount, t.language),
                })}{' '}
              </span>
            ))}
            {parts.length === 0 ? `${t('page.data.undo.nothing')} ` : null}
            {t('page.data.undo.history')}
          </>
        }
        submit={t('page.data.undo.submit')}
        back={back}
      />
    </>
  )
}
