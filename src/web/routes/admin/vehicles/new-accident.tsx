import { recordAccident } from '#features/fleet/accidents/commands.server.ts'
import { accidentInput } from '#features/fleet/accidents/schema.ts'
import { useT } from '#web/i18n.tsx'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { AccidentForm } from './accident-form.tsx'
import type { Route } from './+types/new-accident.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({ id: params.id, at: typedMoment(now) }))

export const action = saves('accident.record', accidentInput, async (deed, input, { params }: Route.ActionArgs) => {
  const id = await recordAccident(deed, params.id, input)
  return `/admin/vehicles/${params.id}/accidents/${id}?done=record`
})

export default function NewAccidentScreen({ loaderData: { id, at } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.accidents.new')}>
      <Stack>
        <Words>{t('page.accidents.text')}</Words>
        <AccidentForm accident={null} at={at} back={`/admin/vehicles/${id}/inspections`} />
      </Stack>
    </Section>
  )
}
