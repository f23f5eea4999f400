import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './import-note.module.css'

/** The counts of a drop (`drops/commands.server.ts`) with its id; the address carries them to the page after the import. */
export type DropCounts = {
  files: number
  rows: number
  same: number
  refused: number
  /** The id of the first import, by which the whole drop can be undone. */
  first: number | null
  drop: string
}

/** The address of the page that follows a drop and says what was imported. */
export function withImport(
  path: string,
  { files, rows, same, refused, first: firstImportId, drop }: DropCounts,
): string {
  const query = new URLSearchParams({ imported: String(files), rows: String(rows) })
  if (same > 0) query.set('same', String(same))
  if (firstImportId !== null) query.set('first', String(firstImportId))
  if (refused > 0) query.set('refused', `${refused}:${drop}`)
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** "3 ficheiros importados, 214 linhas; 1 ficou de fora. Ver porquê", and a link to take them back. */
export function ImportNote() {
  const t = useT()
  const [query] = useSearchParams()
  const files = readCount(query.get('imported'))
  const [refused, drop] = (query.get('refused') ?? '').split(':')
  const refusedCount = readCount(refused ?? null) ?? 0
  const firstImportId = readCount(query.get('first'))
  if (files === null) return null

  const words = [
    t('page.importNote.imported', { count: files }),
    t('page.importNote.rows', { count: readCount(query.get('rows')) ?? 0 }),
    ...(query.has('same') ? [t('page.importNote.same', { count: readCount(query.get('same')) ?? 0 })] : []),
  ].join(', ')
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs
    <div role="status" className={styles.note}>
      <Notice
        tone={refusedCount === 0 ? 'ok' : 'warn'}
        action={
          firstImportId === null ? null : (
            <LinkButton to={`/admin/data/imports/${firstImportId}/undoing?together`}>
              {t('page.importNote.undo')}
            </LinkButton>
          )
        }
      >
        <p>
          {words}
          {refusedCount > 0 ? (
            <>
              ; {t('page.importNote.refused', { count: refusedCount })}.{' '}
              <Link to={`/admin/data/drops/${encodeURIComponent(drop ?? '')}`}>{t('page.importNote.seeRefused')}</Link>
            </>
          ) : (
            '.'
          )}
        </p>
      </Notice>
    </div>
  )
}

function readCount(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}
