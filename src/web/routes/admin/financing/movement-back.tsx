import { Refusal } from '#domain/refusal.ts'
import { TAKEN_BACK_MOVEMENTS } from '#domain/plan.ts'
import { takeMovementBack } from '#features/plans/commands.server.ts'
import { getPlan } from '#features/plans/queries.server.ts'
import { type PlanMovement, type PlanView, takingMovementBack } from '#features/plans/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Bullets } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/movement-back.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { id, driver, kind, reason, movements, takenBack, remaining } = await getPlan(params.id, now)
  const back = takenBack.find((candidate) => candidate.id === params.movement)
  const movement =
    back ?? movements.find((candidate) => candidate.id === params.movement && TAKEN_BACK_MOVEMENTS.has(candidate.kind))
  if (!movement) throw new Refusal('record.not-found')
  return { plan: { id, driver: driver.name, kind, reason, remaining }, movement, gone: back?.back ?? null }
})

export const action = saves(
  'plan.take-back',
  takingMovementBack.input,
  async (change, { reason }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await takeMovementBack(change, params.id, { movement: params.movement, reason })
    return `/admin/financing/${params.id}?done=take-back`
  },
)

/** Asks why a payment, a write-off or a movement of a deposit is taken back, and says what is owed or held then. */
export default function MovementBackScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { plan, movement, gone } = loaderData
  const mistake = { kind: movement.kind as Mistake, amount: formatMoney(movement.amount, t.language) }
  return (
    <SmallAct
      record={plan.reason}
      from={plan.driver}
      facts={factsOf(t, loaderData)}
      question={t('page.plans.back.title', { what: t(`page.plans.back.${mistake.kind}`), amount: mistake.amount })}
      effect={<Effect words={effectWords(t, plan.kind === 'deposit', mistake)} />}
      buttonWords={t('page.plans.back.submit')}
      unchanged={t('page.plans.back.kept')}
      barred={gone && goneWords(t, gone)}
    >
      <RecordFields of={takingMovementBack} />
    </SmallAct>
  )
}

function factsOf(t: Translator, { plan, movement }: Route.ComponentProps['loaderData']) {
  return {
    what: t(`page.plans.movements.${movement.kind}`),
    amount: formatMoney(movement.amount, t.language),
    reason: movement.reason,
    at: <Moment at={movement.at} />,
    owed: formatMoney(plan.remaining, t.language),
  }
}

function Effect({ words }: { words: string }) {
  const t = useT()
  return (
    <Bullets>
      <li>{words}</li>
      <li>{t('page.plans.back.told')}</li>
    </Bullets>
  )
}

function goneWords(t: Translator, { by, at, reason }: PlanView['takenBack'][number]['back']): string {
  const who = by ?? t('page.bank.movement.commandLine')
  return t('page.plans.back.gone', { who, at: formatInstant(at, t.language), reason })
}

type Mistake = Exclude<PlanMovement['kind'], 'due' | 'released'>

function effectWords(t: Translator, isDeposit: boolean, { kind, amount }: { kind: Mistake; amount: string }): string {
  if (isDeposit && kind === 'early') return t('page.plans.back.deposit', { amount })
  if (isDeposit && kind === 'write-off') return t('page.plans.back.depositWriteOff', { amount })
  return t(`page.plans.back.effect.${kind}`, { amount })
}
