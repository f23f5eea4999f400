import { maskNif } from '#domain/identifiers.ts'
import { href, redirect } from 'react-router'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { driverInput, driverRecord } from '#features/fleet/drivers/schema.ts'
import { listMerges } from '#features/fleet/merges/queries.server.ts'
import type { MergeRow } from '#features/fleet/merges/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Fact, Facts, Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/record.ts'
import { drawnOf } from './driver-form.tsx'

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const driver = await getDriver(params.id)
  // What goes on of a record that was merged is on the other; one that was put away offers the way back.
  if (driver.mergedInto)
    throw redirect(sameLanguage(request, href('/admin/drivers/:id', { id: driver.mergedInto })), 302)
  if (driver.removedAt) throw redirect(sameLanguage(request, href('/admin/drivers/:id/removal', params)), 302)
  const { nif, ...rest } = driver
  return {
    driver: { ...rest, maskedNif: nif && maskNif(nif) },
    merges: await listMerges(driver.id),
  }
})

export const action = saves('driver.save', driverInput, async (deed, input, { params }: Route.ActionArgs) => {
  await saveDriver(deed, params.id, input)
  return withDone(href('/admin/drivers/:id', params), 'saved')
})

export default function DriverRecordScreen({ loaderData: { driver, merges } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      {driver.nifValid ? null : <Notice tone="warn">{t('page.fleet.driver.nifWrong')}</Notice>}
      <Form of={driverRecord} values={driver} drawn={drawnOf(driver)} key={driver.version}>
        <input type="hidden" name="version" value={driver.version} />
        {driver.maskedNif ? (
          <LinkButton to={`/admin/sealed/number/nif/${driver.id}`} kind="text">
            {t('page.sealed.ofNif')}
          </LinkButton>
        ) : null}
        {driver.account ? (
          <Facts>
            <Fact name={t('page.fleet.driver.account')}>{driver.account}</Fact>
          </Facts>
        ) : null}
        <Actions>
          <SubmitButton>{t('page.fleet.driver.save')}</SubmitButton>
        </Actions>
      </Form>
      {merges.length > 0 ? <Received merges={merges} /> : null}
      <Section title={t('page.merges.more')}>
        <Actions>
          <LinkButton to={`/admin/drivers/${driver.id}/merge`}>{t('page.merges.link')}</LinkButton>
          <LinkButton to={`/admin/drivers/${driver.id}/removal`} kind="text">
            {t('page.merges.removeLink')}
          </LinkButton>
        </Actions>
      </Section>
    </>
  )
}

/** The records that became this one, each with what stays in it and the way back. */
function Received({ merges }: { merges: readonly MergeRow[] }) {
  const t = useT()
  return (
    <Section title={t('page.merges.received')}>
      <ul>
        {merges.map(({ id, gone, stays, at, reason, undone }) => (
          <li key={id}>
            {undone
              ? t('page.merges.rowUndone', { ...gone, reason: undone.reason })
              : t('page.merges.row', { ...gone, at: formatInstant(at, t.language), reason })}{' '}
            {undone ? null : (
              <>
                <Link to={`/admin/drivers/${gone.id}/account`}>{t('page.merges.oldAccount')}</Link>{' '}
                <Link to={`/admin/drivers/${gone.id}/history`}>{t('page.merges.oldHistory')}</Link>{' '}
                <Link to={`/admin/drivers/${stays.id}/merges/${id}`}>{t('page.merges.rowUndo')}</Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
