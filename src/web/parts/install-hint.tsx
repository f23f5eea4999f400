import { useT } from '#web/i18n.tsx'
import { useBrand } from '#web/shell/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** How to add the site to the phone's home screen; a script shows it, once (`enhancing/install-hint.ts`). */
export function InstallHint() {
  const t = useT()
  const { name } = useBrand()
  return (
    <div data-install="" hidden>
      <Notice
        title={t('page.offline.install.title', { name })}
        action={
          <Actions>
            <Button data-install-now="">{t('page.offline.install.now')}</Button>
            <Button kind="text">{t('page.offline.install.close')}</Button>
          </Actions>
        }
      >
        <p data-install-words="other" hidden>
          {t('page.offline.install.other')}
        </p>
        <p data-install-words="iphone" hidden>
          {t('page.offline.install.iphone')}
        </p>
      </Notice>
    </div>
  )
}
