import { firstOf } from '#domain/certain.ts'
import { type Week, previousWeek, weekAt, weekName } from '#domain/week.ts'
import { takeDrop } from '#features/imports/drops/commands.server.ts'
import { lacksWeek } from '#domain/refused-file.ts'
import { previewDrop } from '#features/imports/previews/queries.server.ts'
import type { DropPreview, Effect, PreviewFile } from '#features/imports/previews/schema.ts'
import { importDropInput } from '#features/imports/drops/schema.ts'
import { formatDayShort, formatInstant, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/preview.ts'
import { firstWeekPage } from '#web/first-week.server.ts'
import { afterDrop } from './after-drop.ts'
import { type DropAnswers, candidatesOf, outcomeOf, firstAnswers, fileOfOtherWeek } from './drop-answers.ts'
import { endingOf, endingWords } from './drop-ending.ts'
import { FileLines, FilePreview, isClean, isKnown } from './file-preview.tsx'
import styles from './preview.module.css'
import { Versions } from './versions.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const drop = await previewDrop(params.id, now)
  const last = previousWeek(weekAt(now))
  return { drop, last, weekName: drop.week && weekName(drop.week) }
})

export const action = saves(
  'drop.import',
  importDropInput,
  async (change, choices, { params, context }: Route.ActionArgs) => {
    const outcome = await takeDrop(change, params.id, choices)
    if ('run' in outcome) return `/admin/data/runs/${outcome.run}`
    const onwards = (week: Week) => firstWeekPage(week, change, context)
    return afterDrop(outcome.brought, params.id, { now: change.now, onwards })
  },
)

/** The content of the files and the effect of importing them, before anything counts. One button imports them together. */
export default function PreviewScreen({ loaderData: { drop, last, weekName: name } }: Route.ComponentProps) {
  const t = useT()
  const language = useLanguage()
  const files = drop.files.toSorted((a, b) => attentionRank(a, drop) - attentionRank(b, drop))
  const back = name
    ? { to: `/admin/weekly/${name}`, label: t('page.data.preview.backToWeek', { number: weekNumber(drop.week ?? '') }) }
    : { to: '/admin/data', label: t('page.data.title') }

  return (
    <>
      <PageHead
        title={t('page.data.preview.title')}
        subtitle={drop.importedAt ? null : t('page.data.preview.subtitle', { count: files.length })}
        back={back}
      />
      <Form className={styles.form}>
        <Stack>
          {drop.importedAt ? <Imported files={drop.files} at={formatInstant(drop.importedAt, language)} /> : null}
          {drop.versions.map((group, index) => (
            <Versions key={group.files.join(' ')} group={group} files={drop.files} index={index} />
          ))}
          {files
            .filter((file) => !isClean(file, drop) && !isKnown(file))
            .map((file) => (
              <FilePreview key={file.id} file={file} drop={drop} last={last} />
            ))}
          <FileLines is="clean" files={files.filter((file) => isClean(file, drop))} drop={drop} />
          <FileLines is="known" files={files.filter(isKnown)} drop={drop} />
          <Ending drop={drop} back={back.to} />
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

/** Says that the drop was imported before: what of it counts now, and what importing it again does. */
function Imported({ files, at }: { files: readonly PreviewFile[]; at: string }) {
  const t = useT()
  const undone = files.filter((file) => file.ok && file.read.undoneAt !== null && file.read.effect.is !== 'twice')
  if (undone.length > 0) {
    return (
      <Notice tone="warn">
        <p>{t('page.data.preview.importUndone', { at, count: undone.length, name: firstOf(undone).name })}</p>
        <p>{t('page.data.preview.importAgain')}</p>
      </Notice>
    )
  }
  const doAllCount = files.every((file) => file.ok && ALL_IN.has(file.read.effect.is))
  return <Notice>{t(doAllCount ? 'page.data.preview.imported' : 'page.data.preview.importedPartly', { at })}</Notice>
}

const ALL_IN: ReadonlySet<Effect['is']> = new Set(['same', 'twice'])

/** Sorts files that need a person to the top. */
function attentionRank(file: PreviewFile, drop: DropPreview): number {
  const candidate = candidatesOf(drop).find(({ id }) => id === file.id)
  if (candidate && outcomeOf(candidate, NO_ANSWERS) === 'waits') return 0
  if (fileOfOtherWeek(drop)?.id === file.id) return 0
  return file.ok ? 2 : 1
}

const NO_ANSWERS: DropAnswers = { accept: new Set(), ours: new Set(), leave: new Set(), versions: new Set() }

/** The button with its first words; each tick changes them (`enhancing/ending.ts`). */
function Ending({ drop, back }: { drop: DropPreview; back: string }) {
  const t = useT()
  const ending = endingOf(t, drop)
  if (ending.files.length === 0) {
    const lackWeek = drop.files.some((file) => !file.ok && lacksWeek(file.refusal))
    return (
      <div className={styles.ending}>
        <p>{t(lackWeek ? 'page.data.preview.nothingYet' : 'page.data.preview.nothing')}</p>
        <LinkButton to={back}>{t('common.back')}</LinkButton>
      </div>
    )
  }
  const { button, left } = endingWords(ending, firstAnswers(drop))
  return (
    <div className={styles.ending} data-ending={JSON.stringify(ending)}>
      <Actions>
        <SubmitButton>{button}</SubmitButton>
        <LinkButton to={back} kind="text">
          {t('page.data.preview.cancel')}
        </LinkButton>
        <output className={styles.left}>{left}</output>
      </Actions>
    </div>
  )
}
