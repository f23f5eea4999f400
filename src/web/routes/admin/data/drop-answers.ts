import type { DropPreview, Effect, PreviewFile } from '#features/previews/schema.ts'

/** What was decided of the files of a drop so far, as its form says it. */
export type DropAnswers = Readonly<Record<'accept' | 'ours' | 'leave' | 'versions', ReadonlySet<string>>>

/** As the page comes: of versions the proposed one, nothing else. */
export function firstAnswers({ versions }: DropPreview): DropAnswers {
  const proposed = versions.flatMap((group) => group.proposed ?? [])
  return { accept: new Set(), ours: new Set(), leave: new Set(), versions: new Set(proposed) }
}

/** As the form stands. */
export function answersIn(form: FormData): DropAnswers {
  const all = (name: string) => new Set(form.getAll(name).map(String))
  const chosen = [...form].flatMap(([name, id]) => (name.startsWith('version-') ? [String(id)] : []))
  return { accept: all('accept[]'), ours: all('ours[]'), leave: all('leave[]'), versions: new Set(chosen) }
}

/** What becomes of a file: it goes in, it waits for an answer, or it stays out. */
export function fateOf(file: PreviewFile, { versions }: DropPreview, answers: DropAnswers): 'goes' | 'waits' | 'out' {
  if (!file.ok || !bringsSomething(file) || answers.leave.has(file.id)) return 'out'
  const rivals = versions.find(({ files }) => files.includes(file.id))?.files ?? []
  const staying = rivals.filter((id) => !answers.leave.has(id))
  if (staying.length > 1 && !answers.versions.has(file.id)) {
    return staying.some((id) => answers.versions.has(id)) ? 'out' : 'waits'
  }
  const isAnswered = file.read.strange.every(({ code }) =>
    (code === 'other-company' ? answers.ours : answers.accept).has(file.id),
  )
  return isAnswered ? 'goes' : 'waits'
}

const BRINGS_NOTHING: ReadonlySet<Effect['is']> = new Set(['same', 'twice', 'elsewhere', 'replaced'])

/** A file that was imported already, or stands in the drop twice, brings nothing. */
export function bringsSomething(file: PreviewFile): boolean {
  return file.ok && !BRINGS_NOTHING.has(file.read.effect.is)
}
