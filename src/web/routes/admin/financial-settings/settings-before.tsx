import { SETTINGS } from '#domain/financial-settings.ts'
import type { DatedSetting } from '#features/company/financial-settings/queries.server.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { settingWords } from './setting-words.ts'

/** The history of these settings, beside the form that changes them: the latest week first. */
export function SettingsBefore({ before }: { before: readonly DatedSetting[] }) {
  const t = useT()
  if (before.length === 0) return <Words look="soft">{t('page.settings.historyNone')}</Words>
  return (
    <Items label={t('page.settings.history')}>
      {before.map(({ id, name, value, from, reason, by, at }) => (
        <Item
          key={id}
          title={t(`page.settings.names.${name}`)}
          aside={settingWords(SETTINGS.find((setting) => setting.name === name)?.kind ?? 'count', value, t)}
        >
          <p>{t('page.settings.since', { day: formatDayShort(from, t.language), reason })}</p>
          <Words look="small">{[by, formatInstant(at, t.language)].filter(Boolean).join(', ')}</Words>
        </Item>
      ))}
    </Items>
  )
}
