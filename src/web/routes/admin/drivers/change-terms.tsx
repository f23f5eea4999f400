import { href } from 'react-router'
import { readWeek } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { changeTerms } from '#features/fleet/terms/commands.server.ts'
import { getTerms, listTerms } from '#features/fleet/terms/queries.server.ts'
import { termsInput } from '#features/fleet/terms/schema.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { formatWeek } from '#messages/dates.ts'
import { inLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/change-terms.ts'
import { TermsDryRun } from './terms-dry-run.tsx'
import { TermsFacts } from './terms-facts.tsx'
import { TermsForm } from './terms-form.tsx'
import { previewTerms } from './terms-preview.server.ts'
import { termsValues } from './terms-values.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const changedTerms = await getTerms(params.id, readNumber(params.terms))
  const termsInForce = await listTerms(params.id)
  return {
    id: params.id,
    changedTerms,
    /** When somebody else replaced these terms while the page was open: the terms that apply from the same week now. */
    successor: changedTerms.withdrawn ? (termsInForce.find(({ from }) => from === changedTerms.from) ?? null) : null,
    settings: await settingsIn(readWeek(changedTerms.from)),
    preview: await previewTerms(request, now, params.id),
  }
})

export const action = saves('driver.change-terms', termsInput, async (change, input, { params }: Route.ActionArgs) => {
  await changeTerms(change, params.id, readNumber(params.terms), input)
  return withDone(href('/admin/drivers/:id/terms', { id: params.id }), 'terms')
})

export default function ChangeTermsScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const { id, changedTerms, successor, settings, preview } = loaderData
  const path = `/admin/drivers/${id}/terms`
  // The refusal has told the reader about the other change: let the form save over the terms in force now.
  const isWarned = successor !== null && reply?.refusal?.code === 'record.changed-meanwhile'
  return (
    <Section title={t('page.fleet.terms.changeTitle')} aside={formatWeek(changedTerms.from, t.language)}>
      <Stack>
        {changedTerms.withdrawn ? (
          <Notice tone="warn">
            <p>
              {t('page.fleet.terms.replaced')} {isWarned ? t('page.fleet.terms.replacedText') : null}{' '}
              <Link to={path}>{t('page.fleet.terms.replacedSee')}</Link>
            </p>
          </Notice>
        ) : null}
        <TermsForm
          values={{ ...termsValues(changedTerms.terms, settings, t.language), reason: '' }}
          settings={settings}
          {...(isWarned ? { action: inLanguage(`${path}/${successor.id}`, t.language) } : {})}
          driverId={id}
          reply={reply ?? preview?.reply}
        />
        {isWarned ? (
          <Card title={t('page.fleet.terms.counts')}>
            <TermsFacts terms={successor.terms} settings={settings} />
          </Card>
        ) : null}
        {preview?.dryRun && !reply ? <TermsDryRun driverId={id} dryRun={preview.dryRun} /> : null}
      </Stack>
    </Section>
  )
}
