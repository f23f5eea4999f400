import { SETTINGS, SETTING_GROUPS, type SettingGroup } from '#domain/financial-settings.ts'
import { weekAt } from '#domain/week.ts'
import { listSettings, settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { listOtherTerms } from '#features/contracts/terms/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { DoneNote } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Grid, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Page, Spread, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/settings.ts'
import { settingWords } from './setting-words.ts'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const week = weekAt(now)
  const [current, dated, others] = await Promise.all([settingsIn(week), listSettings(), listOtherTerms(now)])
  return { week, current, dated, outrun: others.filter(({ isOutrun }) => isOutrun).length }
})

export default function SettingsScreen({ loaderData: { week, current, dated, outrun } }: Route.ComponentProps) {
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
        {outrun > 0 ? (
          <Notice
            tone="info"
            title={t('page.contractTerms.outrunCount', { count: outrun })}
            action={
              <LinkButton to="/admin/contracts?view=terms-outrun">{t('page.contractTerms.outrunLink')}</LinkButton>
            }
          >
            <p>{t('page.contractTerms.outrunText')}</p>
          </Notice>
        ) : null}
        <Page>
          <Current week={week} current={current} dated={dated} />
          <Words look="small">{t('page.plans.legal')}</Words>
          {dated.length > 0 ? (
            <Card flush>
              <Disclosure summary={t('page.settings.history')}>
                <Before week={week} dated={dated} />
              </Disclosure>
            </Card>
          ) : null}
        </Page>
      </Stack>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** Groups about earnings and groups about deductions, in two tables of about the same length. */
const HALF = SETTING_GROUPS.length / 2
const HALVES = [SETTING_GROUPS.slice(0, HALF), SETTING_GROUPS.slice(HALF)]

type Row = (typeof SETTINGS)[number]

/** The values in force, group by group; the date only for those that were ever changed. */
function Current(loaded: Pick<Loaded, 'week' | 'current' | 'dated'>) {
  const t = useT()
  return (
    <Grid>
      {HALVES.map((groups) => (
        <Table
          key={groups.join(' ')}
          caption={groups.map((group) => t(`page.settings.groups.${group}`)).join(', ')}
          rows={groups.flatMap((group) => SETTINGS.filter((setting) => setting.group === group))}
          rowKey={({ name }) => name}
          group={inGroup}
          phone="lines"
          columns={columns(loaded, t)}
        />
      ))}
    </Grid>
  )
}

function inGroup({ group }: Row) {
  return { id: group, head: <GroupHead group={group} /> }
}

function columns({ week, current, dated }: Pick<Loaded, 'week' | 'current' | 'dated'>, t: Translator): Column<Row>[] {
  const since = (name: string) => dated.find((setting) => setting.name === name && setting.from <= week)?.from
  return [
    { head: t('page.settings.columns.name'), cell: ({ name }) => t(`page.settings.names.${name}`) },
    {
      head: t('page.settings.columns.value'),
      number: true,
      cell: ({ name, kind }) => settingWords(kind, current[name], t),
    },
    ...(SETTINGS.some(({ name }) => since(name)) ? [sinceColumn()] : []),
  ]

  function sinceColumn(): Column<Row> {
    return {
      head: t('page.settings.columns.since'),
      cell: ({ name }) => {
        const from = since(name)
        return from ? formatDayShort(from, t.language) : null
      },
    }
  }
}

function GroupHead({ group }: { group: SettingGroup }) {
  const t = useT()
  const title = t(`page.settings.groups.${group}`)
  return (
    <Spread>
      <h2>{title}</h2>
      <LinkButton
        to={`/admin/financial-settings/${group}`}
        kind="text"
        aria-label={t('page.settings.changeOf', { group: title })}
      >
        {t('page.settings.change')}
      </LinkButton>
    </Spread>
  )
}

/** Every earlier and future value, with who set it and why. */
function Before({ week, dated }: Pick<Loaded, 'week' | 'dated'>) {
  const t = useT()
  const { language } = t
  return (
    <Table
      caption={t('page.settings.history')}
      rows={dated}
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
            settingWords(SETTINGS.find((setting) => setting.name === name)?.kind ?? 'count', value, t),
        },
        { head: t('page.settings.columns.reason'), cell: ({ reason }) => reason },
        {
          head: t('page.settings.columns.by'),
          cell: ({ by, at }) => [by, formatInstant(at, language)].filter(Boolean).join(', '),
        },
      ]}
    />
  )
}
