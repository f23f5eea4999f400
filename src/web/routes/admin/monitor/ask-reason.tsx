import { Form, useSearchParams } from 'react-router'
import { lookRecord } from '#features/positions/moments/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Button } from '#web/ui/button.tsx'
import { Actions, RecordFields } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Asks why somebody wants to see positions, if the operator requires a reason; the reason is stored with the look. */
export function AskReason() {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <Notice tone="info">
      <Form method="get">
        {[...query].map(([name, value]) =>
          name === 'reason' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <RecordFields of={lookRecord} />
        <Actions>
          <Button type="submit" kind="primary">
            {t('page.monitor.look')}
          </Button>
        </Actions>
      </Form>
    </Notice>
  )
}
