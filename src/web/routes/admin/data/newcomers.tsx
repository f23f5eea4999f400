import { previousWeek, weekAt, weekName } from '#domain/week.ts'
import { createNewcomers } from '#features/roster/newcomers/commands.server.ts'
import { proposeNewcomers } from '#features/roster/newcomers/queries.server.ts'
import { newcomersInput } from '#features/roster/newcomers/schema.ts'
import { listOwners } from '#features/weeks/unmatched/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { firstWeekPage } from '#web/first-week.server.ts'
import { askedWeek } from '#web/parts/asked-week.ts'
import { ImportNote } from '#web/parts/import-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/newcomers.ts'
import { withCreated } from './created.ts'
import { NewDrivers, NewVehicles } from './newcomer.tsx'

/** Weeks back from which rows are asked about. */
const WEEKS_ASKED = 26

const sinceWeek = (request: Request, now: Temporal.Instant) =>
  askedWeek(request) ?? previousWeek(weekAt(now), WEEKS_ASKED)

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const week = askedWeek(request)
  const [{ drivers, vehicles }, owners] = await Promise.all([proposeNewcomers(sinceWeek(request, now)), listOwners()])
  return {
    drivers,
    vehicles,
    fleet: owners.drivers,
    back: week ? { to: `/admin/weekly/${weekName(week)}`, number: weekNumber(week) } : null,
  }
})

export const action = saves(
  'newcomers.create',
  newcomersInput,
  async (change, input, { request, context }: Route.ActionArgs) => {
    const week = askedWeek(request)
    const t = translatorFor(languageOf(new URL(request.url).pathname))
    const made = await createNewcomers(change, sinceWeek(request, change.now), input, t('page.newcomers.reason'))
    if (!week) return withCreated('/admin/data', made)
    const onwards = await firstWeekPage(week, change, context)
    return onwards ?? withCreated(`/admin/weekly/${weekName(week)}`, made)
  },
)

/** Drivers and cars that the files know and the fleet does not, a line each: checked once, created together. */
export default function NewcomersScreen({
  loaderData: { drivers, vehicles, fleet, back },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const home = back
    ? { to: back.to, label: t('page.week.approval.back', { number: back.number }) }
    : { to: '/admin/data', label: t('page.data.title') }
  if (drivers.length + vehicles.length === 0) {
    return (
      <Stack>
        <PageHead title={t('page.newcomers.title')} back={home} />
        <FormReply reply={reply} />
        <Notice action={<LinkButton to={home.to}>{home.label}</LinkButton>}>{t('page.newcomers.gone')}</Notice>
      </Stack>
    )
  }
  return (
    <>
      <PageHead title={t('page.newcomers.title')} subtitle={t('page.newcomers.subtitle')} back={home} />
      <ImportNote />
      <Form wide>
        {drivers.length > 0 ? (
          <Section title={t('page.newcomers.drivers', { count: drivers.length })}>
            <NewDrivers drivers={drivers} fleet={fleet} />
          </Section>
        ) : null}
        {vehicles.length > 0 ? (
          <Section title={t('page.newcomers.vehicles', { count: vehicles.length })}>
            <NewVehicles vehicles={vehicles} drivers={drivers} fleet={fleet} />
          </Section>
        ) : null}
        <Actions>
          <SubmitButton>{t('page.newcomers.submit')}</SubmitButton>
          <LinkButton to={home.to} kind="text">
            {t('common.cancel')}
          </LinkButton>
          {drivers.length > 0 ? (
            <Words look="small">{`${t('page.newcomers.after')} ${t('page.newcomers.left')}`}</Words>
          ) : null}
        </Actions>
      </Form>
    </>
  )
}
