import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { discardTimes } from '#features/weeks/time-lists/commands.server.ts'
import { listWaitingTimes } from '#features/weeks/time-lists/queries.server.ts'
import { withdrawTimes } from '#features/weeks/working-times/commands.server.ts'
import { showOwnTimes } from '#features/weeks/working-times/queries.server.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ownDriver } from '#web/session.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/times-withdrawal.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { files } = await showOwnTimes(driver, context.get(requestContext).now)
    const file = files.find(({ id, fromDriver }) => id === params.file && fromDriver)
    const waiting = (await listWaitingTimes(undefined, driver)).find(
      ({ id, fromDriver }) => id === params.file && fromDriver,
    )
    if (!file && !waiting) throw new Refusal('record.not-found')
    return { name: file?.name ?? waiting?.name ?? '', isWaiting: !file }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'times.withdraw', z.object({}), async (_, change) => {
    const driver = ownDriver(context)
    const isWaiting = (await listWaitingTimes(change.tx, driver)).some(({ id }) => id === params.file)
    await (isWaiting ? discardTimes : withdrawTimes)(change, params.file, driver)
    return sameLanguage(request, '/dashboard/documents/times?done=withdrawn')
  })

/** Asks before a file that the reader sent stops counting. */
export default function OwnTimesWithdrawalScreen({ loaderData: { name, isWaiting } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('page.times.ownTitle')}
      back="/dashboard/documents/times"
      facts={{ file: name }}
      question={t('page.times.files.takeBackQuestion', { name })}
      effect={t(isWaiting ? 'page.times.files.letGoEffect' : 'page.times.files.takeBackEffect', { count: 1 })}
      buttonWords={t('page.times.files.takeBack')}
      isKept
    />
  )
}
