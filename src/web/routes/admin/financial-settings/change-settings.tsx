import { SETTINGS, SETTING_GROUPS, type SettingName } from '#domain/financial-settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { nextWeek } from '#domain/week.ts'
import { listSettings, openWeek, settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { settingsInput } from '#features/company/financial-settings/schema.ts'
import { askForSettings } from '#features/oversight/second-person/commands.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { Section } from '#web/ui/card.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/change-settings.ts'
import { previewSettings } from './preview-settings.server.ts'
import { SaveSettings } from './save-settings.tsx'
import { SettingsBefore } from './settings-before.tsx'
import { SettingsForm } from './settings-form.tsx'

const WEEKS_AHEAD = 13

export const loader = shows(async ({ request, params, context }: Route.LoaderArgs, { now }) => {
  const group = groupOf(params.group)
  const first = await openWeek(now)
  const preview = await previewSettings(request, now)
  if (preview?.planned?.changes.some(({ name }) => isDelicate(name))) requireRecentSignIn(context)
  return {
    group,
    current: await settingsIn(first),
    weeks: Array.from({ length: WEEKS_AHEAD }, (_, index) => nextWeek(first, index)),
    preview,
    before: (await listSettings()).filter(({ name }) => groupOfSetting(name) === group),
  }
})

export const action = saves(
  'settings.change',
  settingsInput,
  async (change, input, { params, context }: Route.ActionArgs) => {
    groupOf(params.group)
    if (Object.keys(input.settings).some(isDelicate)) requireRecentSignIn(context)
    const done = await askForSettings(change, input)
    if (done === 'asked') return '/admin/second-person?done=asked'
    return withDone('/admin/financial-settings', 'saved')
  },
)

/** Whether a setting is delicate: only the hold of a changed IBAN keeps somebody with a stolen session from the next bank file. */
function isDelicate(name: string): boolean {
  return name === 'ibanHoldHours'
}

function groupOf(name: string) {
  const group = SETTING_GROUPS.find((known) => known === name)
  if (!group) throw new Refusal('record.not-found')
  return group
}

function groupOfSetting(wanted: SettingName) {
  return SETTINGS.find(({ name }) => name === wanted)?.group
}

/** Two steps: the values and their first week; then their effect, with the reason and the button that saves. */
export default function ChangeSettingsScreen({
  loaderData: { group, current, weeks, preview, before },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const planned = preview?.planned
  return (
    <>
      <PageHead
        title={t('page.settings.changeOf', { group: t(`page.settings.groups.${group}`) })}
        back={{ to: '/admin/financial-settings', label: t('page.settings.title') }}
      />
      {planned ? (
        <SaveSettings planned={planned} back={`/admin/financial-settings/${group}${planned.back}`} />
      ) : (
        <SideBySide>
          <SettingsForm
            settings={SETTINGS.filter((setting) => setting.group === group)}
            current={current}
            weeks={weeks}
            stale={preview?.stale ?? []}
            reply={preview ? { ...preview.reply, refusal: actionData?.refusal ?? preview.reply.refusal } : undefined}
          />
          <Section title={t('page.settings.history')}>
            <SettingsBefore before={before} />
          </Section>
        </SideBySide>
      )}
    </>
  )
}
