import { formatInstant } from '#messages/dates.ts'
import { useLanguage } from '#web/i18n.tsx'

/** "4 jun. 2026, 06:00" on the Lisbon clock. */
export function Moment({ at }: { at: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at} className="num">
      {formatInstant(at, language)}
    </time>
  )
}
