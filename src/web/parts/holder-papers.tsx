import type { PaperSlot } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { PaperSlots } from './paper-parts.tsx'

/** The papers of a driver, a car or the operator, each with what the office can do. `base`: where a paper is added. */
export function HolderPapers({ base, slots }: { base: string; slots: readonly PaperSlot[] }) {
  return <PaperSlots slots={slots} base={base} acts={OfficeActs} />
}

/** Beside the form of a paper: the one that counts until then, or that there is none. */
export function PaperNow({ slot }: { slot: PaperSlot | null }) {
  const t = useT()
  if (slot === null) return null
  return (
    <Section title={t('page.papers.form.now')}>
      <PaperSlots slots={[slot]} base="" acts={OpenAct} />
    </Section>
  )
}

function OpenAct({ slot: { kind, counts } }: { slot: PaperSlot }) {
  const t = useT()
  if (!counts) return null
  return (
    <LinkButton
      to={`/admin/documents/${counts.id}`}
      aria-label={t('page.papers.openNamed', { paper: kind.name[t.language] })}
    >
      {t('page.papers.open')}
    </LinkButton>
  )
}

function OfficeActs({ slot: { kind, counts, onItsWay }, base }: { slot: PaperSlot; base: string }) {
  const t = useT()
  const paper = kind.name[t.language]
  return (
    <>
      {onItsWay?.state === 'sent' ? (
        <LinkButton
          to={`/admin/documents/${onItsWay.id}`}
          kind="primary"
          aria-label={t('page.papers.lookNamed', { paper })}
        >
          {t('page.papers.look')}
        </LinkButton>
      ) : null}
      {counts ? (
        <LinkButton to={`/admin/documents/${counts.id}`} aria-label={t('page.papers.openNamed', { paper })}>
          {t('page.papers.open')}
        </LinkButton>
      ) : null}
      <LinkButton
        to={`${base}/${kind.code}`}
        aria-label={t(counts ? 'page.papers.replaceNamed' : 'page.papers.addNamed', { paper })}
      >
        {t(counts ? 'page.papers.replace' : 'page.papers.add')}
      </LinkButton>
    </>
  )
}
