import { useT } from '#web/i18n.tsx'
import { withWayBack } from '#web/parts/way-back.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Telling = { goesOut: boolean; all: number; sentByHand: readonly string[] }

/** For an approved week whose messages nobody receives: who was told by hand, and the two ways to tell the others. */
export function TellNote({ week, telling: { goesOut, all, sentByHand } }: { week: string; telling: Telling }) {
  const t = useT()
  if (goesOut || sentByHand.length === all) return null
  return (
    <Page>
      <Notice
        tone="warn"
        action={
          <>
            <LinkButton to={`/admin/weekly/${week}/messages`}>{t('page.telling.toWhatsApp')}</LinkButton>
            <LinkButton to={withWayBack('/admin/mail/server', `/admin/weekly/${week}`)} kind="text">
              {t('page.telling.toMail')}
            </LinkButton>
          </>
        }
      >
        <p>{t('page.telling.noServer')}</p>
        <p>{t('page.telling.told', { told: sentByHand.length, all })}</p>
      </Notice>
    </Page>
  )
}
