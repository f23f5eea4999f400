import { streetsFileRecord } from '#features/positions/streets/schema.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Words } from '#web/ui/layout.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'

/** Sends a file of streets. That takes a while, so the button says that it works. */
export function StreetsUpload({ reply, several = false }: { reply?: Reply | undefined; several?: boolean }) {
  const t = useT()
  return (
    <Form of={streetsFileRecord} action="/admin/monitor/streets/file" reply={reply}>
      <Words look="small">{t('page.monitor.streets.replaces')}</Words>
      {several ? <Words look="small">{t('page.monitor.streets.several')}</Words> : null}
      <Actions>
        <SubmitButton>{t('page.monitor.streets.sendNow')}</SubmitButton>
      </Actions>
    </Form>
  )
}
