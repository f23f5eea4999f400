import { useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'
import { Tabs } from '#web/ui/tabs.tsx'

type Props = { base: string; label: string; tabs: readonly { path: string; label: string }[] }

/** The parts of a record; one stays current on the pages under it. The first is the record's own address. */
export function RecordTabs({ base, label, tabs }: Props) {
  const here = withoutLanguage(useLocation().pathname).replace(/\/$/, '')
  return (
    <Tabs
      label={label}
      tabs={tabs.map(({ path, label: words }) => {
        const to = path ? `${base}/${path}` : base
        return { to, label: words, current: path ? here === to || here.startsWith(`${to}/`) : here === base }
      })}
    />
  )
}
