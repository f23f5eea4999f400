import { href } from 'react-router'
import { undoMerge } from '#features/fleet/merges/commands.server.ts'
import { findMergedInto, getMerge, isSettledSince } from '#features/fleet/merges/queries.server.ts'
import { undoInput } from '#features/fleet/merges/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/merge-undo.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const merge = await getMerge(params.id, params.merge)
  const [later, isSettled] = await Promise.all([findMergedInto(merge.stays.id), isSettledSince(merge.id)])
  return { merge, later, isSettled }
})

export const action = saves(
  'driver.separate',
  undoInput,
  async (deed, { reason }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const id = await undoMerge(deed, params.id, params.merge, reason)
    return withDone(href('/admin/drivers/:id', { id }), 'separated')
  },
)

/** They were two persons after all. */
export default function MergeUndoScreen({ loaderData: { merge, later, isSettled } }: Route.ComponentProps) {
  const t = useT()
  const { gone, stays, undone, reason, at, by } = merge
  return (
    <Section title={t('page.merges.undoing.title')}>
      <Stack>
        <p>
          {t('page.merges.undoing.text', { gone: `${gone.name} (${gone.ref})`, stays: `${stays.name} (${stays.ref})` })}
        </p>
        <p>{t('page.merges.undoing.when', { at: formatInstant(at, t.language), by: by ?? '—', reason })}</p>
        {undone ? <Notice tone="info">{t('page.merges.undoing.done', { reason: undone.reason })}</Notice> : null}
        {!undone && later ? (
          <Notice tone="warn">
            {errorText(t, 'merge.undo-later-first', { stays: stays.name, later: later.name })}{' '}
            <Link to={`/admin/drivers/${later.id}/record`}>{t('page.merges.openStays')}</Link>
          </Notice>
        ) : null}
        {!undone && !later && isSettled ? <Notice tone="warn">{errorText(t, 'merge.settled-since')}</Notice> : null}
        {undone || later || isSettled ? null : (
          <Form>
            <TextField name="reason" label={t('page.merges.reason')} maxLength={200} required />
            <Actions>
              <SubmitButton>{t('page.merges.undoing.submit')}</SubmitButton>
              <LinkButton to={`/admin/drivers/${stays.id}`} kind="text">
                {t('common.cancel')}
              </LinkButton>
            </Actions>
          </Form>
        )}
      </Stack>
    </Section>
  )
}
