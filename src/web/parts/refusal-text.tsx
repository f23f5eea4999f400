import { errorText, useT } from '#web/i18n.tsx'

/** The text of a refusal. It brings the texts of all refusals with it, so a page that is not refused leaves it out. */
export function RefusalText({ code, params }: { code: string; params: Record<string, string | number> }) {
  return <p>{errorText(useT(), code, params)}</p>
}
