import type { AccountInView, AccountState } from '#features/mail/whatsapp/schema.ts'
import { useT } from '#web/i18n.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const STATE_TONES: Readonly<Record<AccountState, StateTone>> = {
  connected: 'ok',
  waiting: 'todo',
  expired: 'bad',
  'needs-access': 'warn',
  error: 'bad',
}

/** The state of the account, in a word. */
export function WhatsAppChip({ account }: { account: Pick<AccountInView, 'state' | 'paused'> | null }) {
  const t = useT()
  if (account === null) return <State tone="todo">{t('page.whatsApp.states.unset')}</State>
  if (account.paused) return <State tone="plain">{t('page.whatsApp.states.paused')}</State>
  return <State tone={STATE_TONES[account.state]}>{t(`page.whatsApp.states.${account.state}`)}</State>
}
