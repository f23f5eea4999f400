import { namesApart } from '#domain/driver.ts'
import { noteDriversNotified } from '#features/positions/rules/commands.server.ts'
import { listNotified } from '#features/positions/rules/queries.server.ts'
import { notifiedInput, notifiedRecord } from '#features/positions/rules/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { TickList } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/notified.ts'

const BASE = '/admin/data/positions'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  drivers: namesApart(await listNotified(now))
    .filter(({ notifiedAt }) => notifiedAt === null)
    .map(({ id, name }) => ({ id, name })),
}))

export const action = saves('position.note-told', notifiedInput, async (change, input) => {
  await noteDriversNotified(change, input)
  return withDone(BASE, 'noted')
})

/** The drivers whom the office has informed, and the day. */
export default function NotifiedScreen({ loaderData: { drivers } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.positions.told.note')}
        subtitle={t('page.positions.told.noteText')}
        back={{ to: BASE, label: t('page.positions.title') }}
      />
      <Page width="narrow">
        {drivers.length === 0 ? (
          <Words>{t('page.positions.told.all')}</Words>
        ) : (
          <Form of={notifiedRecord}>
            <TickList
              name="drivers"
              label={t('page.positions.told.drivers')}
              options={drivers.map(({ id, name }) => ({ value: id, label: name }))}
              ticked={[]}
            />
            <Actions>
              <SubmitButton>{t('page.positions.save')}</SubmitButton>
            </Actions>
          </Form>
        )}
      </Page>
    </>
  )
}
