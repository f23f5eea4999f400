import { type PlatformAct, scopesFor } from '#features/connections/acts/schema.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { ActState } from '#domain/platform-act.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import type { StateTone } from '#web/ui/state.tsx'

export const ACT_TONES: Readonly<Record<ActState, StateTone>> = {
  proposed: 'todo',
  ordered: 'info',
  sending: 'info',
  unknown: 'warn',
  portal: 'todo',
  accepted: 'ok',
  done: 'ok',
  refused: 'bad',
  withdrawn: 'plain',
}

/** "Desligar as viagens a dinheiro na Bolt". */
export function actWords(
  { kind, provider, car }: Pick<PlatformAct, 'kind' | 'provider' | 'car'>,
  t: Translator,
): string {
  return t(`page.platformActs.kinds.${kind}`, paramsOf({ provider, car }, t))
}

function paramsOf({ provider, car }: Pick<PlatformAct, 'provider' | 'car'>, t: Translator) {
  return { provider: t(`page.connections.providers.${provider}`), plate: car ? showPlate(car.plate) : '' }
}

/** The effect of a yes, and how it is carried out. */
export function effectWords(act: PlatformAct, isConnected: boolean, t: Translator): string {
  const params = paramsOf(act, t)
  const isByInterface = scopesFor(act.provider, act.kind) !== null
  const manner = !isByInterface ? 'portal' : isConnected ? 'sent' : 'unconnected'
  // This has never been tried on a real account, and a misunderstood switch would do the opposite (docs/decisions/260).
  const look = manner === 'sent' && act.kind.startsWith('cash') ? ` ${t('page.platformActs.lookAfter', params)}` : ''
  return `${t(`page.platformActs.effects.${act.kind}`, params)} ${t(`page.platformActs.ways.${manner}`, params)}${look}`
}

/** The reason for the act, with the debt behind it. */
export function whyWords({ cause, kind, owed, limit }: PlatformAct, t: Translator): string {
  if (cause !== 'debt') return t(`page.platformActs.why.${cause}`)
  const params = { owed: formatMoney(owed ?? 0, t.language), limit: formatMoney(limit ?? 0, t.language) }
  return t(kind === 'cash-off' ? 'page.platformActs.why.debt' : 'page.platformActs.why.debtPaid', params)
}

/** The state of the act, the platform's answer, and whether the platform's own list shows it. */
export function actStateWords(act: PlatformAct, t: Translator): string {
  const { state, endedAt, doneOn, isShown } = act
  const words = t(`page.platformActs.happens.${state}`, {
    at: endedAt === null ? '' : formatInstant(endedAt, t.language),
    day: doneOn === null ? '' : formatDayShort(doneOn, t.language),
  })
  const refused = state === 'refused' || (state === 'portal' && act.detail !== null) ? refusalWords(act, t) : null
  const shown = isShown === null ? null : t(`page.platformActs.shown.${isShown ? 'yes' : 'no'}`)
  return [words, refused, shown].filter(Boolean).join(' ')
}

function refusalWords({ provider, kind, trouble, detail }: PlatformAct, t: Translator): string | null {
  const params = {
    provider: t(`page.connections.providers.${provider}`),
    scope: scopesFor(provider, kind)?.[0] ?? '',
    said: detail ?? '',
  }
  const known =
    t.find(`page.platformActs.refusals.${detail ?? ''}`, params) ??
    t.find(`page.platformActs.refusals.${trouble ?? ''}`, params)
  if (known) return known
  return detail === null || detail === '' || detail === 'unknown' ? null : t('page.platformActs.refusals.other', params)
}
