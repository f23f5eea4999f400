import { useSearchParams } from 'react-router'
import type { MessageKey } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { Done } from '#web/ui/notice.tsx'

type DoneCode = { [Key in MessageKey]: Key extends `page.fleet.done.${infer Code}` ? Code : never }[MessageKey]

/** Says that what was just sent is done: the redirect after it carries `?done=saved`. */
export function DoneNote() {
  const t = useT()
  const [query] = useSearchParams()
  const words = t.find(`page.fleet.done.${query.get('done') ?? ''}`)
  return words === null ? null : <Done>{words}</Done>
}

/** Adds the note to an address, for the page that follows. */
export function withDone(path: string, code: DoneCode): string {
  return `${path}?done=${code}`
}
