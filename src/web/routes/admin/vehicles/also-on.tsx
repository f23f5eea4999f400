import { PLATFORMS, type Platform } from '#domain/performance.ts'
import { useT } from '#web/i18n.tsx'
import { CheckboxField, Fieldset } from '#web/ui/fields.tsx'
import { Words } from '#web/ui/layout.tsx'

/** Checkboxes for the platforms on which the same should be done, ticked as the last time. */
export function AlsoOn({ also }: { also: readonly Platform[] }) {
  const t = useT()
  return (
    <Fieldset legend={t('page.platformActs.also.legend')}>
      {PLATFORMS.map((platform) => (
        <CheckboxField
          key={platform}
          name={`also-${platform}`}
          label={t('page.platformActs.also.on', { provider: t(`page.connections.providers.${platform}`) })}
          defaultChecked={also.includes(platform)}
        />
      ))}
      <Words look="small">{t('page.platformActs.also.help')}</Words>
    </Fieldset>
  )
}
