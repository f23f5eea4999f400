import { askErasure } from '#features/oversight/personal-data/commands.server.ts'
import { previewErasure } from '#features/oversight/personal-data/queries.server.ts'
import type { ErasureBar } from '#features/oversight/personal-data/schema.ts'
import { formatDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-erasure.ts'
import { PreviewCards } from './erasure-preview.tsx'

export const loader = shows(({ params }: Route.LoaderArgs, { now }) => previewErasure(params.subject, now))

export const action = confirms('erasure.ask', async (change, { params }: Route.ActionArgs) => {
  const id = await askErasure(change, params.subject)
  return `/admin/privacy/erasures/${id}?done=asked`
})

/** The effect of erasing a person, before anybody asks for it. */
export default function NewErasureScreen({ loaderData: preview }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={preview.name}
        part={t('page.privacy.erase.title')}
        subtitle={t(`page.privacy.erase.kinds.${preview.kind}`)}
        back={{ to: '/admin/privacy/erasures', label: t('page.privacy.erase.list') }}
      />
      <Page width="middle">
        <Stack>
          <PreviewCards preview={preview} />
          {preview.barred ? (
            <Barred bar={preview.barred} />
          ) : (
            <Form>
              <Words>{t('page.privacy.erase.askText')}</Words>
              <Actions>
                <SubmitButton kind="danger">{t('page.privacy.erase.ask')}</SubmitButton>
              </Actions>
            </Form>
          )}
        </Stack>
      </Page>
    </>
  )
}

/** Why nothing can be erased yet, with the page where that can be changed. */
function Barred({ bar }: { bar: ErasureBar }) {
  const t = useT()
  const day = bar.because === 'leaving' ? formatDay(bar.lastDay, t.language) : ''
  return (
    <Notice
      tone="warn"
      action={<LinkButton to={placeOf(bar)}>{t(`page.privacy.erase.barred.${bar.because}.act`)}</LinkButton>}
    >
      {t(`page.privacy.erase.barred.${bar.because}.text`, { day })}
    </Notice>
  )
}

function placeOf(bar: ErasureBar): string {
  switch (bar.because) {
    case 'working':
      return `/admin/drivers/${bar.driverId}/departure/new`
    case 'leaving':
      return `/admin/drivers/${bar.driverId}/departure`
    case 'driver':
      return `/admin/privacy/erasures/of/driver:${bar.driverId}`
    case 'account':
      return `/admin/users/${bar.uid}`
  }
}
