import { dayAt, listSlots } from '#features/papers/queries.server.ts'
import { readDriver } from '#features/papers/readiness/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { HolderPapers } from '#web/parts/holder-papers.tsx'
import { HolderLine } from '#web/parts/paper-line.tsx'
import { MayDrive } from '#web/parts/paper-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import type { Route } from './+types/papers.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { mergedInto, removedAt } = await getDriver(params.id)
  const isHere = mergedInto === null && removedAt === null
  const slots = await listSlots({ holder: 'driver', id: params.id }, now)
  const today = dayAt(now)
  return { id: params.id, slots, today, readiness: isHere ? await readDriver(params.id, today) : null }
})

/** Whether the driver may drive, and the papers that decide it. */
export default function DriverPapersScreen({ loaderData: { id, slots, today, readiness } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      {readiness ? <MayDrive of="driver" id={id} readiness={readiness} /> : null}
      <Section title={t('page.papers.tab')}>
        <Stack>
          <HolderLine slots={slots} today={today} />
          <HolderPapers base={`/admin/drivers/${id}/papers`} slots={slots} />
        </Stack>
      </Section>
    </Stack>
  )
}
