import { weekName } from '#domain/week.ts'
import { driverFromRowInput, driverOfRow } from '#features/fleet/drivers/schema.ts'
import { findUnmatchedRow } from '#features/imports/owners/queries.server.ts'
import { createDriverOfRow } from '#features/roster/newcomers/commands.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-driver.ts'
import { showKey } from './key-words.ts'

const rowOf = (request: Request) => new URL(request.url).searchParams.get('row') ?? ''

export const loader = shows(async ({ request }: Route.LoaderArgs) => {
  const unmatched = await findUnmatchedRow(rowOf(request))
  const value = (kind: string) => unmatched?.row.keys.find((key) => key.kind === kind)?.value ?? ''
  return {
    hasRowInAddress: rowOf(request) !== '',
    unmatchedName: unmatched && {
      source: unmatched.row.source,
      key: unmatched.attribution.key,
      name: unmatched.row.label,
    },
    weekPage: unmatched && {
      to: `/admin/weekly/${weekName(unmatched.row.week)}`,
      number: weekNumber(unmatched.row.week),
    },
    email: value('email'),
    phone: value('phone'),
  }
})

/**
 * Creates a driver whom a file knows and the fleet does not: the record and its key in one step. The form of terms
 * follows, from the week of the row on, and leads back to that week.
 */
export const action = saves(
  'driver.create',
  driverFromRowInput,
  async (change, input, { request }: Route.ActionArgs) => {
    const { id, week } = await createDriverOfRow(change, rowOf(request), input)
    return `/admin/drivers/${id}/terms/new?week=${weekName(week)}`
  },
)

export default function NewDriverScreen({
  loaderData: { unmatchedName, hasRowInAddress, weekPage, email, phone },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const back = weekPage
    ? { to: weekPage.to, label: t('page.week.approval.back', { number: weekPage.number }) }
    : { to: '/admin/data', label: t('page.data.title') }
  if (!unmatchedName) {
    return (
      <Stack>
        <PageHead title={t('page.data.newDriver.title')} back={back} />
        <FormReply reply={reply} />
        <Notice>{t(hasRowInAddress ? 'page.weekActs.keys.gone' : 'page.weekActs.keys.unnamed')}</Notice>
      </Stack>
    )
  }
  const { source, kind, value } = showKey(t, unmatchedName.source, unmatchedName.key)
  return (
    <>
      <PageHead
        title={t('page.data.newDriver.title')}
        subtitle={t('page.data.newDriver.subtitle', { source })}
        back={back}
      />
      <Form
        of={driverOfRow}
        values={{ name: unmatchedName.name, email, phone }}
        above={<p>{t('page.data.newDriver.key', { source, kind, value })}</p>}
      >
        <Actions>
          <SubmitButton>{t('page.data.newDriver.submit')}</SubmitButton>
          <LinkButton to={back.to} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </>
  )
}
