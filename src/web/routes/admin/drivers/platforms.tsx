import { href } from 'react-router'
import { listActs, listOffered } from '#features/connections/acts/queries.server.ts'
import { listStatesOfDriver } from '#features/connections/collected/queries.server.ts'
import { addDriverKey } from '#features/fleet/drivers/commands.server.ts'
import { driverKey, driverKeyInput } from '#features/fleet/drivers/schema.ts'
import { listKeys } from '#features/fleet/keys/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { KeysTable } from '#web/parts/keys-table.tsx'
import { PlatformWords } from '#web/parts/platform-words.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Items } from '#web/ui/items.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { ActItem } from '../platform-acts/act-item.tsx'
import type { Route } from './+types/platforms.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({
  id: params.id,
  keys: await listKeys({ driverId: params.id }),
  words: await listStatesOfDriver(params.id),
  acts: await listActs({ driverId: params.id }),
  offered: await listOffered(params.id),
}))

export const action = saves('driver.add-key', driverKeyInput, async (change, input, { params }: Route.ActionArgs) => {
  await addDriverKey(change, params.id, input)
  return withDone(href('/admin/drivers/:id/platforms', params), 'added')
})

export default function PlatformsScreen({ loaderData: { id, keys, words, acts, offered } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SideBySide list>
      <Section title={t('page.fleet.platforms.title')}>
        <Stack>
          {words.length > 0 ? <PlatformWords words={words} /> : null}
          <p>{t('page.fleet.platforms.text')}</p>
          <KeysTable
            caption={t('page.fleet.platforms.caption')}
            keys={keys}
            removal={({ id: key, kind }) =>
              kind === 'email' || kind === 'phone' ? null : `/admin/drivers/${id}/platforms/${key}/removal`
            }
            empty={<p>{t('page.fleet.platforms.empty')}</p>}
          />
        </Stack>
      </Section>
      <Stack>
        <Section title={t('page.platformActs.onDriver.title')}>
          <Stack>
            <Items>
              {acts.map((act) => (
                <ActItem key={act.id} act={act} isOfOne />
              ))}
            </Items>
            <p>
              <Link to="/admin/drivers/platform-acts">{t('page.platformActs.all')}</Link>
            </p>
            {offered.length > 0 ? <Words look="small">{t('page.platformActs.onDriver.text')}</Words> : null}
            {offered.map(({ provider, kind }) => (
              <Form key={provider} action="/admin/drivers/platform-acts" quiet>
                <input type="hidden" name="driver" value={id} />
                <input type="hidden" name="act" value={`${provider}:${kind}`} />
                <Actions>
                  <SubmitButton kind="outlined">
                    {t(`page.platformActs.onDriver.propose.${kind}`, {
                      provider: t(`page.connections.providers.${provider}`),
                    })}
                  </SubmitButton>
                </Actions>
              </Form>
            ))}
          </Stack>
        </Section>
        <Section title={t('page.fleet.platforms.add')}>
          <Form key={keys.length} of={driverKey}>
            <Actions>
              <SubmitButton>{t('page.fleet.platforms.submit')}</SubmitButton>
            </Actions>
          </Form>
        </Section>
      </Stack>
    </SideBySide>
  )
}
