import type { TimeLimits } from '#domain/working-times.ts'
import { saveTimeLimits } from '#features/weeks/working-times/commands.server.ts'
import { listTimeLimits } from '#features/weeks/working-times/queries.server.ts'
import { timeLimitsRecord } from '#features/weeks/working-times/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { hoursWords } from '#messages/time-words.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/time-limits.ts'

const BASE = '/admin/documents/times'

export const loader = shows(async () => ({ limits: await listTimeLimits() }))

export const action = saves('times.limits', timeLimitsRecord.input, async (change, input) => {
  await saveTimeLimits(change, input)
  return `${BASE}?done=saved`
})

/** The limits of the law from a day on. */
export default function TimeLimitsScreen({ loaderData: { limits } }: Route.ComponentProps) {
  const t = useT()
  const last = limits.at(-1)
  return (
    <>
      <PageHead
        title={t('page.times.limits.title')}
        subtitle={t('page.times.limits.subtitle')}
        back={{ to: BASE, label: t('page.times.fleet.back') }}
      />
      <SideBySide>
        <Form of={timeLimitsRecord} values={last ? { ...inHours(last), from: '' } : {}}>
          <Actions>
            <SubmitButton>{t('page.times.limits.save')}</SubmitButton>
          </Actions>
        </Form>
        <Section title={t('page.times.limits.known')}>
          <Table
            caption={t('page.times.limits.caption')}
            rows={limits}
            rowKey={({ from }) => from}
            columns={columnsOf(t)}
          />
        </Section>
      </SideBySide>
    </>
  )
}

function inHours({ in24, inWeek, onAverage, ...rest }: TimeLimits) {
  return { ...rest, in24: in24 / 60, inWeek: inWeek / 60, onAverage: onAverage / 60 }
}

function columnsOf(t: Translator): Column<TimeLimits>[] {
  const hours = (name: 'in24' | 'inWeek' | 'onAverage'): Column<TimeLimits> => ({
    head: t(`page.times.limits.fields.${name}`),
    number: true,
    cell: (limits) => hoursWords(limits[name] * 60, t),
  })
  return [
    { head: t('page.times.limits.fields.from'), cell: ({ from }) => formatDayShort(from, t.language) },
    hours('in24'),
    hours('inWeek'),
    hours('onAverage'),
  ]
}
