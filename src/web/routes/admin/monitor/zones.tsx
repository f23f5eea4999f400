import { z } from 'zod'
import { hasPower } from '#domain/access.ts'
import { reopenZone } from '#features/positions/zones/commands.server.ts'
import { listEndedZones, listZones } from '#features/positions/zones/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { withDone } from '#web/parts/done-note.tsx'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { Links } from '#web/ui/layout.tsx'
import type { Route } from './+types/zones.ts'
import { ZONES } from './zones-listed.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const [shown, ended] = await Promise.all([listPage(ZONES, listZones(), args, asking), listEndedZones()])
  return { shown, ended, mayAdd: hasPower(requireUser(args.context), 'operations') }
})

export const action = saves(
  'position.reopen-zone',
  z.object({ zone: z.guid('field.choice') }),
  async (change, input) => {
    await reopenZone(change, input.zone)
    return withDone('/admin/monitor/zones', 'saved')
  },
)

/** The zones of the fleet; an ended one can be restored. */
export default function ZonesScreen({ loaderData: { shown, ended, mayAdd } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ListScreen
      of={ZONES}
      shown={shown}
      subtitle={t('page.zones.subtitle')}
      back={{ to: '/admin/monitor', label: t('page.monitor.title') }}
      actions={
        mayAdd ? (
          <LinkButton to="/admin/monitor/zones/new" kind="primary" icon="plus">
            {t('page.zones.add')}
          </LinkButton>
        ) : null
      }
      after={
        ended.length > 0 && mayAdd ? (
          <Section title={t('page.zones.ended')}>
            <Links>
              {ended.map(({ id, name }) => (
                <Form key={id} quiet inline>
                  <input type="hidden" name="zone" value={id} />
                  <Button type="submit" kind="text">
                    {t('page.zones.reopen', { name })}
                  </Button>
                </Form>
              ))}
            </Links>
          </Section>
        ) : null
      }
    />
  )
}
