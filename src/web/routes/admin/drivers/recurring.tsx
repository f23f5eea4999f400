import { useSearchParams } from 'react-router'
import { previousWeek, weekAt } from '#domain/week.ts'
import {
  addRecurring,
  pauseRecurring,
  resumeRecurring,
  stopRecurring,
  takePauseBack,
} from '#features/adjustments/commands.server.ts'
import { listRecurring } from '#features/adjustments/queries.server.ts'
import { recurringAct } from '#features/adjustments/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { RecurringTable } from '#web/parts/recurring-table.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/recurring.ts'
import { AddRecurring, PauseRecurring, StopRecurring, TakeRecurringBack } from './recurring-forms.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { id } = await getDriver(params.id)
  const first = await openWeekFor(id, previousWeek(weekAt(now)))
  return { rules: await listRecurring(id), first }
})

export const action = saves(
  ({ intent }) => `recurring.${intent}`,
  recurringAct,
  async (change, act, { params }: Route.ActionArgs) => {
    const { id: driverId } = await getDriver(params.id, change.tx)
    if (act.intent === 'add') await addRecurring(change, { ...act, driverId })
    if (act.intent === 'pause') await pauseRecurring(change, { ...act, driverId })
    if (act.intent === 'stop') await stopRecurring(change, { ...act, driverId })
    if (act.intent === 'unpause') await takePauseBack(change, { ...act, driverId })
    if (act.intent === 'resume') await resumeRecurring(change, { ...act, driverId })
    return `/admin/drivers/${driverId}/adjustments/recurring?did=${act.intent}`
  },
)

/** The weekly credits and debits of a driver, and the forms to begin, pause and end them, and to take that back. */
export default function RecurringScreen({ loaderData: { rules, first }, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? null : t.find(`page.adjustments.recurring.done.${query.get('did') ?? ''}`)
  const running = rules
    .filter(({ stopped, isOver }) => stopped === null && !isOver)
    .map((rule) => ({ value: rule.id, label: `${rule.reason} · ${formatMoney(rule.amount, t.language)}` }))
  return (
    <Stack>
      {done === null ? null : <Done>{done}</Done>}
      <Section title={t('page.adjustments.recurring.title')}>
        <Stack>
          <p>{t('page.adjustments.recurring.text')}</p>
          {rules.length > 0 ? (
            <RecurringTable rules={rules} caption={t('page.adjustments.recurring.caption')} />
          ) : (
            <p>{t('page.adjustments.recurring.empty')}</p>
          )}
          <TakeRecurringBack rules={rules} />
        </Stack>
      </Section>
      <SideBySide>
        <AddRecurring first={first} />
        {running.length > 0 ? (
          <Stack>
            <PauseRecurring rules={running} first={first} />
            <StopRecurring rules={running} />
          </Stack>
        ) : null}
      </SideBySide>
    </Stack>
  )
}
