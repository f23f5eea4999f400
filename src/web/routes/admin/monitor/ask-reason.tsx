import { Form, useSearchParams } from 'react-router'
import { lookRecord } from '#features/positions/moments/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Button } from '#web/ui/button.tsx'
import { Actions, RecordFields } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Positions are shown to whoever says why, where the operator wants it: it is asked before, and kept with the look. */
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
