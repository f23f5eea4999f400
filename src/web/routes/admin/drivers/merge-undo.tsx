import type { ReactNode } from 'react'
import { href } from 'react-router'
import { undoMerge } from '#features/fleet/merges/commands.server.ts'
import { findMergedInto, getMerge, isSettledSince } from '#features/fleet/merges/queries.server.ts'
import { mergeReason } from '#features/fleet/merges/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { errorText, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/merge-undo.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const merge = await getMerge(params.id, params.merge)
  const [later, isSettled] = await Promise.all([findMergedInto(merge.stays.id), isSettledSince(merge.id)])
  return { merge, later, isSettled }
})

export const action = saves(
  'driver.separate',
  mergeReason.input,
  async (change, { reason }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const id = await undoMerge(change, params.id, params.merge, reason)
    return withDone(href('/admin/drivers/:id', { id }), 'separated')
  },
)

/** Separates two records again: they were two persons after all. */
export default function MergeUndoScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { gone, stays, reason, by, ...merge } = loaderData.merge
  const at = formatInstant(merge.at, t.language)
  const [nameGone, nameStays] = [`${gone.name} (${gone.ref})`, `${stays.name} (${stays.ref})`]
  return (
    <SmallAct
      back={`/admin/drivers/${stays.id}`}
      facts={{ at, by, reason }}
      question={t('page.merges.undoing.title')}
      effect={`${t('page.merges.undoing.text', { gone: nameGone, stays: nameStays })} ${t('page.merges.undoing.when', { at, by: by ?? '—', reason })}`}
      buttonWords={t('page.merges.undoing.submit')}
      kind="primary"
      barred={whyNot(loaderData, t)}
    >
      <RecordFields of={mergeReason} />
    </SmallAct>
  )
}

/** The reason why that is impossible, if there is one. */
function whyNot(
  { merge: { undone, stays }, later, isSettled }: Route.ComponentProps['loaderData'],
  t: Translator,
): ReactNode {
  if (undone) return <Notice tone="info">{t('page.merges.undoing.done', { reason: undone.reason })}</Notice>
  if (later)
    return (
      <Notice tone="warn">
        {errorText(t, 'merge.undo-later-first', { stays: stays.name, later: later.name })}{' '}
        <Link to={`/admin/drivers/${later.id}/record`}>{t('page.merges.openStays')}</Link>
      </Notice>
    )
  return isSettled ? <Notice tone="warn">{errorText(t, 'merge.settled-since')}</Notice> : null
}
