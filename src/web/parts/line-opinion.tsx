import type { Opinions } from '#features/statements/disputes/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import type { Dispute } from '#features/statements/disputes/schema.ts'
import styles from './line-opinion.module.css'

const TONES: Record<Dispute['state'], StateTone> = { open: 'warn', withdrawn: 'todo', accepted: 'ok', declined: 'info' }

/** The state of a dispute: a dot and a word. */
export function DisputeState({ state }: Pick<Dispute, 'state'>) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.disputes.states.${state}`)}</State>
}

export type LineOpinion = Opinions['lines'][number]

/** The dispute of a line, unless it was withdrawn. */
export function openDispute(opinion: LineOpinion | undefined): Dispute | null {
  return opinion?.dispute && opinion.dispute.state !== 'withdrawn' ? opinion.dispute : null
}

/** "Está certo · Contestar" under a line of the driver's own statement, or what the driver said and the office answered. */
export function OwnOpinion({ opinion, isOpen, page }: { opinion: LineOpinion; isOpen: boolean; page: string }) {
  const t = useT()
  const dispute = openDispute(opinion)
  if (dispute) {
    return (
      <p className={styles.opinion}>
        <DisputeState state={dispute.state} /> <Link to={page}>{t('page.disputes.see')}</Link>
      </p>
    )
  }
  if (!isOpen && !opinion.isRight) return null
  return (
    <div className={styles.opinion}>
      {opinion.isRight ? (
        <State tone="ok">{t('page.disputes.saidRight')}</State>
      ) : (
        <Form inline action={page} data-stay="" data-outbox>
          <input type="hidden" name="opinion" value="right" />
          <SubmitButton kind="outlined">{t('page.disputes.right')}</SubmitButton>
        </Form>
      )}
      {isOpen ? (
        <LinkButton to={page} kind="text" data-keep="daily">
          {t('page.disputes.contest')}
        </LinkButton>
      ) : null}
    </div>
  )
}

/** The driver's opinion of a line, as the office sees it. */
export function OfficeOpinion({ opinion }: { opinion: LineOpinion }) {
  const t = useT()
  const dispute = openDispute(opinion)
  if (!dispute && !opinion.isRight) return null
  return (
    <p className={styles.opinion}>
      {dispute ? (
        <>
          <DisputeState state={dispute.state} />{' '}
          <Link to={`/admin/weekly/disputes/${dispute.id}`}>{t('page.disputes.see')}</Link>
        </>
      ) : (
        <State tone="ok">{t('page.disputes.saidRight')}</State>
      )}
    </p>
  )
}
