import { dayAt, listSlots } from '#features/papers/queries.server.ts'
import { readCar } from '#features/papers/readiness/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { HolderPapers } from '#web/parts/holder-papers.tsx'
import { HolderLine } from '#web/parts/paper-line.tsx'
import { MayDrive } from '#web/parts/paper-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import type { Route } from './+types/papers.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  id: params.id,
  slots: await listSlots({ holder: 'car', id: params.id }, now),
  today: dayAt(now),
  readiness: await readCar(params.id, dayAt(now)),
}))

/** Whether the car may be driven, and the papers that decide it. */
export default function CarPapersScreen({ loaderData: { id, slots, today, readiness } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Stack>
      <MayDrive of="car" id={id} readiness={readiness} />
      <Section title={t('page.papers.tab')}>
        <Stack>
          <HolderLine slots={slots} today={today} />
          <HolderPapers base={`/admin/vehicles/${id}/papers`} slots={slots} />
        </Stack>
      </Section>
    </Stack>
  )
}
