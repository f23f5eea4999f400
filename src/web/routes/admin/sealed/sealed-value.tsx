import { type Revealed, revealRecord } from '#features/oversight/reveals/schema.ts'
import { useT } from '#web/i18n.tsx'
import type { Reply } from '#web/reply.ts'
import { Fact, Facts } from '#web/ui/card.tsx'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'

type Props = { what: Revealed; back: string; answer: { value: string } | Reply | undefined }

/** Shows one sealed value in full, once, to a reader who gives the reason. */
export function SealedValue({ what, back, answer }: Props) {
  const t = useT()
  const opened = answer !== undefined && 'value' in answer ? answer.value : null
  return (
    <SmallAct
      record={t(`page.sealed.title.${what}`)}
      from={t('page.sealed.back')}
      back={back}
      facts={{}}
      question={t(`page.sealed.title.${what}`)}
      effect={t('page.sealed.text')}
      buttonWords={t('page.sealed.show')}
      kind="primary"
      barred={opened === null ? null : <Opened what={what} value={opened} />}
    >
      <RecordFields of={revealRecord} />
    </SmallAct>
  )
}

function Opened({ what, value }: { what: Props['what']; value: string }) {
  const t = useT()
  return (
    <Facts>
      <Fact name={t(`page.sealed.field.${what}`)}>{value}</Fact>
    </Facts>
  )
}
