import { SETTINGS, SETTING_GROUPS, type SettingGroup } from '#domain/financial-settings.ts'
import { weekAt } from '#domain/week.ts'
import { type DatedSetting, listSettings, settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { formatInstant, formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Table } from '#web/ui/table.tsx'
import type { Route } from './+types/settings.ts'
import { settingWords } from './setting-words.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const week = weekAt(now)
  const [current, dated] = await Promise.all([settingsIn(week), listSettings()])
  return { week, current, dated }
})

export default function SettingsScreen({ loaderData: { week, current, dated } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.settings.title')}
        subtitle={t('page.settings.text')}
        actions={<LinkButton to="/admin/financial-settings/rules">{t('page.settings.rulesLink')}</LinkButton>}
      />
      <Stack>
        <DoneNote />
        {SETTING_GROUPS.map((group) => (
          <Group key={group} group={group} {...{ week, current, dated }} />
        ))}
      </Stack>
    </>
  )
}

type GroupProps = Route.ComponentProps['loaderData'] & { group: SettingGroup }

/** What counts now in one group, what is to come, and everything that counted before. */
function Group({ group, week, current, dated }: GroupProps) {
  const t = useT()
  const { language } = t
  const title = t(`page.settings.groups.${group}`)
  const settings = SETTINGS.filter((one) => one.group === group)
  const own = dated.filter(({ name }) => settings.some((one) => one.name === name))
  const standing = (name: string) => own.find((one) => one.name === name && one.from <= week)
  const since = (one: DatedSetting | undefined) => (one ? formatWeek(one.from, language) : t('page.settings.shipped'))
  return (
    <Section
      title={title}
      aside={
        <LinkButton
          to={`/admin/financial-settings/${group}`}
          aria-label={t('page.settings.changeOf', { group: title })}
        >
          {t('page.settings.change')}
        </LinkButton>
      }
    >
      <Stack>
        {group === 'plans' ? <p>{t('page.plans.legal')}</p> : null}
        <Table
          caption={t('page.settings.caption', { group: title })}
          rows={settings}
          rowKey={({ name }) => name}
          columns={[
            { head: t('page.settings.columns.name'), cell: ({ name }) => t(`page.settings.names.${name}`) },
            {
              head: t('page.settings.columns.value'),
              number: true,
              cell: ({ name, kind }) => settingWords(kind, current[name], t),
            },
            { head: t('page.settings.columns.since'), cell: ({ name }) => since(standing(name)) },
          ]}
        />
      </Stack>
      {own.length > 0 ? (
        <Disclosure summary={t('page.settings.history')}>
          <Table
            caption={`${t('page.settings.history')}: ${title}`}
            rows={own}
            rowKey={({ id }) => String(id)}
            columns={[
              {
                head: t('page.settings.columns.since'),
                cell: ({ from }) =>
                  from > week ? t('page.settings.coming', { number: weekNumber(from) }) : formatWeek(from, language),
              },
              { head: t('page.settings.columns.name'), cell: ({ name }) => t(`page.settings.names.${name}`) },
              {
                head: t('page.settings.columns.value'),
                number: true,
                cell: ({ name, value }) =>
                  settingWords(settings.find((one) => one.name === name)?.kind ?? 'count', value, t),
              },
              { head: t('page.settings.columns.reason'), cell: ({ reason }) => reason },
              {
                head: t('page.settings.columns.by'),
                cell: ({ by, at }) => [by, formatInstant(at, language)].filter(Boolean).join(', '),
              },
            ]}
          />
        </Disclosure>
      ) : null}
    </Section>
  )
}
