import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import { refusalWords } from '#messages/file-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Post } from '#web/parts/post.tsx'
import { SubmitButton } from '#web/ui/form.tsx'

/** Why a file was not read, and what lifts it. */
export function WhyRefused({ file: { code, params } }: { file: RefusedFile }) {
  const t = useT()
  return <p>{refusalWords(t, code, params)}</p>
}

/** What can be answered to a file that was not read: it is not needed, or it is asked about again. */
export function RefusedFileAnswer({ file: { id, name, state }, from }: { file: RefusedFile; from: 'week' | 'data' }) {
  const t = useT()
  const needed = state === 'open' ? 'no' : 'yes'
  const words = (
    <>
      {needed === 'no' ? t('page.refusedFiles.waive') : t('page.refusedFiles.askAgain')}
      <span className="visually-hidden">: {name}</span>
    </>
  )
  return (
    <Post to={`/admin/data/refused/${id}`}>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="needed" value={needed} />
      {from === 'week' ? (
        <button type="submit">{words}</button>
      ) : (
        <SubmitButton kind="outlined" wide>
          {words}
        </SubmitButton>
      )}
    </Post>
  )
}

/** To the page that teaches what the file is, where it is a table that still lies here. */
export function TeachLink({ file: { teach } }: { file: RefusedFile }) {
  const t = useT()
  if (!teach) return null
  return <Link to={`/admin/data/drops/${teach.drop}/teach/${teach.file}`}>{t('page.refusedFiles.teach')}</Link>
}
