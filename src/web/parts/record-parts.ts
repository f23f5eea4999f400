import { useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'

type Part = { path: string; label: string }

/** The parts of a record as tabs; a tab stays current on the pages under it. The first is the record's own address. */
export function useRecordParts(base: string, parts: readonly Part[]) {
  const pathname = withoutLanguage(useLocation().pathname).replace(/\/$/, '')
  return parts.map(({ path, label }) => {
    const to = path ? `${base}/${path}` : base
    return { to, label, current: path ? pathname === to || pathname.startsWith(`${to}/`) : pathname === base }
  })
}
