import type { ReactNode } from 'react'
import type { Terms } from '#domain/terms.ts'
import { readWeek, weekAt, weekName } from '#domain/week.ts'
import { type AgreedTerms, listTerms } from '#features/drivers/queries.server.ts'
import { formatInstant, formatWeek } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions } from '#web/ui/form.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/terms.ts'
import { ruleWords } from './terms-rules.tsx'
import styles from './driver.module.css'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const all = (await listTerms(params.id)).map((agreed) => ({
      ...agreed,
      approvedWeek: agreed.approvedWeek && weekName(readWeek(agreed.approvedWeek)),
    }))
    return { id: params.id, all, week: weekAt(context.get(requestContext).now) }
  })

export default function TermsScreen({ loaderData: { id, all, week } }: Route.ComponentProps) {
  const t = useT()
  const current = all.find(({ from }) => from <= week)
  const add = (
    <LinkButton to={`/admin/drivers/${id}/terms/new`} icon="plus">
      {t('page.fleet.terms.add')}
    </LinkButton>
  )
  if (all.length === 0) {
    return (
      <EmptyState title={t('page.fleet.terms.empty')} action={add}>
        {t('page.fleet.terms.emptyText')}
      </EmptyState>
    )
  }
  return (
    <div className={styles.facts}>
      <Section title={t('page.fleet.terms.title')} aside={add}>
        <Stack>
          {all.map((agreed) => (
            <TermsCard
              key={agreed.id}
              driverId={id}
              agreed={agreed}
              state={agreed === current ? 'inForce' : agreed.from > week ? 'coming' : 'past'}
            />
          ))}
        </Stack>
      </Section>
    </div>
  )
}

type CardProps = { driverId: string; agreed: AgreedTerms; state: 'inForce' | 'coming' | 'past' }
const TONES = { inForce: 'ok', coming: 'todo', past: 'info' } as const

/** What was agreed from one week on, who wrote it down, and whether it can still change. */
function TermsCard({ driverId, agreed, state }: CardProps) {
  const t = useT()
  const { language } = t
  const { terms, reason, at, by, approvedWeek } = agreed
  const path = `/admin/drivers/${driverId}/terms/${agreed.id}`
  const written = formatInstant(at, language)
  return (
    <Card
      title={`${t('page.fleet.terms.from')} ${formatWeek(agreed.from, language).replace(/^\S+ /, '')}`}
      aside={<State tone={TONES[state]}>{t(`page.fleet.terms.${state}`)}</State>}
    >
      <TermsFacts terms={terms}>
        {reason ? <Fact name={t('page.fleet.terms.reason')}>{reason}</Fact> : null}
        <Fact name={t('page.fleet.terms.written')}>
          {by ? t('page.fleet.by', { at: written, by }) : t('page.fleet.byNobody', { at: written })}
        </Fact>
      </TermsFacts>
      {approvedWeek ? (
        <p>{t('page.fleet.terms.locked', { week: approvedWeek })}</p>
      ) : (
        <Actions>
          <LinkButton to={path}>{t('page.fleet.terms.change')}</LinkButton>
          <LinkButton to={`${path}/removal`} kind="text">
            {t('page.fleet.terms.remove')}
          </LinkButton>
        </Actions>
      )}
    </Card>
  )
}

function TermsFacts({ terms, children }: { terms: Terms; children: ReactNode }) {
  const t = useT()
  const rules = ruleWords(terms, t)
  return (
    <Facts>
      <Fact name={t('page.fleet.terms.regime')}>{t(`page.fleet.terms.regimes.${terms.regime}`)}</Fact>
      <Fact name={t('page.fleet.terms.fee')}>{feeWords(terms, t)}</Fact>
      {terms.regime === 'rental' ? <Fact name={t('page.fleet.terms.rent')}>{rentWords(terms, t)}</Fact> : null}
      {terms.split ? <Fact name={t('page.fleet.terms.split')}>{splitWords(terms.split, t)}</Fact> : null}
      <Fact name={t('page.fleet.terms.tripVat')}>{t(`page.fleet.terms.vats.${terms.tripVat}`)}</Fact>
      <Fact name={t('page.fleet.terms.tolls')}>{t(`page.fleet.terms.tollPolicies.${terms.tollPolicy}`)}</Fact>
      {rules.length > 0 ? <Fact name={t('page.settings.more.title')}>{rules.join('; ')}</Fact> : null}
      {children}
    </Facts>
  )
}

type Words = ReturnType<typeof useT>

function feeWords({ fee }: Terms, t: Words): string {
  if (fee.mode === 'none') return t('page.fleet.terms.feeNone')
  if (fee.mode === 'percent') {
    const base = t(`page.fleet.terms.bases.${fee.base}`)
    return t('page.fleet.terms.feePercent', { rate: formatPercent(fee.rate, t.language), base })
  }
  const amount = formatMoney(fee.amount, t.language)
  return t(fee.always ? 'page.fleet.terms.feeAlways' : 'page.fleet.terms.feeFixed', { amount })
}

function rentWords({ rent, rentByDays }: Terms, t: Words): string {
  if (rent === 0) return t('page.fleet.terms.rentVehicle')
  const amount = formatMoney(rent, t.language)
  return t(rentByDays ? 'page.fleet.terms.rentDays' : 'page.fleet.terms.rentWeek', { amount })
}

function splitWords({ driverShare, energyCap }: NonNullable<Terms['split']>, t: Words): string {
  const rate = formatPercent(driverShare, t.language)
  if (energyCap === null) return t('page.fleet.terms.splitShare', { rate })
  return t('page.fleet.terms.splitShareCap', { rate, cap: formatMoney(energyCap, t.language) })
}
