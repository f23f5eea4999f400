import { errorText, useT } from '#web/i18n.tsx'

/** The text of a refusal. The texts of all of them are brought with it: a page that is not refused goes without. */
export function RefusalText({ code, params }: { code: string; params: Record<string, string | number> }) {
  return <p>{errorText(useT(), code, params)}</p>
}
