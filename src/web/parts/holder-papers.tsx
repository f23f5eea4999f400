import type { PaperSlot } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import { Items } from '#web/ui/items.tsx'
import { type PaperAct, PaperRow, PaperSlots } from './paper-parts.tsx'

/** The papers of a driver, a car or the operator, each with what the office can do. `base`: the address under which a paper is added. */
export function HolderPapers({ base, slots }: { base: string; slots: readonly PaperSlot[] }) {
  return <PaperSlots slots={slots} acts={(slot) => officeActs(slot, base)} />
}

/** Shown beside the form of a paper: the one that is valid until the new one replaces it, or a note that there is none. */
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

/** No file of a sensitive paper is kept, so its link opens the record. */
function openAct({ kind, current }: PaperSlot): PaperAct[] {
  const words = kind.isSensitive ? 'record' : 'open'
  return current ? [{ to: `/admin/documents/${current.id}`, words, named: words }] : []
}

/** A paper that arrived is reviewed first; otherwise the next one is asked for. One that was refused is looked at again. */
function officeActs(slot: PaperSlot, base: string): PaperAct[] {
  const { kind, current, onItsWay, refused } = slot
  const next = current ? 'replace' : 'add'
  return [
    ...(onItsWay?.state === 'sent'
      ? [{ to: `/admin/documents/${onItsWay.id}`, words: 'look', named: 'look', isPrimary: true } as const]
      : []),
    { to: `${base}/${kind.code}`, words: next, named: next },
    ...openAct(slot),
    ...(refused ? [{ to: `/admin/documents/${refused.id}`, words: 'refused', named: 'refused' } as const] : []),
  ]
}
