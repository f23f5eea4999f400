import { redirect } from 'react-router'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { type ReceivedStreets, installStreets, receiveStreets } from '#features/positions/streets/commands.server.ts'
import { actorOf, answer, keyOf, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { eachPart, plainName } from '#web/read-parts.server.ts'
import { shows } from '#web/screen.server.ts'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/streets-file.ts'
import { StreetsUpload } from './streets-upload.tsx'

export const loader = shows(async () => null)

/** Writes the file to the disk while it arrives: a country is too large for the memory of a process. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const form = new FormData()
    const received: ReceivedStreets[] = []
    const receive = () =>
      eachPart(request, form, async ({ name, filename, pieces }) => {
        if (name === 'file' && filename !== '' && received.length === 0)
          received.push(await receiveStreets(plainName(filename), pieces))
      })
    try {
      let refusal: Refusal | null = null
      await receive().catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        refusal = error
      })
      const lay = async () => {
        if (refusal) throw refusal
        const [file] = received
        if (!file) throw new Refusal('streets.missing')
        const to = await carryOut(
          {
            actor: actorOf(context),
            action: 'position.lay-streets',
            now: context.get(requestContext).now,
            key: keyOf(form),
            request: [file.name, file.bytes],
          },
          async (change) => {
            await installStreets(change, file)
            return withDone('/admin/monitor/streets', 'saved')
          },
        )
        return redirect(sameLanguage(request, to), 303)
      }
      return await answer(request, z.object({}), lay, form)
    } finally {
      for (const { forget } of received) await forget()
    }
  })

/** The reason why a file of streets was refused; also a page of its own, for readers who open its address. */
export default function StreetsFileScreen({ actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.monitor.streets.send')}
        back={{ to: '/admin/monitor/streets', label: t('page.monitor.streets.title') }}
      />
      <Page width="middle">
        <StreetsUpload reply={reply} />
      </Page>
    </>
  )
}
