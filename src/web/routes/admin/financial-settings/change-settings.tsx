import { SETTINGS, SETTING_GROUPS, type FinancialSettings } from '#domain/financial-settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { TRIP_VATS } from '#domain/terms.ts'
import { nextWeek, weekAt } from '#domain/week.ts'
import { dryRunSettings } from '#features/dry-runs/queries.server.ts'
import { changeSettings } from '#features/financial-settings/commands.server.ts'
import { lastApprovedWeek, settingsIn } from '#features/financial-settings/queries.server.ts'
import { settingsInput } from '#features/financial-settings/schema.ts'
import { formatWeek } from '#messages/dates.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import type { Reply } from '#web/reply.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import {
  Actions,
  CheckboxField,
  Form,
  FormReply,
  KeyField,
  MoneyField,
  SelectField,
  SubmitButton,
  TextField,
} from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/change-settings.ts'
import { DryRunTable } from './dry-run-table.tsx'
import { settingField } from './setting-words.ts'

const WEEKS_AHEAD = 13

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const group = groupOf(params.group)
    const { now } = context.get(requestContext)
    const approved = await lastApprovedWeek()
    const first = approved ? nextWeek(approved) : weekAt(now)
    return {
      group,
      current: await settingsIn(first),
      weeks: Array.from({ length: WEEKS_AHEAD }, (_, index) => nextWeek(first, index)),
      formKey: crypto.randomUUID(),
      preview: await previewSettings(request, now),
    }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'money' }, 'settings.change', settingsInput, async (input, deed) => {
    groupOf(params.group)
    await changeSettings(deed, input)
    return sameLanguage(request, withDone('/admin/financial-settings', 'saved'))
  })

function groupOf(name: string) {
  const group = SETTING_GROUPS.find((known) => known === name)
  if (!group) throw new Refusal('record.not-found')
  return group
}

/** What "see what changes" sent in the address: the form as it was typed, and what it would do. */
async function previewSettings(request: Request, now: Temporal.Instant) {
  const values = Object.fromEntries(new URL(request.url).searchParams)
  if (values['names'] === undefined) return null
  const read = settingsInput.safeParse({ ...values, reason: values['reason'] || '–' })
  const fieldErrors: Record<string, string[]> = {}
  for (const { path, message } of read.error?.issues ?? []) (fieldErrors[String(path[0])] ??= []).push(message)
  const reply: Reply = { values, fieldErrors, refusal: null }
  return { reply, dryRun: read.success ? await dryRunSettings(now, read.data.settings) : null }
}

export default function ChangeSettingsScreen({
  loaderData: { group, current, weeks, formKey, preview },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const reply = actionData ?? preview?.reply
  const settings = SETTINGS.filter((one) => one.group === group)
  return (
    <>
      <PageHead title={t('page.settings.changeOf', { group: t(`page.settings.groups.${group}`) })} />
      <Stack>
        <Form>
          <FormReply reply={reply} />
          <KeyField value={formKey} />
          <input type="hidden" name="names" value={settings.map(({ name }) => name).join(' ')} />
          {settings.map((setting) => (
            <SettingField key={setting.name} setting={setting} current={current} reply={reply} />
          ))}
          <SelectField
            name="from"
            label={t('page.settings.from')}
            options={weeks.map((week) => ({ value: week, label: formatWeek(week, t.language) }))}
            reply={reply}
            required
          />
          <TextField
            name="reason"
            label={t('page.settings.reason')}
            help={t('page.settings.reasonHelp')}
            maxLength={500}
            reply={reply}
            required
          />
          <Actions>
            <SubmitButton>{t('page.settings.submit')}</SubmitButton>
            <Button type="submit" formMethod="get" formNoValidate>
              {t('page.settings.preview')}
            </Button>
            <LinkButton to="/admin/financial-settings" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
        {preview?.dryRun && !actionData ? (
          <Section title={t('page.settings.dryRun.title')}>
            <DryRunTable dryRun={preview.dryRun} />
          </Section>
        ) : null}
      </Stack>
    </>
  )
}

type FieldProps = { setting: (typeof SETTINGS)[number]; current: FinancialSettings; reply: Reply | undefined }

function SettingField({ setting: { name, kind }, current, reply }: FieldProps) {
  const t = useT()
  const help = t.find(`page.settings.helps.${name}`)
  const shared = {
    name,
    label: t(`page.settings.names.${name}`) + (kind === 'percent' ? `, ${t('page.settings.percentUnit')}` : ''),
    ...(help === null ? {} : { help }),
    reply,
  }
  const defaultValue = settingField(kind, current[name], t)
  if (kind === 'switch') return <CheckboxField {...shared} defaultChecked={current[name] === 1} />
  if (kind === 'money') return <MoneyField {...shared} defaultValue={defaultValue} required />
  if (kind === 'trip-vat') {
    const options = TRIP_VATS.map((value) => ({ value, label: t(`page.fleet.terms.vats.${value}`) }))
    return <SelectField {...shared} options={options} defaultValue={defaultValue} required />
  }
  return <TextField {...shared} inputMode="decimal" defaultValue={defaultValue} required />
}
