import type { ErasurePreview } from '#features/oversight/personal-data/schema.ts'
import { PERIODS } from '#domain/kept-data.ts'
import type { LawId } from '#domain/law.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { lawDoubt, lawPlace } from '#messages/law-words.ts'
import { useT } from '#web/i18n.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Bullets, Words } from '#web/ui/layout.tsx'

/** The person's data that are erased, those that stay (until when and why), and those that stay without a name. */
export function PreviewCards({ preview: { kind, goes, stays, waits, matters } }: { preview: ErasurePreview }) {
  const t = useT()
  return (
    <>
      <Card title={t('page.privacy.erase.goes')}>
        {goes.length === 0 ? (
          <Words>{t('page.privacy.erase.goesNone')}</Words>
        ) : (
          <Facts>
            {goes.map(({ topic, rows, files }) => (
              <Fact key={topic} name={t(`page.personalData.topics.${topic}`)}>
                {countWords({ rows, files }, t)}
              </Fact>
            ))}
          </Facts>
        )}
      </Card>
      {matters.length === 0 ? null : (
        <Card title={t('page.privacy.erase.waits')}>
          <Stack>
            <Bullets>
              {matters.map(({ matter, count }) => (
                <li key={matter}>{t(`page.privacy.erase.matters.${matter}`, { count })}</li>
              ))}
            </Bullets>
            <Words>{t('page.privacy.erase.waitsText')}</Words>
            <Facts>
              {waits.map(({ topic, rows }) => (
                <Fact key={topic} name={t(`page.personalData.topics.${topic}`)}>
                  {countWords({ rows, files: 0 }, t)}
                </Fact>
              ))}
            </Facts>
          </Stack>
        </Card>
      )}
      <Card title={t('page.privacy.erase.stays')}>
        {stays.length === 0 ? (
          <Words>{t('page.privacy.erase.staysNone')}</Words>
        ) : (
          <Stack>
            <Facts>
              {stays.map((stay) => (
                <Fact key={`${stay.topic} ${stay.period}`} name={t(`page.personalData.topics.${stay.topic}`)} isText>
                  {stayWords(stay, t)}
                </Fact>
              ))}
            </Facts>
            {lawsOf(stays).map((law) => (
              <Words key={law} look="soft">
                {`${lawPlace(law, t)}. ${lawDoubt(law, t)}`.trim()}
              </Words>
            ))}
          </Stack>
        )}
      </Card>
      {kind === 'driver' ? (
        <Card title={t('page.privacy.erase.anonymous')}>
          <Bullets>
            {t.list('page.privacy.erase.anonymousAre').map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Bullets>
        </Card>
      ) : null}
    </>
  )
}

function countWords({ rows, files }: { rows: number; files: number }, t: Translator): string {
  const counted = t('page.privacy.erase.goesRow', { count: rows })
  return files === 0 ? counted : `${counted} ${t('page.privacy.erase.files', { count: files })}`
}

/** The rules of law behind data that stay, each named once. */
function lawsOf(stays: ErasurePreview['stays']): LawId[] {
  return [...new Set(stays.flatMap(({ period }) => PERIODS[period].law ?? []))]
}

function stayWords({ period, rows, files, until }: ErasurePreview['stays'][number], t: Translator): string {
  return [
    `${countWords({ rows, files }, t)}.`,
    until === null ? '' : t('page.privacy.erase.until', { day: formatDayShort(until, t.language) }),
    t(`page.privacy.periods.${period}`),
  ]
    .filter(Boolean)
    .join(' ')
}
