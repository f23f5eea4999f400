import { useSearchParams } from 'react-router'
import { MAX_DAYS, timesPeriodRecord } from '#features/weeks/times-on-paper/schema.ts'
import { dayOf } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, RecordFields } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'

/** Days that the form has at first. */
const DAYS = 28

const REFUSED = { values: {}, fieldErrors: {}, refusal: { code: 'times.period', params: { most: MAX_DAYS } } }

/** Files for an inspector: the days that are chosen as PDF, the last four weeks with one press. `files`: their address. */
export function TimesExport({ files, now, isCar = false }: { files: string; now: string; isCar?: boolean }) {
  const t = useT()
  const [query] = useSearchParams()
  const until = dayOf(now)
  const from = Temporal.PlainDate.from(until)
    .subtract({ days: DAYS - 1 })
    .toString()
  const isRefused = query.get('period') === 'refused'
  const typed = isRefused ? { from: query.get('from') ?? '', until: query.get('until') ?? '' } : { from, until }
  return (
    <Card title={t('page.times.export.card')}>
      <Stack>
        <Words look="soft">{t(`page.times.export.${isCar ? 'textCar' : 'text'}`)}</Words>
        <FormReply reply={isRefused ? REFUSED : undefined} />
        <Form method="get" action={`${files}/pdf`}>
          <RecordFields of={timesPeriodRecord} values={typed} />
          <Actions>
            <Button type="submit" icon="document" kind="outlined">
              {t('page.times.export.open')}
            </Button>
            <LinkButton to={`${files}/csv`} icon="download" kind="text" download file>
              {t('page.times.export.csv')}
            </LinkButton>
          </Actions>
        </Form>
      </Stack>
    </Card>
  )
}
