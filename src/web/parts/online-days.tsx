import { type DayOnline, MAX_IN_24_HOURS } from '#domain/hours-in-a-row.ts'
import { formatDay } from '#messages/dates.ts'
import { hoursWords } from '#messages/time-words.ts'
import { useT } from '#web/i18n.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Table } from '#web/ui/table.tsx'

/** The time that a driver was online with Bolt on each day, and the most in 24 hours in a row, beside what the law allows. */
export function OnlineDays({ days }: { days: readonly DayOnline[] }) {
  const t = useT()
  const shown = days.toReversed()
  const longest = shown.reduce<DayOnline | undefined>(
    (far, day) => (far && far.most >= day.most ? far : day),
    undefined,
  )
  if (!longest || longest.most === 0) return null
  const words = { time: hoursWords(longest.most, t), day: formatDay(longest.day, t.language) }
  const tooLong = shown.filter(({ most }) => most > MAX_IN_24_HOURS)
  return (
    <Section title={t('page.pictures.onlineDays.section')}>
      <Card>
        <Stack>
          {tooLong.length > 0 ? (
            <Notice tone="warn" title={t('page.pictures.onlineDays.over', { count: tooLong.length })}>
              <p>{t('page.pictures.onlineDays.longest', words)}</p>
            </Notice>
          ) : (
            <p>{t('page.pictures.onlineDays.longest', words)}</p>
          )}
          <Words look="small">{t('page.pictures.onlineDays.law')}</Words>
          <Disclosure level="line" summary={t('page.pictures.onlineDays.each', { count: shown.length })}>
            <Table
              caption={t('page.pictures.onlineDays.section')}
              phone="columns"
              rows={shown}
              rowKey={({ day }) => day}
              columns={[
                { head: t('page.pictures.onlineDays.day'), cell: ({ day }) => formatDay(day, t.language) },
                {
                  head: t('page.pictures.onlineDays.online'),
                  number: true,
                  cell: ({ seconds }) => hoursWords(seconds, t),
                },
                {
                  head: t('page.pictures.onlineDays.most'),
                  number: true,
                  cell: ({ most }) => hoursWords(most, t),
                },
              ]}
            />
          </Disclosure>
        </Stack>
      </Card>
    </Section>
  )
}
