import type { PaperSlot } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import { Items } from '#web/ui/items.tsx'
import { type PaperAct, PaperRow, PaperSlots } from './paper-parts.tsx'

/** The papers of a driver, a car or the operator, each with what the office can do. `base`: where a paper is added. */
export function HolderPapers({ base, slots }: { base: string; slots: readonly PaperSlot[] }) {
  return <PaperSlots slots={slots} acts={(slot) => officeActs(slot, base)} />
}

/** Beside the form of a paper: the one that counts until then, or that there is none. */
export function PaperNow({ slot }: { slot: PaperSlot | null }) {
  const t = useT()
  if (slot === null) return null
  return (
    <Section title={t('page.papers.form.now')}>
      <Items>
        <PaperRow slot={slot} acts={openAct(slot)} isWhole />
      </Items>
    </Section>
  )
}

/** Of a sensitive paper no file is kept: what opens is its record. */
function openAct({ kind, counts }: PaperSlot): PaperAct[] {
  const words = kind.isSensitive ? 'record' : 'open'
  return counts ? [{ to: `/admin/documents/${counts.id}`, words, named: words }] : []
}

/** What arrived is looked at first; otherwise the next one is asked for. */
function officeActs(slot: PaperSlot, base: string): PaperAct[] {
  const { kind, counts, onItsWay } = slot
  const next = counts ? 'replace' : 'add'
  return [
    ...(onItsWay?.state === 'sent'
      ? [{ to: `/admin/documents/${onItsWay.id}`, words: 'look', named: 'look', isPrimary: true } as const]
      : []),
    { to: `${base}/${kind.code}`, words: next, named: next },
    ...openAct(slot),
  ]
}
