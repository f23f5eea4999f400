import { redirect } from 'react-router'
import { z } from 'zod'
import { weekName } from '#domain/week.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { saveDrop } from '#features/imports/drops/commands.server.ts'
import { readDropWeek } from '#features/imports/drops/schema.ts'
import { actorOf, answer, keyOf, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/drop.ts'
import { DropZone } from './drop-zone.tsx'
import { withFiles } from './uploads.server.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs) => {
  const week = readDropWeek(new URL(request.url).searchParams.get('week'))
  return { week: week && weekName(week) }
})

/** Stores the bytes and shows what is in them; nothing is imported yet. The same files from the same form are one drop. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const week = readDropWeek(new URL(request.url).searchParams.get('week'))
    return withFiles(request, ({ form, files, fingerprint }) => {
      const keep = async () => {
        const key = keyOf(form)
        const id = await carryOut(
          {
            actor: actorOf(context),
            action: 'drop.keep',
            now: context.get(requestContext).now,
            key: key && `${key} ${fingerprint}`,
            request: [week, fingerprint],
          },
          (change) => saveDrop(change, files, week),
        )
        return redirect(sameLanguage(request, `/admin/data/drops/${id}`), 303)
      }
      return answer(request, z.object({}), keep, form)
    })
  })

/** The reason why a drop was refused; also a page of its own, for links that say "drop here". */
export default function DropScreen({ loaderData: { week }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.data.drop.title')} back={{ to: '/admin/data', label: t('page.data.title') }} />
      <DropZone reply={reply} week={week} />
    </>
  )
}
