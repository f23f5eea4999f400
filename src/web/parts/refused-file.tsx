import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { refusalWords } from '#messages/file-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Post } from '#web/parts/post.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/form.tsx'

/** The reason why a file was not read, and what to do about it. */
export function WhyRefused({ file: { code, params, isSetUp } }: { file: RefusedFile }) {
  const t = useT()
  return <p>{isSetUp ? t('page.refusedFiles.setUp') : refusalWords(t, code, params)}</p>
}

/** The answer to a file that was not read: it is not needed, or the question is asked again. */
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

/**
 * A link to where somebody says the file's week, imports it, or where each of its lines has its reason, as long as the file is still
 * here. Otherwise it must be dropped again.
 */
export function OpenRefused({ file }: { file: RefusedFile }) {
  const t = useT()
  const { drop, dropFile, lacksWeek, isSetUp, name } = file
  const of = <span className="visually-hidden">: {name}</span>
  if (lacksWeek) {
    return (
      <LinkButton to={drop ? `/admin/data/drops/${drop}/weeks/${dropFile}` : '/admin/data/drop'} wide>
        {t(drop ? 'page.refusedFiles.sayWeek' : 'page.refusedFiles.question.drop')}
        {of}
      </LinkButton>
    )
  }
  if (drop && isSetUp) {
    return (
      <LinkButton to={`/admin/data/drops/${drop}`} wide>
        {t('page.refusedFiles.import')}
        {of}
      </LinkButton>
    )
  }
  return <LinesLink file={file} />
}

/** A link to the lines that were not read, on the page of the drop; only some refusals are about lines, and count them. */
export function LinesLink({ file: { drop, dropFile, params, name } }: { file: RefusedFile }) {
  const t = useT()
  if (!drop || typeof params['count'] !== 'number') return null
  return (
    <Link to={`/admin/data/drops/${drop}#file-${dropFile}`}>
      {t('page.refusedFiles.question.look')}
      <span className="visually-hidden">: {name}</span>
    </Link>
  )
}

/** The state of a file, in a word. */
export function refusedState(t: Translator, { state, lacksWeek, isSetUp }: RefusedFile): string {
  if (state === 'open' && isSetUp) return t('page.refusedFiles.states.setUp')
  return t(state === 'open' && lacksWeek ? 'page.refusedFiles.states.week' : `page.refusedFiles.states.${state}`)
}

/** A link to the page on which somebody explains the file's columns, if it is a table that is still here. */
export function TeachLink({ file: { teach } }: { file: RefusedFile }) {
  const t = useT()
  if (!teach) return null
  return <Link to={`/admin/data/drops/${teach.drop}/teach/${teach.file}`}>{t('page.refusedFiles.teach')}</Link>
}
