import { Refusal } from '#domain/refusal.ts'
import { answerContractTerms, seenBase } from '#features/contracts/terms/commands.server.ts'
import { findOtherTerms } from '#features/contracts/terms/queries.server.ts'
import { contractTermsAct, keptTermsRecord } from '#features/contracts/terms/schema.ts'
import { formatDayShort, formatWeek } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { TermsFacts } from '../drivers/terms-facts.tsx'
import type { Route } from './+types/terms.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const found = await findOtherTerms(params.id, now)
  if (!found) throw new Refusal('contract.terms-agreed')
  return { ...found, base: seenBase(found) }
})

export const action = saves(
  ({ intent }) => `contract.${intent}`,
  contractTermsAct,
  async (change, act, { params }: Route.ActionArgs) => {
    const driver = await answerContractTerms(change, params.id, act)
    return withDone(`/admin/drivers/${driver}/terms`, 'terms')
  },
)

/** The terms in force beside those of a sealed contract, and the Monday from which the latter would count. */
export default function ContractTermsScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { contract, driver, week, settings, inForce, terms, changed, base } = loaderData
  const parts = changed.map((part) => t(`page.contractTerms.parts.${part}`)).join(', ')
  const seen = (
    <>
      <input type="hidden" name="week" value={week} />
      <input type="hidden" name="base" value={base} />
    </>
  )
  return (
    <>
      <PageHead
        title={t('page.contractTerms.title')}
        detail={driver.name}
        back={{ to: `/admin/contracts/${contract.id}`, label: t('page.contracts.one', { number: contract.number }) }}
      />
      <Stack>
        <Words>
          {parts ? t('page.contractTerms.differs', { parts }) : null} {t('page.contractTerms.rest')}
        </Words>
        <SideBySide>
          <Card title={t('page.contractTerms.inForce')} aside={inForce ? formatWeek(inForce.from, t.language) : null}>
            {inForce ? (
              <TermsFacts terms={inForce.terms} settings={settings} />
            ) : (
              <Words>{t('page.contractTerms.nothing')}</Words>
            )}
          </Card>
          <Card title={t('page.contractTerms.byContract')} aside={formatWeek(week, t.language)}>
            <TermsFacts terms={terms} settings={settings} />
          </Card>
        </SideBySide>
        <Section title={t('page.contractTerms.take')}>
          <Form intent="take-terms">
            {seen}
            <Words>{t('page.contractTerms.takeText', { day: formatDayShort(week, t.language) })}</Words>
            <div>
              <SubmitButton>{t('page.contractTerms.takeSubmit')}</SubmitButton>
            </div>
          </Form>
        </Section>
        {inForce ? (
          <Section title={t('page.contractTerms.keep')}>
            <Form of={keptTermsRecord} intent="keep-terms" above={<Words>{t('page.contractTerms.keepText')}</Words>}>
              {seen}
              <div>
                <SubmitButton kind="outlined">{t('page.contractTerms.keepSubmit')}</SubmitButton>
              </div>
            </Form>
          </Section>
        ) : null}
      </Stack>
    </>
  )
}
