import { trustFolder } from '#features/imports/deliveries/commands.server.ts'
import { listWays } from '#features/imports/deliveries/queries.server.ts'
import { folderRecord } from '#features/imports/deliveries/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/delivery-folder.ts'

const BASE = '/admin/data/deliveries'

export const loader = shows(async () => ({
  takesIn: (await listWays()).some(({ kind, takesIn }) => kind === 'folder' && takesIn),
}))

export const action = saves('delivery.trust-folder', folderRecord.input, async (change, { takesIn }) => {
  await trustFolder(change, takesIn)
  return withDone(BASE, 'saved')
})

/** How far the folder of this machine is trusted. */
export default function DeliveryFolderScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={t('page.deliveries.folder')}
      subtitle={t('page.deliveries.folderText')}
      back={{ to: BASE, label: t('page.deliveries.title') }}
      of={folderRecord}
      values={loaderData}
      buttonWords={t('page.deliveries.save')}
    />
  )
}
