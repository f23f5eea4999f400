import type { Urgency } from '#domain/fine.ts'
import type { FineView } from '#features/fleet/fines/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Readonly<Record<Urgency, StateTone>> = { calm: 'todo', soon: 'warn', urgent: 'bad', late: 'bad' }
const STATE_TONES: Readonly<Record<FineView['state'], StateTone>> = {
  unidentified: 'warn',
  made: 'info',
  signed: 'info',
  sent: 'ok',
  'not-applicable': 'plain',
}

/** The time left to name the driver, in words. */
export function clockWords({ left, isRunning }: Pick<FineView, 'left' | 'isRunning'>, t: Translator): string {
  if (!isRunning) return t('page.fines.clock.stopped')
  if (left === 0) return t('page.fines.clock.today')
  return left < 0 ? t('page.fines.clock.late', { count: -left }) : t('page.fines.clock.left', { count: left })
}

/** The time left for a fine: amber at seven working days, red at three. */
export function FineClock({ fine }: { fine: FineView }) {
  const t = useT()
  const words = clockWords(fine, t)
  return <State tone={fine.isRunning ? TONES[fine.urgency] : 'plain'}>{words}</State>
}

export function FineState({ state }: Pick<FineView, 'state'>) {
  const t = useT()
  return <State tone={STATE_TONES[state]}>{t(`page.fines.states.${state}`)}</State>
}

/** "até 17 dez. 2026". */
export function untilWords({ until }: Pick<FineView, 'until'>, t: Translator): string {
  return t('page.fines.clock.until', { day: formatDayShort(until, t.language) })
}
