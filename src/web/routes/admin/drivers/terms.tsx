import type { FinancialSettings } from '#domain/financial-settings.ts'
import { previousWeek, readWeek, weekAt } from '#domain/week.ts'
import { type AgreedTerms, listEveryTerms } from '#features/fleet/terms/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatWeek, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Grid, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Actions } from '#web/ui/form.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/terms.ts'
import { TermsFacts } from './terms-facts.tsx'

type TimeState = 'inForce' | 'coming' | 'past'
/** Terms with their validity, and the settings of the last week in which they count. */
type ShownTerms = AgreedTerms & { state: TimeState; settings: FinancialSettings }

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const everyTerms = await listEveryTerms(params.id)
  const week = weekAt(now)
  const counting = everyTerms.filter(({ withdrawn }) => withdrawn === null)
  const current = counting.findIndex(({ from }) => from <= week)
  const shown = await Promise.all(
    counting.map(async (agreed, index): Promise<ShownTerms> => {
      const state = index === current ? 'inForce' : agreed.from > week ? 'coming' : 'past'
      const last = {
        inForce: week,
        coming: agreed.from,
        past: previousWeek(readWeek(counting[index - 1]?.from ?? week)),
      }
      return { ...agreed, state, settings: await settingsIn(readWeek(last[state])) }
    }),
  )
  const withdrawn = await Promise.all(
    everyTerms.flatMap((agreed) =>
      agreed.withdrawn ? [settingsIn(readWeek(agreed.from)).then((settings) => ({ ...agreed, settings }))] : [],
    ),
  )
  return { id: params.id, shown, withdrawn }
})

export default function TermsScreen({ loaderData: { id, shown, withdrawn } }: Route.ComponentProps) {
  const t = useT()
  const actions = (
    <Actions>
      <LinkButton to={`/admin/drivers/${id}/terms/new`} icon="plus">
        {t('page.fleet.terms.add')}
      </LinkButton>
      <LinkButton to={`/admin/drivers/${id}/terms/comparison`} kind="text">
        {t('page.fleet.terms.comparison.link')}
      </LinkButton>
    </Actions>
  )
  return (
    <Stack>
      {shown.length === 0 ? (
        <EmptyState title={t('page.fleet.terms.empty')} action={actions}>
          {t('page.fleet.terms.emptyText')}
        </EmptyState>
      ) : (
        <Section title={t('page.fleet.terms.title')} aside={actions}>
          <Grid>
            {shown.map((agreed) => (
              <TermsCard key={agreed.id} driverId={id} agreed={agreed} />
            ))}
          </Grid>
        </Section>
      )}
      {withdrawn.length === 0 ? null : (
        <Section title={t('page.fleet.terms.withdrawnTitle')}>
          {withdrawn.map((agreed) => (
            <WithdrawnTerms key={agreed.id} agreed={agreed} settings={agreed.settings} />
          ))}
        </Section>
      )}
    </Stack>
  )
}

const TONES = { inForce: 'ok', coming: 'todo', past: 'info' } as const

/** The terms from one week on, who wrote them down, and whether they can still change. */
function TermsCard({ driverId, agreed }: { driverId: string; agreed: ShownTerms }) {
  const t = useT()
  const { state, settings, approvedWeek } = agreed
  const path = `/admin/drivers/${driverId}/terms/${agreed.id}`
  return (
    <Card title={fromWords(agreed, t)} aside={<State tone={TONES[state]}>{t(`page.fleet.terms.${state}`)}</State>}>
      <TermsFacts terms={agreed.terms} settings={settings}>
        <Writing agreed={agreed} />
      </TermsFacts>
      {approvedWeek ? (
        <p>{t('page.fleet.terms.locked', { week: weekNumber(readWeek(approvedWeek)) })}</p>
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

/** Terms that no longer count, with who changed or withdrew them, when and why. */
function WithdrawnTerms({ agreed, settings }: { agreed: AgreedTerms; settings: FinancialSettings }) {
  const t = useT()
  if (!agreed.withdrawn) return null
  const { at, by, purpose, reason } = agreed.withdrawn
  return (
    <Disclosure summary={fromWords(agreed, t)} aside={t(`page.fleet.terms.withdrawn.${purpose}`)}>
      <TermsFacts terms={agreed.terms} settings={settings}>
        <Writing agreed={agreed} />
        <Fact name={t(`page.fleet.terms.withdrawnReason.${purpose}`)}>{reason}</Fact>
        <Fact name={t(`page.fleet.terms.withdrawnAt.${purpose}`)}>{momentWords(at, by, t)}</Fact>
      </TermsFacts>
    </Disclosure>
  )
}

function Writing({ agreed: { reason, at, by } }: { agreed: AgreedTerms }) {
  const t = useT()
  return (
    <>
      {reason ? <Fact name={t('page.fleet.terms.reason')}>{reason}</Fact> : null}
      <Fact name={t('page.fleet.terms.written')}>{momentWords(at, by, t)}</Fact>
    </>
  )
}

function fromWords({ from }: AgreedTerms, t: Translator): string {
  return `${t('page.fleet.terms.from')} ${formatWeek(from, t.language).replace(/^\S+ /, '')}`
}

function momentWords(at: string, by: string | null, t: Translator): string {
  const moment = formatInstant(at, t.language)
  return by ? t('page.fleet.by', { at: moment, by }) : t('page.fleet.byNobody', { at: moment })
}
