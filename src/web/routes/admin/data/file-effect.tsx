import type { Cents } from '#domain/money.ts'
import { isReferenceReport, referenceOf } from '#domain/imported-file.ts'
import type { Change, ReadPreview } from '#features/imports/previews/schema.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { refusalWords } from '#messages/file-words.ts'
import { inLanguage } from '#messages/language.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import styles from './preview.module.css'

/** What the import of the file would change, in a sentence; for another version of an imported file, driver by driver. */
export function FileEffect({ read: { effect, closed, kind, undoneAt } }: { read: ReadPreview }) {
  const t = useT()
  return (
    <div className={styles.effect}>
      {undoneAt && effect.is !== 'twice' ? (
        <p>{t('page.data.preview.effect.undone', { at: formatInstant(undoneAt, t.language) })}</p>
      ) : null}
      <EffectWords effect={effect} kind={kind} />
      {effect.is === 'same' || effect.is === 'twice' || effect.is === 'elsewhere' || isReferenceReport(kind)
        ? null
        : closed.map(({ week, count }) => (
            <p key={week} className={styles.warn}>
              {t('page.data.preview.effect.closed', { number: weekNumber(week), count })}
            </p>
          ))}
    </div>
  )
}

function EffectWords({ effect, kind }: Pick<ReadPreview, 'effect' | 'kind'>) {
  const t = useT()
  const language = useLanguage()
  switch (effect.is) {
    case 'same':
      return (
        <p>
          {t('page.data.preview.effect.same', { at: formatInstant(effect.at, language) })}{' '}
          <Link to={`/admin/data/imports/${effect.importId}`}>{t('page.data.preview.effect.sameLink')}</Link>
        </p>
      )
    case 'elsewhere':
      return (
        <Notice tone="warn">
          <p>{refusalWords(t, 'counts-elsewhere', { week: effect.week, found: effect.found })}</p>
          <Actions>
            <LinkButton to={`/admin/data/imports/${effect.importId}/undoing`}>{t('page.data.undo.action')}</LinkButton>
            <Link to={`/admin/data/imports/${effect.importId}`}>{t('page.data.preview.effect.sameLink')}</Link>
          </Actions>
        </Notice>
      )
    case 'twice':
      return <p>{t('page.data.preview.effect.twice', { name: effect.name })}</p>
    case 'joins':
      return (
        <p>
          <strong>{t('page.data.preview.effect.joins', { count: effect.added })}</strong>{' '}
          {effect.present > 0 ? `${t('page.data.preview.effect.present', { count: effect.present })} ` : null}
          {effect.printedTwice > 0 ? t('page.data.preview.effect.printedTwice', { count: effect.printedTwice }) : null}
        </p>
      )
    case 'replaces':
      return <Replacement changes={effect.changes} unchanged={effect.unchanged} is="replaces" />
    case 'replaced':
      return (
        <>
          <p>
            {t('page.data.preview.effect.replaced', { at: formatInstant(effect.at, language) })}{' '}
            <Link to={`/admin/data/imports/${effect.importId}`}>{t('page.data.preview.effect.sameLink')}</Link>
          </p>
          <Replacement changes={effect.changes} unchanged={effect.unchanged} is="replaced" />
          <Actions>
            <SubmitButton
              kind="outlined"
              formAction={inLanguage(`/admin/data/imports/${effect.importId}/counting`, language)}
              formNoValidate
            >
              {t('page.data.versions.countAgain')}
            </SubmitButton>
          </Actions>
        </>
      )
    case 'new':
    case 'reference':
      return (
        <p>
          {t(
            effect.is === 'reference'
              ? `page.data.preview.effect.${referenceOf(kind)}`
              : `page.data.preview.effect.${effect.is}`,
          )}
        </p>
      )
  }
}

function Replacement({
  changes,
  unchanged,
  is,
}: {
  changes: readonly Change[]
  unchanged: number
  is: 'replaces' | 'replaced'
}) {
  const t = useT()
  if (changes.length === 0 && is === 'replaced') return <p>{t('page.data.preview.versions.alike')}</p>
  if (changes.length === 0) return <p>{t('page.data.preview.effect.replacesNothing')}</p>
  return (
    <>
      <p>{t(is === 'replaces' ? 'page.data.preview.effect.replaces' : 'page.data.preview.effect.wouldChange')}</p>
      <Table
        caption={t('page.data.preview.changes.caption')}
        rows={changes}
        rowKey={({ name, was, becomes }) => `${name} ${was} ${becomes}`}
        columns={changeColumns(t)}
      />
      {unchanged > 0 ? (
        <p className={styles.quiet}>{t('page.data.preview.effect.unchanged', { count: unchanged })}</p>
      ) : null}
    </>
  )
}

/** A driver's amount in one version of the file; a driver who is only in the other version has none. */
function Amount({ cents }: { cents: Cents | null }) {
  return cents === null ? <span aria-hidden="true">–</span> : <Money cents={cents} look="bare" />
}

function kindOfChange({ was, becomes }: Change): 'gone' | 'added' | 'changed' | 'details' {
  if (becomes === null) return 'gone'
  if (was === null) return 'added'
  return was === becomes ? 'details' : 'changed'
}

function changeColumns(t: ReturnType<typeof useT>): Column<Change>[] {
  return [
    { head: t('page.data.preview.changes.driver'), cell: ({ name }) => name },
    { head: t('page.data.preview.changes.was'), cell: ({ was }) => <Amount cents={was} />, number: true },
    { head: t('page.data.preview.changes.becomes'), cell: ({ becomes }) => <Amount cents={becomes} />, number: true },
    {
      head: t('page.data.preview.changes.difference'),
      cell: ({ difference }) => <Money cents={difference} look="signed" />,
      number: true,
    },
    {
      head: t('page.data.preview.changes.what'),
      cell: (change) => t(`page.data.preview.changes.${kindOfChange(change)}`),
    },
  ]
}
