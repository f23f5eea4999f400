import { type Device, DEVICES, SCALES, type Vital, VITALS } from '#domain/vital.ts'
import { listPageSpeeds } from '#features/visitors/vitals/queries.server.ts'
import type { PageSpeed } from '#features/visitors/vitals/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatAmount, formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { measuringSettings } from '#web/measuring/measuring.server.ts'
import { shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/vitals.ts'

/** Days that the figures cover, the same as for search engines. */
const DAYS = 28

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const wantedDevice = url.searchParams.get('device')
  const device = DEVICES.find((candidate) => candidate === wantedDevice) ?? null
  const today = now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
  const pages = await listPageSpeeds({ from: today.subtract({ days: DAYS - 1 }), device })
  return { pages, device, isMeasuring: measuringSettings().vitals !== undefined }
})

/** How fast the public pages are for their visitors, compared with good values. */
export default function VitalsScreen({ loaderData }: Route.ComponentProps) {
  const { pages, device, isMeasuring } = loaderData
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.vitals.title')}
        subtitle={t('page.vitals.subtitle', { days: DAYS })}
        back={{ to: '/admin/brand', label: t('page.brand.title') }}
      />
      <Stack>
        {isMeasuring ? null : (
          <Notice tone="info" title={t('page.vitals.off.title')}>
            <p>{t('page.vitals.off.text')}</p>
          </Notice>
        )}
        <Tabs
          look="pills"
          label={t('page.vitals.devices.label')}
          tabs={[null, ...DEVICES].map((tabDevice) => ({
            to: tabDevice === null ? '/admin/vitals' : `/admin/vitals?device=${tabDevice}`,
            label: t(`page.vitals.devices.${tabDevice ?? 'all'}` satisfies `page.vitals.devices.${Device | 'all'}`),
            current: tabDevice === device,
          }))}
        />
        <Table
          caption={t('page.vitals.caption')}
          rows={pages}
          rowKey={({ path }) => path}
          columns={columns(t)}
          foot={[t('page.vitals.limits'), '', ...VITALS.map((vital) => vitalText(t, vital, SCALES[vital].good))]}
          empty={
            <EmptyState title={t('page.vitals.empty.title')}>
              <p>{t('page.vitals.empty.text')}</p>
            </EmptyState>
          }
        />
      </Stack>
    </>
  )
}

const TONES = { good: 'ok', middling: 'warn', poor: 'bad' } as const satisfies Record<string, StateTone>

function columns(t: Translator): Column<PageSpeed>[] {
  return [
    { head: t('page.vitals.columns.page'), cell: ({ path }) => path },
    {
      head: t('page.vitals.columns.visits'),
      cell: ({ visits }) => formatNumber(visits, t.language),
      number: true,
    },
    ...VITALS.map((vital) => ({
      head: t(`page.vitals.columns.${vital}`),
      number: true,
      cell: ({ vitals }: PageSpeed) => {
        const figure = vitals[vital]
        if (figure === null) return t('common.notMeasured')
        return (
          <State tone={TONES[figure.verdict]}>
            {vitalText(t, vital, figure.value)}{' '}
            <span className="visually-hidden">{t(`page.vitals.verdicts.${figure.verdict}`)}</span>
          </State>
        )
      },
    })),
  ]
}

/** "2,45 s", "96 ms"; a layout shift has no unit. */
function vitalText(t: Translator, vital: Vital, value: number): string {
  if (vital === 'cls') return formatAmount(Math.round(value / 10), t.language)
  if (vital === 'inp' || value < 1000) return t('page.vitals.milliseconds', { value })
  return t('page.vitals.seconds', { value: formatAmount(Math.round(value / 10), t.language) })
}
