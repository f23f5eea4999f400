import { type FormEvent, useState } from 'react'
import { type Week, weekName } from '#domain/week.ts'
import { takeDrop } from '#features/drops/commands.server.ts'
import { previewDrop } from '#features/previews/queries.server.ts'
import type { PreviewFile } from '#features/previews/schema.ts'
import { importDropInput } from '#features/drops/schema.ts'
import { formatDayShort, formatInstant, weekNumber } from '#messages/dates.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, speak, useLanguage, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/preview.ts'
import { afterDrop } from './after-drop.ts'
import { FilePreview, isReady, isWaiting } from './file-preview.tsx'
import styles from './preview.module.css'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const drop = await previewDrop(params.id)
    return { drop, weekName: drop.week && weekName(drop.week), formKey: crypto.randomUUID() }
  })

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.data.preview.title'))

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'operations' }, 'drop.import', importDropInput, async ({ accept }, deed) => {
    const taken = await takeDrop(deed, params.id, accept)
    return sameLanguage(request, 'run' in taken ? `/admin/data/runs/${taken.run}` : afterDrop(taken.brought, params.id))
  })

/** What the files say and what will happen, before anything counts. One button takes them in together. */
export default function PreviewScreen({
  loaderData: { drop, weekName: name, formKey },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const language = useLanguage()
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const files = drop.files.toSorted((a, b) => attention(a) - attention(b))
  const back = name
    ? { to: `/admin/weekly/${name}`, label: t('page.data.preview.backToWeek', { number: weekNumber(drop.week ?? '') }) }
    : { to: '/admin/data', label: t('page.data.title') }

  const tick = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'accept[]') return
    const next = new Set(accepted)
    if (target.checked) next.add(target.value)
    else next.delete(target.value)
    setAccepted(next)
  }

  return (
    <>
      <PageHead
        title={t('page.data.preview.title')}
        subtitle={drop.importedAt ? null : t('page.data.preview.subtitle', { count: files.length })}
        back={back}
      />
      <Form onChange={tick} className={styles.form}>
        <FormReply reply={reply} />
        <KeyField value={formKey} />
        <Stack>
          {drop.importedAt ? (
            <Notice>{t('page.data.preview.imported', { at: formatInstant(drop.importedAt, language) })}</Notice>
          ) : null}
          {files.map((file) => (
            <FilePreview key={file.id} file={file} drop={drop.id} />
          ))}
          <Ending files={files} accepted={accepted} back={back.to} />
          {drop.importedAt ? null : (
            <p className={styles.kept}>
              {t('page.data.preview.keptUntil', { day: formatDayShort(drop.keptUntil, language) })}
            </p>
          )}
        </Stack>
      </Form>
    </>
  )
}

/** What needs a person stands on top. */
function attention(file: PreviewFile): number {
  if (isWaiting(file)) return 0
  return file.ok ? 2 : 1
}

function Ending({
  files,
  accepted,
  back,
}: {
  files: readonly PreviewFile[]
  accepted: ReadonlySet<string>
  back: string
}) {
  const t = useT()
  const waiting = files.filter(isWaiting)
  const going = files.filter((file) => isReady(file) || (isWaiting(file) && accepted.has(file.id)))
  const open = waiting.filter(({ id }) => !accepted.has(id)).length
  const refused = files.filter((file) => !file.ok).length
  const left = [
    ...(refused > 0 ? [t('page.data.preview.left', { count: refused })] : []),
    ...(open > 0 ? [t('page.data.preview.waiting', { count: open })] : []),
  ].join('; ')

  if (going.length === 0 && waiting.length === 0) {
    return (
      <div className={styles.ending}>
        <p>{t('page.data.preview.nothing')}</p>
        <LinkButton to={back}>{t('common.back')}</LinkButton>
      </div>
    )
  }
  return (
    <div className={styles.ending}>
      <Actions>
        <SubmitButton>{label(t, going)}</SubmitButton>
        <LinkButton to={back} kind="text">
          {t('page.data.preview.cancel')}
        </LinkButton>
        {left ? <p className={styles.left}>{left}.</p> : null}
      </Actions>
    </div>
  )
}

function label(t: ReturnType<typeof useT>, going: readonly PreviewFile[]): string {
  const count = going.length
  if (count === 0) return t('page.data.preview.submitConfirmed')
  const weeks = new Set<Week | null>(going.map((file) => (file.ok ? file.read.week : null)))
  const [week] = weeks
  if (weeks.size === 1 && week) return t('page.data.preview.submitWeek', { count, number: weekNumber(week) })
  return t('page.data.preview.submit', { count })
}
